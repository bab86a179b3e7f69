"""Cuts along the whole frontier of the tree, asked in windows (floor 5).

HDD^r minimises the children of one node, then those of the next; a phase is a handful of
siblings, and between phases every worker waits. Here the runs of siblings still in question
lie in one queue, the heaviest first, whatever node they belong to:

- a run that can go is pruned;
- a run that cannot is cut in two halves of about equal weight, and these are queued;
- a single node that cannot go has to stay, so its children are queued as a run, and what may
  be hoisted into its place beside them.

A window takes the W heaviest entries, so that it depends on the answers so far and on W only.
"""

import heapq
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from nubbin.engine.configuration import Change, Configuration, Hoist, Prune
from nubbin.engine.patches import Merger
from nubbin.engine.questioner import Asker


@dataclass(order=True, slots=True)
class _Entry:
    """A question in the queue; what takes away most comes first, among equals the last."""

    weight: int
    """Minus the tokens that go."""
    position: int
    """Minus the first row: later parts of a text lean on earlier ones more than vice versa."""
    change: Change = field(compare=False)


class Frontier:
    """The queue of one pass over a tree.

    Args:
        configuration: what is reduced, not yet changed.
        hoists: the descendants to try in place of a node that stays.
        singly: whether to begin with single nodes, not with runs of them, as suits a text from
            which no large part can go any more.
    """

    def __init__(
        self, configuration: Configuration, hoists: Callable[[int], Iterable[int]], *, singly: bool
    ) -> None:
        self._configuration = configuration
        self._hoists = hoists
        self._singly = singly
        self._tokens = configuration.tree.token_counts()
        self._queue: list[_Entry] = []
        self._descend(0)

    def take(self, count: int) -> list[Change]:
        """Take the `count` heaviest changes from the queue; fewer when it is short."""
        return [heapq.heappop(self._queue).change for _ in range(min(count, len(self._queue)))]

    def refused(self, change: Change) -> None:
        """Queue what is left to try once a change was refused."""
        if isinstance(change, Hoist):
            return
        places = change.places
        if len(places) > 1:
            middle = self._middle(places)
            self._push(Prune(places[:middle]))
            self._push(Prune(places[middle:]))
        else:
            self._descend(places[0])

    def _descend(self, place: int) -> None:
        """Queue what is below a node that stays."""
        configuration = self._configuration
        staying = [place]
        while staying:
            node = staying.pop()
            run: list[int] = []
            for child in configuration.children(node):
                (run if configuration.replaceable(child) else staying).append(child)
            for places in ([child] for child in run) if self._singly else filter(None, [run]):
                self._push(Prune(tuple(places)))
            for descendant in self._hoists(node):
                self._push(Hoist(node, descendant))

    def _push(self, change: Change) -> None:
        weight = self._weight(change)
        position = change.places[0] if isinstance(change, Prune) else change.place
        heapq.heappush(self._queue, _Entry(-weight, -position, change))

    def _weight(self, change: Change) -> int:
        if isinstance(change, Prune):
            return sum(self._count(place) for place in change.places)
        return self._count(change.place) - self._count(change.descendant)

    def _count(self, node: int) -> int:
        return self._tokens[self._configuration.tree.skip[node]] - self._tokens[node]

    def _middle(self, places: Sequence[int]) -> int:
        """Return where to cut a run so that its halves weigh about the same; neither is empty."""
        half = self._weight(Prune(tuple(places))) / 2
        weight = 0.0
        for index, place in enumerate(places):
            weight += self._count(place)
            if weight >= half:
                # Nearer to the half with or without this place?
                over = weight - half > half - (weight - self._count(place))
                return min(max(index + (not over), 1), len(places) - 1)
        return len(places) // 2


def cut(
    configuration: Configuration,
    hoists: Callable[[int], Iterable[int]],
    asker: Asker,
    window: int,
    *,
    singly: bool,
) -> bytes:
    """Work off the frontier of a configuration; return the text that is left.

    With `singly`, when the text comes back unchanged, it is 1-tree-minimal.

    Args:
        configuration: reduced in place.
        hoists: the descendants to try in place of a node that stays.
        asker: answers for the oracle.
        window: how many changes to ask about at once (W).
        singly: whether to begin with single nodes instead of runs.
    """
    frontier = Frontier(configuration, hoists, singly=singly)
    while changes := frontier.take(window):
        merger = Merger(configuration.render, asker)
        for change in merger.ask(changes):
            frontier.refused(change)
        configuration.apply(merger.accepted)
    return configuration.render()
