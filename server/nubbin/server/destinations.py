"""Where reduced texts go, unless the user names a place (floor 7)."""

import contextlib
import itertools
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.files import write_atomically, write_new
from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.engine.vocabulary.printable import reason_of, shown

_KEPT: Final = "nubbin-kept-"
"""What the name of a folder begins with that was made to keep one text."""


def beside(path: Path) -> Path:
    """Return the place of a reduced text: `STEM.reduced.SUFFIX` beside the file."""
    return path.with_name(f"{path.stem}.reduced{path.suffix}")


def free_beside(path: Path) -> Path:
    """Return the first free path of `STEM.reduced.SUFFIX`, `STEM.reduced-2.SUFFIX`, …."""
    return next(place for place in _places_beside(path) if not os.path.lexists(place))


def put_beside(path: Path, data: bytes) -> Path:
    """Put a reduced text beside its file, without replacing anything; return its path.

    Raises:
        NubbinError: it cannot be written there.
    """
    for place in _places_beside(path):
        with contextlib.suppress(FileExistsError):
            write_new(place, data, like=path)
            break
    return place


def _places_beside(path: Path) -> Iterator[Path]:
    """Yield the paths that a reduced text may have beside its file, the first choice first."""
    yield beside(path)
    for number in itertools.count(2):
        yield path.with_name(f"{path.stem}.reduced-{number}{path.suffix}")


def keep_elsewhere(path: Path, data: bytes) -> Path | None:
    """Put a reduced text that cannot stand beside its file into a folder of its own.

    There it has the name of the file, as a longer one may be too long.

    Args:
        path: the file that was reduced.
        data: the text.

    Returns:
        Its path, below the temp folder or else the home folder; None if there is no room.
    """
    for folder in _elsewhere():
        try:
            room = tempfile.mkdtemp(prefix=_KEPT, dir=folder)
            place = Path(room) / path.name
            try:
                write_atomically(place, data, like=path)
            except NubbinError:
                place.parent.rmdir()
                continue
        except OSError:
            continue
        return place
    return None


def _elsewhere() -> list[Path]:
    """Return the folders for texts that cannot stand beside their file: temp and home, if any."""
    found = []
    for folder in (tempfile.gettempdir, Path.home):
        with contextlib.suppress(OSError, RuntimeError):  # RuntimeError: a user without a home
            found.append(Path(folder()))
    return found


def taken(place: Path, file: Path) -> bytes:
    """Read and remove a reduced text that a server has put beside its file or kept elsewhere.

    The server that names the place need not be ours: a path where our server would not put a text
    is neither read nor removed.

    Args:
        place: where the text is said to be.
        file: what was reduced.

    Raises:
        NubbinError: our server would not put a text there, or it cannot be read.
    """
    if not _is_for(place, file):
        raise NubbinError(
            f"The server says that the result is in {shown(place)}, which is no place for it, so "
            "that file was left alone."
        )
    try:
        with open(os.open(place, os.O_RDONLY | os.O_NOFOLLOW), "rb") as text:
            data = text.read()
    except OSError as error:
        raise NubbinError(
            f"The result in {shown(place)} cannot be read: {reason_of(error)}."
        ) from error
    with contextlib.suppress(OSError):
        place.unlink()
        if place.parent.name.startswith(_KEPT):
            place.parent.rmdir()
    return data


def _is_for(place: Path, file: Path) -> bool:
    """Whether a path is one where the reduced text of a file may be put."""
    room = place.parent
    if room == file.absolute().parent:
        stem, suffix = re.escape(file.stem), re.escape(file.suffix)
        return bool(re.fullmatch(rf"{stem}\.reduced(-[0-9]+)?{suffix}", place.name))
    kept = room.name.startswith(_KEPT) and room.parent in _elsewhere()
    return kept and place.name == file.name
