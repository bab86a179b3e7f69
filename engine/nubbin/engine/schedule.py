"""In which order the steps of a strategy are made (floor 6)."""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import groupby
from math import inf
from operator import itemgetter

from nubbin.engine.strategy import Phase, Step, Strategy
from nubbin.engine.vocabulary.text import count_words

FOR_GOOD = inf
"""A refusal stands for good: only new changes are asked about."""
A_WHILE = 1.5
"""A refusal stands until the text is so many times smaller; see `Refused`."""
NOT_AT_ALL = 0.0
"""No refusal stands: all changes are asked about."""
_LARGE = 128
"""In a text of more words, steps that are made once are made again whenever half of it has gone.

On 23 inputs that saved 1 % of the runs; where a text of 64 words was large, it cost 1 %."""
_MUCH = 0.25
"""An eager step is made again at once if it took more than this share of the text's bytes."""


class Schedule:
    """The steps of a strategy up to its fixed point; each has to be made when it is drawn.

    Args:
        strategy: what is done.
        best: returns what may change of the smallest text so far; if that is empty, nothing more
            is done.
    """

    def __init__(self, strategy: Strategy, best: Callable[[], bytes]) -> None:
        self._strategy = strategy
        self._best = best
        self._ranks = _ranked(strategy)
        self._settled: dict[tuple[int, float], bytes] = {}  # the last text that a step left alone
        self._over: set[int] = set()  # steps that are made only once, and have been
        self._turn = -1  # the index of the step at hand

    def __iter__(self) -> Iterator[tuple[Step, float]]:
        """Yield each step with how long a refusal stands while it is made."""
        return self._jointly() if self._strategy.joint else self._in_turn()

    def ahead(self, text: bytes) -> Iterator[Step]:
        """Yield the steps that come next if the step at hand leaves `text`."""
        _, due = next(groupby(self._due(text), itemgetter(0)), (None, ()))  # those of one rank
        yield from (self._strategy.steps[index] for _, index in due if index != self._turn)

    def _in_turn(self) -> Iterator[tuple[Step, float]]:
        """Yield each step once, or, if it is to be repeated, until it changes nothing.

        All changes are asked about each time, except in eager steps, where refusals stand.
        """
        for step in self._strategy.steps:
            lasting, due = FOR_GOOD if step.eager else NOT_AT_ALL, True
            while due and (before := self._best()):
                yield step, lasting
                after = self._best()
                again = step.repeated and after != before
                due = again or (step.eager and _took_much(before, after))

    def _jointly(self) -> Iterator[tuple[Step, float]]:
        """Yield steps until none of them changes anything, even if it asks about old changes too.

        Steps that prepare are made once, and again whenever half of a large text has gone: what was
        needed only there goes in few questions then. All steps first ask about new changes. Changes
        that were refused before are put off until no new one holds, as most are refused again.
        Changes that were refused in a text that was hardly larger are not asked about again, except
        by a step that asks anew.
        """
        begun = count_words(self._best())
        while (before := self._best()) and (due := next(self._due(before), None)):
            if self._over and _LARGE < count_words(before) < begun / 2:
                begun, self._turn = count_words(before), -1
                self._over.clear()
                continue
            lasting, self._turn = due
            step = self._strategy.steps[self._turn]
            yield step, lasting
            if step.eager and _took_much(before, self._best()):
                self._turn -= 1  # the step itself is the next one again
            elif step.phase is Phase.FIRST:
                self._over.add(self._turn)
            elif self._best() == before:
                self._settled[self._turn, lasting] = before

    def _due(self, text: bytes) -> Iterator[tuple[float, int]]:
        """Yield in order how long a refusal stands, and the index of each step still to be made.

        In one rank, the steps after the one at hand come first.
        """
        for lasting, indices in self._ranks:
            behind = bisect_right(indices, self._turn)
            for index in (*indices[behind:], *indices[:behind]):
                if index not in self._over and self._settled.get((index, lasting)) != text:
                    yield lasting, index


def _ranked(strategy: Strategy) -> list[tuple[float, list[int]]]:
    """Return the ranks in order: how long refusals stand, and the steps that take turns."""
    ranks: dict[tuple[float, bool], list[int]] = {}
    for index, step in enumerate(strategy.steps):
        for lasting in (FOR_GOOD, NOT_AT_ALL if step.anew else A_WHILE):
            ranks.setdefault((lasting, step.phase >= Phase.LATE), []).append(index)
    longest_first = sorted(ranks, key=lambda rank: (-rank[0], rank[1]))
    return [(lasting, ranks[lasting, late]) for lasting, late in longest_first]


def _took_much(before: bytes, after: bytes) -> bool:
    """Whether a step removed much of a text."""
    return len(after) < (1 - _MUCH) * len(before)
