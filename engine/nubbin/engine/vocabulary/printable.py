"""Texts, paths and reasons that are safe to print in a sentence for the user (floor 0)."""

import os
from pathlib import Path


def printable(text: str, keep: str = "") -> str:
    """Return a text with its control characters as escapes, so that no terminal obeys them.

    Args:
        text: from a file, a program, or somebody else's settings.
        keep: characters that stay as they are.
    """
    return "".join(
        mark if mark.isprintable() or mark in keep else repr(mark)[1:-1] for mark in text
    )


def shown(path: Path) -> str:
    """Return a path that can be printed, whatever bytes its name is made of."""
    return printable(os.fsencode(path).decode(errors="backslashreplace"))


def reason_of(error: Exception) -> str:
    """Return what an error says, the system's own words if any, as the end of a sentence."""
    text = (isinstance(error, OSError) and error.strerror) or str(error)
    return text[:1].lower() + text[1:]
