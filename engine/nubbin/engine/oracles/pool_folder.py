"""The folder of one pool, and the removal of those that dead pools have left (floor 3′).

When a pool is killed, its last worker removes its folder. If all of them are killed at once, as
for want of memory, the folder stays, possibly in memory; so each new pool first looks for such
folders. A pool that lives holds a lock on a file in its folder.
"""

import contextlib
import fcntl
import io
import os
import re
import stat
import tempfile
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.bases import bases, choose_base
from nubbin.engine.oracles.leftovers import kill_leftovers
from nubbin.engine.oracles.sandbox import no_room, remove
from nubbin.engine.vocabulary.errors import NubbinError

_PREFIX: Final = "nubbin-"
_NAME: Final = re.compile(_PREFIX + "[a-z0-9_]{8}")
_LOCK: Final = "pool"
"""The file that is locked; it gets this name once it is locked."""


class PoolFolder:
    """A new folder, locked as long as this process lives.

    Args:
        jobs: how many workers' folders there will be in it.
        workspace: bytes copied into each of them.
        base: where to make it; None: in memory if there is room.

    Raises:
        NoRoom: it could not be made.
    """

    def __init__(self, jobs: int, workspace: int = 0, base: Path | None = None) -> None:
        for each in [base] if base else bases():
            sweep(each)
        base = base or choose_base(jobs, workspace)
        try:
            self.path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
            try:
                self._lock = _locked(self.path)
            except OSError:
                self.path.rmdir()
                raise
        except OSError as error:
            raise no_room(base, error) from error

    def close(self) -> None:
        """Remove the folder with all it holds, and let go of the lock."""
        try:
            remove(self.path)
        finally:
            self._lock.close()


def sweep(base: Path) -> None:
    """Remove the folders of this user's dead pools, and kill oracles of theirs that still run."""
    with contextlib.suppress(OSError):
        found = [entry.path for entry in os.scandir(base) if _NAME.fullmatch(entry.name)]
        for folder in found:
            with contextlib.suppress(OSError, NubbinError):
                _sweep(Path(folder))


def _sweep(folder: Path) -> None:
    """Remove a folder if it belongs to a dead pool of this user.

    Raises:
        OSError: its pool lives, or it is no pool's folder.
    """
    what = os.lstat(folder)  # not `stat`: a link may lead anywhere
    if not stat.S_ISDIR(what.st_mode) or what.st_uid != os.geteuid():
        return
    lock = os.open(folder / _LOCK, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        kill_leftovers(folder)
        remove(folder)
    finally:
        os.close(lock)


def _locked(folder: Path) -> io.FileIO:
    """Make the pool's file, and lock it before anybody can take the pool for dead.

    On a file system without locks it does not get the name `_LOCK`, so that nobody looks at it.
    """
    lock = io.FileIO(folder / "new", "xb")
    with contextlib.suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        os.rename(folder / "new", folder / _LOCK)
    return lock
