"""Only what beats the best (floor 4).

A reduction that begins again at its input, when it has a result, need not repeat the way there:
only a text smaller than that result is worth a run.

Source: the restart of Shrink Ray, whose results are to sort below the best.
"""

from collections.abc import Hashable

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker


class Below(Filtered):
    """Answers *no* for candidates that have at least so many bytes.

    Args:
        asker: answers for the others.
        length: of the best text.
    """

    def __init__(self, asker: WindowAsker, length: int) -> None:
        super().__init__(asker)
        self._length = length

    def mark(self, text: bytes) -> Hashable:
        """Return None for a text that is too long."""
        return None if len(text) >= self._length else True

    def rebase(self, text: bytes) -> None:
        """Nothing to do: the bound stays."""

    def refused(self, mark: Hashable) -> None:
        """Nothing to do."""
