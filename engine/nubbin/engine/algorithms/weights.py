"""How many tokens changes take away, and runs of siblings halved by weight (floor 5)."""

from bisect import bisect_left

from nubbin.engine.configurations.changes import Along, Change, Cut, Hoist, Prune
from nubbin.engine.configurations.configuration import Configuration


class Weights:
    """Weighs changes of one tree in tokens.

    Args:
        configuration: has the tree as it was parsed; what has gone from it since still counts.
    """

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._tree = configuration.tree
        self._tokens = self._tree.token_counts

    def of(self, change: Change) -> int:
        """Return how many tokens a change takes away, with what it takes along.

        So a small statement that alone uses large functions is a large change, where these go too.
        """
        along = self._configuration.along(change)
        return self._alone(change) + sum(map(self._tree.weight, along))

    def _alone(self, change: Change) -> int:
        """Return how many tokens a change takes away, without what it takes along."""
        tree = self._tree
        if isinstance(change, Hoist):
            return tree.weight(change.place) - tree.weight(change.descendant)
        if isinstance(change, Along):
            return self._alone(change.run) + sum(map(tree.weight, change.others))
        return self._tokens[tree.skip[change.places[-1]]] - self._tokens[change.places[0]]

    def halves(self, run: Cut) -> tuple[Cut | Prune, Cut | Prune]:
        """Return the two halves of a run, which weigh about the same; neither is empty."""
        middle = self._middle(run.places)
        return without(run.places[:middle]), without(run.places[middle:])

    def _middle(self, places: tuple[int, ...]) -> int:
        tokens = self._tokens
        first, last = tokens[places[0]], tokens[self._tree.skip[places[-1]]]
        half = (first + last) / 2
        index = bisect_left(places, half, 1, len(places) - 1, key=tokens.__getitem__)
        over, under = tokens[places[index]] - half, half - tokens[places[index - 1]]
        return index - 1 if index > 1 and under < over else index


def without(places: tuple[int, ...]) -> Cut | Prune:
    """Return the change that takes out some siblings; a single one gives way to its Φ."""
    return Cut(places) if len(places) > 1 else Prune(places)
