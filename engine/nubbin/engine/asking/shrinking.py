"""Smaller candidates only (floor 4).

Two changes of a rewriting pass, merged, may put in a piece twice: taken from one place, and put in
two others. Each of them makes the text smaller, but both together need not. Besides, a reduction
that has a result and begins again at its input need not repeat the way there: only a text smaller
than that result is worth a run.

Source: the restart of Shrink Ray, whose results have to sort below the best.
"""

from nubbin.engine.asking.filtered import Sieve
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.trees.measure import Measure


class Shrinking(Sieve):
    """Answers *no* for candidates not smaller than the text they change, or than a given one.

    Guarantee: the texts that a pass accepts through it get strictly smaller in the order of texts
    (`Size`).

    Args:
        asker: the asker behind, which answers for the others.
        measure: says which text is smaller; told of each text at hand.
        text: the text at hand, or the best so far; what is accepted takes its place once it is
            smaller.
    """

    def __init__(self, asker: WindowAsker, measure: Measure, text: bytes) -> None:
        super().__init__(asker)
        self._measure = measure
        self._bound = self._best = measure.size(text)

    def allows(self, text: bytes) -> bool:
        """Whether a text is smaller."""
        return self._measure.size(text) < self._best

    def rebase(self, text: bytes) -> None:
        """Take note that all texts from now on are changes of this one."""
        self._best = min(self._bound, self._measure.size(text))
        self._measure.keep(text)
