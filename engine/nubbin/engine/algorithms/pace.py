"""How far a walk along the frontier looks ahead (floor 5)."""

from dataclasses import dataclass

ROUND = 16
"""Runs that keep the workers of one machine busy; most numbers of workers divide it, or are
divided by it."""
_SHARE = 5
"""One question is asked ahead for so many asked so far, and at most a round of them."""


@dataclass(slots=True)
class Pace:
    """How far a walk looks ahead: not far at first, farther the more was asked.

    A short one asks little that it need not have asked, a long one keeps the workers busy.
    """

    few: int
    """Questions to begin with; asking many at once is dear where most hold."""
    asked: int = 0
    """Questions so far; where the walk takes up from earlier passes, theirs as well."""

    @property
    def short(self) -> int:
        """Entries from which on a queue is not short, as long as changes hold: a power of two."""
        return power_of_two(min(ROUND, max(self.few, self.asked // _SHARE)))


def power_of_two(most: int) -> int:
    """Return the largest power of two that is not above a number: workers divide it, mostly."""
    return 1 << (most.bit_length() - 1)
