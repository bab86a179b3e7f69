"""The whole: one request in, one reduction out (floor 6)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from nubbin.engine.events import Event
from nubbin.engine.oracle import OracleSpec
from nubbin.engine.pool import Pool
from nubbin.engine.text import Span

Stopped = Literal["cancelled", "max-tests", "max-time"]


@dataclass(frozen=True, slots=True)
class Options:
    """How to reduce; the defaults need no configuration."""

    strategy: str = "balanced"
    window: int = 128
    jobs: int = 1
    pool: str | None = None
    """`dask://host:port`, or None for worker processes on this machine."""
    language: str | None = None
    """None: by file name, then by shebang."""
    seed: int = 0
    max_tests: int | None = None
    max_time: float | None = None
    """Seconds."""
    allow_empty: bool = False
    within: Span | None = None
    """Reduce these bytes only (*Reduce selection*); None: the whole text."""
    hint: Span | None = None
    """Bytes that probably matter (rddmin's R); used by strategies that take a hint."""


@dataclass(frozen=True, slots=True)
class Request:
    """One file to reduce."""

    text: bytes
    path: Path
    """Names the file: its base name is the candidate's, its suffix may tell the language."""
    oracle: OracleSpec
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, slots=True)
class Measures:
    """A text, measured."""

    bytes: int
    chars: int
    """Characters that are not white space."""
    lines: int
    tokens: int | None
    """Leaves of the tree but white space and comments; None without a grammar."""


@dataclass(frozen=True, slots=True)
class OracleFigures:
    """What was asked of the oracle."""

    runs: int = 0
    """Questions up to the last answer used, in order."""
    discarded: int = 0
    """Runs started beyond it, whose answers were dropped."""
    checks: int = 0
    """Runs before and after: input, empty text, repeats, final ask."""
    cache_hits: int = 0
    timeouts: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class PassFigures:
    """What one pass cost and brought, summed over its rounds."""

    name: str
    runs: int
    tokens_before: int | None
    tokens_after: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Reduction:
    """A finished (or stopped) reduction; `text` is interesting unless `status` says otherwise."""

    text: bytes
    status: int
    """Exit status of design §4.3: 0 done, 4 flaky, 130 interrupted; errors are raised."""
    problem: str | None
    """With status 4: a sentence that says what happened."""
    language: str | None
    strategy: str
    jobs: int
    window: int
    input: Measures
    output: Measures
    oracle: OracleFigures
    iterations: int
    seconds: float
    engine_seconds: float
    """Of these, not spent waiting for the oracle."""
    peak_cache_bytes: int
    fixpoint: bool
    minimal: tuple[str, ...]
    stopped: Stopped | None
    passes: tuple[PassFigures, ...]
    history: tuple[tuple[int, int, int | None, float], ...]
    """(run, bytes, tokens, seconds) of each improvement."""


def reduce(
    request: Request,
    emit: Callable[[Event], None] = lambda event: None,
    cancelled: Callable[[], bool] = lambda: False,
    pool: Pool | None = None,
) -> Reduction:
    """Return the smallest interesting text the strategy finds.

    Args:
        request: what to reduce and how.
        emit: told of every event, from this thread.
        cancelled: polled at least ten times a second; True stops with the best so far.
        pool: where oracles run, closed by the caller; None: one made for `request`.

    Raises:
        NubbinError: see `nubbin.engine.errors`; the input cannot be reduced.
    """
    raise NotImplementedError
