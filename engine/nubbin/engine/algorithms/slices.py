"""Slices: a few members of the text, and all that they need (floor 5).

A compiler mostly breaks on one function of many, or on two, with what these mention. Cutting the
text in halves gets there slowly, as something in nearly every half is mentioned in the other. So
whole closures are kept here: members with all that they need. They grow from the smallest on, and a
bisection finds the member that has to be there. It is kept from then on, alone if that holds, or
else along with others before it.

Source: binary reduction (Kalhauge and Palsberg 2019, §4), with the steps of a search by weight, and
names in place of types; slicing (Weiser 1984).
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from operator import itemgetter
from typing import Final, NamedTuple

from nubbin.engine.algorithms import tree_passes
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.latest import latest
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.relations.membership import Depth
from nubbin.engine.relations.needs import MemberSet, Needs
from nubbin.engine.relations.places import Places
from nubbin.engine.vocabulary.candidate import Candidate

_FEW: Final = 256
"""A text of no more tokens is not searched with members of members: cuts are as fast there."""
_MUCH: Final = 1 << 13
"""A text of more tokens is searched again once half of it has gone; in less, cuts are as fast."""
_HUGE: Final = 1 << 19
"""A text of more tokens is cut in halves first."""
_COARSE: Final = 8
"""In a huge text, only parts of at least `1 / _COARSE` of its tokens are asked about at first."""
_NEW: Final = 1 / 4
"""The members of members are looked at if they make up at least this share of the text."""
_MOST: Final = 3 / 4
"""After a second member was found, and after each further one, the search goes on only if at most
this share of the text before is left: if many members are needed, large cuts are cheaper."""
_FINE: Final = 1 / 16
"""The search ends, while nothing has held yet, once less than this share of the text could be
gained."""
_TOO_MANY: Final = 1 << 13
"""A text of more members is left alone: its closures would take more than 50 MB, which grows with
the square."""
_PARTS: Final = 4
"""Questions that are asked at once cut a search in this many parts, so that workers are busy."""


def slices(context: Context, text: bytes) -> bytes:
    """Keep a few members of the text, and what they need; return what is left.

    A huge text is cut in halves first, if any of them can go; then a text loses the members that
    its end does not need, and those that nothing mentions. After that, only a few members are kept,
    with all that they need; then members of classes count as members too, then those of functions,
    until few tokens are left. The text returned is the one given, or was found to hold.

    This takes some ten questions if it helps, and about six for each of the three kinds of members
    if nearly all of the text is needed.
    """
    text, reading = _halved(context, text), lru_cache(maxsize=1)(partial(_reading, context))
    if context.tree(text).tokens() > _MUCH:
        text = latest(context, text, lambda text: reading(text)(Depth.TEXT))
    needs_of = reading(text)
    left = _without_unmentioned(context, needs_of(Depth.TEXT), text)
    if left != text:
        text, needs_of = left, reading(left)
    for depth in Depth:
        needs = needs_of(depth)
        if depth and needs.share_beyond(needs_of(Depth(depth - 1))) < _NEW:
            continue
        left = _sliced(context.asker, needs, text)
        if context.tree(left).tokens() <= _FEW:
            return left
        if left != text:
            text, needs_of = left, reading(left)
    return text


def cuts(context: Context, text: bytes) -> bytes:
    """Cut large parts out of the text; look for slices again whenever half of a large one has gone.

    Otherwise all that was only needed by parts that have gone would go bit by bit.
    """
    while context.tree(text).tokens() > _MUCH:
        left = tree_passes.large_cuts(context, text, goal=len(text) // 2)
        if len(left) > len(text) // 2:
            return left
        text = slices(context, left)
    return tree_passes.large_cuts(context, text)


def _halved(context: Context, text: bytes) -> bytes:
    """Cut large parts out of a huge text until it is no longer huge, or none of them can go.

    To tell what needs what takes a minute for three million tokens.
    """
    while context.tree(text).tokens() > _HUGE:
        left = tree_passes.large_cuts(context, text, goal=len(text) // 2, light=_COARSE)
        if len(left) > len(text) // 2:
            return left
        text = left
    return text


def _reading(context: Context, text: bytes) -> Callable[[Depth], Needs]:
    """Return a cached function that tells the needs of a text's members down to a depth."""
    return cache(partial(Needs, Places(bare(context, text))))


