"""The scratch folder of one worker: filled for each run, and emptied after it (floor 3′).

Each pool has a folder `<base>/nubbin-XXXXXXXX/`, mode 0700. In it are
- `pool`, a file that is locked while the pool lives;
- `p/`, with `isolation = "workspace"`: the workspace as it was;
- `0000/`, the first worker's folder, and so on. In this, the oracle runs in `w/`; `t/` is its
  TMPDIR, so that what a killed compiler leaves there goes too; the file `leader` tells which
  process runs, for when the worker is killed.
"""

import contextlib
import errno
import os
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.files import FULL
from nubbin.engine.vocabulary.errors import NoRoom, NubbinError, UsageError

_ELSEWHERE: Final = " Let TMPDIR name another folder."
_LIMITED: Final = " End other programs, or raise the limit on open files (ulimit -n shows it)."
_ADVICE: Final = {
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT), _ELSEWHERE),
    **dict.fromkeys((errno.EMFILE, errno.ENFILE), _LIMITED),
}
"""What to do about a folder that cannot be written, by the number of the system's error."""

_PRIVATE = stat.S_IFDIR | 0o700
"""The mode of a folder that is still as we made it."""


def no_room(folder: Path | str, error: OSError) -> NubbinError:
    """Return the error to raise for a write below `folder` that failed."""
    if error.errno == errno.EFBIG:
        return UsageError(
            "A candidate is larger than the oracle may write: raise `file_size` in its limits, or "
            "leave it out. `ulimit -f` limits it as well."
        )
    if error.errno in FULL:
        return NoRoom(
            f"No room is left in {folder}, where candidates are written. "
            "Free some, or let TMPDIR name a folder with more."
        )
    if error.errno == errno.ENOENT and os.path.isdir(folder):
        return NubbinError(
            f"{error.filename} is gone, which nubbin needs. A run of the oracle may have removed "
            "it: let it remove nothing but what it has made."
        )
    advice = _ADVICE.get(error.errno or 0, "")
    return NubbinError(f"{folder} cannot be written: {error.strerror}.{advice}")


def remove(path: Path | str) -> None:
    """Remove a file or a folder with all it holds, whatever its modes; links are not followed.

    Raises:
        NubbinError: not even `rm` could.
    """
    try:
        if stat.S_ISDIR(os.lstat(path).st_mode):
            shutil.rmtree(path)
        else:
            os.unlink(path)
        return
    except FileNotFoundError:
        if not os.path.lexists(path):
            return
    except (OSError, RecursionError):
        pass  # a folder without permissions, or too deep for a recursion
    _open_up(os.fspath(path))
    words, nowhere = ("rm", "-rf", "--", path), subprocess.DEVNULL
    with contextlib.suppress(OSError):  # no process can be started
        subprocess.run(words, check=False, stdin=nowhere, stderr=nowhere)
    if os.path.lexists(path):
        raise NubbinError(f"A run left {path}, which cannot be removed. Remove it by hand.")


def _open_up(path: str) -> None:
    """Give this user all permissions for a folder and those below it that are this user's.

    Files and links keep their modes: a file may have other names, and a link may lead anywhere.
    """
    pending = [path] if _is_folder(path) else []
    while pending:
        folder = pending.pop()
        with contextlib.suppress(OSError):
            os.chmod(folder, 0o700)
            with os.scandir(folder) as entries:
                pending += [entry.path for entry in entries if entry.is_dir(follow_symlinks=False)]


def _is_folder(path: str) -> bool:
    """Return whether a path is a folder; a link to one is not."""
    return stat.S_ISDIR(_mode_of(path))


def _mode_of(path: str) -> int:
    """Return the mode of what a path names, its type included; 0 for nothing."""
    try:
        return os.lstat(path).st_mode
    except OSError:
        return 0


def _make_anew(folder: str) -> None:
    """Make a private folder in place of whatever is there, independent of the umask."""
    remove(folder)
    os.mkdir(folder, 0o700)
    os.chmod(folder, 0o700)


class Scratch:
    """A folder that holds the candidate and nothing else at the start of each run."""

    def __init__(self, root: Path, place: str, *, executable: bool) -> None:
        """Take note of the paths; the first `put` or `clear` makes the folder, and enters it.

        Args:
            root: the worker's own folder.
            place: the candidate's path below the scratch folder.
            executable: whether the candidate's file is executable.
        """
        # Strings, not `Path`, which would be slower: these are used in every run.
        self.folder = str(root / "w")
        self._root = str(root)
        self._temporary = str(root / "t")
        self._path = os.path.join(self.folder, place)
        self._mode = 0o700 if executable else 0o600
        self._identity = (0, 0)
        self._used = True
        """Whether anything may have been left in it since it was cleared."""
        self.moved = False
        """Whether the folder was made anew since this was last set to False."""

    def put(self, text: bytes) -> None:
        """Write the candidate into a folder that holds nothing else.

        Raises:
            NoRoom: the disk is full.
        """
        try:
            if self._used or not self._intact():
                self.clear()
            self._used = True
            self._write(text)
        except OSError as error:
            raise no_room(self._root, error) from error

    def read(self) -> bytes | None:
        """Return what the run left in the candidate's place; None if that is not a file."""
        try:
            file = os.open(self._path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            return None
        with open(file, "rb") as stream:
            return stream.read()

    def clear(self) -> None:
        """Remove what the last run left; cheap when that was nothing."""
        if not self._intact():
            self.moved = True
            self._rebuild()
        elif self._used:
            self._sweep()
        # Not through a link to a folder: what is behind it belongs to somebody else.
        if _mode_of(self._temporary) == _PRIVATE:
            for name in os.listdir(self._temporary):
                remove(os.path.join(self._temporary, name))
        else:
            _make_anew(self._temporary)
        self._used = False

    def _sweep(self) -> None:
        for name in os.listdir(self.folder):
            remove(os.path.join(self.folder, name))

    def _fill(self) -> None:
        """Put into a new folder what belongs there apart from the candidate."""

    def _intact(self) -> bool:
        try:
            now = os.lstat(self.folder)
        except OSError:
            return False
        if not _is_folder(self._root):
            return False
        return (now.st_dev, now.st_ino) == self._identity and now.st_mode == _PRIVATE

    def _rebuild(self) -> None:
        for folder in (os.path.dirname(self._root), self._root):
            if not _is_folder(folder):
                remove(folder)  # if it is a link, what it leads to is not ours
            os.makedirs(folder, 0o700, exist_ok=True)
            with contextlib.suppress(OSError):
                os.chmod(folder, 0o700)
        _make_anew(self.folder)
        os.chdir(self.folder)
        self._fill()
        now = os.lstat(self.folder)
        self._identity = (now.st_dev, now.st_ino)

    def _write(self, text: bytes) -> None:
        # O_EXCL: never through a link that the oracle may have put in the candidate's place.
        file = os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, self._mode)
        try:
            view = memoryview(text)
            while view:
                view = view[os.write(file, view) :]
        finally:
            os.close(file)
