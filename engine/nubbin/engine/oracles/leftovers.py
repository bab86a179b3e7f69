"""Processes that a worker leaves running when it is killed: found and killed (floor 3′)."""

import contextlib
import os
import signal
import struct
import time
from pathlib import Path
from typing import Final

_PATIENCE = 5.0  # seconds for killed processes to be gone
_FILE: Final = "leader"
_ENTRY: Final = struct.Struct("qdd")
_TICK = 1 / os.sysconf("SC_CLK_TCK")  # seconds: the resolution of a process's start time


class Leader:
    """The file in which a worker notes the process it started last, for whoever clears up after it.

    What that process starts stays in its session, whatever its environment and its current folder.
    The note takes a microsecond, so that every run can afford it.
    """

    def __init__(self, root: Path) -> None:
        """Make the file in the worker's folder; if that fails, nothing will be noted."""
        self._file = -1
        with contextlib.suppress(OSError):
            root.mkdir(0o700, exist_ok=True)
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
            self._file = os.open(root / _FILE, flags, 0o600)

    def began(self, pid: int, since: float) -> None:
        """Note a process that was started between `since`, a time of `clock`, and now.

        The times are noted as the system may give the number to another process later.
        """
        with contextlib.suppress(OSError):
            os.pwrite(self._file, _ENTRY.pack(pid, since, clock()), 0)


def clock() -> float:
    """Return the seconds since this machine was started, as the start times of processes are."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


def kill_leftovers(root: Path) -> None:
    """Kill every process that a worker, or any worker of a pool, has started.

    They are found on Linux only: by the folder's name in their environment, by their current
    folder, which their children inherit, or by their session.

    Args:
        root: the folder of the worker, or of the pool.
    """
    sessions = {_session(file) for file in (root / _FILE, *root.glob(f"*/{_FILE}"))} - {0}
    patience = time.monotonic() + _PATIENCE
    while time.monotonic() < patience:
        found = _marked(os.fsencode(root) + b"/", sessions)
        if not found:
            return
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def _session(file: Path) -> int:
    """Return the session whose leader is noted in a file, if that still lives; otherwise 0."""
    try:
        with open(file, "rb", opener=_open_whatever_it_is) as stream:
            pid, since, until = _ENTRY.unpack(stream.read(_ENTRY.size))
        began = int(_fields(pid)[19]) * _TICK
    except (OSError, struct.error):
        return 0
    return pid if since - 2 * _TICK <= began <= until + _TICK else 0


def _open_whatever_it_is(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def _marked(mark: bytes, sessions: set[int]) -> list[int]:
    found: list[int] = []
    for pid in map(int, filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else ())):
        # Processes of other users, and those that have just ended, cannot be read.
        with contextlib.suppress(OSError):
            if (sessions and _is_in(pid, sessions)) or _is_marked(pid, mark):
                found.append(pid)
    return found


def _is_in(pid: int, sessions: set[int]) -> bool:
    state, _, _, session = _fields(pid)[:4]
    return state != b"Z" and int(session) in sessions


def _is_marked(pid: int, mark: bytes) -> bool:
    folder = os.fsencode(os.readlink(f"/proc/{pid}/cwd")) + b"/"
    with open(f"/proc/{pid}/environ", "rb") as file:
        return folder.startswith(mark) or mark in file.read()


def _fields(pid: int) -> list[bytes]:
    """Return the fields of a process's /proc/PID/stat, from its state on."""
    with open(f"/proc/{pid}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()
