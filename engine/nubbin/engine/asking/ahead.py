"""What a window leaves idle is asked ahead (floor 4).

A pass over a short text has a dozen questions; sixteen workers would wait for it, then for the
next. While a pass changes nothing, and where it has nothing to ask on top of a text, what comes
next is known: the first questions of the passes that follow, about this very text. They fill
the last round of the window. Their answers are remembered, so that nothing is asked twice; but
when the text changes after all, they were asked in vain. So what was asked ahead and is not
needed yet is kept below a share of the runs that were made on top of a text, but for the first of
them: a short reduction asks nothing ahead.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from nubbin.engine.asking.questioner import Asker, WindowAsker
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])

ROUND = 16
"""Runs that keep the workers of one machine busy; most numbers of workers divide it, or are
divided by it."""
_SHARE = 12
"""Of so many runs one may have been asked ahead, and not needed yet."""
_SHORT = 128
"""Runs of a reduction that do not count for that."""


class Foresight:
    """What all passes of a reduction together have asked ahead."""

    def __init__(self) -> None:
        self._runs = 0
        self._waiting: set[int] = set()  # hashes of texts asked about ahead, and not needed yet

    @property
    def affordable(self) -> bool:
        """Whether one more question may be asked ahead."""
        return _SHARE * len(self._waiting) < self._runs - _SHORT

    def asked(self, text: bytes, *, costs: bool) -> None:
        """Take note of a question whose turn it is."""
        self._waiting.discard(hash(text))
        self._runs += costs

    def foresaw(self, text: bytes) -> None:
        """Take note of a question asked ahead."""
        self._waiting.add(hash(text))
        self._runs += 1

    def state(self) -> tuple[int, frozenset[int]]:
        """Return all that was taken note of."""
        return self._runs, frozenset(self._waiting)

    def restore(self, state: tuple[int, frozenset[int]]) -> None:
        """Forget what was taken note of since."""
        self._runs, waiting = state
        self._waiting = set(waiting)


class Ahead:
    """Fills windows up to whole rounds, and keeps the answers to what it added to itself.

    What is asked depends on the answers before and on W only, never on the number of workers.

    Args:
        asker: answers for the oracle; knows what was refused before, and is told of more.
        following: what will be asked about a text if it stays as it is, in order; drawn lazily.
        foresight: says how much may be added, and is told of all that is asked on top of a text.
        window: how many questions that take a run are asked at once (W).
    """

    def __init__(
        self,
        asker: WindowAsker,
        following: Callable[[bytes], Iterator[Candidate[object]]],
        foresight: Foresight,
        window: int,
    ) -> None:
        self._asker = asker
        self._following = following
        self._foresight = foresight
        self._round = min(window, ROUND)
        self._held = False  # the text changes: what follows is not known any more

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, or None; nothing is added."""
        return self._asker.first(candidates, first_come=first_come)

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is interesting; nothing is added."""
        return self._asker.window(candidates)

    def on_top(self, base: bytes, candidates: Iterable[C], *, known: bool) -> list[bool] | None:
        """Return whether each change of a text is interesting; None if the text is not."""
        own = 0
        foresight = self._foresight
        before = foresight.state()

        def filled() -> Iterator[Candidate[object]]:
            nonlocal own
            met = {base}
            planned = int(not known)
            for candidate in candidates:
                own += 1
                costs = candidate.text not in met and self._asker.costs(candidate)
                planned += costs
                foresight.asked(candidate.text, costs=costs)
                met.add(candidate.text)
                yield candidate
            following = iter(()) if self._held and own else self._following(base)
            while planned % self._round and foresight.affordable:
                added = next(following, None)
                if added is None:
                    return
                if added.text not in met and self._asker.costs(added):
                    met.add(added.text)
                    foresight.foresaw(added.text)
                    planned += 1
                    yield added

        answers = self._asker.on_top(base, filled(), known=known)
        if answers is None:  # how much was drawn till then depends on the workers
            foresight.restore(before)
            self._held = True
            return None
        self._held |= any(answers[:own])
        return answers[:own]

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run."""
        return self._asker.costs(candidate)

    def poll(self) -> None:
        """Raise Stopped when the reduction is to end."""
        self._asker.poll()


def first_questions(
    make: Callable[[WindowAsker], bytes], asker: Asker
) -> Iterator[Candidate[object]]:
    """Yield what a pass would ask at once when it begins; none if it asks one by one.

    Args:
        make: makes the pass; it is left at its first question.
        asker: knows when the reduction is to end.
    """
    try:
        make(_Listener(asker))
    except _Asked as asked:
        yield from asked.candidates


class _Asked(Exception):
    """A pass has come to its first question."""

    def __init__(self, candidates: Iterable[Candidate[object]]) -> None:
        super().__init__()
        self.candidates = candidates


class _Listener:
    """Hears a pass's first questions, and does not let it go on."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Raise what is asked: nothing that could be asked along with others."""
        raise _Asked(())

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Raise what is asked."""
        raise _Asked(candidates)

    def on_top(self, base: bytes, candidates: Iterable[C], *, known: bool) -> list[bool] | None:
        """Raise what is asked for certain."""
        raise _Asked(candidates if known else [Candidate(None, base)])

    def costs(self, candidate: Candidate[object]) -> bool:
        """Return True: while a window is under way, what is known depends on timing."""
        return True

    def poll(self) -> None:
        """Raise Stopped when the reduction is to end."""
        self._asker.poll()
