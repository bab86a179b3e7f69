"""What leaves a name without its first mention is put off (floor 4).

Most texts say what a name is where they mention it first. Where that is gone and later mentions are
left, compilers refuse the text and interpreters stumble: of the questions about single nodes of
three C files four in ten were lost so. Once the later mentions have gone, the first one goes too.
So a pass over what is new asks only about candidates that leave no orphans, and the pass over all
of it about the others as well: what makes orphans comes last, it is not dropped.
"""

from bisect import bisect_left
from collections.abc import Collection, Hashable
from functools import cached_property

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.vocabulary.difference import Difference
from nubbin.engine.vocabulary.text import PARTS_OF_WORDS, WORD, glue


class Orphans(Filtered):
    """Answers *no* for candidates that keep a name, and lose its first mention.

    A mention is a whole word wherever it stands, in a string or a comment too.

    Args:
        asker: answers for the others.
        names: what is a name.
        text: what candidates are changes of; it follows what is accepted.
        light: what loses more than one part in so many of its text is asked about all the same;
            0: nothing is.
    """

    def __init__(
        self, asker: WindowAsker, names: Collection[bytes], text: bytes, light: int = 0
    ) -> None:
        super().__init__(asker)
        self._light = light
        self._names = names
        self._mentions = _Mentions(text, names)

    def mark(self, text: bytes) -> Hashable:
        """Return None for a text that has orphans."""
        whole = len(self._mentions.text)
        heavy = (whole - len(text)) * self._light > whole
        return None if not heavy and self._mentions.orphaned(text) else True

    def rebase(self, text: bytes) -> None:
        """Take note that texts to come are changes of this one."""
        if text != self._mentions.text:
            self._mentions = _Mentions(text, self._names)

    def refused(self, mark: Hashable) -> None:
        """Forget at once: who asks about all will ask again."""


class _Mentions:
    """Where a text mentions its names; looked up once the first candidate comes."""

    def __init__(self, text: bytes, names: Collection[bytes]) -> None:
        self.text = text
        self._names = names

    def orphaned(self, candidate: bytes) -> bool:
        """Whether a candidate still mentions a name, but not where the text does first.

        Of a part that was rewritten only the names are known that it has now: they stay.
        """
        names, firsts, lasts = self._repeated
        at = _in_words(Difference.of(self.text, candidate), self.text, candidate)
        low, high = bisect_left(firsts, at.start), bisect_left(firsts, at.old_end)
        if low == high:
            return False
        middle = candidate[at.start : at.new_end]
        named = {*WORD.findall(middle)}
        kept = self.text.find(middle, at.start, at.old_end)  # around it something went
        for name, first in zip(names[low:high], firsts[low:high], strict=True):
            stays = kept <= first < kept + len(middle) if kept >= 0 else name in named
            if not stays and (name in named or lasts[name] >= at.old_end):
                return True
        return False

    @cached_property
    def _repeated(self) -> tuple[list[bytes], list[int], dict[bytes, int]]:
        """The names mentioned more than once, with the first and the last mention of each."""
        firsts: dict[bytes, int] = {}
        lasts: dict[bytes, int] = {}
        for word in WORD.finditer(self.text):
            if word[0] in self._names:
                lasts[word[0]] = word.start()
                firsts.setdefault(word[0], word.start())
        names = [name for name, first in firsts.items() if lasts[name] > first]
        return names, [firsts[name] for name in names], lasts


def _in_words(at: Difference, old: bytes, new: bytes) -> Difference:
    """Return where two texts differ, grown over the words that it begins and ends in.

    Of `int v1; int v2;` and `int v2;` the common head is `int v`, and the name is not `1`.
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
