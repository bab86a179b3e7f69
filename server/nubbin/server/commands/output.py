"""Standard output, in bytes (floor 10)."""

import errno
import os
import sys

from nubbin.engine.errors import NoRoom, NubbinError


def write_stdout(data: bytes) -> None:
    """Write bytes to standard output, all of them, at once.

    Raises:
        NoRoom: it leads to a full disk.
        NubbinError: nobody reads it, or it cannot be written.
    """
    sys.stdout.flush()
    view = memoryview(data)
    try:
        while view:
            view = view[os.write(sys.stdout.fileno(), view) :]
    except OSError as error:
        kind = NoRoom if error.errno == errno.ENOSPC else NubbinError
        raise kind(f"Cannot write to standard output: {error.strerror}.") from error
