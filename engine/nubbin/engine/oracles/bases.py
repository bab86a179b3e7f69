"""Where scratch folders go: in memory if there is room (floor 3′)."""

import os
from pathlib import Path
from tempfile import gettempdir
from typing import Final

from nubbin.engine.oracles.mapped_writes import shows_mapped_writes

_ENTERED: Final = os.W_OK | os.X_OK
_ROOM_PER_JOB: Final = 64 * 2**20
"""Bytes that a base in memory has to have free for each scratch folder."""


def bases() -> list[Path]:
    """Return where scratch folders may go, the best first."""
    in_memory = ("/dev/shm", os.environ.get("XDG_RUNTIME_DIR", ""))
    # A relative path is not valid, and would be another folder for every process.
    return [*map(Path, filter(os.path.isabs, in_memory)), _temporary()]


def _temporary() -> Path:
    """Return the temp folder; if none can be written, the one that the error should name."""
    try:
        return Path(gettempdir())
    except FileNotFoundError:
        return Path(os.environ.get("TMPDIR") or "/tmp")


def choose_base(jobs: int, workspace: int = 0) -> Path:
    """Return where scratch folders go: in memory when there is room, else the temp folder.

    Copies of a workspace go where changes show in files' times, if that is possible.

    Args:
        jobs: how many scratch folders there will be.
        workspace: bytes copied into each.
    """
    need = jobs * (_ROOM_PER_JOB + workspace) + workspace
    *in_memory, temporary = bases()
    good = [base for base in in_memory if os.access(base, _ENTERED) and _fits(base, need)]
    good.append(temporary)
    return next(filter(shows_mapped_writes, good), good[0]) if workspace else good[0]


def _fits(base: Path, need: int) -> bool:
    system = os.statvfs(base)
    # Containers often mount /dev/shm noexec: an oracle that compiles and runs would fail.
    return system.f_bavail * system.f_frsize >= need and not forbids_execution(base)


def forbids_execution(base: Path) -> bool:
    """Whether no file in a folder can be executed, whatever its mode."""
    return bool(os.statvfs(base).f_flag & getattr(os, "ST_NOEXEC", 0))
