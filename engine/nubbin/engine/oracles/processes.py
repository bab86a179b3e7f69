"""A worker's child processes: started, watched without spinning, and all killed (floor 3′).

A worker is a *subreaper* on Linux: whatever its oracle leaves behind, in whatever session,
becomes a child of the worker, so one system call tells reliably whether any process is left.
Elsewhere only the oracle's process group is known.
"""

import contextlib
import ctypes
import math
import os
import resource
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from nubbin.engine.oracles.leftovers import Leader, clock
from nubbin.engine.oracles.oracle import Limits

_PR_SET_CHILD_SUBREAPER = 36
_PATIENCE = 5.0  # seconds for killed processes to be gone; one in a system call may take long
_SLICE = 1 << 16  # bytes read at once
# Python ignores these; a program expects to die of them.
_RESTORED = (signal.SIGPIPE, signal.SIGXFSZ)


class Stream:
    """One output stream of the oracle: its head and its tail are kept, the rest is discarded.

    The pipe lives as long as the worker. A run ends when its processes do, not when the pipe is
    closed, so a child that keeps it open delays nothing.
    """

    def __init__(self, limit: int) -> None:
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.reader, False)
        self._half = max(1, limit // 2)
        self._head = bytearray()
        self._tail = bytearray()
        self._cut = 0

    def reset(self) -> None:
        """Forget what was kept, and undo what the last run may have done to the pipe."""
        os.set_blocking(self.writer, True)
        self._head.clear()
        self._tail.clear()
        self._cut = 0

    def read(self) -> bool:
        """Take what is there, at most 64 KiB; return whether there was any."""
        try:
            data = os.read(self.reader, _SLICE)
        except BlockingIOError:
            return False
        room = self._half - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > self._half:
            excess = len(self._tail) - self._half
            del self._tail[:excess]
            self._cut += excess
        return True

    def drain(self) -> None:
        """Take what is in the pipe now; a pipe holds at most 1 MiB."""
        for _ in range(17):
            if not self.read():
                return

    def parts(self) -> tuple[bytes, ...]:
        """Return all of the stream, or its head and its tail."""
        if self._cut:
            return bytes(self._head), bytes(self._tail)
        return (bytes(self._head + self._tail),)

    def text(self) -> bytes:
        """Return what was kept, with a line in the place of what was discarded."""
        return f"\n[... {self._cut} bytes cut ...]\n".encode().join(self.parts())


class Children:
    """All processes below this one."""

    def __init__(self, limits: Limits, root: Path) -> None:
        """Take charge of this process: its limits, its SIGCHLD, its orphans.

        Args:
            limits: of the programs that are started.
            root: the worker's folder, in which the program started last is noted.
        """
        self._limits = limits
        self._spawns = sys.platform == "linux" and limits.memory is None and limits.cpu is None
        self._leader = 0
        self._written = Leader(root)
        self.status: int | None = None
        """The exit status of the program started last, once it has exited; -n: of signal n."""
        self.any_left = False
        """Whether any process is left below this one; of all of them if `complete`."""
        self.wakeup, self._wakeup_end = os.pipe()
        """Readable after a child has exited."""
        os.set_blocking(self.wakeup, False)
        os.set_blocking(self._wakeup_end, False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(self._wakeup_end, warn_on_full_buffer=False)
        self.complete = sys.platform == "linux" and not ctypes.CDLL(None).prctl(
            _PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0
        )
        """Whether no child left means no process left; else the group has to be killed blindly."""
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Not for good: it holds for this process too, which may have to restore a larger file.
        _lower(resource.RLIMIT_FSIZE, limits.file_size, for_good=False)

    def start(
        self, argv: tuple[str, ...], env: Mapping[str, str], out: int, err: int, stdin: int = 0
    ) -> None:
        """Start a program in a session of its own, in the current folder.

        Args:
            argv: the first word is a path.
            env: its whole environment.
            out: the descriptor that becomes its standard output.
            err: the one that becomes its standard error.
            stdin: the one that becomes its standard input; by default ours, which is /dev/null.

        Raises:
            OSError: it could not be executed.
        """
        self.status = None
        since = clock()
        if self._spawns:
            places = ((stdin, 0), (out, 1), (err, 2)) if stdin else ((out, 1), (err, 2))
            try:
                self._leader = os.posix_spawn(
                    argv[0],
                    argv,
                    env,
                    file_actions=[(os.POSIX_SPAWN_DUP2, ours, theirs) for ours, theirs in places],
                    setsid=True,
                    setsigmask=(),
                    setsigdef=_RESTORED,
                )
            except NotImplementedError:  # by a Python that was built for old systems
                self._spawns = False
        if not self._spawns:
            self._leader = self._start_limited(argv, env, out, err, stdin)
        self._written.began(self._leader, since)
        self.any_left = True

    def _start_limited(
        self, argv: tuple[str, ...], env: Mapping[str, str], out: int, err: int, stdin: int
    ) -> int:
        process = subprocess.Popen(
            argv,
            env=env,
            stdin=stdin,
            stdout=out,
            stderr=err,
            start_new_session=True,
            preexec_fn=self._limit,  # safe: a worker has one thread
        )
        process.returncode = 0  # so that Popen does not wait for it: `reap` waits for all children
        return process.pid

    def reap(self) -> None:
        """Take in every child that has exited; set `any_left`."""
        with contextlib.suppress(BlockingIOError):
            os.read(self.wakeup, _SLICE)
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                self.any_left = False
                return
            if not pid:
                return
            if pid == self._leader:
                self.status = os.waitstatus_to_exitcode(status)

    def kill(self) -> None:
        """Kill the group of the program started last and, on Linux, all processes below ours."""
        self.reap()
        if self.complete and not self.any_left:
            return  # long since perhaps, so that the group's number may be somebody else's by now
        patience = time.monotonic() + _PATIENCE
        while True:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._leader, signal.SIGKILL)
            # Each round turns grandchildren into children, until none is left.
            for pid in _children(os.getpid()):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, signal.SIGKILL)
            self.reap()
            if not self.any_left or time.monotonic() > patience:
                return
            select.select([self.wakeup], [], [], 0.05)

    def too_many(self) -> bool:
        """Return whether more processes are below this one than the limits allow.

        They are counted here, as RLIMIT_NPROC would count everything that the user runs.
        """
        count = 0
        parents = [os.getpid()]
        while parents and count <= self._limits.processes:
            children = _children(parents.pop())
            count += len(children)
            parents += children
        return count > self._limits.processes

    def _limit(self) -> None:
        if self._limits.memory is not None:
            with contextlib.suppress(ValueError):  # macOS has no such limit, whatever the value
                _lower(resource.RLIMIT_AS, self._limits.memory)
        if self._limits.cpu is not None:
            # A second between SIGXCPU and SIGKILL, so that the status names the limit.
            _lower(resource.RLIMIT_CPU, self._limits.cpu, 1)


