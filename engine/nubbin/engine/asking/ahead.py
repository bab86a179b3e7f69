"""Looking ahead: what will be asked next if a pass changes nothing (floor 4).

A pass over a short text has a dozen questions; of sixteen workers, some would be idle until all are
answered. What comes next is known if the pass changes nothing, and if it has nothing to ask on top
of a text: the first questions of the passes that follow, about this very text. So the questioner is
told of them, for workers that would be idle.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain
from typing import TypeVar

from nubbin.engine.asking.questioner import Proposals, WindowAsker
from nubbin.engine.asking.relay import Relay
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])


class Ahead(Relay):
    """Passes on with each window what would be asked after it.

    Guarantee: it does not change what is asked.

    Args:
        asker: the asker behind, which knows what was refused before.
        following: returns, in order, what will be asked about a text if it stays as it is. It is
            drawn lazily, as far as workers are idle, so it must have no side effects.
        likely: whether the pass is likely to change nothing; a pass that is made for the first time
            nearly always changes something.
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
        self._held = False  # whether anything has held in any window
        self._moved = False  # whether anything held in the last window

    def on_top(self, proposals: Proposals) -> list[bool] | None:
        """Return whether each change of a text is interesting; None if the text is not."""
        any_own = False

        def noted() -> Iterator[Candidate[object]]:
            nonlocal any_own
            for candidate in proposals.candidates:
                any_own = True
                yield candidate

        def further() -> Iterator[Candidate[object]]:
            if self._likely and not self._moved:
                yield from proposals.beyond
            if not any_own or (self._likely and not self._held):
                yield from self._following(proposals.base)

        answers = self._asker.on_top(replace(proposals, candidates=noted(), beyond=further()))
        self._moved = answers is None or any(answers)
        self._held |= self._moved
        return answers


def first_questions(
    make: Callable[[WindowAsker], bytes], asker: WindowAsker
) -> Iterator[Candidate[object]]:
    """Yield what a pass asks first, as long as nothing holds; nothing if it asks one by one.

    Args:
        make: makes the pass with an asker; it is left at its first question.
        asker: the asker behind, which knows when the reduction has to end.
    """
    try:
        make(_Listener(asker))
    except _Asked as asked:
        yield from asked.candidates


class _Asked(Exception):
    """Raised when a pass asks its first question; it has the candidates that follow for certain."""

    def __init__(self, candidates: Iterable[Candidate[object]]) -> None:
        super().__init__()
        self.candidates = candidates


class _Listener(Relay):
    """Hears the first questions of a pass, and stops it there."""

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Raise no candidates: such questions are not asked ahead."""
        raise _Asked(())

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Raise the candidates."""
        raise _Asked(candidates)

    def on_top(self, proposals: Proposals) -> list[bool] | None:
        """Raise what is asked for certain: if the base is not known to hold, only the base."""
        if proposals.known:
            raise _Asked(chain(proposals.candidates, proposals.beyond))
        raise _Asked([Candidate(None, proposals.base)])

    def costs(self, candidate: Candidate[object]) -> bool:
        """Return True: the answers known while a window is under way depend on timing."""
        return True
