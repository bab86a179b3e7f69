"""What an oracle has answered, on disk as it comes (floor 3′).

A reduction asks the same questions in the same order whenever it is begun. So one that was cut
short, by its user, a limit or a crash, is gone on with by beginning it again: what its journal
knows takes no run. A journal holds digests of texts, and answers; no text.
"""

import contextlib
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final, NamedTuple

from nubbin.engine.oracles.mentioned import digests_of
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.outcome import Outcome

_SUFFIX: Final = ".sqlite"
_KEPT: Final = 30 * 24 * 3600
"""Seconds after which a journal that nobody has gone on with is removed."""
_PATIENCE: Final = 1.0
"""Seconds to wait for another reduction of the same file that writes at the moment."""
_UNASKED: Final = ("name", "timeout")
"""What of an oracle makes no difference to an answer that is kept."""
_TABLES: Final = """
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS reductions (
        number INTEGER PRIMARY KEY, ended INTEGER NOT NULL DEFAULT 0);
    CREATE TABLE IF NOT EXISTS answers (
        reduction INTEGER, text BLOB, outcome TEXT, executed INTEGER,
        PRIMARY KEY (reduction, text)) WITHOUT ROWID;
"""
_FARTHEST: Final = """
    SELECT number, ended, count(*) AS answers FROM reductions JOIN answers ON reduction = number
    GROUP BY number ORDER BY answers DESC LIMIT 1
"""


class Answer(NamedTuple):
    """What the oracle said of a text."""

    outcome: Outcome
    executed: int | None = None
    """Events of a trace that ran; see `Verdict`."""


class Journal:
    """The answers of one reduction; and those of the one before it that came farthest.

    A disk that takes no more, or a folder that cannot be written to, ends the journal, and not the
    reduction: what is there stays good.

    Args:
        folder: where journals are; made when there is something to keep.
        identity: what tells this reduction's oracle and input from others; see `identity`.
        resume: go on with the reduction before: its answers are known, and this one adds to them.
            If not, both are kept apart.
    """

    def __init__(self, folder: Path, identity: str, *, resume: bool) -> None:
        self._file = folder / f"{identity}{_SUFFIX}"
        self._resumes = resume
        self._database: sqlite3.Connection | None = None
        self._before = 0  # number of the reduction before
        self._number = 0  # that of this one, once it has an answer
        self._lost = False
        self._spoiled = False
        self.earlier = 0
        """How many answers are there of the reduction before; 0 if there are none."""
        self.crashed = False
        """Whether that was killed, rather than stopped."""
        self.spared = 0
        """Runs that were not made, as their answers are known from there."""
        self._known: Mapping[bytes, Answer] = {}
        if os.path.exists(self._file):  # whoever may not look there has none
            self._read()

    def answer(self, digest: bytes) -> Answer | None:
        """Return what the reduction before was told of a text, if that is gone on with."""
        known = self._known.get(digest)
        self.spared += known is not None
        return known

    def keep(self, answers: Iterable[tuple[bytes, Answer]]) -> None:
        """Keep answers, by digest; once this returns, no death of this process loses them."""
        rows = [(digest, said.outcome.value, said.executed) for digest, said in answers]
        if not rows or self._lost:
            return
        try:
            database = self._begun()
            numbered = ((self._number, *row) for row in rows)
            with database:
                database.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)", numbered)
        except (OSError, sqlite3.Error):
            self._lost = True

    def close(self, *, cut_short: bool) -> bool:
        """End the journal; remove it unless the reduction was cut short, or if it is spoiled.

        Where that cannot be noted, it looks as if it had been killed, and is kept all the same.

        Returns:
            Whether there is anything to go on with.
        """
        left = False
        if self._database is not None:
            with contextlib.closing(self._database) as database:
                with contextlib.suppress(sqlite3.Error), database:
                    if self._number:  # who has only looked may be in the way of who writes
                        ended = "UPDATE reductions SET ended = 1 WHERE number = ?"
                        database.execute(ended, (self._number,))
                with contextlib.suppress(sqlite3.Error):
                    left = cut_short and database.execute(_FARTHEST).fetchone() is not None
        if not cut_short or self._spoiled:
            for end in ("", "-wal", "-shm"):
                with contextlib.suppress(OSError):
                    self._file.with_name(self._file.name + end).unlink()
        return left and os.path.exists(self._file)  # another's end may have removed it

    def _read(self) -> None:
        """Take note of what the reduction before has left; a file that is spoiled has nothing."""
        try:
            database = self._opened()
            found = database.execute(_FARTHEST).fetchone()
            if found is None:
                return
            self._before, ended, self.earlier = found
            self.crashed = not ended
            if self._resumes:
                answers = "SELECT text, outcome, executed FROM answers WHERE reduction = ?"
                rows = database.execute(answers, (self._before,))
                self._known = {text: Answer(Outcome(said), ran) for text, said, ran in rows}
        except sqlite3.OperationalError:
            pass  # the machine's fault, or somebody writes: it may be good for another
        except (sqlite3.DatabaseError, ValueError):
            self._spoiled, self.earlier = True, 0

    def _begun(self) -> sqlite3.Connection:
        """Return the database, in which this reduction has its number."""
        if self._database is not None and self._number:
            return self._database
        folder = self._file.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _sweep(folder)
        database = self._opened()
        with database:
            if self._before and self._resumes:
                self._number = self._before
            else:
                added = database.execute("INSERT INTO reductions DEFAULT VALUES")
                self._number = added.lastrowid or 0
            kept = self._before, self._number
            # What has not ended may be under way.
            database.execute("DELETE FROM reductions WHERE ended AND number NOT IN (?, ?)", kept)
            known = "SELECT number FROM reductions"
            database.execute(f"DELETE FROM answers WHERE reduction NOT IN ({known})")
            database.execute("UPDATE reductions SET ended = 0 WHERE number = ?", kept[1:])
        return database

    def _opened(self) -> sqlite3.Connection:
        if self._database is None:
            self._database = sqlite3.connect(self._file, timeout=_PATIENCE)
            self._database.executescript(_TABLES)
        return self._database


def identity(spec: OracleSpec, text: bytes, path: Path) -> str:
    """Return what two reductions have in common of which one may go on with the other.

    That is the file with what is in it, and the oracle with the programs and scripts that its words
    name; not the strategy. What else an oracle depends on, a compiler that its script calls, say,
    nobody can tell.
    """
    oracle = {key: value for key, value in asdict(spec).items() if key not in _UNASKED}
    named = [oracle, digests_of(spec), hashlib.sha256(text).hexdigest(), str(path.absolute())]
    return hashlib.sha256(json.dumps(named, default=str).encode()).hexdigest()


def _sweep(folder: Path) -> None:
    """Remove journals that are too old to be of use."""
    for file in folder.glob(f"*{_SUFFIX}*"):
        with contextlib.suppress(OSError):
            if time.time() - file.stat().st_mtime > _KEPT:
                file.unlink()
