"""Where two texts differ (floor 0)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import AnyStr, NamedTuple

from nubbin.engine.vocabulary.text import Span

_ANCHOR = 32
"""Length in bytes of the piece by which the two texts are aligned again behind a difference."""
_NEW = (0, 1, 2, 4, 8, 16, 32, 64)
"""How many bytes of a hunk may be new: each is tried in turn as the distance to an anchor."""
_PATIENCE = 16
"""How many searches for an anchor (each scans the rest) may fail before the rest is one hunk."""


class Hunk(NamedTuple):
    """A stretch of the old text, and the stretch of the new text that stands in its place."""

    old: Span
    new: Span

    @property
    def growth(self) -> int:
        """Bytes by which the new stretch is longer."""
        return self.new.end - self.new.start - (self.old.end - self.old.start)


class Difference(NamedTuple):
    """The part in which two texts differ: they agree before `start`, and behind the two ends."""

    start: int
    old_end: int
    new_end: int

    @classmethod
    @lru_cache(maxsize=1)  # several filters ask in turn about the same candidate
    def of(cls, old: bytes, new: bytes) -> Difference:
        """Return the difference of two texts: what lies between their common head and tail."""
        start = common_head(old, new)
        tail = common_tail(old, new, start)
        return cls(start, len(old) - tail, len(new) - tail)

    @property
    def hunk(self) -> Hunk:
        """The whole difference as one hunk."""
        return Hunk(Span(self.start, self.old_end), Span(self.start, self.new_end))


@lru_cache(maxsize=1)  # as above
def hunks(old: bytes, new: bytes) -> Sequence[Hunk]:
    """Return where two texts differ, in order; between two hunks their bytes are the same.

    A text that lost many small parts has a hunk for each. A stretch that cannot be aligned, such as
    one that was rewritten, is one hunk. The hunks need not be the fewest or the smallest possible.
    """
    whole = Difference.of(old, new)
    found: list[Hunk] = []
    here = there = whole.start
    failed = 0
    while (here, there) != (whole.old_end, whole.new_end):
        # The texts agree up to `here` and `there`, where the next hunk starts.
        old_start, new_start = here, there
        here, there = whole.old_end, whole.new_end
        worth_it = failed < _PATIENCE and there - new_start >= _ANCHOR
        for ahead in _NEW if worth_it else ():
            start = new_start + ahead
            anchor = new[start : min(start + _ANCHOR, whole.new_end)]
            at = old.find(anchor, old_start, whole.old_end) if len(anchor) == _ANCHOR else -1
            if at >= 0:
                here, there = at, start
                break
            failed += 1
        found.append(Hunk(Span(old_start, here), Span(new_start, there)))
        if here < whole.old_end:
            same = common_head(old, new, here, there)
            same = min(same, whole.old_end - here, whole.new_end - there)
            here, there = here + same, there + same
    return tuple(found)


def common_head(one: AnyStr, other: AnyStr, start: int = 0, other_start: int = 0) -> int:
    """Return for how many bytes two texts agree from an offset of each (bisection over slices)."""
    low, high = 0, min(len(one) - start, len(other) - other_start)
    step = _ANCHOR
    while low < high:  # they agree for `low` places at least, and for `high` at most
        middle = min(low + step, (low + high + 1) // 2)
        if one[start + low : start + middle] == other[other_start + low : other_start + middle]:
            low, step = middle, 2 * step
        else:
            high = middle - 1
    return low


def common_tail(one: AnyStr, other: AnyStr, head: int) -> int:
    """Return the length of the longest common tail of two texts behind their common head."""
    low, high = 0, min(len(one), len(other)) - head
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
