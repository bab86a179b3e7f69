"""Where reduced texts go, unless the user says where (floor 7)."""

import os
import tempfile
from pathlib import Path

from nubbin.engine.oracles.files import write_atomically
from nubbin.engine.vocabulary.errors import NubbinError


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
            room = tempfile.mkdtemp(prefix="nubbin-kept-", dir=folder())
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
