"""Texts that differ in white space alone are asked about once (floor 4).

By different ways passes come to the same words, with the blanks and empty lines that each way
leaves behind. Of 5,495 questions on 23 inputs 249 were about words that had been asked about
before, and each got the answer that it had got then. So of several such texts in one window only
the first is asked about, and one that is alike a refused text is put off: who confirms what is
claimed asks about texts as they are. A change of white space alone is asked about, too.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

import xxhash

from nubbin.engine.asking.filtered import Filtered
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.vocabulary.candidate import Candidate

C = TypeVar("C", bound=Candidate[object])

_BLANKS = b" \t\r\n\v\f"
NOTHING = xxhash.xxh3_128_digest(b"")
"""Stands for all texts of white space alone: the empty one is asked about before all else."""


class Alike(Filtered):
    """Answers for candidates as for those that are alike but for white space.

    Args:
        asker: answers for the first of them.
        refused: digests of what was refused, whatever its white space; added to.
        text: what candidates are changes of; it follows what is accepted.
        by_indents: whether line ends, and how lines are indented, are no mere white space.
    """

    def __init__(
        self, asker: WindowAsker, refused: set[bytes], text: bytes, *, by_indents: bool
    ) -> None:
        super().__init__(asker)
        self._refused = refused
        self._by_indents = by_indents
        self._base = self._digest(text)

    def mark(self, text: bytes) -> Hashable:
        """Return a text's question; None if that was refused."""
        question = self.question(text)
        return None if question in self._refused else question

    def rebase(self, text: bytes) -> None:
        """Take note that texts to come are changes of this one."""
        self._base = self._digest(text)

    def refused(self, mark: Hashable) -> None:
        """Remember what does not hold."""
        assert isinstance(mark, bytes)
        self._refused.add(mark)

    def question(self, text: bytes) -> Hashable:
        """Return what tells a text from others that are not alike."""
        digest = self._digest(text)
        return xxhash.xxh3_128_digest(text) if digest == self._base else digest

    def _sift(
        self, candidates: Iterable[C], ask: Callable[[Iterable[C]], list[bool] | None]
    ) -> list[bool] | None:
        marks: list[Hashable] = []
        met: set[Hashable] = {None}

        def firsts() -> Iterator[C]:
            for candidate in candidates:
                marks.append(self._mark(candidate))
                if marks[-1] not in met:
                    met.add(marks[-1])
                    yield candidate

        answers = ask(firsts())
        if answers is None:
            return None
        known = dict(zip(dict.fromkeys(filter(None, marks)), answers, strict=True))
        for mark, holds in known.items():
            if not holds:
                self.refused(mark)
        return [known.get(mark, False) for mark in marks]

    def _digest(self, text: bytes) -> bytes:
        bare = _lines(text) if self._by_indents else text.translate(None, _BLANKS)
        return xxhash.xxh3_128_digest(bare)


def _lines(text: bytes) -> bytes:
    """Return a text without empty lines, and without white space within the others."""
    lines = [line for line in text.split(b"\n") if line.strip()]
    return b"\n".join(
        line[: len(line) - len(line.lstrip())] + line.translate(None, _BLANKS) for line in lines
    )
