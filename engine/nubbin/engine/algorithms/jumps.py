"""Hoists from far below: deep nesting goes by many levels at once (floor 5).

Nested brackets by the ten thousand would otherwise go one at a time. So would a chain of `else if`
in a function of C, whose body an `if` fits into as far as the kinds of nodes tell: the first place
that anything below fits into is not always one where that is allowed.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from copy import copy, deepcopy

from nubbin.engine.algorithms.spines import Spines
from nubbin.engine.configurations.changes import Hoist, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.descendants import takes

_NEAREST = 8
"""A far hoist begins so many levels below a place; people nest less deep, generators deeper."""
_PERIOD = 4
"""Among so many levels, mostly, one fits: there may be a bracket in an item in a part of an item in
a bracket."""


class Jumps:
    """Says which far hoists to ask about, down each spine from one place after the other.

    The next place, of a kind that had no turn there, has its turn once the nearest hoist into the
    last one is refused: no other takes less away, so it is the place that does not allow it.

    Args:
        configuration: what is reduced.
        counts: whether a hoist takes away enough to be worth a question.
    """

    def __init__(self, configuration: Configuration, counts: Callable[[Hoist], bool]) -> None:
        self._configuration = configuration
        self._counts = counts
        self._spines = Spines(configuration.tree)
        # All by the ends of spines:
        self._waiting = defaultdict[int, deque[int]](deque)  # places
        self._had_turn = defaultdict[int, set[int]](set)  # kinds of places
        self._nearest: dict[int, Hoist] = {}  # into the place whose turn it is

    def fork(self, configuration: Configuration) -> "Jumps":
        """Return a copy for looking ahead in a copy of the configuration."""
        other = copy(self)
        other._configuration = configuration
        other._waiting, other._had_turn = deepcopy(self._waiting), deepcopy(self._had_turn)
        other._nearest = dict(self._nearest)
        return other

    def met(self, place: int) -> list[Hoist]:
        """Return the hoists to ask about once it is known that a place stays."""
        end = self._spines.end(place)
        self._waiting[end].append(place)
        return self._next(end)

    def refused(self, hoist: Hoist) -> list[Hoist]:
        """Return the hoists to ask about once one is refused, from far below or not."""
        end = self._spines.end(hoist.place)
        if self._nearest.get(end) != hoist:
            return []
        del self._nearest[end]
        return self._next(end)

    def into(self, place: int) -> list[Hoist]:
        """Return the hoists into a place from some 8, 16, 32 … levels below what stands there."""
        return [*filter(self._counts, self._from_far_below(place))]

    def _next(self, end: int) -> list[Hoist]:
        """Return the hoists into the next place on a spine, if it is time for that."""
        waiting, kind = self._waiting[end], self._configuration.tree.kind
        while waiting and end not in self._nearest:
            place = waiting.popleft()
            if kind[place] in self._had_turn[end] or self._configuration.gone(Prune((place,))):
                continue
            if found := self.into(place):
                self._nearest[end] = found[0]
                self._had_turn[end].add(kind[place])
                return found
        return []

    def _from_far_below(self, place: int) -> Iterator[Hoist]:
        node, distance = self._configuration.standing(place), _NEAREST
        while descendants := self._spines.far_below(node, distance, _PERIOD):
            fitting = (each for each in descendants if takes(self._configuration, place, each))
            if (descendant := next(fitting, None)) is not None:
                yield Hoist(place, descendant)
            distance *= 2
