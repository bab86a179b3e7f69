"""What comes next if a pass changes nothing (floor 4).

A pass over a short text has a dozen questions; sixteen workers would wait for them, then for the
next. What comes next is known where a pass changes nothing, and where it has nothing to ask on top
of a text: the first questions of the passes that follow, about this very text. So they are told
to the questioner, for workers that would be idle.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TypeVar

from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.asking.relay import Relay
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])


class Ahead(Relay):
    """Says along with each window what would be asked after it.

    Guarantee: what is asked does not depend on it.

    Args:
        asker: answers for the oracle; knows what was refused before.
        following: what will be asked about a text if it stays as it is, in order; drawn lazily, as
            far as workers are idle: it must leave no trace.
        likely: whether the pass may well change nothing. At its first time hardly any does.
    """

    def __init__(
        self,
        asker: WindowAsker,
        following: Callable[[bytes], Iterator[Candidate[object]]],
        *,
        likely: bool,
    ) -> None:
        super().__init__(asker)
        self._following = following
        self._likely = likely
        self._held = False  # something, in any window
        self._moved = False  # something, in the last window

    def on_top(
        self,
        base: bytes,
        candidates: Iterable[C],
        *,
        known: bool,
        beyond: Iterable[Candidate[object]] = (),
    ) -> list[bool] | None:
        """Return whether each change of a text is interesting; None if the text is not."""
        any_own = False

        def noted() -> Iterator[C]:
            nonlocal any_own
            for candidate in candidates:
                any_own = True
                yield candidate

        def further() -> Iterator[Candidate[object]]:
            if self._likely and not self._moved:
                yield from beyond
            if not any_own or (self._likely and not self._held):
                yield from self._following(base)

        answers = self._asker.on_top(base, noted(), known=known, beyond=further())
        self._moved = answers is None or any(answers)
        self._held |= self._moved
        return answers


def first_questions(
    make: Callable[[WindowAsker], bytes], asker: WindowAsker
) -> Iterator[Candidate[object]]:
    """Yield what a pass asks when it begins, and while nothing holds; none if one by one.

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


class _Listener(Relay):
    """Hears a pass's first questions, and does not let it go on."""

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Raise what is asked: nothing that could be asked along with others."""
        raise _Asked(())

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Raise what is asked."""
        raise _Asked(candidates)

    def on_top(
        self,
        base: bytes,
        candidates: Iterable[C],
        *,
        known: bool,
        beyond: Iterable[Candidate[object]] = (),
    ) -> list[bool] | None:
        """Raise what is asked for certain."""
        raise _Asked(chain(candidates, beyond) if known else [Candidate(None, base)])

    def costs(self, candidate: Candidate[object]) -> bool:
        """Return True: while a window is under way, what is known depends on timing."""
        return True
