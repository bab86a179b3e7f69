"""Where two texts differ (floor 0)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import AnyStr, NamedTuple

from nubbin.engine.vocabulary.text import Span

_ANCHOR = 32
"""Bytes by which a text is known again behind what differs."""
_NEW = (0, 1, 2, 4, 8, 16, 32, 64)
"""Bytes that may have come in where others went, before both texts go on as one."""
_PATIENCE = 16
"""Anchors sought in vain, each in all of the rest, before that counts as one hunk."""


class Hunk(NamedTuple):
    """A stretch of one text in place of which another has another stretch."""

    old: Span
    new: Span

    @property
    def growth(self) -> int:
        """Bytes by which the new one is longer."""
        return self.new.end - self.new.start - (self.old.end - self.old.start)


class Difference(NamedTuple):
    """Where two texts differ: up to `start` and from `old_end` and `new_end` on they do not."""

    start: int
    old_end: int
    new_end: int

    @classmethod
    @lru_cache(maxsize=1)  # all who judge a candidate ask in turn
    def of(cls, old: bytes, new: bytes) -> Difference:
        """Return the difference of two texts, told from their common head and tail."""
        start = common_head(old, new)
        tail = common_tail(old, new, start)
        return cls(start, len(old) - tail, len(new) - tail)

    @property
    def hunk(self) -> Hunk:
        """All that differs, as one hunk."""
        return Hunk(Span(self.start, self.old_end), Span(self.start, self.new_end))


@lru_cache(maxsize=1)  # as above
def hunks(old: bytes, new: bytes) -> Sequence[Hunk]:
    """Return where two texts differ, in order; between two hunks their bytes are the same.

    A text that lost many small parts has a hunk for each. What follows no known pattern, as a text
    written anew, is one hunk. There may be fewer or smaller hunks than those found.
    """
    whole = Difference.of(old, new)
    found: list[Hunk] = []
    here = there = whole.start
    vain = 0
    while (here, there) != (whole.old_end, whole.new_end):
        begin = here, there
        here, there = whole.old_end, whole.new_end
        sought = vain < _PATIENCE and there - begin[1] >= _ANCHOR
        for come in _NEW if sought else ():
            anchor = new[begin[1] + come : min(begin[1] + come + _ANCHOR, whole.new_end)]
            at = old.find(anchor, begin[0], whole.old_end) if len(anchor) == _ANCHOR else -1
            if at >= 0:
                here, there = at, begin[1] + come
                break
            vain += 1
        found.append(Hunk(Span(begin[0], here), Span(begin[1], there)))
        if here < whole.old_end:
            same = common_head(old, new, here, there)
            same = min(same, whole.old_end - here, whole.new_end - there)
            here, there = here + same, there + same
    return tuple(found)


def common_head(one: AnyStr, other: AnyStr, start: int = 0, other_start: int = 0) -> int:
    """Return how far two texts are the same from an offset of each, by bisection over slices."""
    low, high = 0, min(len(one) - start, len(other) - other_start)
    step = _ANCHOR
    while low < high:  # the same for `low` places, not for more than `high`
        middle = min(low + step, (low + high + 1) // 2)
        if one[start + low : start + middle] == other[other_start + low : other_start + middle]:
            low, step = middle, 2 * step
        else:
            high = middle - 1
    return low


def common_tail(one: AnyStr, other: AnyStr, head: int) -> int:
    """Return the length of the longest common tail of what follows a common head."""
    low, high = 0, min(len(one), len(other)) - head
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low
