"""What runs inside a Dask worker: this machine's pool, fed by Dask's tasks (floor 3′).

Each task asks about one text; Dask gives a worker as many tasks at a time as it has threads.
A `LocalPool` with the same number of nubbin workers runs the oracles; those workers kill their
oracles and remove their folders when the Dask worker dies, however it dies. Dask cannot stop a
running task, but it tells plugins when the task is no longer wanted, because the client has
cancelled it or is gone; `OraclePlugin` then kills the run.

Everything here happens on the Dask worker's event loop, which never waits for an oracle.
"""

import asyncio
import contextlib
import os
import uuid
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Final, cast

from distributed import Reschedule, Worker, WorkerPlugin, get_worker

from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.mentioned import programs_of
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.vocabulary.errors import NubbinError, OracleNotFound, with_sentence

PREFIX: Final = "nubbin-"
"""What the keys of our tasks begin with."""
_PLUGINS: Final = "nubbin-"
"""What the names of our plugins begin with, whatever the version."""
PLUGIN: Final = f"{_PLUGINS}{version('nubbin')}"
_IDLE = 20.0
"""Seconds without a run after which a pool is closed: a client that died cannot ask for that. What
comes later finds a copy of the workspace as it is then."""
_TICK = 1.0
"""Seconds between two checks for workers that got stuck."""

Reply = Verdict | NubbinError
"""What comes back of one run: what the oracle says, or why it could not be asked."""


@dataclass(frozen=True, slots=True)
class ReductionSetup:
    """One reduction: what is the same for all its runs."""

    name: str
    """Different for each reduction."""
    spec: OracleSpec
    path: Path
    executable: bool
    """Whether the candidates' files are executable."""
    named: tuple[str, ...]
    """Files that the oracle's command names and that every machine has to have."""

    @classmethod
    def of(cls, spec: OracleSpec, path: Path) -> "ReductionSetup":
        """Describe a reduction of a file, by paths that are the same on every machine."""
        folder = spec.folder.absolute()
        workspace = spec.workspace and spec.workspace.absolute()
        spec = replace(spec, folder=folder, workspace=workspace)
        # Programs of the system may be elsewhere on another machine, the project's own may not.
        own = tuple(each for each in programs_of(spec) if Path(each).is_relative_to(folder))
        executable = os.access(path, os.X_OK)
        return cls(uuid.uuid4().hex, spec, path.absolute(), executable, own)


