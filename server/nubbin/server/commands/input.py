"""Files named on the command line (floor 10): a path in, its bytes out."""

import os
import stat
from pathlib import Path

from nubbin.engine.vocabulary.errors import NothingToReduce, UsageError
from nubbin.engine.vocabulary.printable import reason_of, shown


def current_folder() -> Path:
    """Return the current folder, to which the command line's paths are relative.

    Raises:
        UsageError: the folder has been deleted.
    """
    try:
        return Path.cwd()
    except OSError as error:
        raise UsageError(
            "The current folder is gone, so what is named from there cannot be found. "
            "Go to another folder, then run the same again."
        ) from error


def read_input(file: Path) -> bytes:
    """Return the bytes of the file to reduce, at least one.

    Raises:
        UsageError: it is missing, not a regular file, or may not be read.
        NothingToReduce: it is empty.
    """
    text = read_bytes(file)
    check_not_empty(file, text)
    return text


def check_not_empty(file: Path, text: bytes) -> None:
    """Make sure that there is a byte in a file to reduce.

    Raises:
        NothingToReduce: the file is empty.
    """
    if not text:
        raise NothingToReduce(f"{shown(file)} is empty: there is nothing to reduce.")


def read_bytes(file: Path) -> bytes:
    """Return a file's bytes.

    Raises:
        UsageError: it is missing, not a regular file, or may not be read.
    """
    name = shown(file)
    if not file.is_absolute():
        current_folder()
    try:
        mode = os.stat(file).st_mode
        if stat.S_ISDIR(mode):
            raise UsageError(f"{name} is a folder. Name one file in it.")
        if not stat.S_ISREG(mode):
            raise UsageError(f"{name} is not a regular file. Copy what it yields into one first.")
        return file.read_bytes()
    except FileNotFoundError:
        if file == Path("-"):
            raise UsageError(
                "Standard input has no name, and by that the grammar is chosen and the oracle "
                "finds the candidates. Put the text into a file, and name that."
            ) from None
        raise UsageError(f"There is no file {name}. Is the path right?") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{name} cannot be read: {reason_of(error)}.") from error
