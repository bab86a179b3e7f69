"""Where nubbin keeps what it has to remember for its user (floor 7)."""

import contextlib
import os
from pathlib import Path

import platformdirs


def state_folder() -> Path:
    """Return where nubbin keeps what it has to remember for this user.

    For one without a home, which `platformdirs` tells by an error or a relative path, that is where
    nothing can be kept: they are told so once there is something to remember.
    """
    with contextlib.suppress(RuntimeError):
        folder = Path(platformdirs.user_state_dir("nubbin"))
        if folder.is_absolute():
            return folder
    return Path(os.devnull, "nubbin")


def journals() -> Path:
    """Return where the journals are of reductions that were cut short."""
    return state_folder() / "journals"
