"""Accepting edits nothing is known of: all at once, and where that fails by halves (floor 5).

For changes of which nearly all hold, as those of white space do: each of them by itself would take
a question.
"""

from collections.abc import Sequence

from nubbin.engine.asking.questioner import Asker
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Edit, apply_edits


class Merger:
    """A text and the edits made to it so far; all of them hold together.

    Args:
        text: what the edits refer to.
        asker: answers for the oracle.
    """

    def __init__(self, text: bytes, asker: Asker) -> None:
        self._original = self.text = text
        self._asker = asker
        self.accepted: list[Edit] = []

    def merge(self, edits: Sequence[Edit]) -> None:
        """Accept the edits that hold; each of the others was asked about by itself."""
        pending = [list(edits)]
        while pending:
            group = pending.pop()
            candidate = Candidate(group, apply_edits(self._original, [*self.accepted, *group]))
            if candidate.text == self.text:
                continue
            if self._asker.first([candidate]) is not None:
                self.accepted += group
                self.text = candidate.text
            elif len(group) > 1:
                middle = len(group) // 2
                pending += [group[middle:], group[:middle]]
