"""Of texts that are alike one is asked about (floor 4).

By different ways passes come to the same words, with the blanks and empty lines that each way
leaves behind. Of 5,495 questions on 23 inputs 249 were about words and signs that had been asked
about before, and each got the answer that it had got then. So of several such texts in one window
only the first is asked about, and one that is alike a refused text is put off: who confirms what is
claimed asks about texts as they are.

Hardly less alike are texts of the same words with other separators and brackets: of 615 that were
asked about when the first had been refused ten held. They are put off until nothing else is new,
unless something is called in one that is only named in the other. What differs no more than that
from the text at hand is told apart: it is what a pass over single signs asks about, or over the
layout.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from xxhash import xxh3_128_digest

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])

_BLANKS = b" \t\r\n\v\f"
_SIGNS = b",;()[]{}"
"""What only separates words, or holds them together."""
_CALL = b"\1"
"""Stands for brackets around nothing: they say that something is called, not only named."""
NOTHING = frozenset({xxh3_128_digest(b""), xxh3_128_digest(b"", seed=1)})
"""Digests of all texts without words and signs: the empty one is asked about before all else."""


class Alike(Filtered):
    """Answers for candidates as for those that are alike.

    Args:
        asker: answers for the first of them.
        refused: digests of what was refused, with and without its separators; added to.
        text: what candidates are changes of; it follows what is accepted.
        by_indents: whether line ends, and how lines are indented, are no mere white space.
        loosely: whether separators and brackets do not count, as white space does not.
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

    def mark(self, text: bytes) -> Hashable:
        """Return a text's digests, its question first; None if that was refused."""
        marks = self._marks(text)
        return None if marks[0] in self._refused else marks

    def rebase(self, text: bytes) -> None:
        """Take note that texts to come are changes of this one."""
        self._base = _digests(text, self._bare)

    def refused(self, mark: Hashable) -> None:
        """Remember what does not hold."""
        assert isinstance(mark, tuple)
        self._refused.update(mark)

    def question(self, text: bytes) -> Hashable:
        """Return what tells a text from others that are not alike."""
        return self._marks(text)[0]

    def _sift(
        self, candidates: Iterable[C], ask: Callable[[Iterable[C]], list[bool] | None]
    ) -> list[bool] | None:
        questions: list[Hashable] = []
        asked: dict[Hashable, Hashable] = {}  # the mark of what is asked about, by its question

        def firsts() -> Iterator[C]:
            for candidate in candidates:
                mark = self._mark(candidate)
                questions.append(mark[0] if isinstance(mark, tuple) else None)
                if mark is not None and questions[-1] not in asked:
                    asked[questions[-1]] = mark
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
        """Return two digests of a text, the one that is its question first."""
        close, loose = _digests(text, self._bare)
        if close == self._base[0]:
            close = xxh3_128_digest(text)
        if loose == self._base[1]:
            loose = close
        return (loose, close) if self._loosely else (close, loose)


@lru_cache(maxsize=2)  # the text at hand, and a candidate whose question and cost are asked for
def _digests(text: bytes, bare: Callable[[bytes], bytes]) -> tuple[bytes, bytes]:
    """Return digests of a text's words and signs, and of its words and calls."""
    words = text.translate(None, _BLANKS).replace(b"()", _CALL).translate(None, _SIGNS)
    return xxh3_128_digest(bare(text)), xxh3_128_digest(words, seed=1)


def _unspaced(text: bytes) -> bytes:
    """Return a text without white space."""
    return text.translate(None, _BLANKS)


def _lines(text: bytes) -> bytes:
    """Return a text without empty lines, and without white space within the others."""
    lines = ((line, _unspaced(line)) for line in text.split(b"\n"))
    return b"\n".join(line[: line.index(bare[:1])] + bare for line, bare in lines if bare)
