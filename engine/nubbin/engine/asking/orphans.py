"""Candidates that leave a name without its first mention are put off (floor 4).

Most texts define a name where they mention it first. If that mention is removed and later ones are
left as orphans, compilers refuse the text and interpreters stumble: of the questions about single
nodes of three C files, four in ten were wasted so. Once the later mentions are gone, the first one
can go too. So a pass over new changes asks only about candidates that leave no orphans, and the
pass over all changes asks about the others as well: they come last, they are not dropped.
"""

from bisect import bisect_left
from collections.abc import Collection
from functools import cached_property

from nubbin.engine.asking.filtered import Sieve
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.vocabulary.difference import Difference
from nubbin.engine.vocabulary.text import PARTS_OF_WORDS, WORD, glue


class Orphans(Sieve):
    """Answers *no* for candidates that keep a name, and lose its first mention.

    A mention is a whole word wherever it stands, also in a string or a comment.

    Args:
        asker: the asker behind, which answers for the others.
        names: the words that are names.
        text: the text that candidates are changes of; it follows what is accepted.
        light: a candidate that loses more than one part in so many of the text's bytes is asked
            about in any case; with 0, none is.
    """

    def __init__(
        self, asker: WindowAsker, names: Collection[bytes], text: bytes, light: int
    ) -> None:
        super().__init__(asker)
        self._light = light
        self._names = names
        self._mentions = _Mentions(text, names)

    def allows(self, text: bytes) -> bool:
        """Whether a text has no orphans."""
        whole = len(self._mentions.text)
        heavy = (whole - len(text)) * self._light > whole
        return heavy or not self._mentions.orphaned(text)

    def rebase(self, text: bytes) -> None:
        """Take note that all texts from now on are changes of this one."""
        if text != self._mentions.text:
            self._mentions = _Mentions(text, self._names)


class _Mentions:
    """Where a text mentions its names; looked up when the first candidate comes."""

    def __init__(self, text: bytes, names: Collection[bytes]) -> None:
        self.text = text
        self._names = names

    def orphaned(self, candidate: bytes) -> bool:
        """Whether a candidate still mentions a name, but not where the text mentions it first.

        Where a part was rewritten, a first mention counts as kept if the new part has the name.
        """
        names, firsts, lasts = self._repeated
        at = _in_words(Difference.of(self.text, candidate), self.text, candidate)
        low, high = bisect_left(firsts, at.start), bisect_left(firsts, at.old_end)
        if low == high:
            return False
        middle = candidate[at.start : at.new_end]
        named = {*WORD.findall(middle)}
        kept = self.text.find(middle, at.start, at.old_end)  # if only bytes around it were removed
        for name, first in zip(names[low:high], firsts[low:high], strict=True):
            stays = kept <= first < kept + len(middle) if kept >= 0 else name in named
            if not stays and (name in named or lasts[name] >= at.old_end):
                return True
        return False

    @cached_property
    def _repeated(self) -> tuple[list[bytes], list[int], dict[bytes, int]]:
        """The names mentioned more than once, their first mentions, and for each name the last."""
        firsts: dict[bytes, int] = {}
        lasts: dict[bytes, int] = {}
        for word in WORD.finditer(self.text):
            if word[0] in self._names:
                lasts[word[0]] = word.start()
                firsts.setdefault(word[0], word.start())
        names = [name for name, first in firsts.items() if lasts[name] > first]
        return names, [firsts[name] for name in names], lasts


def _in_words(at: Difference, old: bytes, new: bytes) -> Difference:
    """Return where two texts differ, extended to whole words at both ends.

    The common head of `int v1; int v2;` and `int v2;` is `int v`, but the name is `v1`, not `1`.
    """
    start, old_end, new_end = at
    if any(glue(old[start - 1 : start], text[start : start + 1]) for text in (old, new)):
        start = len(old[:start].rstrip(PARTS_OF_WORDS))
    behind = old[old_end : old_end + 1]
    if glue(old[old_end - 1 : old_end], behind) or glue(new[new_end - 1 : new_end], behind):
        rest = old[old_end:]
        more = len(rest) - len(rest.lstrip(PARTS_OF_WORDS))
        old_end, new_end = old_end + more, new_end + more
    return Difference(start, old_end, new_end)
