"""Accepting edits of which nothing is known: all at once, and by halves where that fails (floor 5).

For changes of which nearly all hold, as those of white space do: to ask about each by itself would
take a question for each.
"""

from collections.abc import Callable, Sequence

from nubbin.engine.vocabulary.text import Edit, apply_edits


class Merger:
    """A text and the edits made to it so far; all of them hold together.

    Args:
        text: what the edits refer to.
        holds: answers for the oracle.
    """

    def __init__(self, text: bytes, holds: Callable[[bytes], bool]) -> None:
        self._original = self.text = text
        self._holds = holds
        self.accepted: list[Edit] = []

    def merge(self, edits: Sequence[Edit]) -> None:
        """Accept the edits that hold; each of the others was asked about by itself."""
        pending = [list(edits)]
        while pending:
            group = pending.pop()
            text = apply_edits(self._original, [*self.accepted, *group])
            if text == self.text:
                continue
            if self._holds(text):
                self.accepted += group
                self.text = text
            elif len(group) > 1:
                middle = len(group) // 2
                pending += [group[middle:], group[:middle]]
