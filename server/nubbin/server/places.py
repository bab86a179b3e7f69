"""Where reduced texts go, unless the user says where (floor 7)."""

import contextlib
import os
import tempfile
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.files import write_atomically
from nubbin.engine.vocabulary.errors import NubbinError

_KEPT: Final = "nubbin-kept-"
"""What the name of a folder begins with that was made for one text."""


def beside(path: Path) -> Path:
    """Return the place of a reduced text: `STEM.reduced.SUFFIX` beside the file."""
    return path.with_name(f"{path.stem}.reduced{path.suffix}")


def free_beside(path: Path) -> Path:
    """Return the first of `STEM.reduced.SUFFIX`, `STEM.reduced-2.SUFFIX`, … that is not there."""
    number, place = 1, beside(path)
    while os.path.lexists(place):
        number += 1
        place = path.with_name(f"{path.stem}.reduced-{number}{path.suffix}")
    return place


def keep_elsewhere(path: Path, data: bytes) -> Path | None:
    """Put a reduced text that cannot stand beside its file into a folder of its own.

    Args:
        path: the file that was reduced.
        data: the text.

    Returns:
        Where it is, in the temp folder or else in the home folder; None if there is no room.
    """
    for folder in (tempfile.gettempdir, Path.home):
        try:
            room = tempfile.mkdtemp(prefix=_KEPT, dir=folder())
            place = Path(room) / beside(path).name
            try:
                write_atomically(place, data, like=path)
            except NubbinError:
                place.parent.rmdir()
                continue
        except (OSError, RuntimeError):  # the second where nobody knows whose home it would be
            continue
        return place
    return None


def taken(place: Path) -> bytes:
    """Return a text that we have put beside its file or kept elsewhere; it is not there any more.

    Raises:
        OSError: it cannot be read.
    """
    data = place.read_bytes()
    with contextlib.suppress(OSError):
        place.unlink()
        if place.parent.name.startswith(_KEPT):
            place.parent.rmdir()
    return data
