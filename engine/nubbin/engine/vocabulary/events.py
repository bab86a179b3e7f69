"""What a reduction reports while it runs (floor 0). Events are plain values: they cross pipes."""

from dataclasses import dataclass

from nubbin.engine.vocabulary.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Checked:
    """The oracle was tried on the input, on which it holds, and on the empty text."""

    seconds: float
    """The slower of the runs on the input."""
    of_empty: Outcome
    """What it said of the empty text."""


@dataclass(frozen=True, slots=True)
class PassStarted:
    """A pass begins."""

    name: str
    tokens: int | None
    bytes: int
    runs: int


@dataclass(frozen=True, slots=True)
class Improved:
    """A smaller interesting text was found; it is the best so far."""

    text: bytes
    tokens: int | None
    """None without a grammar."""
    runs: int
    seconds: float
    """Since the start of the reduction."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The oracle has answered once more; sent at most every tenth of a second."""

    runs: int
    progress: float
    """A guess in [0, 1] that never falls."""


@dataclass(frozen=True, slots=True)
class Warned:
    """Something the user should know, in a sentence."""

    message: str


Event = Checked | PassStarted | Improved | Asked | Warned
