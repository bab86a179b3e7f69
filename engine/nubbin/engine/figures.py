"""What comes of a reduction: the text, and what it took (floor 6): values only."""

from dataclasses import dataclass, replace

from nubbin.engine.oracles.budget import StopReason


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
    resumed: int = 0
    """Of runs and discarded, answered by an earlier reduction's journal."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class PassFigures:
    """What one pass cost and brought, summed over its rounds."""

    name: str
    runs: int
    tokens_before: int | None
    """When its first round began; None: nobody counts them."""
    tokens_after: int | None
    """That, less what it took in all its rounds: so all passes together took what is gone."""
    seconds: float

    @property
    def tokens_taken(self) -> int | None:
        """What it took; None: nobody counts them."""
        if self.tokens_before is None or self.tokens_after is None:
            return None
        return self.tokens_before - self.tokens_after

    def __add__(self, later: "PassFigures") -> "PassFigures":
        """Return the figures with those of a later round."""
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
    """As README has them: 0 done, 4 flaky, 130 interrupted, 1 or 2 an error on the way."""
    problem: str | None
    """With status 4, or an error on the way: what happened, in a sentence or two."""
    asked_once_more: bool
    """Whether the oracle held on the text, asked outside the cache; False after an error."""
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
    stopped: StopReason | None
    passes: tuple[PassFigures, ...]
    history: tuple[tuple[int, int, int | None, float], ...]
    """(run, bytes, tokens, seconds) of each improvement."""
    resumable: bool = False
    """Whether it was cut short, and its journal is kept."""
