"""What the oracle can say (floor 0)."""

from enum import Enum


class Outcome(Enum):
    """The oracle's answer about one text.

    The papers write ✘, ✓ and ?: a text is *interesting* when it still shows what the
    user looks for (exit status 0 by default), whatever that is, failure or not.
    """

    INTERESTING = "interesting"
    UNINTERESTING = "uninteresting"
    UNRESOLVED = "unresolved"
    """No verdict: it ran out of time, or we stopped it. Treated as not interesting."""


def is_definite(outcome: Outcome, executed: int | None) -> bool:
    """Whether an answer may be kept: a timeout proves nothing, but how far a trace ran does."""
    return outcome is not Outcome.UNRESOLVED or executed is not None
