"""The file to reduce (floor 10): a path in, its bytes out."""

import os
import stat
from pathlib import Path

from nubbin.engine.errors import NothingToReduce, UsageError
from nubbin.engine.files import shown


def read_input(file: Path) -> bytes:
    """Return the file's bytes, at least one.

    Raises:
        UsageError: it is missing, no regular file, or may not be read.
        NothingToReduce: it is empty.
    """
    name = shown(file)
    try:
        mode = os.stat(file).st_mode
        if stat.S_ISDIR(mode):
            raise UsageError(f"{name} is a folder. Name one file in it.")
        if not stat.S_ISREG(mode):
            raise UsageError(f"{name} is no regular file. Copy what it yields into one first.")
        text = file.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"There is no file {name}. Is the path right?") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"{name} cannot be read: {reason}.") from error
    if not text:
        raise NothingToReduce(f"{name} is empty: there is nothing to reduce.")
    return text