def _without_unmentioned(context: Context, needs: Needs, text: bytes) -> bytes:
    """Take out all declarations that nothing mentions, at once; return what is left of the text."""
    gain = needs.weight(needs.every & ~needs.mentioned)
    if not needs.mentioned or gain < _FINE * needs.weight(needs.every):
        return text
    left = needs.render(needs.mentioned)
    return left if context.holds(left) else text


class _Slice(NamedTuple):
    """A part of the text that may hold."""

    weight: int
    kept: MemberSet
    last: int
    """The index, in the search's order, of the member added last."""


@dataclass(slots=True)
class _Search:
    """Looks for the smallest slice, and remembers the best text so far.

    Args:
        asker: answers for the oracle.
        needs: what the text's members need.
        text: the best so far.
        weight: the weight of its members.
    """

    asker: WindowAsker
    needs: Needs
    text: bytes
    weight: int

    def first(self, slices: Iterable[_Slice]) -> _Slice | None:
        """Return the first slice that holds; None if none of these does."""
        every = (Candidate(one, self.needs.render(one.kept)) for one in slices)
        found = self.asker.first(every)
        if found is None:
            return None
        self.text, self.weight = found.text, found.value.weight
        return found.value

    def smallest(self, slices: Sequence[_Slice]) -> _Slice | None:
        """Return the smallest of growing slices that holds; None if not even the last one does.

        The search assumes that larger slices than one that holds do so too. If that is wrong, it
        still returns a slice that holds, but perhaps not the smallest.
        """
        low, high, found = 0, len(slices), None
        while low < high:
            bounds = slices[low - 1].weight if low else 0, found.weight if found else self.weight
            if found is None and bounds[1] - bounds[0] < _FINE * self.weight:
                break
            middles = _middles(slices, low, high, *bounds)
            held = self.first(slices[index] for index in middles)
            if held is None:
                low = middles[-1] + 1
            else:
                found, high = held, slices.index(held)
                low = max([low, *(index + 1 for index in middles if index < high)])
        return found


def _sliced(asker: WindowAsker, needs: Needs, text: bytes) -> bytes:
    """Keep a few members of a text, with what they need; return what is left of it."""
    if len(needs.members) > _TOO_MANY:
        return text
    order = needs.order
    search = _Search(asker, needs, text, needs.weight(needs.every))
    kept, before, roots = needs.always, search.weight, 0
    while order:
        roots += 1
        found = search.smallest([*_growing(needs, order, kept, before)])
        last = found.last if found else len(order) - 1  # all members together hold
        kept = needs.closed(kept | 1 << order[last])
        alone = _Slice(needs.weight(kept), kept, last)
        gain = search.weight - alone.weight
        done = gain < _FINE * search.weight or search.first([alone]) is not None
        if done or found is None or (roots > 1 and search.weight > before * _MOST):
            break
        before, order = search.weight, order[:last]
    return search.text


def _growing(needs: Needs, order: Sequence[int], kept: MemberSet, limit: int) -> Iterator[_Slice]:
    """Yield slices below a limit of weight, each with the closure of one more member."""
    weight, added = needs.weight(kept), needs.growing(kept)
    for place, member in enumerate(order):
        new = added(member)
        if new:
            kept |= new
            weight += needs.weight(new)
            if weight >= limit:
                return
            yield _Slice(weight, kept, place)


def _middles(slices: Sequence[_Slice], low: int, high: int, floor: int, top: int) -> list[int]:
    """Return the indices, rising, of slices that divide the span between two weights evenly."""
    step = (top - floor) / _PARTS
    aims = (floor + part * step for part in range(1, _PARTS))
    return sorted({bisect_left(slices, aim, low, high - 1, key=itemgetter(0)) for aim in aims})
