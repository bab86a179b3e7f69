"""What the oracle can say (floor 0)."""

from enum import Enum
from typing import NamedTuple


class Outcome(Enum):
    """The oracle's answer about one text.

    The papers write ✘, ✓ and ?: a text is *interesting* when it still shows what the
    user looks for (exit status 0 by default), whatever that is, failure or not.
    """

    INTERESTING = "interesting"
    UNINTERESTING = "uninteresting"
    UNRESOLVED = "unresolved"
    """No verdict: it ran out of time, or we stopped it. Treated as not interesting."""


class Answer(NamedTuple):
    """What is remembered of what the oracle has said about a text."""

    outcome: Outcome
    executed: int | None = None
    """How many events of a trace ran, the one that ended it included; None: nobody has said."""

    @property
    def is_definite(self) -> bool:
        """Whether it may be kept: a timeout proves nothing, but how far a trace ran does."""
        return self.outcome is not Outcome.UNRESOLVED or self.executed is not None
