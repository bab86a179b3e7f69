"""What a reduction is asked to do (floor 6): values only."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from nubbin.engine.algorithms.rules import Rule
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span

_LEAST: Final = {"window": 1, "jobs": 1, "max_tests": 0, "max_time": 0}
"""With no run allowed, only the oracle is tried."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to reduce; the defaults need no configuration."""

    strategy: str = "balanced"
    window: int = 128
    jobs: int | None = 1
    """How many oracles run at once; None: as many as a cluster has threads, and 1 without one."""
    pool: str | None = None
    """`dask://host:port`, or None for worker processes on this machine."""
    language: str | None = None
    """The name of a language; None: found by the file name, then by the `#!` line."""
    seed: int = 0
    """Decides the order of candidates of the same weight: another seed may find another result."""
    max_tests: int | None = None
    max_time: float | None = None
    """Seconds."""
    allow_empty: bool = False
    rename: bool = False
    """Whether to rename names to a, b, c… where that holds."""
    squeeze: bool = False
    """Whether to go for bytes, readable or not; renames too."""
    within: Span | None = None
    """The only bytes that may change (*Reduce selection*); None: the whole text."""
    hint: Span | None = None
    """Bytes that probably matter (rddmin's R): tried first, whatever the strategy."""
    resume: bool = False
    """Whether to continue a reduction of the same text by the same oracle that was cut short."""
    rules: tuple[Rule, ...] = ()
    """Rules for a trace of events; what they leave of the text is a hint as well."""

    def __post_init__(self) -> None:
        """Check what is counted.

        Raises:
            UsageError: a number is too small.
        """
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is not None and not value >= least:  # NaN is not, either
                raise UsageError(f"{name} is {value}: give at least {least}.")


@dataclass(frozen=True, slots=True)
class Request:
    """One file to reduce."""

    text: bytes
    path: Path
    """Names the file: its base name is the candidate's, its suffix may tell the language."""
    oracle: OracleSpec
    options: Options = field(default_factory=Options)
    formatter: OracleSpec | None = None
    """A command that has the last word on the layout of the result."""
    journals: Path | None = None
    """A folder that keeps the oracle's answers until the reduction has come to its end, so that it
    can be continued if it is cut short; None: nothing is kept."""

    @property
    def within(self) -> Span:
        """The bytes that may change."""
        return self.options.within or Span(0, len(self.text))
