"""Askers that let only some candidates through (floor 4).

Such askers stand one before the other. The innermost judges a candidate first, as those further out
parse the text, which takes longest.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import replace
from typing import Generic, Literal, Self, TypeVar

from nubbin.engine.asking.questioner import Proposals, WindowAsker
from nubbin.engine.asking.relay import Relay
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])
M = TypeVar("M")
"""What an asker remembers of a candidate that it lets through, its mark."""


class Filtered(Relay, ABC, Generic[M]):
    """Answers *no* for candidates that are not allowed, and passes the others on.

    Args:
        asker: the asker behind, which answers for the others.
    """

    def __init__(self, asker: WindowAsker) -> None:
        super().__init__(asker)
        self._judged: tuple[Candidate[object], M | None] | None = None  # the last, and its mark

    @abstractmethod
    def mark(self, text: bytes) -> M | None:
        """Return None for a text that may not be asked about, else a mark to give to `refused`."""

    @abstractmethod
    def rebase(self, text: bytes) -> None:
        """Take note that all texts from now on are changes of this one."""

    @abstractmethod
    def refused(self, mark: M) -> None:
        """Take note that the text with this mark was refused, or ran out of time.

        What this puts off is asked about again by the passes that confirm what is claimed: no
        answer is remembered for a text that ran out of time.
        """

    def fork(self) -> Self:
        """Return a copy for looking ahead, which judges without effects on this asker."""
        return copy(self)

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest candidate that is allowed and interesting, or None."""
        aside = self.fork()  # how many are drawn beyond the answer depends on the workers

        def allowed() -> Iterator[C]:
            for candidate in candidates:
                self.poll()  # many in a row may be refused without a question
                if aside.mark(candidate.text) is not None:
                    yield candidate

        found = self._asker.first(allowed(), first_come=first_come)
        if found is not None:
            self._rebase(found.text)
        return found

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is allowed and interesting."""
        return self._sift(candidates, self._asker.window) or []

    def on_top(self, proposals: Proposals) -> list[bool] | None:
        """Return whether each change is allowed and interesting; None if the base is not."""
        if not proposals.known and self.mark(proposals.base) is None:
            return None
        # For good, even if it turns out not to hold: how many changes are drawn before that is
        # known depends on the workers, and those drawn later have to be judged like them.
        self._rebase(proposals.base)
        aside = self.fork()  # how far idle workers get depends on how many there are
        further = (one for one in proposals.beyond if aside.admits(one))
        return self._sift(
            proposals.candidates,
            lambda some: self._asker.on_top(replace(proposals, candidates=some, beyond=further)),
        )

    def admits(self, candidate: Candidate[object]) -> bool:
        """Whether the candidate is allowed by this asker and by those behind it."""
        return self._mark(candidate) is not None

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run: the candidate is allowed, and no answer is known yet."""
        return self.admits(candidate) and self._asker.costs(candidate)

    def _sift(
        self, candidates: Iterable[C], ask: Callable[[Iterable[C]], list[bool] | None]
    ) -> list[bool] | None:
        marks: list[M | None] = []

        def allowed() -> Iterator[C]:
            for candidate in candidates:
                marks.append(self._mark(candidate))
                if marks[-1] is not None:
                    yield candidate

        answers = ask(allowed())
        if answers is None:
            return None
        following = iter(answers)
        held = [mark is not None and next(following) for mark in marks]
        for mark, holds in zip(marks, held, strict=True):
            if mark is not None and not holds:
                self.refused(mark)
        return held

    def _rebase(self, text: bytes) -> None:
        self.rebase(text)
        self._judged = None

    def _mark(self, candidate: Candidate[object]) -> M | None:
        """Return a candidate's mark; it is kept, as `costs` is asked right before the question."""
        if self._judged is None or self._judged[0] is not candidate:
            admitted = self._asker.admits(candidate)
            self._judged = candidate, self.mark(candidate.text) if admitted else None
        return self._judged[1]


class Sieve(Filtered[Literal[True]]):
    """Judges each text by itself, whatever the oracle has refused before."""

    @abstractmethod
    def allows(self, text: bytes) -> bool:
        """Whether a text may be asked about."""

    def mark(self, text: bytes) -> Literal[True] | None:
        """Return whether the text is allowed, as a mark."""
        return True if self.allows(text) else None

    def refused(self, mark: Literal[True]) -> None:
        """Do nothing: the same text would be judged in the same way again."""
