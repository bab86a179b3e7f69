"""What runs inside a Dask worker: this machine's pool, fed by Dask's tasks (floor 3′).

Each task asks about one text; Dask gives a worker as many tasks at a time as it has threads.
Oracles are run by a `LocalPool` of as many nubbin workers, which kill their oracles and remove
their folders when the Dask worker dies, however it dies. Dask itself cannot stop a running
task. It tells plugins, though, when a running task is not wanted any more, be it because the
client has cancelled it or because the client is gone; that is when `OraclePlugin` kills the run.

Everything here happens on the Dask worker's event loop, which never waits for an oracle.
"""

import asyncio
import contextlib
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Final, cast

from distributed import Reschedule, Worker, WorkerPlugin, get_worker

from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.vocabulary.errors import NubbinError

PREFIX: Final = "nubbin-"
"""Of the keys of our tasks."""
PLUGIN: Final = f"nubbin-{version('nubbin')}"
_IDLE = 3.0
"""Seconds without a run after which processes and folders are given up: a client that died
cannot tell us to."""
_TICK = 1.0
"""Seconds between two looks for workers that got stuck."""

Answer = Verdict | NubbinError


@dataclass(frozen=True, slots=True)
class ReductionSetup:
    """One reduction: what is the same for all its runs."""

    name: str
    """Different for each."""
    spec: OracleSpec
    path: Path
    executable: bool
    """Whether the candidates' files are."""


class PoolOnWorker:
    """The pool of one reduction on this machine; for one event loop."""

    def __init__(self, pool: LocalPool) -> None:
        """Listen to the pool from now on."""
        self.closed: asyncio.Future[None] | None = None
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(pool.fileno(), self._collect)
        self._asked: dict[int, asyncio.Future[Answer]] = {}
        self._timer = self._loop.call_later(_IDLE, self._on_timer)

    async def ask(self, text: bytes, timeout: float) -> Answer:
        """Return the verdict on a text, or the error that ends the reduction.

        When the task that waits here is cancelled, so is the run.
        """
        ticket = self._pool.submit(text, timeout)
        answer: asyncio.Future[Answer] = self._loop.create_future()
        self._asked[ticket] = answer
        self._restart_timer(_TICK)
        try:
            return await answer
        finally:
            if self._asked.pop(ticket, None) and answer.cancelled() and not self.closed:
                self._pool.cancel([ticket])

    def close(self) -> "asyncio.Future[None]":
        """Kill all runs and remove all folders; done when that is done."""
        if self.closed is None:
            self._timer.cancel()
            self._loop.remove_reader(self._pool.fileno())
            # In a thread: a worker may need a while to take its oracle down.
            self.closed = self._loop.run_in_executor(None, self._pool.close)
            for answer in self._asked.values():
                answer.cancel()
        return self.closed

    def _collect(self) -> None:
        try:
            for ticket, verdict in self._pool.poll():
                self._answer(ticket, verdict)
        except NubbinError as error:  # the reduction ends with it, whichever run it was
            for ticket in list(self._asked):
                self._answer(ticket, error)

    def _answer(self, ticket: int, answer: Answer) -> None:
        future = self._asked.get(ticket)
        if future is not None and not future.done():
            future.set_result(answer)

    def _on_timer(self) -> None:
        if self._asked:
            self._collect()
            self._restart_timer(_TICK if self._asked else _IDLE)
        else:
            self.close()

    def _restart_timer(self, seconds: float) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_later(seconds, self._on_timer)


class OraclePlugin(WorkerPlugin):
    """All oracles that run in one Dask worker; stays when reductions end."""

    name = PLUGIN
    idempotent = True

    def setup(self, worker: Worker) -> None:
        """Begin, on every Dask worker there is or will be."""
        self._threads = worker.state.nthreads
        self._hosts: dict[str, asyncio.Task[PoolOnWorker]] = {}
        self._ended: set[str] = set()
        self._wanted: dict[str, asyncio.Task[Answer] | None] = {}

    def transition(self, key: object, start: str, finish: str, **kwargs: object) -> None:
        """Kill the run of a task that Dask has stopped to want while it was running."""
        if not isinstance(key, str) or not key.startswith(PREFIX):
            return
        if finish == "executing":
            self._wanted[key] = None
        elif start == "executing":
            task = self._wanted.pop(key, None)
            if task is not None:
                task.cancel()

    async def ask(self, reduction: ReductionSetup, key: str, text: bytes, timeout: float) -> Answer:
        """Answer one task.

        Raises:
            Reschedule: it is not wanted any more; nobody hears of it unless it is after all.
        """
        if key not in self._wanted:
            raise Reschedule
        run = self._wanted[key] = asyncio.ensure_future(self._run(reduction, text, timeout))
        try:
            return await run
        except asyncio.CancelledError:
            raise Reschedule from None
        finally:
            run.cancel()

    async def _run(self, reduction: ReductionSetup, text: bytes, timeout: float) -> Answer:
        try:
            host = await asyncio.shield(self._host(reduction))
            while host.closed:  # it had nothing to do for too long, until now
                host = await asyncio.shield(self._host(reduction))
        except NubbinError as error:
            return error
        return await host.ask(text, timeout)

    def _host(self, reduction: ReductionSetup) -> "asyncio.Task[PoolOnWorker]":
        """Return the pool of a reduction, opened now if it is not open."""
        self._hosts = {name: host for name, host in self._hosts.items() if not _over(host)}
        if reduction.name not in self._hosts:
            self._hosts[reduction.name] = asyncio.ensure_future(self._open(reduction))
        return self._hosts[reduction.name]

    async def _open(self, reduction: ReductionSetup) -> PoolOnWorker:
        def make() -> LocalPool:  # in a thread: a workspace may have to be copied
            spec, path = reduction.spec, reduction.path
            return LocalPool(spec, path, self._threads, executable=reduction.executable)

        if reduction.name in self._ended:
            raise NubbinError("The reduction is over.")  # nobody hears of it
        return PoolOnWorker(await asyncio.to_thread(make))

    async def dismiss(self, name: str) -> None:
        """Close the pool of a reduction that is over, for good.

        That none of its runs is wanted any more comes by another way, maybe later: until then Dask
        begins those that wait, and once more those that are killed here.
        """
        self._ended.add(name)
        await self._close(name)

    async def _close(self, name: str) -> None:
        known = self._hosts.pop(name, None)
        if known is not None:
            with contextlib.suppress(NubbinError):
                await (await known).close()

    async def teardown(self, worker: Worker) -> None:
        """Close all pools: the Dask worker ends."""
        for name in list(self._hosts):
            await self._close(name)


def _over(opening: "asyncio.Task[PoolOnWorker]") -> bool:
    """Whether a pool could not be opened, or is closed."""
    if not opening.done():
        return False
    return opening.cancelled() or bool(opening.exception() or opening.result().closed)


async def ask(reduction: ReductionSetup, key: str, text: bytes, timeout: float) -> Answer:
    """Answer one question: the task that is sent to Dask."""
    return await _oracles(get_worker()).ask(reduction, key, text, timeout)


async def dismiss(name: str, dask_worker: Worker) -> None:
    """Close what a reduction has left open on a Dask worker: sent to every one at its end."""
    await _oracles(dask_worker).dismiss(name)


def _oracles(worker: Worker) -> OraclePlugin:
    return cast("OraclePlugin", worker.plugins[PLUGIN])
