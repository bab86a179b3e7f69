"""As few bytes as possible, readable or not (floor 5)."""

from bisect import bisect_left
from collections.abc import Callable, Iterator

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.merging import Merger
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.renaming import identifiers
from nubbin.engine.algorithms.shorter_words import shorter_words
from nubbin.engine.algorithms.token_passes import tokens
from nubbin.engine.vocabulary.text import Edit, Patch, Span, glue

Narrow = Callable[[bytes, bool], bytes]
"""Returns what to leave of white space; True: it stands between two words, and cannot all go."""


def squeeze(context: Context, text: bytes) -> bytes:
    """Make names and other words short, then take out all white space between tokens that can go.

    White space that the parser does without goes in a few questions, by halves. The rest is tried
    gap by gap. So once this changes nothing, the text was asked about without each gap by itself,
    and without the half and the fourth at either end of it. This includes gaps that keep two words
    apart, since one word may do for both.
    """
    text = identifiers(context.lawful(text), text)
    text = shorter_words(context, text)
    for narrow in (_gone, _shallow(context, text), _short):
        merger = Merger(text, context.lawful(text).holds)
        merger.merge(_narrower(context, text, narrow))
        text = merger.text
    parts = (narrow for part in (2, 4) for narrow in (_without_first(part), _without_last(part)))
    for narrow in (_gone, _short, *parts):
        patches = ((edit,) for edit in _narrower(context, text, narrow))
        text = sweep(context, text, patches)
    return sweep(context, text, _joined(context, text))


def _narrower(context: Context, text: bytes, narrow: Narrow) -> list[Edit]:
    """Return the edits that make gaps shorter, in order."""
    edits: list[Edit] = []
    for gap in _gaps(context, text):
        blanks = text[gap.start : gap.end]
        left = narrow(blanks, glue(*_beside(text, gap)))
        if len(left) < len(blanks):
            edits.append(Edit(*gap, left))
    return edits


def _joined(context: Context, text: bytes) -> Iterator[Patch]:
    """Yield the patches that make one word of two, in order; no two of them touch one byte."""
    done = 0
    for gap in _gaps(context, text):
        before, behind = _beside(text, gap)
        if glue(before, behind) and gap.start > done:
            done = gap.end + 1
            yield (Edit(gap.start - 1, done, before + behind),)  # a gap alone would get a blank


def _beside(text: bytes, gap: Span) -> tuple[bytes, bytes]:
    """Return the byte before a gap and the one behind it; empty at an end of the text."""
    return text[max(0, gap.start - 1) : gap.start], text[gap.end : gap.end + 1]


def _gaps(context: Context, text: bytes) -> list[Span]:
    """Return the runs of white space between tokens, in order."""
    within = context.within(text)
    found, position = [], within.start
    for token in [*tokens(context, text), Span(within.end, within.end)]:
        if text[position : token.start].isspace():
            found.append(Span(position, token.start))
        position = max(position, token.end)
    return found


def _gone(blanks: bytes, apart: bool) -> bytes:
    return b" " if apart else b""


def _short(blanks: bytes, apart: bool) -> bytes:
    return b"\n" if b"\n" in blanks else b" "


def _without_first(part: int) -> Narrow:
    """Return a function that takes away the first half, or whichever part, of white space."""
    return lambda blanks, apart: blanks[len(blanks) // part :]


def _without_last(part: int) -> Narrow:
    """Return a function that takes away the last half, or whichever part, of white space."""
    return lambda blanks, apart: blanks[: len(blanks) - len(blanks) // part]


def _shallow(context: Context, text: bytes) -> Narrow:
    """Return a function that leaves one line end, and one blank for each level of indentation."""

    def indentation(blanks: bytes) -> bytes:
        return blanks[blanks.rfind(b"\n") + 1 :]

    gaps = [text[gap.start : gap.end] for gap in _gaps(context, text)]
    depths = sorted({len(indentation(blanks)) for blanks in gaps if b"\n" in blanks} | {0})

    def narrow(blanks: bytes, apart: bool) -> bytes:
        if b"\n" not in blanks:
            return b" "
        return b"\n" + indentation(blanks)[: bisect_left(depths, len(indentation(blanks)))]

    return narrow
