"""Which step of a strategy is made next (floor 6)."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import groupby
from math import inf

from nubbin.engine.strategy import Step, Strategy

FOR_GOOD = inf
"""A refusal stands: only what is new is asked about."""
A_WHILE = 1.5
"""A refusal stands until the text is so many times smaller; see `Fresh`."""
NOT_AT_ALL = 0.0
"""All is asked about."""
_MUCH = 0.25
"""Of a text: as much as an eager step has to take to be made again at once."""


class Schedule:
    """The steps of a strategy to its last fixed point, each to be made when it is drawn.

    Args:
        strategy: what is done.
        best: the smallest text so far; it is empty when there is nothing more to do.
    """

    def __init__(self, strategy: Strategy, best: Callable[[], bytes]) -> None:
        self._strategy = strategy
        self._best = best
        self._ranks = _ranked(strategy)
        self._settled: dict[tuple[int, float], bytes] = {}  # the last text that was not changed
        self._over: set[int] = set()
        self._turn = -1

    def __iter__(self) -> Iterator[tuple[Step, float]]:
        """Yield each step, and how long a refusal stands while it is made."""
        return self._jointly() if self._strategy.joint else self._in_turn()

    def ahead(self, text: bytes) -> Iterator[Step]:
        """Yield the steps that come after the one at hand if `text` is what that leaves."""
        for _, due in groupby(self._due(text), lambda each: each[0]):
            yield from (self._strategy.steps[index] for _, index in due if index != self._turn)
            return

    def _in_turn(self) -> Iterator[tuple[Step, float]]:
        """Yield each step once, or until it changes nothing if it has a star.

        All is asked about each time, but where an eager step would ask the same once more.
        """
        for step in self._strategy.steps:
            lasting, due = FOR_GOOD if step.eager else NOT_AT_ALL, True
            while due and (before := self._best()):
                yield step, lasting
                after = self._best()
                due = (step.star and after != before) or (step.eager and _took_much(before, after))

    def _jointly(self) -> Iterator[tuple[Step, float]]:
        """Yield steps until none of them changes anything, even where it asks about more.

        All steps first ask about what is new. What was refused before is put off until that
        changes nothing any more, since most of it is refused again; and what was refused in a text
        that was hardly larger is not asked about again, but by a step that asks anew.
        """
        while (before := self._best()) and (due := next(self._due(before), None)):
            lasting, self._turn = due
            step = self._strategy.steps[self._turn]
            yield step, lasting
            if step.eager and _took_much(before, self._best()):
                self._turn -= 1  # the step itself is the next one again
            elif step.once:
                self._over.add(self._turn)
            elif self._best() == before:
                self._settled[self._turn, lasting] = before

    def _due(self, text: bytes) -> Iterator[tuple[float, int]]:
        """Yield what is still to be made of a text, in order: how long a refusal stands, which.

        Of one rank, what comes after the step at hand is first.
        """
        for lasting, indices in self._ranks:
            behind = bisect_right(indices, self._turn)
            for index in (*indices[behind:], *indices[:behind]):
                if index not in self._over and self._settled.get((index, lasting)) != text:
                    yield lasting, index


def _ranked(strategy: Strategy) -> list[tuple[float, list[int]]]:
    """Return how long refusals stand, the longest first, each with the steps made by turns."""
    ranks: dict[tuple[float, bool], list[int]] = {}
    for index, step in enumerate(strategy.steps):
        for lasting in (FOR_GOOD, NOT_AT_ALL if step.anew else A_WHILE):
            ranks.setdefault((-lasting, step.last), []).append(index)
    return [(-before, ranks[before, last]) for before, last in sorted(ranks)]


def _took_much(before: bytes, after: bytes) -> bool:
    """Whether a step took much of a text."""
    return len(after) < (1 - _MUCH) * len(before)
