"""Grammatical candidates first (floor 4).

A text that a parser refuses is seldom interesting, so half of the runs of a blind reducer are
wasted. A pass asks only about candidates that fit the language as well as the text they come from.
The others are left to the last passes of a strategy, and to the sweep at its end: unlawful
candidates come last, they are not dropped.

Passes come round again, and would ask the parser about the same changes beside the same words. Of
3,996 such changes, on six inputs, it accepted 36 the second time; so a refusal by the parser stands
as long as one by the oracle.
"""

from typing import Self

from nubbin.engine.asking.filtered import Sieve
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.asking.refusals import Refused, beside
from nubbin.engine.trees.reader import Judge


class Lawful(Sieve):
    """Answers *no* for candidates with more errors than the text they come from.

    Args:
        asker: the asker behind, which answers for the others.
        syntax: judges texts against the text at hand; it follows what is accepted.
        refused: the changes that the parser refused; added to.
        dated: whether what languages accept only for the sake of old programs is allowed.
    """

    def __init__(self, asker: WindowAsker, syntax: Judge, refused: Refused, *, dated: bool) -> None:
        super().__init__(asker)
        self._syntax = syntax
        self._refused = refused
        # Where nothing is known to be dated, `dated` changes no judgement, so that both share their
        # refusals.
        self._dated = dated and syntax.knows_dated

    def allows(self, text: bytes) -> bool:
        """Whether a text is no worse than the one at hand."""
        base = self._syntax.text
        # With another number of errors in the text at hand, the same change may be allowed.
        marks = [(self._dated, self._syntax.errors, side) for side in beside(base, text)]
        if self._refused.stands(marks, base):
            return False
        if self._syntax.forbids(text, dated=self._dated):
            self._refused.add(marks, base)
            return False
        return True

    def fork(self) -> Self:
        """Return a copy for looking ahead, which judges without effects on this asker."""
        other = super().fork()
        other._refused = self._refused.fork()
        return other

    def rebase(self, text: bytes) -> None:
        """Take note that all texts from now on are changes of this one."""
        self._syntax = self._syntax.rebased(text)
