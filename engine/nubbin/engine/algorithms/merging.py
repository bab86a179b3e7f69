"""Accepting edits that nobody has asked about yet: all at once, or else by halves (floor 5).

This suits changes of which nearly all hold, such as those of white space: to ask about each by
itself would take a question for each.
"""

from collections.abc import Callable, Sequence

from nubbin.engine.vocabulary.text import Edit, apply_edits


class Merger:
    """A text and the edits made to it so far; all of them hold together.

    Args:
        text: the text that the edits refer to.
        holds: answers for the oracle.
    """

    def __init__(self, text: bytes, holds: Callable[[bytes], bool]) -> None:
        self._original = self.text = text
        self._holds = holds
        self.accepted: list[Edit] = []

    def merge(self, edits: Sequence[Edit]) -> None:
        """Accept edits that hold; each of the others was asked about by itself and refused."""
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
