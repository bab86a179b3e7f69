"""Hoists from far below: deep nesting goes by many levels at once (floor 5).

Ten thousand nested brackets would otherwise go one at a time. So would a chain of `else if` in a
function of C, if only one place were tried: as far as the kinds of nodes tell, an `if` may stand
for the function's body, but the compiler does not allow that.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from copy import copy, deepcopy

from nubbin.engine.algorithms.spines import Spines
from nubbin.engine.configurations.changes import Hoist, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.descendants import takes

_NEAREST = 8
"""Far hoists come from this many levels below or more: people nest less deeply, generators more."""
_PERIOD = 4
"""Of this many successive levels, mostly one has a node that fits: there may be a bracket in an
item in a part of an item in a bracket."""


class Jumps:
    """Says which far hoists to ask about; on each spine, one place after the other has its turn.

    Once the nearest hoist into a place is refused, the next place on the spine has its turn, of a
    kind that had none there. The nearest hoist takes least away, so if it is refused, the place
    does not allow any.

    Args:
        configuration: what is reduced.
        worth_asking: whether a hoist takes away enough to be worth a question.
    """

    def __init__(self, configuration: Configuration, worth_asking: Callable[[Hoist], bool]) -> None:
        self._configuration = configuration
        self._worth_asking = worth_asking
        self._spines = Spines(configuration.tree)
        # All of these are by the end of a spine:
        self._waiting = defaultdict[int, deque[int]](deque)  # places without a turn so far
        self._had_turn = defaultdict[int, set[int]](set)  # the kinds of places that had one
        self._nearest: dict[int, Hoist] = {}  # the nearest into the place whose turn it is

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
        """Return the hoists to ask about once one is refused, be it a far one or not."""
        end = self._spines.end(hoist.place)
        if self._nearest.get(end) != hoist:
            return []
        del self._nearest[end]
        return self._next(end)

    def into(self, place: int) -> list[Hoist]:
        """Return the hoists into a place from about 8, 16, 32 … levels below what stands there."""
        return [*filter(self._worth_asking, self._from_far_below(place))]

    def _next(self, end: int) -> list[Hoist]:
        """Return the hoists into the next place on a spine; none while another has its turn."""
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
