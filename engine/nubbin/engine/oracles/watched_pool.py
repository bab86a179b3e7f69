"""A pool that notices at once when a file that the oracle's command names is gone (floor 3′).

Without its script an oracle still ends with some status, run after run: a shell's 127, Python's 2.
That may even be the status asked for, and then everything would go. So the files are looked at
after each run. If one is gone, that matters only if a run could not be made, or its output names
the file; otherwise the file may be output that the command itself removes, as a compiler does when
it fails. What the first run has changed counts as output, too.
"""

import os
import stat
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from nubbin.engine.oracles.mentioned import programs_of
from nubbin.engine.oracles.oracle import Barred, OracleSpec, Verdict
from nubbin.engine.oracles.pool import Pool, RelayPool
from nubbin.engine.oracles.programs import interpreter
from nubbin.engine.vocabulary.errors import OracleNotFound
from nubbin.engine.vocabulary.printable import shown

_EXECUTABLE: Final = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH


class WatchedPool(RelayPool):
    """A pool that raises when its oracle's files are gone; otherwise like the pool below it."""

    def __init__(self, pool: Pool, spec: OracleSpec) -> None:
        """Look at the files before anything runs.

        Args:
            pool: runs the oracle, on this machine.
            spec: the oracle.
        """
        super().__init__(pool)
        named = programs_of(spec)
        files = [*named, *chain.from_iterable(interpreter(path)[:1] for path in named)]
        self._files = {path: _seen(path) for path in files}
        self._settled = False

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """See `Pool.wait`.

        Raises:
            OracleNotFound: a file is gone, or cannot be executed any more.
        """
        verdicts = self._pool.wait(timeout)
        if verdicts:
            self._check([verdict for _, verdict in verdicts])
        return verdicts

    def _check(self, verdicts: list[Verdict]) -> None:
        if not self._settled:
            self._settled = True
            self._files = {path: was for path, was in self._files.items() if _seen(path) == was}
        for path, was in self._files.items():
            found = _seen(path)
            lost = was and (found is None or (was.runs and not found.runs))
            if lost and any(_misses(verdict, path) for verdict in verdicts):
                raise OracleNotFound(
                    f"{shown(Path(os.path.normpath(path)))}, which the oracle's command runs, is "
                    f"{'not executable any more' if found else 'gone'}, so what the oracle says "
                    "means nothing any more. Mend that, then reduce again."
                )


class _Seen(NamedTuple):
    """What the system tells about a file without reading it."""

    inode: int
    size: int
    changed: int
    """When, in nanoseconds."""
    runs: bool
    """Whether anybody may execute it."""


def _seen(path: str) -> _Seen | None:
    """Look at a file; None: there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    runs = bool(found.st_mode & _EXECUTABLE)
    return _Seen(found.st_ino, found.st_size, found.st_mtime_ns, runs)


def _misses(verdict: Verdict, path: str) -> bool:
    """Whether a run could not be made, or its output names a file."""
    none = verdict.barred is Barred.NOT_RUN or verdict.unanswered
    return none or any(os.fsencode(path) in said for said in (verdict.stderr, verdict.stdout))
