"""The pool of worker processes on this machine (floor 3′)."""

import contextlib
import os
import selectors
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path

from nubbin.engine.oracles.command import Command
from nubbin.engine.oracles.conditions import Conditions
from nubbin.engine.oracles.cores import usable_cores
from nubbin.engine.oracles.liveness import LivenessPipe
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.oracles.pool_folder import PoolFolder
from nubbin.engine.oracles.worker import Cancel, Ready, Run, Setup
from nubbin.engine.oracles.worker_process import GRACE, WorkerProcess, limits_told
from nubbin.engine.oracles.workspace import PRISTINE, copy_workspace, place_in, size_of
from nubbin.engine.vocabulary.errors import NubbinError, UsageError
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.printable import shown

_LONGEST = 3600.0
"""Seconds that one system call waits at most: a timeout may be more than it can take."""
_DEATHS = 3  # how often a worker may die over a text before the reduction ends
_FAREWELL = 10.0  # seconds for workers to clean up before they are killed


class LocalPool:
    """Runs oracles in up to `jobs` worker processes; not for several threads at once.

    Workers are started while the first oracle runs alone, as many at a time as there are
    processors to use, so that the first of them need not wait for the last; they are replaced when
    they die, and end when this process does. Texts are started in the order they were submitted.
    """

    def __init__(
        self,
        spec: OracleSpec,
        path: Path,
        jobs: int = 1,
        base: Path | None = None,
        executable: bool | None = None,
    ) -> None:
        """Check everything about the oracle that can be checked without running it.

        Args:
            spec: the oracle.
            path: the file being reduced; candidates get its name.
            jobs: how many at once.
            base: where scratch folders go; None: in memory if there is room.
            executable: whether the candidates' files are executable; None: as the file at `path`.

        Raises:
            UsageError: the settings are wrong, or the oracle's program cannot be run.
            NubbinError: no scratch folder could be made (`NoRoom`), or no worker started.
        """
        isolated = spec.isolation == "workspace"
        self.jobs = max(1, jobs)
        self._abreast = usable_cores()
        self._spec = spec
        self._place = place_in(spec.workspace, path) if isolated else path.name
        self._command = Command(spec, Path(self._place).name)  # `path` may be a link to it
        Conditions(spec, shell=self._command.shell)
        self._executable = os.access(path, os.X_OK) if executable is None else executable
        self._workers: list[WorkerProcess] = []
        self._queue: deque[Run] = deque()
        self._deaths: dict[int, int] = {}
        self._cancelled: set[int] = set()
        self._verdicts: list[tuple[int, Verdict]] = []
        self._tickets = 0
        self._started = 0
        extra = size_of(spec.workspace) if isolated and spec.workspace else 0
        with contextlib.ExitStack() as failed:
            with limits_told():
                self._ready = selectors.DefaultSelector()
                failed.callback(self._ready.close)
                self._liveness = LivenessPipe()
                failed.callback(self._liveness.close)
            self._folder = PoolFolder(self.jobs, extra, base)
            failed.callback(self.close)
            if spec.persistent:
                _check_on_one_line(self._folder.path / self._place)
            # Before the copy: if this process is killed, a worker is left to remove the folder.
            first = self._start()
            if isolated and spec.workspace:
                copy_workspace(str(spec.workspace), str(self._folder.path / PRISTINE))
            self._set_up(first)
            self._grow()
            failed.pop_all()

    def submit(self, text: bytes, timeout: float) -> int:
        """See `Pool.submit`."""
        self._tickets += 1
        self._queue.append(Run(self._tickets, text, timeout))
        self._dispatch()
        return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """See `Pool.wait`; return at once if no run is left to wait for.

        Raises:
            NubbinError: the oracle cannot be run, or the disk is full.
        """
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._verdicts and self._outstanding():
            stuck_at = min((w.stuck_at for w in self._workers if w.run), default=0.0)
            soonest = stuck_at if deadline is None else min(stuck_at, deadline)
            self._poll_workers(min(max(0.0, soonest - time.monotonic()), _LONGEST))
            if deadline is not None and time.monotonic() >= deadline:
                break
        return self._take_verdicts()

    def fileno(self) -> int:
        """Return a descriptor that is readable when `poll` has something to do."""
        return self._ready.fileno()

    def poll(self) -> list[tuple[int, Verdict]]:
        """Return the verdicts that have come in; for event loops, which must not wait.

        To be called when `fileno` is readable, and every second while anything is asked:
        workers that do not answer in time are given up here.

        Raises:
            NubbinError: as `wait` does.
        """
        self._poll_workers(0.0)
        return self._take_verdicts()

    def cancel(self, tickets: Iterable[int]) -> None:
        """See `Pool.cancel`."""
        gone = set(tickets)
        self._queue = deque(run for run in self._queue if run.ticket not in gone)
        self._verdicts = [entry for entry in self._verdicts if entry[0] not in gone]
        for worker in self._workers:
            if worker.run and worker.run.ticket in gone - self._cancelled:
                self._cancelled.add(worker.run.ticket)
                worker.send(Cancel(worker.run.ticket))

    def close(self) -> None:
        """See `Pool.close`."""
        self._liveness.close()  # first: if this process is killed below, the last worker clears up
        self._queue.clear()
        self._verdicts.clear()
        for worker in self._workers:
            worker.dismiss()
        patience = time.monotonic() + _FAREWELL
        with contextlib.ExitStack() as last:  # if one folder cannot be removed, the others still go
            last.callback(self._folder.close)
            last.callback(self._ready.close)
            while self._workers:
                last.callback(self._workers.pop().see_off, patience)

    def _poll_workers(self, pause: float) -> None:
        """Take what comes within `pause` seconds, and give texts to idle workers."""
        for key, events in self._ready.select(pause):
            if events & selectors.EVENT_WRITE:
                key.data.go_on_sending()
            if events & selectors.EVENT_READ:
                self._receive(key.data)
        now = time.monotonic()
        for worker in [w for w in self._workers if w.run and w.stuck_at <= now]:
            self._give_up(worker)
        self._dispatch()

    def _take_verdicts(self) -> list[tuple[int, Verdict]]:
        verdicts, self._verdicts = self._verdicts, []
        return verdicts

    def _outstanding(self) -> bool:
        """Return whether any verdict can still come."""
        return bool(self._queue) or any(
            w.run and w.run.ticket not in self._cancelled for w in self._workers
        )

    def _grow(self) -> None:
        """Start workers up to `jobs`, at most one for each processor at a time.

        If the system allows no more of them, `jobs` is lowered to those there are.

        Raises:
            NubbinError: the system allows none.
        """
        workers = self._workers
        while len(workers) < self.jobs and sum(not w.ready for w in workers) < self._abreast:
            try:
                worker = self._start()
            except NubbinError:
                if not self._workers:
                    raise
                self.jobs = len(self._workers)
                return
            self._set_up(worker)

    def _start(self) -> WorkerProcess:
        worker = WorkerProcess(
            self._folder.path / f"{self._started:04}", self._liveness, self._ready
        )
        self._started += 1
        self._workers.append(worker)
        return worker

    def _set_up(self, worker: WorkerProcess) -> None:
        folder = worker.root / "w"
        workspace = folder if self._spec.isolation == "workspace" else self._spec.workspace
        pristine = self._folder.path / PRISTINE
        worker.send(
            Setup(
                spec=self._spec,
                launch=self._command.launch(folder / self._place, workspace),
                place=self._place,
                shell=self._command.shell,
                executable=self._executable,
                pristine=pristine if self._spec.isolation == "workspace" else None,
            )
        )

    def _dispatch(self) -> None:
        """Give queued texts to idle workers, oldest first."""
        while self._queue and (worker := self._idle()):
            worker.ask(self._queue.popleft())

    def _idle(self) -> WorkerProcess | None:
        """Return a worker without a run, one that is ready if possible; None: all are busy."""
        if all(worker.run for worker in self._workers):
            self._grow()
        idle = (worker for worker in self._workers if not worker.run)
        return min(idle, key=lambda worker: not worker.ready, default=None)

    def _receive(self, worker: WorkerProcess) -> None:
        """Take a worker's answer, or its death."""
        try:
            answer = worker.receive()
        except EOFError:
            self._replace(worker)
            return
        except TimeoutError:
            self._give_up(worker)
            return
        if isinstance(answer, Ready):
            worker.is_ready()
            self._grow()
            return
        assert isinstance(answer, tuple)
        ticket, said = answer
        worker.run = None
        self._deaths.pop(ticket, None)
        if ticket in self._cancelled:
            self._cancelled.remove(ticket)
        elif isinstance(said, NubbinError):
            raise said
        else:
            self._verdicts.append((ticket, Verdict.of(said)))

    def _replace(self, worker: WorkerProcess) -> None:
        """Clear up after a dead worker; its text is the next to be asked again."""
        try:
            if worker.run is not None:
                self._ask_again(worker.run)
        finally:
            self._remove(worker)

    def _ask_again(self, run: Run) -> None:
        if run.ticket in self._cancelled:
            self._cancelled.remove(run.ticket)
            self._deaths.pop(run.ticket, None)
            return
        self._deaths[run.ticket] = self._deaths.get(run.ticket, 0) + 1
        if self._deaths[run.ticket] >= _DEATHS:
            raise NubbinError(
                f"The worker process died {_DEATHS} times over the same candidate. "
                "Perhaps memory is short: try fewer jobs, or limit the oracle's memory. Or the "
                "command kills the process that started it."
            )
        self._queue.appendleft(run)

    def _give_up(self, worker: WorkerProcess) -> None:
        """Kill a worker that is stuck: it does not even answer that the time is up."""
        run = worker.run
        if run is not None and run.ticket not in self._cancelled:
            verdict = Verdict(Outcome.UNRESOLVED, run.timeout + GRACE, timed_out=True)
            self._verdicts.append((run.ticket, verdict))
        elif run is not None:
            self._cancelled.remove(run.ticket)
        self._remove(worker)

    def _remove(self, worker: WorkerProcess) -> None:
        self._workers.remove(worker)
        worker.destroy()


def _check_on_one_line(place: Path) -> None:
    """Raise UsageError if a path cannot be told to a persistent oracle."""
    if "\n" in str(place):
        raise UsageError(
            "A persistent oracle reads each path from a line of its own, and in "
            f"{shown(place)} there is a line break. Give it another name, or let TMPDIR "
            "name another folder."
        )
