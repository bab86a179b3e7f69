"""The pool of a Dask cluster: `--pool dask://HOST:PORT` (floor 3′).

Two commands start one, on this machine or on several; nubbin of the same version has to be
installed on each, with its extra `dask`, the same version of Dask, and what the oracle needs:

    dask scheduler --host 127.0.0.1 --port 8786
    dask worker tcp://127.0.0.1:8786 --nworkers 1 --nthreads 8      # on each machine

A worker runs as many oracles at once as it has threads. The oracle's program, its folder and,
with `isolation = "workspace"`, the workspace are sought at the same paths on every machine.
Whoever can reach the scheduler's port can run commands: bind it to loopback, or to a network
that you trust.

Each run is a task that Dask schedules, so the loss of a worker costs only its runs, which Dask
gives to another. `dask_worker` says what a task does, and how it is stopped, which Dask cannot do.
"""

import asyncio
import contextlib
import logging
import queue
import time
from collections.abc import Callable, Iterable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple

import dask
from distributed import CancelledError, Client, KilledWorker
from distributed.comm.core import CommClosedError

from nubbin.engine.oracles.dask_greeting import PATIENCE, greet
from nubbin.engine.oracles.dask_watch import ClusterWatch
from nubbin.engine.oracles.dask_worker import (
    PREFIX,
    OraclePlugin,
    ReductionSetup,
    Reply,
    ask,
    dismiss,
    fit,
    unfit,
)
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.vocabulary.errors import NubbinError, PoolGone, UsageError

_CLIENT: Final[Any] = Client
"""Any: Dask is marked as typed, but its client hardly is."""
_LOOK: Final = 0.2
"""Seconds between two checks whether the scheduler is still there."""
_ALONE: Final = 15.0
"""Seconds that the scheduler has to answer, or to find another worker when the last one is gone
(Dask's nanny starts one within a few)."""
_HURRIED: Final = 3.0
"""The same if the user wants to stop."""
_FAREWELL: Final = 5.0
"""Seconds that the workers have to clean up before we leave."""


class _Run(NamedTuple):
    text: bytes
    timeout: float
    key: str
    """Names the task at Dask; if the run is given to another worker, it gets another key."""
    future: Any


