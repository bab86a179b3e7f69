"""Smaller candidates only (floor 4).

What a rewriting pass puts in may come twice, once two of its changes are merged: one piece,
taken from one place, put in two others. Each of them makes the text smaller, both together
need not.
"""

from collections.abc import Callable, Hashable

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.vocabulary.text import Size


class Shrinking(Filtered):
    """Answers *no* for candidates that are not smaller than the text they are a change of.

    Guarantee: the texts that a pass accepts through it fall strictly in the order of texts
    (design §2.2).

    Args:
        asker: answers for the others.
        size: a text's place in the order.
        text: the text at hand; what is accepted takes its place.
    """

    def __init__(self, asker: WindowAsker, size: Callable[[bytes], Size], text: bytes) -> None:
        super().__init__(asker)
        self._size = size
        self._best = size(text)

    def mark(self, text: bytes) -> Hashable:
        """Return None for a text that is not smaller than the one at hand."""
        return True if self._size(text) < self._best else None

    def rebase(self, text: bytes) -> None:
        """Take note that texts to come are changes of this one."""
        self._best = self._size(text)

    def refused(self, mark: Hashable) -> None:
        """Forget at once: sizes are soon taken again."""
