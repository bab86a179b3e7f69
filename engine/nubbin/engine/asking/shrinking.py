"""Smaller candidates only (floor 4).

What a rewriting pass puts in may come twice, once two of its changes are merged: one piece,
taken from one place, put in two others. Each of them makes the text smaller, both together
need not. And a reduction that begins again at its input, when it has a result, need not repeat the
way there: only a text smaller than that result is worth a run.

Source: the restart of Shrink Ray, whose results are to sort below the best.
"""

from collections.abc import Callable, Hashable

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.vocabulary.text import Size


class Shrinking(Filtered):
    """Answers *no* for candidates not smaller than the text they change, or than a given one.

    Guarantee: the texts that a pass accepts through it fall strictly in the order of texts
    (`Size`).

    Args:
        asker: answers for the others.
        size: a text's place in the order.
        keep: told of each text at hand.
        text: the text at hand, or the best of all; what is accepted takes its place once it is
            smaller.
    """

    def __init__(
        self,
        asker: WindowAsker,
        size: Callable[[bytes], Size],
        keep: Callable[[bytes], None],
        text: bytes,
    ) -> None:
        super().__init__(asker)
        self._size = size
        self._keep = keep
        self._bound = self._best = size(text)

    def mark(self, text: bytes) -> Hashable:
        """Return None for a text that is not small enough."""
        return True if self._size(text) < self._best else None

    def rebase(self, text: bytes) -> None:
        """Take note that texts to come are changes of this one."""
        self._best = min(self._bound, self._size(text))
        self._keep(text)

    def refused(self, mark: Hashable) -> None:
        """Forget at once: sizes are soon taken again."""