class DaskPool:
    """Runs oracles on the workers of a Dask cluster; not for several threads at once.

    If this process is killed, the workers remove what it leaves on them after some seconds.
    """

    def __init__(
        self,
        spec: OracleSpec,
        path: Path,
        jobs: int | None,
        address: str,
        stopping: Callable[[], object] = lambda: False,
    ) -> None:
        """Join the cluster, and wait until it has a worker.

        Args:
            spec: the oracle.
            path: the file being reduced; candidates get its name.
            jobs: how many at once; None: as many as the workers have threads now.
            address: `HOST:PORT` of the scheduler.
            stopping: whether the user wants to stop, so that a lost cluster is hardly waited for.

        Raises:
            UsageError: there is no cluster, or its machines differ in their nubbin or Dask.
            PoolGone: the cluster went away while we joined it.
        """
        self._reduction = ReductionSetup.of(spec, path)
        self._address = address
        self._runs: dict[int, _Run] = {}
        self._keys = 0
        self._answers: queue.SimpleQueue[tuple[int, str, Reply | BaseException]]
        self._answers = queue.SimpleQueue()
        self._tickets = 0
        self._stopping = stopping
        with contextlib.ExitStack() as silence:
            # Dask's log of a cluster that goes away in part or as a whole: we report that.
            for part in ("distributed.batched", "distributed.client"):
                silence.enter_context(_silent(part))
            self._client = self._join()
            try:
                threads = self._threads()
            except BaseException:
                self._client.close(_FAREWELL)
                raise
            self._silence = silence.pop_all()
        loop: asyncio.AbstractEventLoop = self._client.loop.asyncio_loop
        self._watch = ClusterWatch(self._client)
        self._watcher = asyncio.run_coroutine_threadsafe(self._watch.run(), loop)
        self.jobs = jobs or threads

    def submit(self, text: bytes, timeout: float) -> int:
        """See `Pool.submit`.

        Raises:
            PoolGone: the scheduler is gone, or all workers are.
        """
        self._look()
        self._tickets += 1
        self._begin(self._tickets, text, timeout)
        return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """See `Pool.wait`; return at once if no run is left to wait for.

        Raises:
            NubbinError: the oracle cannot be run, or a disk is full.
            PoolGone: the scheduler is gone, or all workers are and none comes.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        verdicts: list[tuple[int, Verdict]] = []
        while self._runs and not verdicts:
            now = time.monotonic()
            pause = _LOOK if deadline is None else max(0.0, min(_LOOK, deadline - now))
            with contextlib.suppress(queue.Empty):
                self._take(*self._answers.get(timeout=pause), verdicts)
                while True:
                    self._take(*self._answers.get_nowait(), verdicts)
            if not verdicts:
                self._look()
                if deadline is not None and now + pause >= deadline:
                    break
        return verdicts

    def cancel(self, tickets: Iterable[int]) -> None:
        """See `Pool.cancel`."""
        for ticket in tickets:
            run = self._runs.pop(ticket, None)
            if run is not None:
                run.future.release()  # the last reference: Dask tells the worker

    def close(self) -> None:
        """See `Pool.close`."""
        self._watcher.cancel()
        with self._silence:
            if self._client.status == "closed":
                return
            self.cancel(list(self._runs))
            with contextlib.suppress(Exception):  # the scheduler, or a worker, may be gone
                if self._client.status == "running" and not self._watch.unheard:
                    self._client.sync(self._dismiss, callback_timeout=_FAREWELL)
            # An attempt to reconnect may be under way, which is cut short here.
            with contextlib.suppress(TimeoutError):
                self._client.close(_FAREWELL)

    def _join(self) -> Any:  # noqa: ANN401  # see _CLIENT
        greet(self._address)
        try:
            return _CLIENT(
                f"tcp://{self._address}", timeout=PATIENCE, set_as_default=False, name="nubbin"
            )
        except OSError as error:  # it has ended since
            raise self._lost() from error

    def _threads(self) -> int:
        """Make every worker ready for runs; return how many threads they have together."""
        try:
            self._client.register_plugin(OraclePlugin())
            self._client.run(fit, version("nubbin"))
            threads: dict[str, int] = self._client.nthreads()
        except CommClosedError as error:
            raise self._lost() from error
        except Exception as error:  # whatever a worker raised is raised here again
            raise UsageError(unfit(error)) from error
        return max(1, sum(threads.values()))

    def _begin(self, ticket: int, text: bytes, timeout: float) -> None:
        """Give a run to Dask; to a worker that answers, if some do not."""
        self._keys += 1
        lively = self._watch.lively()
        key = f"{PREFIX}{self._reduction.name}-{self._keys}"
        # The graph is one task whatever the size of the text, so Dask's warning says nothing.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TiB"}):
            future = self._client.submit(
                ask,
                self._reduction,
                key,
                text,
                timeout,
                key=key,
                pure=False,
                workers=lively,
                allow_other_workers=bool(lively),  # these may be gone before those come back
            )
        self._runs[ticket] = _Run(text, timeout, key, future)
        self._client.loop.add_callback(self._follow, ticket, key, future)

    async def _follow(self, ticket: int, key: str, future: object) -> None:
        """Wait for a run's answer or error, on Dask's own thread."""
        answer: Reply | BaseException
        try:
            answer = await self._client.gather(future)
        except (Exception, CancelledError) as error:
            answer = error
        self._answers.put((ticket, key, answer))

    async def _dismiss(self) -> None:
        await self._client.run(dismiss, self._reduction.name, on_error="ignore")

    def _take(
        self,
        ticket: int,
        key: str,
        answer: Reply | BaseException,
        verdicts: list[tuple[int, Verdict]],
    ) -> None:
        """Add a run's verdict to `verdicts`, or raise its error, unless it is not awaited there."""
        run = self._runs.get(ticket)
        if run is None or run.key != key:
            return
        del self._runs[ticket]
        if isinstance(answer, Verdict):
            verdicts.append((ticket, answer))
        elif isinstance(answer, NubbinError):
            raise answer
        elif isinstance(answer, KilledWorker):
            raise NubbinError(
                "Several Dask workers died over the same candidate. Perhaps memory is short: "
                "start them with fewer threads, or limit the oracle's memory."
            ) from answer
        elif isinstance(answer, (CancelledError, CommClosedError)):  # either may be seen first
            raise self._lost() from answer
        else:
            raise UsageError(unfit(answer)) from answer

    def _look(self) -> None:
        """Make sure that somebody can still answer; give what hanging workers have to others.

        Raises:
            PoolGone: the scheduler is gone, or has had no worker that answers for too long.
        """
        if self._watcher.done():
            self._watcher.result()  # a fault of our own on that thread is raised on this one
        watch = self._watch
        patient = watch.in_vain < (_HURRIED if self._stopping() else _ALONE)
        if self._client.status != "running" or (watch.unheard and not patient):
            raise self._lost()
        if not patient:
            raise PoolGone(
                f"All workers of the Dask scheduler at {self._address} are gone, hang or pause for "
                f"want of memory, and for {watch.in_vain:.0f} seconds none has come. Start one by "
                f"`dask worker tcp://{self._address}`, then reduce what is left. One that lacks "
                "nubbin ends at once, and prints why."
            )
        stranded = watch.stranded
        for ticket, run in [it for it in self._runs.items() if it[1].key in stranded]:
            self._begin(ticket, run.text, run.timeout)
            run.future.release()

    def _lost(self) -> NubbinError:
        return PoolGone(
            f"The Dask scheduler at {self._address} is gone. "
            "Start it and its workers again, then reduce what is left."
        )


@contextlib.contextmanager
def _silent(name: str) -> Iterator[None]:
    """Keep a part of Dask from printing tracebacks."""
    log = logging.getLogger(name)
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)
