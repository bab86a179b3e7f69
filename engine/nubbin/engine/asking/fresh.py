"""Changes that were refused before are put off (floor 4).

Passes come round again after every success. Most of what they would ask then was refused a round
before, behind the same words or before the same, and would be refused again: of 2,260 such
questions on forty inputs, 37 were answered otherwise; of those about other changes, one in ten
holds. A pass is therefore made over new changes first, and over changes that were refused in a
larger text only when no new one holds: what was asked too early is asked again, but last.

Source: the fruitless passes that Shrink Ray skips, brought down to single questions.
"""

from collections.abc import Iterable
from typing import TypeVar

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.asking.refusals import Refused, beside
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])


class Fresh(Filtered[tuple[bytes, ...]]):
    """Answers *no* for changes that were refused in an earlier pass beside the same words.

    Candidates of `first`, which come one after the other, are all asked about: they are few, and
    each depends on the answers before.

    Args:
        asker: the asker behind, which answers for the others.
        refused: the changes that were refused; added to.
        text: the text that candidates are changes of; it follows what is accepted.
    """

    def __init__(self, asker: WindowAsker, refused: Refused, text: bytes) -> None:
        super().__init__(asker)
        self._refused = refused
        self._text = text

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, new or not, or None."""
        found = self._asker.first(candidates, first_come=first_come)
        if found is not None:
            self._rebase(found.text)
        return found

    def mark(self, text: bytes) -> tuple[bytes, ...] | None:
        """Return digests of the change that leads to a text; None if a refusal of it stands."""
        if text == self._text:
            return ()
        sides = beside(self._text, text)
        return None if self._refused.stands(sides, self._text) else sides

    def rebase(self, text: bytes) -> None:
        """Take note that all texts from now on are changes of this one."""
        self._text = text

    def refused(self, mark: tuple[bytes, ...]) -> None:
        """Remember a change that was refused."""
        self._refused.add(mark, self._text)
