"""Text that is safe to print (floor 0)."""


def printable(text: str, keep: str = "") -> str:
    """Return a text with its control characters written as escapes, so that none is obeyed.

    Args:
        text: from a file, a program, or somebody else's settings.
        keep: characters that stay as they are.
    """
    return "".join(
        mark if mark.isprintable() or mark in keep else repr(mark)[1:-1] for mark in text
    )
