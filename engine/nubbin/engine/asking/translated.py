"""Questions about other texts than those a pass works on (floor 4).

A pass may work on less than what is asked about, a part of a text, or on more, such as a text of
which something is removed before it is asked about. The pass does not notice: it goes on from its
own text, and all its candidates are translated alike.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from nubbin.engine.asking.questioner import Proposals, WindowAsker
from nubbin.engine.asking.relay import Relay
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])


class Translated(Relay):
    """Asks about another text in place of each candidate's.

    Args:
        asker: the asker behind, which answers for these texts.
        translate: returns the text to ask about, given that of a candidate; it has to be pure.
    """

    def __init__(self, asker: WindowAsker, translate: Callable[[bytes], bytes]) -> None:
        super().__init__(asker)
        # `question`, `costs` and the question itself translate the same text one after the other.
        self._translate = lru_cache(maxsize=2)(translate)

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate as it was given, or None."""
        asked = (Candidate(one, self._translate(one.text)) for one in candidates)
        found = self._asker.first(asked, first_come=first_come)
        return None if found is None else replace(found.value, executed=found.executed)

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is interesting."""
        return self._asker.window(self._each(candidates))

    def on_top(self, proposals: Proposals) -> list[bool] | None:
        """Return whether each change of a text is interesting; None if the text is not."""
        translated = replace(
            proposals,
            base=self._translate(proposals.base),
            candidates=self._each(proposals.candidates),
            beyond=self._each(proposals.beyond),
        )
        return self._asker.on_top(translated)

    def question(self, text: bytes) -> Hashable:
        """Return a key that is equal for texts of which only one is asked about."""
        return self._asker.question(self._translate(text))

    def admits(self, candidate: Candidate[object]) -> bool:
        """Whether the candidate may be asked about; raises Stopped as `poll` does."""
        return self._asker.admits(self._one(candidate))

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run."""
        return self._asker.costs(self._one(candidate))

    def _each(self, candidates: Iterable[Candidate[object]]) -> Iterator[Candidate[object]]:
        return map(self._one, candidates)

    def _one(self, candidate: Candidate[object]) -> Candidate[object]:
        return replace(candidate, text=self._translate(candidate.text))
