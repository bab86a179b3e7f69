"""Files read whole, and written whole or not at all (floor 3′)."""

import contextlib
import errno
import fcntl
import os
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from nubbin.engine.vocabulary.errors import NoRoom, NubbinError, Unwritable, UsageError
from nubbin.engine.vocabulary.printable import reason_of, shown

_PERMISSIONS: Final = 0o777
"""Who may read, write and execute a file."""
FULL = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
"""The system's errors when there is no room for more."""
_OPEN_FILE: Final = re.compile(r"/(?:dev|proc/self)/fd/(\d+)")
"""Another name of a file that is open in this process."""
_REPLACING: Final = 2.0
"""Seconds that reading and replacing a file takes at most."""


def read_regular(path: Path) -> bytes:
    """Return what a file holds; a pipe or a device, which could make us wait, is not read.

    Raises:
        OSError: it is not a regular file, or cannot be read.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    return path.read_bytes()


def check_writable(path: Path) -> None:
    """Find out before the work whether `write_atomically` could write there.

    Raises:
        UsageError: it could not; the message says why.
    """
    given = _OPEN_FILE.fullmatch(os.path.abspath(path))
    if given and not _is_inherited(int(given[1])):
        raise UsageError(f"Cannot write {shown(path)}: nothing is open there. Name another place.")
    try:
        target = _target(path)
        kind, parent_kind = _kind(target), _kind(target.parent)
    except OSError as error:  # the name is too long, links form a circle, no current folder
        raise UsageError(f"{_unwritable(path, error)} Name another place.") from error
    if stat.S_ISDIR(kind):
        raise UsageError(f"Cannot write {shown(path)}: it is a folder. Name a file in it.")
    if not stat.S_ISDIR(parent_kind):
        raise UsageError(
            f"Cannot write {shown(path)}: {shown(target.parent)} is not a folder. "
            "Name another place."
            if parent_kind
            else f"Cannot write {shown(path)}: there is no folder {shown(target.parent)}. "
            "Make it, or name another place."
        )
    where = target.parent if not kind or stat.S_ISREG(kind) else target
    if not os.access(where, os.W_OK):
        raise UsageError(
            f"Cannot write {shown(path)}: no permission to write to {shown(where)}. "
            "Name another place."
        )


def _status(path: Path) -> os.stat_result | None:
    """Return the status of what a path leads to, None if nothing is there.

    Raises:
        OSError: that cannot be found out; `Path.is_dir` and its like say no then, from Python 3.14
            on.
    """
    try:
        return path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _kind(path: Path) -> int:
    """Return the mode of what a path leads to, 0 if nothing is there; see `_status`."""
    found = _status(path)
    return found.st_mode if found else 0


def _target(path: Path) -> Path:
    """Return what a path leads to; a pipe that is open (`/dev/fd/N`) has no other path than that.

    Raises:
        OSError: links form a circle, the current folder is gone, or we may not look.
    """
    target = Path(os.path.realpath(path))
    return path if _kind(path) and not _kind(target) else target


def _is_inherited(descriptor: int) -> bool:
    """Whether a descriptor was open when this process began; those of its own are not passed on."""
    try:
        return os.get_inheritable(descriptor)
    except OSError:
        return False


def write_atomically(
    path: Path, data: bytes, like: Path | None = None, *, follow: bool = True
) -> None:
    """Put `data` at `path`: whoever looks sees the old file or the new one, never a part.

    A device or a pipe is written to instead of replaced, if somebody reads from it. When this
    raises, the old file is as it was, and nothing else is left.

    Args:
        path: in a folder that exists.
        data: the whole content.
        like: a new file gets the permissions of this one, if it exists, and its owner, if allowed;
            if we may not look at this one any more, the new one is private.
        follow: whether to write to what a link leads to; else the link itself is replaced, so
            that nobody can choose a file for us to write by planting a link to it.

    Raises:
        NoRoom: the disk is full.
        Unwritable: the file may not be written.
    """
    try:
        if not follow and os.path.islink(path):
            replace_whole(path, data, like)
            return
        target = _target(path)
        kind = _kind(target)
        if kind and not stat.S_ISREG(kind):
            _write_through(target, data)
        else:
            replace_whole(target, data, target if kind else like)
    except OSError as error:
        raise _unwritable(path, error) from error


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Keep other processes of nubbin out meanwhile, where the file system has locks.

    If the file is replaced, those that waited hold a lock on the old one, and find the new one
    under its name. No nubbin holds the lock for longer than `_REPLACING` seconds; whoever does (as
    in `flock FILE nubbin ...`) may never let go, so that is how long we wait at most.

    Args:
        path: a file or a folder.
    """
    until = time.monotonic() + _REPLACING
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):
            lock = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
            stack.callback(os.close, lock)
            while not _locked(lock) and time.monotonic() < until:
                time.sleep(0.01)
        yield


