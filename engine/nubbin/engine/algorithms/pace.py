"""How far a walk along the frontier looks ahead (floor 5)."""

from dataclasses import dataclass

ROUND = 16
"""Runs that keep the workers of one machine busy; most numbers of workers divide it, or are
divided by it."""
_SHARE = 5
"""One question is asked ahead for each `_SHARE` asked so far, up to a round of them."""


@dataclass(slots=True)
class Pace:
    """How far a walk looks ahead: not far at first, and farther the more it has asked.

    To look far ahead keeps the workers busy, but asks more questions that prove needless.
    """

    few: int
    """Questions to look ahead by at first; many cost much where most changes hold."""
    asked: int = 0
    """Questions asked so far, with those of earlier passes if the walk goes on from them."""

    @property
    def short(self) -> int:
        """How many entries make a queue that is not short while changes hold: a power of two."""
        return power_of_two(min(ROUND, max(self.few, self.asked // _SHARE)))


def power_of_two(most: int) -> int:
    """Return the largest power of two up to a number; most numbers of workers divide it."""
    return 1 << (most.bit_length() - 1)
