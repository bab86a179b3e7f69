"""Only one of several texts that are alike is asked about (floor 4).

Passes come in different ways to the same words, with different blanks and empty lines left behind.
Of 5,495 questions on 23 inputs, 249 were about words and signs that had been asked about before,
and each got the same answer again. So of several such texts in one window only the first is asked
about, and a text that is like a refused one is put off. The passes that confirm what is claimed of
a result do not use this: they ask about texts as they are.

Texts of the same words with other separators and brackets are almost as much alike: of 615 that
were asked about after the first had been refused, ten held. They are put off until nothing else is
new, unless one calls something that the other only names. Those in one window are given the answer
of the first, and count as refused themselves: to ask about them in the end took 1.1 % more runs on
50 inputs, and none of these came out smaller. Texts that differ only so from the text at hand are
told apart, as a pass over single signs, or over the layout, asks about just these.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from xxhash import xxh3_128_digest

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import BLANKS

C = TypeVar("C", bound=Candidate[object])

_SIGNS = b",;()[]{}"
"""Signs that only separate words, or hold them together."""
_CALL = b"\1"
"""Stands for empty brackets, which tell that something is called, not only named."""
NOTHING = frozenset({xxh3_128_digest(b""), xxh3_128_digest(b"", seed=1)})
"""Digests of the texts without words and signs; the empty text is asked about before all else."""


class Alike(Filtered[tuple[bytes, bytes]]):
    """Gives candidates that are alike the same answer.

    Args:
        asker: the asker behind, which answers for the first of them.
        refused: digests of what was refused, with and without its separators; added to.
        text: the text that candidates are changes of; it follows what is accepted.
        by_indents: whether line ends and indentation matter, as in Python.
        loosely: whether separators and brackets are ignored, as white space is.
    """

    def __init__(
        self,
        asker: WindowAsker,
        refused: set[bytes],
        text: bytes,
        *,
        by_indents: bool,
        loosely: bool,
    ) -> None:
        super().__init__(asker)
        self._refused = refused
        self._bare = _lines if by_indents else _unspaced
        self._loosely = loosely
        self._base = _digests(text, self._bare)

    def mark(self, text: bytes) -> tuple[bytes, bytes] | None:
        """Return the digests of a text, the deciding one first; None if that was refused."""
        marks = self._marks(text)
        return None if marks[0] in self._refused else marks

    def rebase(self, text: bytes) -> None:
        """Take note that all texts from now on are changes of this one."""
        self._base = _digests(text, self._bare)

    def refused(self, mark: tuple[bytes, bytes]) -> None:
        """Remember the digests of a text that does not hold."""
        self._refused.update(mark)

    def question(self, text: bytes) -> bytes:
        """Return a digest that is equal for texts that are alike."""
        return self._marks(text)[0]

    def _sift(
        self, candidates: Iterable[C], ask: Callable[[Iterable[C]], list[bool] | None]
    ) -> list[bool] | None:
        questions: list[bytes | None] = []
        asked: dict[bytes, tuple[bytes, bytes]] = {}  # by question, the mark asked about

        def firsts() -> Iterator[C]:
            for candidate in candidates:
                mark = self._mark(candidate)
                questions.append(mark and mark[0])
                if mark is not None and mark[0] not in asked:
                    asked[mark[0]] = mark
                    yield candidate

        answers = ask(firsts())
        if answers is None:
            return None
        holding = {question for question, holds in zip(asked, answers, strict=True) if holds}
        for question, mark in asked.items():
            if question not in holding:
                self.refused(mark)
        return [question in holding for question in questions]

    def _marks(self, text: bytes) -> tuple[bytes, bytes]:
        """Return two digests of a text, first the one that decides what the text is like."""
        close, loose = _digests(text, self._bare)
        if close == self._base[0]:
            close = xxh3_128_digest(text)
        if loose == self._base[1]:
            loose = close
        return (loose, close) if self._loosely else (close, loose)


@lru_cache(maxsize=2)  # for the text at hand, and the candidate that is looked at
def _digests(text: bytes, bare: Callable[[bytes], bytes]) -> tuple[bytes, bytes]:
    """Return a digest of the words and signs of a text, and one of its words and calls."""
    words = text.translate(None, BLANKS).replace(b"()", _CALL).translate(None, _SIGNS)
    return xxh3_128_digest(bare(text)), xxh3_128_digest(words, seed=1)


def _unspaced(text: bytes) -> bytes:
    """Return a text without white space."""
    return text.translate(None, BLANKS)


def _lines(text: bytes) -> bytes:
    """Return a text without empty lines, and in the others without blanks but indentation."""
    lines = ((line, _unspaced(line)) for line in text.split(b"\n"))
    return b"\n".join(line[: line.index(bare[:1])] + bare for line, bare in lines if bare)