def _lower(kind: int, value: int, slack: int = 0, *, for_good: bool = True) -> None:
    _, hard = resource.getrlimit(kind)
    top = value + slack if hard == resource.RLIM_INFINITY else min(value + slack, hard)
    resource.setrlimit(kind, (min(value, top), top if for_good else hard))


def _children(pid: int) -> list[int]:
    """Return the children of a process, as far as /proc tells."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb") as file:
                found += map(int, file.read().split())
    return found


class ProcessWatch:
    """Waits for several things at once: output, exits, the pool, the clock."""

    _TICK = 0.1  # seconds

    def __init__(self, children: Children, streams: Sequence[Stream]) -> None:
        self._children = children
        self._poll = select.poll()
        self._actions: dict[int, Callable[[], object]] = {}
        self.on(children.wakeup, children.reap)
        for stream in streams:
            self.on(stream.reader, stream.read)

    def on(self, descriptor: int, action: Callable[[], object]) -> None:
        """Call `action` whenever `descriptor` is readable or hung up."""
        self._actions[descriptor] = action
        self._poll.register(descriptor, select.POLLIN)

    def off(self, descriptor: int) -> None:
        """Forget a descriptor."""
        del self._actions[descriptor]
        self._poll.unregister(descriptor)

    def until(
        self,
        done: Callable[[], bool],
        deadline: float = math.inf,
        tick: Callable[[], bool] | None = None,
    ) -> bool:
        """Wait; return True once `done`, and False at the deadline or once `tick` is true.

        Args:
            done: asked after every event.
            deadline: a time of `time.monotonic`.
            tick: asked every tenth of a second.
        """
        next_tick = time.monotonic() + self._TICK if tick else math.inf
        while not done():
            now = time.monotonic()
            if now >= deadline:
                return False
            if tick and now >= next_tick:
                if tick():
                    return False
                next_tick = now + self._TICK
            wake = min(deadline, next_tick)
            # Rounded up: a poll that ended too early would be repeated without a pause.
            pause = None if wake == math.inf else int((wake - now) * 1000) + 1
            for descriptor, _ in self._poll.poll(pause):
                self._actions[descriptor]()
        return True
