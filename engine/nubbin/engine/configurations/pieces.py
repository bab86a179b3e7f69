"""A text as pieces that may go, between a head and a tail that stay (floor 2)."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Span
from nubbin.engine.vocabulary.trace import end_of


class Piece(NamedTuple):
    """A unit of ddmin's: some bytes, and where they begin in the text they were cut from."""

    start: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Pieces:
    """A text, cut into a head that stays, units that may go, and a tail that stays."""

    head: bytes
    units: tuple[Piece, ...]
    tail: bytes

    @classmethod
    def of(cls, text: bytes, span: Span, cut: Callable[[bytes], list[bytes]]) -> "Pieces":
        """Cut what lies within a span.

        Args:
            text: the whole.
            span: what may go.
            cut: cuts bytes into pieces that join to them again.
        """
        units, position = [], span.start
        for piece in cut(text[span.start : span.end]):
            units.append(Piece(position, piece))
            position += len(piece)
        return cls(text[: span.start], tuple(units), text[span.end :])

    def render(self, kept: Sequence[Piece]) -> bytes:
        """Return the text that some of the units make."""
        return b"".join((self.head, *(piece.text for piece in kept), self.tail))

    def touching(self, spans: Iterable[Span]) -> tuple[Piece, ...]:
        """Return the units that share a byte with any of the spans, in order."""
        return tuple(dict.fromkeys(piece for piece, _ in _overlaps(self.units, spans)))

    def moved(self, spans: Iterable[Span], kept: Sequence[Piece]) -> tuple[Span, ...]:
        """Return the spans, as far as their bytes are kept, in the text that `kept` makes."""
        begins, position = {}, len(self.head)
        for piece in kept:
            begins[piece] = position
            position += len(piece.text)
        return tuple(
            Span(begins[piece] + start - piece.start, begins[piece] + end - piece.start)
            for piece, (start, end) in _overlaps(kept, spans)
        )

    def enough(self, found: Candidate[tuple[Piece, ...]]) -> int:
        """Return how many units of a trace were executed; all of them if the oracle did not say."""
        if found.executed is None:
            return len(found.value)
        end, position = end_of(found.text, found.executed), len(self.head)
        for count, piece in enumerate(found.value):
            if position >= end:
                return count
            position += len(piece.text)
        return len(found.value)


def _overlaps(
    pieces: Sequence[Piece], spans: Iterable[Span]
) -> Iterator[tuple[Piece, tuple[int, int]]]:
    """Yield each piece with the part of it that a span covers; both in order and disjoint."""
    rest = iter(pieces)
    piece = next(rest, None)
    for span in spans:
        while piece is not None and piece.start < span.end:
            end = piece.start + len(piece.text)
            if end > span.start:
                yield piece, (max(piece.start, span.start), min(end, span.end))
            if end > span.end:
                break  # the next span may cover more of it
            piece = next(rest, None)
