"""Whether a filesystem tells that a file was written through memory (floor 3′)."""

import contextlib
import mmap
import os
import tempfile
from pathlib import Path


def shows_mapped_writes(folder: Path | str) -> bool:
    """Whether a file's times change in a folder when a mapping of it is written.

    In memory (tmpfs) they do not where the page was read before: a database that maps its file
    changes it there without a trace but the bytes. A folder without write access shows nothing.
    """
    with contextlib.suppress(OSError), tempfile.TemporaryFile(dir=folder) as file:
        file.write(b"a")
        file.flush()
        os.utime(file.fileno(), (0, 0))
        with mmap.mmap(file.fileno(), 1) as page:
            before = page[0]
            page[0] = before + 1
        return os.fstat(file.fileno()).st_mtime != 0
    return False
