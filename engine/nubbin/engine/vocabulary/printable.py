"""What sentences for the user are made of, safe to print (floor 0)."""

import os
from pathlib import Path


def printable(text: str, keep: str = "") -> str:
    """Return a text with its control characters written as escapes, so that none is obeyed.

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
    """Return what the system said, or whoever else failed, as the end of a sentence."""
    text = (isinstance(error, OSError) and error.strerror) or str(error)
    return text[:1].lower() + text[1:]
