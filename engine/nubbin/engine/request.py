"""What a reduction is asked to do (floor 6): values only."""

from dataclasses import dataclass, field
from pathlib import Path

from nubbin.engine.algorithms.rules import Rule
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span


@dataclass(frozen=True, slots=True)
class Options:
    """How to reduce; the defaults need no configuration."""

    strategy: str = "balanced"
    window: int = 128
    jobs: int | None = 1
    """Oracles run at once; None: as many as the pool has workers for."""
    pool: str | None = None
    """`dask://host:port`, or None for worker processes on this machine."""
    language: str | None = None
    """None: by file name, then by shebang."""
    seed: int = 0
    """Draws the order of what weighs the same: another seed may find another result."""
    max_tests: int | None = None
    max_time: float | None = None
    """Seconds."""
    allow_empty: bool = False
    rename: bool = False
    """Call names a, b, c… where that holds; otherwise they stay as they are."""
    squeeze: bool = False
    """Go for bytes, whatever it looks like; renames too."""
    within: Span | None = None
    """Reduce these bytes only (*Reduce selection*); None: the whole text."""
    hint: Span | None = None
    """Bytes that probably matter (rddmin's R): tried first, whatever the strategy."""
    resume: bool = False
    """Go on with the reduction of the same text by the same oracle that was cut short."""
    rules: tuple[Rule, ...] = ()
    """The text is a trace of events; what these rules leave of it is a hint as well."""

    def __post_init__(self) -> None:
        """Refuse a window that would never ask anything.

        Raises:
            UsageError: it has less than one question.
        """
        if self.window < 1:
            raise UsageError(f"A window of {self.window} questions asks none. Give at least 1.")


@dataclass(frozen=True, slots=True)
class Request:
    """One file to reduce."""

    text: bytes
    path: Path
    """Names the file: its base name is the candidate's, its suffix may tell the language."""
    oracle: OracleSpec
    options: Options = field(default_factory=Options)
    formatter: OracleSpec | None = None
    """A command that has the last word on what the result looks like (`rewrites`)."""
    journals: Path | None = None
    """A folder that keeps what the oracle answered until the reduction has come to its end, so that
    one that was cut short can be gone on with; None: nothing is kept."""
