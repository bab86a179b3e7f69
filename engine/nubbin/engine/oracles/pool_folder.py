"""The folder of one pool, and what is left of pools that are no more (floor 3′).

A pool that is killed has its folder removed by its last worker. Where all of them are killed at
once, as for want of memory, nobody is left to do so, and the folder may lie in memory: so whoever
makes the next looks for such. A pool that lives holds a lock on a file in its folder.
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

from nubbin.engine.oracles.leftovers import kill_leftovers
from nubbin.engine.oracles.sandbox import bases, choose_base, no_room, remove
from nubbin.engine.vocabulary.errors import NubbinError

_PREFIX: Final = "nubbin-"
_NAME: Final = re.compile(_PREFIX + "[a-z0-9_]{8}")
_LOCK: Final = "pool"
"""The file that is locked; it has this name only once it is."""


class PoolFolder:
    """A new folder, locked as long as this process lives.

    Args:
        jobs: how many folders of workers there will be in it.
        workspace: bytes copied into each.
        base: where it goes; None: in memory if there is room.

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
    """Remove the folders of this user's dead pools, and kill what oracles of theirs still run."""
    with contextlib.suppress(OSError):
        found = [entry.path for entry in os.scandir(base) if _NAME.fullmatch(entry.name)]
        for folder in found:
            with contextlib.suppress(OSError, NubbinError):
                _sweep(Path(folder))


def _sweep(folder: Path) -> None:
    """Remove a folder, if it is one of a dead pool of this user.

    Raises:
        OSError: its pool lives, or it is no pool's.
    """
    what = os.lstat(folder)  # of a link, which may lead anywhere, not what it leads to
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
    """Make the file, locked before anybody can take its pool for dead.

    On a file system without locks it has no such name, so that nobody looks at it.
    """
    lock = io.FileIO(folder / "new", "xb")
    with contextlib.suppress(OSError):
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        os.rename(folder / "new", folder / _LOCK)
    return lock
