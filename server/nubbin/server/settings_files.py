"""Where a workspace keeps its settings (floor 7)."""

import os
import stat
from pathlib import Path
from typing import Final

from nubbin.server.toml_lines import parsed

OWN_FILE: Final = "nubbin.toml"
SHARED_FILE: Final = "pyproject.toml"
"""Where they may stand as well, under `[tool.nubbin]`."""


def find_root(path: Path) -> Path:
    """Return the workspace's root, an absolute folder.

    It is the nearest ancestor of the file that holds nubbin.toml, a pyproject.toml with
    `[tool.nubbin]`, or .git; without any, the file's own folder.
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
    """Whether there is a file or folder of this name that not just anybody has put there.

    What another user has put into a folder that all may write to, as `/tmp`, names commands that
    would run with our rights. A link that leads nowhere is there: who reads it tells why not.

    Raises:
        OSError: the folder may not be looked into.
    """
    try:
        owner = path.lstat().st_uid
    except (FileNotFoundError, NotADirectoryError):
        return False
    ours = owner in (0, os.geteuid())
    return ours or not path.parent.stat().st_mode & stat.S_IWOTH


def place_for(root: Path) -> tuple[Path, str]:
    """Return where a workspace has its settings, or should have, and what its tables begin with.

    A nubbin.toml beside a `[tool.nubbin]` would hide it.

    Raises:
        OSError: a pyproject.toml cannot be read.
    """
    own, shared = root / OWN_FILE, root / SHARED_FILE
    if not is_there(own) and declares_nubbin(shared):
        return shared, "tool.nubbin."
    return own, ""


def declares_nubbin(file: Path) -> bool:
    """Whether a pyproject.toml is there and holds `[tool.nubbin]`, be it broken elsewhere or not.

    Raises:
        OSError: it cannot be read.
    """
    return is_there(file) and file.is_file() and is_declared_in(file.read_bytes())


def is_declared_in(text: bytes) -> bool:
    """Whether a pyproject.toml's text holds `[tool.nubbin]`, be it broken elsewhere or not."""
    if b"nubbin" not in text:  # most do not: that is told without parsing
        return False
    try:
        tool = parsed(text.decode()).get("tool")
    except (ValueError, RecursionError):
        return b"tool.nubbin" in text
    return isinstance(tool, dict) and "nubbin" in tool
