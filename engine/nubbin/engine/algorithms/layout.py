"""White space of a result, as a person would leave it (floor 5)."""

from collections.abc import Iterator

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import Patch, patching
from nubbin.engine.algorithms.text_passes import tokens
from nubbin.engine.vocabulary.text import Edit, Span


def layout(context: Context, text: bytes) -> bytes:
    """Take out blank lines, blanks at the ends of lines and runs of blanks, as far as it holds.

    One question, when none of them matters. Only white space between tokens is touched; the
    indentation of what is left stays.
    """
    merger = patching(text, context.asker)
    merger.merge(list(_gaps(context, text)))
    return merger.text


def _gaps(context: Context, text: bytes) -> Iterator[Patch]:
    within = context.within(text)
    position = within.start
    for token in [*tokens(context, text), Span(within.end, within.end)]:
        gap = text[position : token.start]
        if gap and gap.isspace():
            tidy = _tidy(gap, at_start=position == 0, at_end=token.start == len(text))
            if len(tidy) < len(gap):
                yield (Edit(position, token.start, tidy),)
        position = token.end


def _tidy(gap: bytes, *, at_start: bool, at_end: bool) -> bytes:
    """Return the white space that does the same work: one line end, or one blank."""
    ends = [end for end in (b"\r\n", b"\n", b"\r") if end in gap]
    if at_start:
        return b"" if not ends else gap[max(gap.rfind(end) + len(end) for end in ends) :]
    if not ends:
        return b"" if at_end else gap[:1]
    last = max(gap.rfind(end) + len(end) for end in ends)
    return ends[0] + (b"" if at_end else gap[last:])
