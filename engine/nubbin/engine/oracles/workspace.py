"""A private copy of the workspace, restored between runs (floor 3′)."""

import contextlib
import errno
import os
import resource
import shutil
import stat
import time
from collections.abc import Iterator
from pathlib import Path

import xxhash

from nubbin.engine.oracles.mapped_writes import shows_mapped_writes
from nubbin.engine.oracles.sandbox import Scratch, no_room, remove
from nubbin.engine.vocabulary.errors import NoRoom, UsageError

PRISTINE = "p"
"""In the pool's folder: the workspace as it was when the pool was opened."""

_COPIED = (stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK)
_Mark = tuple[int, int, int, int, int]
_PIECE = 2**20  # bytes that are read at a time
# Seconds: two writes within one tick of the kernel's clock leave the same time in a file.
_CLOCK_TICK = 0.01


def size_of(workspace: Path) -> int:
    """Return the bytes of all files below a folder, except those that cannot be looked at.

    Raises:
        UsageError: the folder is not on this machine, or may not be read.
    """
    try:
        os.scandir(workspace).close()
    except OSError as error:
        raise UsageError(_uncopied(str(error))) from error
    size = 0
    for folder, _, names in os.walk(workspace):
        for name in names:
            with contextlib.suppress(OSError):
                size += os.lstat(os.path.join(folder, name)).st_size
    return size


def place_in(workspace: Path | None, path: Path) -> str:
    """Return the path of a file below the workspace.

    Raises:
        UsageError: there is no workspace, or the file is not in it.
    """
    if workspace is None:
        raise UsageError(
            'isolation = "workspace" needs a workspace, and there is none. '
            'Open a folder, or use isolation = "scratch".'
        )
    try:
        return os.fspath(path.resolve().relative_to(workspace.resolve()))
    except ValueError:
        raise UsageError(
            f"{path} is not in the workspace {workspace}, which the oracle wants a copy of. "
            'Open the folder that holds it, or use isolation = "scratch".'
        ) from None


def copy_workspace(source: str, target: str) -> None:
    """Copy a folder with modes, times and links; sockets, pipes and devices are left out.

    The folder that holds the copy may lie in the workspace, and is left out, as are files that
    vanish meanwhile. A link that leads into the workspace by way of a folder outside leads into
    the copy instead. All folders of the copy are writable.

    Raises:
        NoRoom: the disk is full.
        UsageError: a file cannot be read.
    """
    around = os.path.realpath(os.path.dirname(target))
    links: list[str] = []

    def ignore(folder: str, names: list[str]) -> set[str]:
        inside = os.path.realpath(folder) == os.path.dirname(around)
        kinds = {name: _kind(os.path.join(folder, name)) for name in names}
        links.extend(os.path.join(folder, name) for name in names if kinds[name] == stat.S_IFLNK)
        others = {name for name in names if kinds[name] not in _COPIED}
        return others | ({os.path.basename(around)} if inside else set())

    try:
        try:
            shutil.copytree(source, target, symlinks=True, ignore=ignore)
        except shutil.Error as error:
            _excuse_what_is_gone(error, source, target)
        for folder, _, _ in os.walk(target):
            os.chmod(folder, stat.S_IMODE(os.stat(folder).st_mode) | stat.S_IRWXU)
        for link in links:
            with contextlib.suppress(FileNotFoundError):
                _lead_inside(link, source, target)
    except OSError as error:
        raise no_room(os.path.dirname(target), error) from error


def _kind(path: str) -> int:
    """Return which kind of file is at a path; 0 if it has gone.

    What may not be looked at counts as a file, so that copying it raises the error.
    """
    try:
        return stat.S_IFMT(os.lstat(path).st_mode)
    except FileNotFoundError:
        return 0
    except PermissionError:
        return stat.S_IFREG


def _excuse_what_is_gone(error: shutil.Error, source: str, target: str) -> None:
    """Raise what kept a folder from being copied, unless it was only files that had gone."""
    reasons = [str(reason) for _, _, reason in error.args[0]]
    reasons = [reason for reason in reasons if os.strerror(errno.ENOENT) not in reason]
    full = os.strerror(errno.ENOSPC), os.strerror(errno.EDQUOT)
    if any(words in reason for reason in reasons for words in full):
        raise NoRoom(
            f"No room is left for a copy of {source} in {os.path.dirname(target)}. "
            "Free some, or let TMPDIR name a folder with more."
        ) from error
    if reasons:
        raise UsageError(_uncopied(reasons[0])) from error


def _uncopied(reason: str) -> str:
    return (
        f'The workspace cannot be copied: {reason}. Make it readable, or use isolation = "scratch".'
    )