def _locked(descriptor: int) -> bool:
    """Lock a file for this process alone, if that is possible at once; return whether it was."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def write_new(path: Path, data: bytes, like: Path) -> None:
    """Put `data` at `path` if nothing is there, even if others try the same at the same time.

    Args:
        path: in a folder that exists.
        data: the whole content.
        like: see `write_atomically`.

    Raises:
        FileExistsError: something is there.
        NoRoom: the disk is full.
        Unwritable: the file may not be written.
    """
    temporary = path.with_name(f".nubbin-{os.urandom(8).hex()}")
    try:
        _create(temporary, data, like)
        try:
            _put_where_nothing_is(temporary, path, like)
        finally:
            temporary.unlink(missing_ok=True)
    except FileExistsError:
        raise
    except OSError as error:
        raise _unwritable(path, error) from error


def _put_where_nothing_is(file: Path, path: Path, like: Path) -> None:
    """Give a file another name, unless that is taken; whoever comes second fails.

    Raises:
        FileExistsError: it is taken.
        OSError: it cannot be written there.
    """
    try:
        os.link(file, path)
    except FileExistsError:
        raise
    except OSError:  # by a file system without such links
        _create(path, b"", like)
        os.replace(file, path)


def _write_through(target: Path, data: bytes) -> None:
    """Write to a device or a pipe, without waiting for anybody to open its other end."""
    try:
        descriptor = os.open(target, os.O_WRONLY | os.O_NONBLOCK)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "nobody reads from it") from error
        raise
    try:
        os.set_blocking(descriptor, True)
        while data:  # a file object, interrupted, would write the rest when it is closed
            data = data[os.write(descriptor, data) :]
    finally:
        os.close(descriptor)


def replace_whole(target: Path, data: bytes, like: Path | None) -> None:
    """Write a file of another name in the same folder, then rename it to the target.

    Raises:
        OSError: it cannot be written; the target is as it was.
    """
    temporary = target.with_name(f".nubbin-{os.urandom(8).hex()}")
    _create(temporary, data, like)
    try:
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _create(path: Path, data: bytes, like: Path | None) -> None:
    """Write a file where there is none, or leave none."""
    model, mode = None, 0o600  # private until it has the model's permissions
    with contextlib.suppress(OSError):
        model = None if like is None else _status(like)
        mode = 0o666 if model is None else 0o600
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            if model is not None:
                _take_after(file.fileno(), model)
            os.fsync(file.fileno())
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def _take_after(descriptor: int, model: os.stat_result) -> None:
    """Give a file the permissions of another, and its owner and its group if that is allowed.

    What the other allows its group, it does not allow another group, but for what all may. What it
    may do on behalf of its owner or its group (setuid, setgid) is for the other alone.
    """
    for owner in (model.st_uid, -1):  # only root may give files away; to groups of its own, anybody
        with contextlib.suppress(OSError):
            os.fchown(descriptor, owner, model.st_gid)
    permissions = model.st_mode & _PERMISSIONS
    if os.fstat(descriptor).st_gid != model.st_gid:
        permissions = permissions & ~stat.S_IRWXG | (permissions & stat.S_IRWXO) << 3
    os.fchmod(descriptor, permissions)


def _unwritable(path: Path, error: OSError) -> NubbinError:
    """Return the error to raise for a file that cannot be written, with the system's reason."""
    reason = reason_of(error)
    if error.errno in FULL:
        return NoRoom(f"Cannot write {shown(path)}: {reason}.")
    return Unwritable(f"Cannot write {shown(path)}: {reason}.")
