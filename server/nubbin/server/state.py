"""The folders in which nubbin keeps consents and journals for its user (floor 7)."""

import contextlib
import os
from pathlib import Path

import platformdirs


def state_folder() -> Path:
    """Return the folder in which nubbin keeps its state for this user.

    If the user has no home, for which `platformdirs` raises an error or returns a relative path,
    this is a path where nothing can be written, so that the first attempt to keep something fails.
    """
    with contextlib.suppress(RuntimeError):
        folder = Path(platformdirs.user_state_dir("nubbin"))
        if folder.is_absolute():
            return folder
    return Path(os.devnull, "nubbin")


def journals() -> Path:
    """Return the folder of the journals, from which reductions that were cut short continue."""
    return state_folder() / "journals"
