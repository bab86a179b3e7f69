"""Grammatical candidates first (floor 4).

A text that a parser refuses is seldom interesting, so that half of the runs of a blind
reducer are wasted. A pass asks only about candidates that the language takes as well as the
text they come from; the others are left to the last passes of a strategy, and to the sweep at
its end: what is unlawful comes last, it is not dropped.

Passes come round again, and would ask the parser about the same changes beside the same words. Of
3,996 such changes, on six inputs, it took 36 the second time; so a refusal of its stands as long as
one of the oracle's.
"""

from collections.abc import Hashable
from typing import Self

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.fresh import Refused, beside
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.trees.reader import Judge


class Lawful(Filtered):
    """Answers *no* for candidates with more errors than the text they come from.

    Args:
        asker: answers for the others.
        syntax: the text at hand; it follows what is accepted.
        refused: what the parser refused; added to.
        dated: whether what today's programs do without is allowed.
    """

    def __init__(
        self, asker: WindowAsker, syntax: Judge, refused: Refused, *, dated: bool = False
    ) -> None:
        super().__init__(asker)
        self._syntax = syntax
        self._refused = refused
        self._dated = dated

    def mark(self, text: bytes) -> Hashable:
        """Return None for a text that is worse than the one at hand."""
        base = self._syntax.text
        # Where the text at hand has more errors than it had, a change may be as good as any.
        marks = [(self._dated, self._syntax.errors, side) for side in beside(base, text)]
        if self._refused.stands(marks, base):
            return None
        if self._syntax.forbids(text, dated=self._dated):
            self._refused.add(marks, base)
            return None
        return True

    def fork(self) -> Self:
        """Return a copy for looking ahead: what it judges leaves no trace here."""
        other = super().fork()
        other._refused = self._refused.fork()
        return other

    def rebase(self, text: bytes) -> None:
        """Take note that texts to come are changes of this one."""
        self._syntax = self._syntax.rebased(text)

    def refused(self, mark: Hashable) -> None:
        """Forget at once: the oracle's refusals are not the parser's."""
