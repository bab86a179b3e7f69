"""The outcome of a reduction: its text, and the figures of what it took (floor 6): values only."""

from dataclasses import dataclass, replace

from nubbin.engine.oracles.budget import StopReason


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a text."""

    bytes: int
    chars: int
    """Characters that are not white space."""
    lines: int
    tokens: int | None
    """Leaves of the tree without white space and comments; None without a grammar."""


@dataclass(frozen=True, slots=True)
class OracleFigures:
    """What the oracle was asked."""

    runs: int = 0
    """Runs up to the last answer used, in the order of questions."""
    discarded: int = 0
    """Runs started beyond it, whose answers were dropped."""
    checks: int = 0
    """Runs before and after the reduction: input, empty text, repeats, last check."""
    cache_hits: int = 0
    timeouts: int = 0
    resumed: int = 0
    """Those of `runs` and `discarded` that the journal of an earlier reduction answered."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class PassFigures:
    """What one pass cost, and what it removed, summed over its rounds."""

    name: str
    runs: int
    tokens_before: int | None
    """How many tokens there were when its first round began; None without a grammar."""
    tokens_after: int | None
    """That number less what it removed in all its rounds, so that all passes add up."""
    seconds: float

    @property
    def tokens_taken(self) -> int | None:
        """How many tokens it removed; None without a grammar."""
        if self.tokens_before is None or self.tokens_after is None:
            return None
        return self.tokens_before - self.tokens_after

    def __add__(self, later: "PassFigures") -> "PassFigures":
        """Return the figures together with those of a later round."""
        left, taken = self.tokens_after, later.tokens_taken
        if left is not None and taken is not None:
            left -= taken
        return replace(
            self,
            runs=self.runs + later.runs,
            tokens_after=left,
            seconds=self.seconds + later.seconds,
        )


@dataclass(frozen=True, slots=True)
class Reduction:
    """A finished (or stopped) reduction; `text` is interesting unless `status` says otherwise."""

    text: bytes
    status: int
    """An exit status of README's: 0 done, 4 flaky, 130 interrupted, 1 or 2 an error on the way."""
    problem: str | None
    """What happened, in a sentence or two, if `status` is 4 or there was an error on the way."""
    unchecked: bool
    """Whether nobody knows if the oracle still holds on the text: an error kept it from being asked
    once more, or it does not even hold on the input any more."""
    unchanged: bool
    """Whether the text is that of the input."""
    formatted: bool
    """Whether the text is what the formatter has made of the smallest one."""
    language: str | None
    """None without a grammar."""
    strategy: str
    jobs: int
    window: int
    input: Measures
    output: Measures
    oracle: OracleFigures
    iterations: int
    """How many passes were made, each counted every time."""
    seconds: float
    engine_seconds: float
    """Those of `seconds` that were not spent waiting for the oracle."""
    peak_cache_bytes: int
    fixpoint: bool
    """Whether the strategy came to its end, and its last round changed nothing."""
    minimal: tuple[str, ...]
    """What is true of the text: "1-minimal", "1-tree-minimal", "1-maximal"; may be empty."""
    stopped: StopReason | None
    """Why it ended before that; None: it came to its end, or an error ended it."""
    passes: tuple[PassFigures, ...]
    history: tuple[tuple[int, int, int | None, float], ...]
    """(run, bytes, tokens, seconds) of each improvement."""
    resumable: bool = False
    """Whether it was cut short, and can be continued from its journal, as its file is as it was."""
