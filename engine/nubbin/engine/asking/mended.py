"""Candidates without what nothing uses any more (floor 4).

Where a compiler refuses variables and imports that nothing uses, next to nothing can go by itself:
of the questions about two files of Go one in ten held. So what is asked about there is each
candidate as people would leave it, without what the change has left unused.

A pass knows nothing of it: it goes on from its own text, whose candidates all lose the same. That
each single node was tried, as minimality is claimed, is for who asks past this asker.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.asking.relay import Relay
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])


class Mended(Relay):
    """Asks about each candidate without what nothing uses.

    Args:
        asker: answers for those.
        mend: takes that out of a text; a function of the text alone.
    """

    def __init__(self, asker: WindowAsker, mend: Callable[[bytes], bytes]) -> None:
        super().__init__(asker)
        # What a change comes to, what it costs, and whether it holds: the same text each time.
        self._mend = lru_cache(maxsize=2)(mend)

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate as it was given, or None."""
        mended = (Candidate(one, self._mend(one.text)) for one in candidates)
        found = self._asker.first(mended, first_come=first_come)
        return None if found is None else replace(found.value, executed=found.executed)

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is interesting."""
        return self._asker.window(self._mended(candidates))

    def on_top(
        self,
        base: bytes,
        candidates: Iterable[C],
        *,
        known: bool,
        beyond: Iterable[Candidate[object]] = (),
    ) -> list[bool] | None:
        """Return whether each change of a text is interesting; None if the text is not."""
        return self._asker.on_top(
            self._mend(base), self._mended(candidates), known=known, beyond=self._mended(beyond)
        )

    def comes_to(self, text: bytes) -> bytes:
        """Return the text without what nothing uses."""
        return self._asker.comes_to(self._mend(text))

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run."""
        return self._asker.costs(replace(candidate, text=self._mend(candidate.text)))

    def _mended(self, candidates: Iterable[Candidate[object]]) -> Iterator[Candidate[object]]:
        return (replace(one, text=self._mend(one.text)) for one in candidates)
