"""An asker that stands before another, and passes everything on (floor 4)."""

from collections.abc import Hashable, Iterable
from typing import TypeVar

from nubbin.engine.asking.questioner import Proposals, WindowAsker
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])


class Relay:
    """Passes on every question, and every answer; subclasses override what they do differently.

    Args:
        asker: the asker behind it.
    """

    def __init__(self, asker: WindowAsker) -> None:
        self._asker = asker

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, or None."""
        return self._asker.first(candidates, first_come=first_come)

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is interesting."""
        return self._asker.window(candidates)

    def on_top(self, proposals: Proposals) -> list[bool] | None:
        """Return whether each change of a text is interesting; None if the text is not."""
        return self._asker.on_top(proposals)

    def question(self, text: bytes) -> Hashable:
        """Return a key that is equal for texts of which only one is asked about."""
        return self._asker.question(text)

    def admits(self, candidate: Candidate[object]) -> bool:
        """Whether the candidate may be asked about; raises Stopped as `poll` does."""
        return self._asker.admits(candidate)

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run, as it is not known yet."""
        return self._asker.costs(candidate)

    def poll(self) -> None:
        """Raise Stopped when the reduction has to end."""
        self._asker.poll()
