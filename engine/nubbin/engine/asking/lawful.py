"""Grammatical candidates first (floor 4).

A text that a parser refuses is seldom interesting, so that half of the runs of a blind
reducer are wasted. A pass is therefore made twice: at first it asks only about candidates
that parse as well as the text they come from; then, where the first found nothing more,
about the others too: what is unlawful comes last, it is not dropped.
"""

from collections.abc import Iterable
from typing import TypeVar

from nubbin.engine.asking.questioner import Asker
from nubbin.engine.trees.tree import Syntax
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])


class Lawful:
    """Answers *no* for candidates with more parse errors than the text they come from.

    Args:
        asker: answers for the others.
        syntax: the text at hand; it follows what is accepted.
    """

    def __init__(self, asker: Asker, syntax: Syntax) -> None:
        self._asker = asker
        self._syntax = syntax

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest lawful and interesting candidate, or None."""
        lawful = (one for one in candidates if self._allows(one))
        found = self._asker.first(lawful, first_come=first_come)
        if found is not None:
            self._syntax = self._syntax.rebased(found.text)
        return found

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is lawful and interesting."""
        lawful: list[bool] = []

        def judged() -> Iterable[C]:
            for candidate in candidates:
                lawful.append(self._allows(candidate))
                if lawful[-1]:
                    yield candidate

        answers = iter(self._asker.window(judged()))
        return [allowed and next(answers) for allowed in lawful]

    def poll(self) -> None:
        """Raise Stopped when the reduction is to end."""
        self._asker.poll()

    def _allows(self, candidate: Candidate[object]) -> bool:
        self.poll()  # many candidates in a row may be refused here, and none asked
        return not self._syntax.breaks(candidate.text)
