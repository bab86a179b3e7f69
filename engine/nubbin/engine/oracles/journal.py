"""The oracle's answers, kept on disk as they come (floor 3′).

A reduction asks the same questions in the same order whenever it is begun. So one that was cut
short, by its user, a limit or a crash, is continued by beginning it again: a question that its
journal can answer takes no run. A journal holds digests of texts, and answers, but no texts.
"""

import contextlib
import hashlib
import json
import math
import os
import sqlite3
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Final

from nubbin.engine.oracles.mentioned import digests_of
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.outcome import Answer, Outcome

_SUFFIX: Final = ".sqlite"
_PARTS: Final = ("-wal", "-shm", "")
"""What SQLite adds to the name of a database for each of its files; what it is known by is last."""
_KEPT: Final = 30 * 24 * 3600
"""Seconds after which a journal that nobody has continued is removed."""
_MORE_TIME: Final = 2.0
"""A text that was late is asked about anew if it has so many times the time, or more."""
_UNASKED: Final = ("name", "timeout")
"""The fields of an oracle that make no difference to the answers that are kept."""
_TABLE: Final = """
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS answers (
        text BLOB PRIMARY KEY, outcome TEXT NOT NULL, executed INTEGER) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS late (text BLOB PRIMARY KEY, seconds REAL NOT NULL) WITHOUT ROWID;
"""
_MEANT: Final = ", ".join(f"'{outcome.value}'" for outcome in Outcome)
_COUNT: Final = f"SELECT count(*), total(coalesce(outcome, '') NOT IN ({_MEANT})) FROM answers"
"""Counts the answers, and among them those that mean nothing; a damaged file may have none."""
_FAILURES: Final = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the latter if its message quotes what is damaged."""
_ENDED: Final = "PRAGMA user_version"
"""1 once the reduction has ended or was stopped; 0 while it runs, and if it was killed."""


class Journal:
    """The answers of one reduction, and those of the earlier one that came farthest.

    Each has a database of its own, locked as long as its process lives, so that nobody reads what
    another still writes. A full disk, or a folder that cannot be written to, ends the journal but
    not the reduction; what was written before stays valid.

    Args:
        folder: where journals are; made when there is something to keep.
        identity: tells this reduction's input and oracle from others; see the function `identity`.
        resume: continue the earlier reduction: its answers are known, and new ones are added.
    """

    def __init__(self, folder: Path, identity: str, *, resume: bool) -> None:
        self._folder = folder
        self.identity = identity
        self._file = self._new_name()
        self._database: sqlite3.Connection | None = None
        self._lost = False
        self.earlier = 0
        """How many answers the earlier reduction has left; 0 if there is none."""
        self.crashed = False
        """Whether the earlier reduction was killed, rather than stopped."""
        self._known: Mapping[bytes, Answer] = {}
        self._late: Mapping[bytes, float] = {}
        self._before: Path | None = None
        for file in self._others():
            self._look(file)
        if resume and self._before is not None:
            self._go_on(self._before)

    def answer(self, digest: bytes) -> Answer | None:
        """Return the earlier reduction's answer about a text, if that one is continued."""
        return self._known.get(digest)

    def was_late(self, digest: bytes, timeout: float) -> bool:
        """Whether the earlier reduction, if that is continued, had no answer in about this time.

        Args:
            digest: of the text.
            timeout: the seconds that it may take now, which may be a little more than then.
        """
        return timeout < _MORE_TIME * self._late.get(digest, 0.0)

    @property
    def continues(self) -> bool:
        """Whether answers of an earlier reduction are known."""
        return bool(self._known)

    def keep(
        self, answers: Iterable[tuple[bytes, Answer]], late: Iterable[tuple[bytes, float]] = ()
    ) -> None:
        """Keep answers, by digest; once this returns, they survive the death of this process.

        Args:
            answers: each with its text's digest.
            late: the digests of texts that ran out of time, each with the seconds it had.
        """
        rows = [(digest, said.outcome.value, said.executed) for digest, said in answers]
        late = [*late]
        if not (rows or late) or self._lost:
            return
        try:
            database = self._database or self._begin()
            with database:
                database.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?)", rows)
                database.executemany("INSERT OR REPLACE INTO late VALUES (?, ?)", late)
        except (OSError, *_FAILURES):
            self._lost = True
            if self._database is None:  # it was made, but there is no room for anything in it
                _remove(self._file)

    def close(self, *, cut_short: bool) -> bool:
        """End the journal; remove it and the earlier ones unless the reduction was cut short.

        If the end cannot be noted in it, it looks as if the reduction had been killed.

        Returns:
            Whether there is anything left to continue.
        """
        if self._database is not None:
            with contextlib.suppress(*_FAILURES), contextlib.closing(self._database) as database:
                database.execute(f"{_ENDED} = 1")
        if cut_short:
            return any(map(os.path.exists, filter(None, (self._file, self._before))))
        _remove(self._file)
        _tidy_up(self._others())
        return False

    def _new_name(self) -> Path:
        return self._folder / f"{self.identity}-{os.urandom(4).hex()}{_SUFFIX}"

    def _others(self) -> Iterable[Path]:
        """Return the journals of the same identity, whoever writes them."""
        with contextlib.suppress(OSError):  # a folder that cannot be read counts as empty
            return sorted(self._folder.glob(f"{self.identity}-*{_SUFFIX}"))
        return []

    def _look(self, file: Path) -> None:
        """Remember a journal if it has the most answers so far; remove it if it is damaged.

        One with an answer that means nothing, as of another version, is left alone.
        """
        try:
            with contextlib.closing(_opened(file)) as database:
                answers, strange = database.execute(_COUNT).fetchone()
                (ended,) = database.execute(_ENDED).fetchone()
        except sqlite3.OperationalError:
            return  # somebody writes it, or the disk fails: the journal itself may be good
        except _FAILURES:
            _remove(file)
            return
        if answers > self.earlier and not strange:
            self._before, self.earlier, self.crashed = file, answers, not ended

    def _go_on(self, file: Path) -> None:
        """Take over a journal and what it knows; if that fails, begin as if there were none."""
        with contextlib.suppress(OSError, *_FAILURES), contextlib.ExitStack() as failing:
            database = failing.enter_context(contextlib.closing(_opened(file)))
            rows = database.execute("SELECT text, outcome, executed FROM answers")
            known = {text: Answer(Outcome(said), ran) for text, said, ran in rows}
            self._late = dict(database.execute("SELECT text, seconds FROM late"))
            database.execute(f"{_ENDED} = 0")
            os.utime(file)  # what is gone on with is as young as what is begun
            self._known, self._file, self._database = known, file, database
            failing.pop_all()
            return
        self.earlier = 0

    def _begin(self) -> sqlite3.Connection:
        """Make a database of this reduction's own; remove journals too old or superseded."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _sweep(self._folder)
        _tidy_up(file for file in self._others() if file != self._before)
        self._database = database = _opened(self._file, new=True)
        return database


def any_in(folder: Path) -> bool:
    """Whether there is any journal; there is none if every reduction has reached its end."""
    with contextlib.suppress(OSError):
        return any(folder.glob(f"*{_SUFFIX}"))
    return False


def _opened(file: Path, *, new: bool = False) -> sqlite3.Connection:
    """Return a journal's database, made if it is new, and locked so that nobody else can open it.

    Raises:
        sqlite3.OperationalError: somebody else has opened it, it cannot be written, or is gone.
        sqlite3.DatabaseError, UnicodeDecodeError: the file is not a database, or is damaged.
    """
    how = "rwc" if new else "rw"
    database = sqlite3.connect(f"{file.absolute().as_uri()}?mode={how}", timeout=0, uri=True)
    try:
        database.executescript(_TABLE)
    except _FAILURES:
        database.close()
        raise
    return database


def _tidy_up(files: Iterable[Path]) -> None:
    """Remove journals, except those that somebody is writing."""
    for file in files:
        try:
            with contextlib.closing(_opened(file)):
                _remove(file)
        except sqlite3.OperationalError:
            continue  # somebody writes it
        except _FAILURES:
            _remove(file)


def _remove(file: Path) -> None:
    for part in _PARTS:
        with contextlib.suppress(OSError):
            file.with_name(file.name + part).unlink()


def identity(spec: OracleSpec, text: bytes, path: Path) -> str:
    """Return a digest that two reductions share if the one may continue the other.

    It covers the file's path and content, and the oracle with the programs and scripts that its
    words name, but not the strategy. Whatever else an oracle depends on, such as a compiler that
    its script calls, cannot be known.
    """
    oracle = {key: value for key, value in asdict(spec).items() if key not in _UNASKED}
    for key in ("folder", "workspace"):
        oracle[key] = oracle[key] and os.path.realpath(oracle[key])
    place = os.path.join(os.path.realpath(path.parent), path.name)
    named = [oracle, digests_of(spec), hashlib.sha256(text).hexdigest(), place]
    return hashlib.sha256(json.dumps(named, default=str).encode()).hexdigest()


def _sweep(folder: Path) -> None:
    """Remove journals that nobody has continued for too long."""
    long_ago = time.time() - _KEPT
    _tidy_up(file for file in folder.glob(f"*{_SUFFIX}") if _modified(file) < long_ago)


def _modified(file: Path) -> float:
    """Return when a file was written last; of one that is gone, no time that has passed."""
    with contextlib.suppress(OSError):
        return file.stat().st_mtime
    return math.inf
