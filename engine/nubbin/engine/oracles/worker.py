"""A worker process: one scratch folder, one oracle at a time (floor 3′).

In: `Setup`, then `Run` and `Cancel` as they come. Out: `Ready`, then for each `Run` its ticket
and the values of a `Verdict`, or the error that ends the reduction. When the pool's process is
gone, however it died, the worker kills its oracle, removes its folder and ends.
"""

import contextlib
import errno
import os
import signal
import socket
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nubbin.engine.oracles.channel import Channel
from nubbin.engine.oracles.conditions import Conditions
from nubbin.engine.oracles.launch import Launch
from nubbin.engine.oracles.liveness import LivenessPipe
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.oracles.persistent import Persistent
from nubbin.engine.oracles.processes import Children, ProcessWatch, Stream
from nubbin.engine.oracles.runner import RunContext, Runner
from nubbin.engine.oracles.sandbox import Scratch, remove
from nubbin.engine.oracles.workspace import WorkspaceCopy
from nubbin.engine.vocabulary.errors import NubbinError, OracleNotFound

_NICE = 10
_ADVICE = {
    errno.ENOEXEC: "Check its program: a script begins with a line such as #!/bin/sh.",
    errno.EAGAIN: "End other programs, or raise the limit on processes (ulimit -u shows it).",
}
"""What to do about a command that could not be started, by the number of the system's error."""
_NO_PROGRAM = (errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR)


@dataclass(frozen=True, slots=True)
class Setup:
    """All that a worker has to know; sent once."""

    spec: OracleSpec
    launch: Launch
    place: str
    """The candidate's path below the scratch folder."""
    shell: bool
    executable: bool
    pristine: Path | None
    """With `isolation = "workspace"`: the copy to restore from; otherwise None."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker has started."""


@dataclass(frozen=True)  # no slots: see `Verdict`
class Run:
    """Ask about a text; a worker is asked one question at a time."""

    ticket: int
    text: bytes
    timeout: float


@dataclass(frozen=True, slots=True)
class Cancel:
    """Kill this run if it has not ended; its answer comes all the same, and the pool drops it."""

    ticket: int


class Worker:
    """Answers runs until nobody is left to ask."""

    def __init__(self, channel: Channel, root: Path, setup: Setup) -> None:
        """Prepare the folder; start nothing yet."""
        spec = setup.spec
        self._channel = channel
        self._run: Run | None = None
        self._cancelled = False
        self._rewrites = spec.rewrites
        self._scratch = (
            Scratch(root, setup.place, executable=setup.executable)
            if setup.pristine is None
            else WorkspaceCopy(root, setup.place, setup.pristine, executable=setup.executable)
        )
        children = Children(spec.limits, root)
        streams = Stream(spec.limits.output), Stream(spec.limits.output)
        self._watch = ProcessWatch(children, streams)
        self._watch.on(channel.fileno(), self._listen)
        self._watch_parent()
        context = RunContext(
            argv=setup.launch.argv,
            # A program that trusts an inherited PWD would look where the pool was started.
            env={
                **os.environ,
                **setup.launch.variables,
                "TMPDIR": str(root / "t"),
                "PWD": self._scratch.folder,
            },
            children=children,
            watch=self._watch,
            out=streams[0],
            err=streams[1],
            stop=lambda: self._cancelled,
        )
        conditions = Conditions(spec, shell=setup.shell)
        self._oracle: Runner | Persistent = (
            Persistent(context, conditions, os.fsencode(setup.launch.variables["NUBBIN_FILE"]))
            if spec.persistent
            else Runner(context, conditions)
        )

    def serve(self) -> None:
        """Answer runs; return when the pool's end is closed or its process gone."""
        try:
            with contextlib.suppress(NubbinError, OSError):  # the first `put` raises it again
                self._scratch.clear()  # makes the folder, which may be the copy of a workspace
                self._scratch.moved = False
            if isinstance(self._oracle, Persistent):
                self._oracle.prepare()
            self._channel.send(Ready())
            while True:
                self._watch.until(lambda: self._run is not None)
                if self._run is not None:
                    self._serve(self._run)
        except (EOFError, ConnectionError):
            return
        finally:
            self._oracle.close()

    def _serve(self, run: Run) -> None:
        self._cancelled = False
        try:
            answer: tuple[Any, ...] | NubbinError = self._ask(run).values()
        except NubbinError as error:
            answer = error
        self._run = None
        self._channel.send((run.ticket, answer))
        # After the answer, so that the pool need not wait. The next `put` raises an error again.
        with contextlib.suppress(NubbinError, OSError):
            self._scratch.clear()

    def _ask(self, run: Run) -> Verdict:
        self._scratch.put(run.text)
        if self._scratch.moved:
            self._oracle.close()  # a persistent one would stay in the folder that is gone
            self._scratch.moved = False
        try:
            verdict = self._oracle.ask(run.timeout)
            return replace(verdict, left=self._scratch.read()) if self._rewrites else verdict
        except OSError as error:
            kind = OracleNotFound if error.errno in _NO_PROGRAM else NubbinError
            raise kind(
                f"The command could not be started: {error.strerror}. "
                f"{_ADVICE.get(error.errno or 0, 'Check its program.')}"
            ) from error

    def _listen(self) -> None:
        message = self._channel.receive()
        if isinstance(message, Run):
            self._run = message
        elif isinstance(message, Cancel) and self._run and message.ticket == self._run.ticket:
            self._cancelled = True

    def _watch_parent(self) -> None:
        """Notice the parent's death even if another process holds the channel's far end."""
        if sys.platform == "linux":
            # It is forbidden in some containers, and Pythons built for old systems do not have it.
            with contextlib.suppress(OSError, AttributeError):
                self._watch.on(os.pidfd_open(os.getppid()), self._leave)

    def _leave(self) -> None:
        raise EOFError


def main() -> None:
    """Serve the pool at the other end of the descriptor given as second argument.

    The first argument is the worker's folder, which is removed at the end. If the pool has died
    without removing its own folder around that one, the last worker removes it too. The third and
    fourth arguments are the ends of the pipe that tells whether others are left.
    """
    root, descriptor = Path(sys.argv[1]), int(sys.argv[2])
    liveness = LivenessPipe((int(sys.argv[3]), int(sys.argv[4])))
    os.set_inheritable(descriptor, False)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # who interrupts a worker sees no traceback
    os.setpriority(os.PRIO_PROCESS, 0, max(_NICE, os.getpriority(os.PRIO_PROCESS, 0)))
    with socket.socket(fileno=descriptor) as end:
        _serve(Channel(end), root, liveness)


def _serve(channel: Channel, root: Path, liveness: LivenessPipe) -> None:
    """Serve until the pool hangs up; then remove the folder, and the pool's if nobody else will."""
    try:
        setup = channel.receive()
        assert isinstance(setup, Setup)
        Worker(channel, root, setup).serve()
    except EOFError:
        pass  # the pool was gone before it said what to do
    finally:
        os.chdir("/")
        with contextlib.suppress(NubbinError, OSError):
            remove(root)
        if liveness.leave():
            with contextlib.suppress(NubbinError, OSError):
                remove(root.parent)
