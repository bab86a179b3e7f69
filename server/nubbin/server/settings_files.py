"""Where a workspace keeps its settings (floor 7)."""

import os
import stat
from pathlib import Path
from typing import Final

from nubbin.server.toml_lines import parsed

OWN_FILE: Final = "nubbin.toml"
SHARED_FILE: Final = "pyproject.toml"
"""The file in which the settings may stand instead, under `[tool.nubbin]`."""


def find_root(path: Path) -> Path:
    """Return the root of the workspace of a file, an absolute folder.

    It is the nearest folder above the file that holds nubbin.toml, a pyproject.toml with
    `[tool.nubbin]`, or .git; if there is none, the file's own folder.
    """
    path = path.absolute()
    folders = path.parents if path.parents else (path,)
    for folder in folders:
        try:
            if (
                is_there(folder / OWN_FILE)
                or is_there(folder / ".git")
                or declares_nubbin(folder / SHARED_FILE)
            ):
                return folder
        except OSError:
            continue  # a folder we may not look into holds no settings for us
    return folders[0]


def is_there(path: Path) -> bool:
    """Whether there is a file or folder at a path that we may rely on.

    In a folder that everybody may write to, such as `/tmp`, what another user has put there is not
    relied on: it could name commands that would run with our rights. A link that leads nowhere
    counts as there, so that reading it raises the error.

    Raises:
        OSError: the folder may not be searched.
    """
    try:
        owner = path.lstat().st_uid
    except (FileNotFoundError, NotADirectoryError):
        return False
    ours = owner in (0, os.geteuid())
    return ours or not path.parent.stat().st_mode & stat.S_IWOTH


def place_for(root: Path) -> tuple[Path, str]:
    """Return the file where a workspace's settings are or belong, and the prefix of its tables.

    If there is a `[tool.nubbin]`, it is that file, as a new nubbin.toml would hide it.

    Raises:
        OSError: the pyproject.toml cannot be read.
    """
    own, shared = root / OWN_FILE, root / SHARED_FILE
    if not is_there(own) and declares_nubbin(shared):
        return shared, "tool.nubbin."
    return own, ""


def declares_nubbin(file: Path) -> bool:
    """Whether a pyproject.toml is there and holds `[tool.nubbin]`, even if it is not valid TOML.

    Raises:
        OSError: the file cannot be read.
    """
    # Not a method of `Path`, which up to Python 3.13 raises an error where we may not look.
    return is_there(file) and os.path.isfile(file) and is_declared_in(file.read_bytes())


def is_declared_in(text: bytes) -> bool:
    """Whether the text of a pyproject.toml holds `[tool.nubbin]`, even if it is not valid TOML."""
    if b"nubbin" not in text:  # true of most, and found out without parsing
        return False
    try:
        tool = parsed(text.decode()).get("tool")
    except (ValueError, RecursionError):
        return b"tool.nubbin" in text
    return isinstance(tool, dict) and "nubbin" in tool