class PoolOnWorker:
    """The pool of one reduction on this machine; for one event loop."""

    def __init__(self, pool: LocalPool) -> None:
        """Listen to the pool from now on."""
        self.closed: asyncio.Future[None] | None = None
        self._pool = pool
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(pool.fileno(), self._collect)
        self._asked: dict[int, asyncio.Future[Reply]] = {}
        self._timer = self._loop.call_later(_IDLE, self._on_timer)

    async def ask(self, text: bytes, timeout: float) -> Reply:
        """Return the verdict on a text, or the error that ends the reduction.

        When the task that waits here is cancelled, so is the run.
        """
        ticket = self._pool.submit(text, timeout)
        answer: asyncio.Future[Reply] = self._loop.create_future()
        self._asked[ticket] = answer
        self._restart_timer(_TICK)
        try:
            return await answer
        finally:
            if self._asked.pop(ticket, None) and answer.cancelled() and not self.closed:
                self._pool.cancel([ticket])

    def close(self) -> "asyncio.Future[None]":
        """Kill all runs and remove all folders; the future is done when that is."""
        if self.closed is None:
            self._timer.cancel()
            self._loop.remove_reader(self._pool.fileno())
            # In a thread: a worker may take a while to kill its oracle.
            self.closed = self._loop.run_in_executor(None, self._pool.close)
            for answer in self._asked.values():
                answer.cancel()
        return self.closed

    def _collect(self) -> None:
        try:
            for ticket, verdict in self._pool.poll():
                self._answer(ticket, verdict)
        except Exception as error:  # it ends the reduction, whichever run raised it
            told = with_sentence(error)
            for ticket in list(self._asked):
                self._answer(ticket, told)

    def _answer(self, ticket: int, answer: Reply) -> None:
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
    """All oracles that run in one Dask worker; it stays installed when reductions end."""

    name = PLUGIN
    idempotent = True

    def setup(self, worker: Worker) -> None:
        """Begin; Dask calls this on every worker that there is or will be."""
        self._threads = worker.state.nthreads
        self._address = worker.address
        self._hosts: dict[str, asyncio.Task[PoolOnWorker]] = {}
        self._ended: set[str] = set()
        self._wanted: dict[str, asyncio.Task[Reply] | None] = {}

    def transition(self, key: object, start: str, finish: str, **kwargs: object) -> None:
        """Kill the run of a task that is no longer wanted, while it is still running."""
        if not isinstance(key, str) or not key.startswith(PREFIX):
            return
        if finish == "executing":
            self._wanted[key] = None
        elif start == "executing":
            task = self._wanted.pop(key, None)
            if task is not None:
                task.cancel()

    async def ask(self, reduction: ReductionSetup, key: str, text: bytes, timeout: float) -> Reply:
        """Answer one task.

        Raises:
            Reschedule: the task is no longer wanted; if it is after all, Dask runs it again.
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

    async def _run(self, reduction: ReductionSetup, text: bytes, timeout: float) -> Reply:
        try:
            host = await asyncio.shield(self._host(reduction))
            while host.closed:  # it had been idle for too long
                host = await asyncio.shield(self._host(reduction))
            answer = await host.ask(text, timeout)
        except NubbinError as error:
            answer = error
        if isinstance(answer, NubbinError):  # what is missing here may be there on other machines
            return type(answer)(f"On the Dask worker at {self._address}: {answer}")
        return answer

    def _host(self, reduction: ReductionSetup) -> "asyncio.Task[PoolOnWorker]":
        """Return the pool of a reduction, opened now if it is not open."""
        self._hosts = {name: host for name, host in self._hosts.items() if not _over(host)}
        if reduction.name not in self._hosts:
            self._hosts[reduction.name] = asyncio.ensure_future(self._open(reduction))
        return self._hosts[reduction.name]

    async def _open(self, reduction: ReductionSetup) -> PoolOnWorker:
        def make() -> LocalPool:  # in a thread: a workspace may have to be copied
            spec, path = reduction.spec, reduction.path
            for name in reduction.named:
                if not os.path.isfile(name):  # or every answer of this machine would be wrong
                    raise OracleNotFound(f"{name}, which the oracle's command names, is not there.")
            return LocalPool(spec, path, self._threads, executable=reduction.executable)

        if reduction.name in self._ended:
            raise NubbinError("The reduction is over.")  # nobody waits for this answer
        return PoolOnWorker(await asyncio.to_thread(make))

    async def dismiss(self, name: str) -> None:
        """Close the pool of a reduction that is over, for good.

        Dask may learn only later that the reduction's runs are no longer wanted: until then it
        begins those that wait, and begins again those that are killed here.
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


async def ask(reduction: ReductionSetup, key: str, text: bytes, timeout: float) -> Reply:
    """Answer one question: the task that is sent to Dask."""
    return await _oracles(get_worker()).ask(reduction, key, text, timeout)


async def fit(wanted: str, dask_worker: Worker) -> None:
    """Make a Dask worker ready: sent to every one when a reduction begins.

    Dask sends a plugin out once only; what lacked nubbin then may have it now.

    Raises:
        KeyError: it has another version of nubbin than is wanted.
    """
    if wanted != version("nubbin"):
        raise KeyError(f"{_PLUGINS}{wanted}")
    if PLUGIN not in dask_worker.plugins:
        await dask_worker.plugin_add(OraclePlugin(), PLUGIN, catch_errors=False)


async def dismiss(name: str, dask_worker: Worker) -> None:
    """Close what a reduction has left open: sent to every Dask worker when it ends."""
    await _oracles(dask_worker).dismiss(name)


def _oracles(worker: Worker) -> OraclePlugin:
    return cast("OraclePlugin", worker.plugins[PLUGIN])


def unfit(error: BaseException) -> str:
    """Say that a worker cannot run oracles, by the error that it has raised."""
    other = isinstance(error, KeyError) and str(error.args[0]).startswith(_PLUGINS)
    why = "it has another version of nubbin" if other else f"{type(error).__name__}: {error}"
    return (
        f"A Dask worker cannot run oracles: {why}. Install version {version('nubbin')} of nubbin "
        "on every machine, with the same Python: in a checkout, pip install '.[dask]'."
    )
