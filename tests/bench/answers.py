"""Answers of real oracles, kept in a file, and an oracle that gives them.

As a script, `answers.py FILE`, it is an oracle for `persistent = true`: it looks its candidates up
in FILE, sleeps for `NAP` seconds (or computes for as long, if `BURN` is set) and answers. So a
reduction can be timed with an oracle that takes long but hardly any processor time, or nothing but
that. Many of these are started at once, so it imports no more than it needs.
"""

from __future__ import annotations

import os
import struct
import sys
import time
from io import FileIO
from typing import TYPE_CHECKING

from xxhash import xxh3_128_digest

from nubbin.engine.oracles.serve import serve_oracle

if TYPE_CHECKING:
    from pathlib import Path

_ENTRY = struct.Struct("<16s?f")


class Answers:
    """Outcomes by the text's digest, in a file that grows; none is lost if the process dies."""

    def __init__(self, path: Path | str) -> None:
        """Read the file, if there is one; its folder has to exist."""
        self._file = FileIO(path, "a+")
        self._file.seek(0)
        data = self._file.readall()
        whole = len(data) // _ENTRY.size * _ENTRY.size
        self._known = {
            digest: (holds, seconds) for digest, holds, seconds in _ENTRY.iter_unpack(data[:whole])
        }
        self._file.truncate(whole)

    def get(self, text: bytes) -> tuple[bool, float] | None:
        """Return whether a text is interesting, and the seconds it took to find out."""
        return self._known.get(xxh3_128_digest(text))

    def put(self, text: bytes, holds: bool, seconds: float) -> None:
        """Remember the answer about a text."""
        digest = xxh3_128_digest(text)
        self._known[digest] = (holds, seconds)
        self._file.write(_ENTRY.pack(digest, holds, seconds))

    def __len__(self) -> int:
        return len(self._known)

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def main() -> None:
    """Serve the answers of a file; a text that is not in it is uninteresting, and reported."""
    answers = Answers(sys.argv[1])
    nap = float(os.environ["NAP"])

    def holds(text: bytes) -> bool:
        if "BURN" in os.environ:
            until = time.process_time() + nap
            while time.process_time() < until:
                pass
        else:
            time.sleep(nap)
        known = answers.get(text)
        if known is None:
            print("nobody has recorded this text", file=sys.stderr)
        return known is not None and known[0]

    serve_oracle(holds)


if __name__ == "__main__":
    main()