def _lead_inside(link: str, source: str, target: str) -> None:
    """Make the copy of a link lead into the copy, if the link leads out of `source` and back."""
    root, end = os.path.realpath(source), os.path.realpath(link)
    place = os.path.relpath(link, source)
    folder = os.path.dirname(place)
    by_text = os.path.normpath(os.path.join(folder, os.readlink(link)))
    if by_text.startswith(("/", "..")) and os.path.commonpath([root, end]) == root:
        os.unlink(os.path.join(target, place))
        os.symlink(os.path.relpath(end, os.path.join(root, folder)), os.path.join(target, place))


class WorkspaceCopy(Scratch):
    """A folder that, at the start of each run, is the workspace with the candidate in place.

    What a run has changed is found by every file's mode, inode, size and time of change, so a run
    costs about a microsecond for each file of the workspace, and copies only what has changed.
    Where such times cannot be relied on, all files are read.
    """

    def __init__(self, root: Path, place: str, pristine: Path, *, executable: bool) -> None:
        """See `Scratch`.

        Args:
            root: the worker's own folder.
            place: the candidate's path in the workspace.
            pristine: the folder to restore from.
            executable: whether the candidate's file is executable.
        """
        super().__init__(root, place, executable=executable)
        self._place = os.path.normpath(place)
        self._pristine = str(pristine)
        self._by_content = False
        self._marks: dict[str, _Mark] = {}
        self._times: dict[str, int] = {}
        """When each folder was changed last, in nanoseconds."""

    def _fill(self) -> None:
        remove(self.folder)
        with _of_any_size():
            copy_workspace(self._pristine, self.folder)
        os.chmod(self.folder, 0o700)
        os.chdir(self.folder)
        self._by_content = not shows_mapped_writes(self.folder)
        self._remember()
        folders = ("", *(place for place in self._marks if _is_folder(self._marks[place])))
        self._times = {place: _changed_at(self._pristine, place) for place in folders}
        self._turn_back()

    def _sweep(self) -> None:
        now = _survey(self.folder, by_content=self._by_content)
        if now.pop(self._place, None):  # found by the survey, so not behind a link to elsewhere
            remove(self._path)
        changed = {place for place in now if now[place] != self._marks.get(place)}
        missing = self._marks.keys() - now.keys()
        for place in sorted(changed):
            remove(os.path.join(self.folder, place))
        # Sorted: a folder is restored before what it holds, which `_restore` then finds in place.
        for place in sorted(missing | (changed & self._marks.keys())):
            self._restore(place)
        if changed or missing:
            self._remember()
        self._turn_back()

    def _remember(self) -> None:
        """Remember the folder as it is, without the candidate, to restore that state later."""
        remove(self._path)
        self._marks = _survey(self.folder, by_content=self._by_content)
        time.sleep(_CLOCK_TICK)

    def _turn_back(self) -> None:
        """Give all folders their times again, which change with every file that comes or goes."""
        for place, then in self._times.items():
            if _changed_at(self.folder, place) != then:
                os.utime(os.path.join(self.folder, place), ns=(then, then))

    def _restore(self, place: str) -> None:
        source, target = os.path.join(self._pristine, place), os.path.join(self.folder, place)
        if os.path.lexists(target):
            return
        with _of_any_size():
            if os.path.isdir(source) and not os.path.islink(source):
                copy_workspace(source, target)
            else:
                shutil.copy2(source, target, follow_symlinks=False)


@contextlib.contextmanager
def _of_any_size() -> Iterator[None]:
    """Let files of any size be written meanwhile: the limit is for what the oracle writes."""
    limit, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, most))


def _survey(folder: str, *, by_content: bool) -> dict[str, _Mark]:
    """Return the path of everything below a folder → a mark that differs once it has changed."""
    marks: dict[str, _Mark] = {}
    pending = [""]
    while pending:
        below = pending.pop()
        try:
            entries = os.scandir(os.path.join(folder, below))
            found = [(entry, entry.stat(follow_symlinks=False)) for entry in entries]
        except PermissionError:
            continue  # its mode has changed, which shows in its own mark
        for entry, now in found:
            place = os.path.join(below, entry.name)
            if entry.is_dir(follow_symlinks=False):
                marks[place] = (now.st_mode, now.st_ino, 0, 0, 0)
                pending.append(place)
            else:
                read = by_content and entry.is_file(follow_symlinks=False)
                digest = _digest(entry.path) if read else 0
                marks[place] = (now.st_mode, now.st_ino, now.st_size, now.st_ctime_ns, digest)
    return marks


def _is_folder(mark: _Mark) -> bool:
    return stat.S_ISDIR(mark[0])


def _changed_at(root: str, place: str) -> int:
    return os.stat(os.path.join(root, place)).st_mtime_ns


def _digest(path: str) -> int:
    """Return a digest of a file's bytes; 0 if it cannot be read, as its mode was changed."""
    digest = xxhash.xxh3_64()
    with contextlib.suppress(PermissionError), open(path, "rb", buffering=0) as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.intdigest()
