"""What a worker that died without a word leaves behind (floor 3′)."""

import contextlib
import os
import signal
import time
from pathlib import Path

_PATIENCE = 5.0  # seconds for killed processes to be gone


def kill_leftovers(root: Path) -> None:
    """Kill every process that was started for the worker of this folder.

    On Linux they are known by the folder's name in their environment or by their current
    folder, which their children inherit.
    """
    patience = time.monotonic() + _PATIENCE
    while time.monotonic() < patience:
        found = _marked(os.fsencode(root) + b"/")
        if not found:
            return
        for pid in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def _marked(mark: bytes) -> list[int]:
    found: list[int] = []
    for entry in os.listdir("/proc") if os.path.isdir("/proc") else ():
        if not entry.isdigit():
            continue
        # Processes of others, and those that have just ended, cannot be looked at.
        with contextlib.suppress(OSError):
            folder = os.fsencode(os.readlink(f"/proc/{entry}/cwd")) + b"/"
            with open(f"/proc/{entry}/environ", "rb") as file:
                if folder.startswith(mark) or mark in file.read():
                    found.append(int(entry))
    return found
