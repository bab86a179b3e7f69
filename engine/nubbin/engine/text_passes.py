"""Passes that see bytes and tokens, not structure (floor 5): text in, smaller text out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise

from nubbin.engine.context import Context
from nubbin.engine.ddmin import Policy, ddmin, ddmin_star
from nubbin.engine.partition import lexemes
from nubbin.engine.patches import Patch, patching, sweep
from nubbin.engine.text import Edit, Span

WIDEST = 8
"""Tokens of the widest window that `token_windows` takes out at once."""


def granular(
    context: Context,
    text: bytes,
    cuts: Sequence[Callable[[bytes], list[bytes]]],
    policy: Policy,
    *,
    star: bool,
) -> bytes:
    """Minimise the text by ddmin over its pieces, one granularity after the other.

    1-minimal in the last granularity: none of its pieces can be taken out. Lines, then
    characters, each to its own fixed point, is the two-pass reduction of Vince 2024, §5.1.

    Args:
        context: answers for the oracle.
        text: what is minimised.
        cuts: each cuts a text into pieces that join to it again.
        policy: the variant of ddmin.
        star: whether each granularity is repeated until nothing changes (ddmin*).
    """
    minimise = ddmin_star if star else ddmin
    for cut in cuts:
        span = context.within(text)
        head, tail = text[: span.start], text[span.end :]

        def render(pieces: Sequence[bytes], head: bytes = head, tail: bytes = tail) -> bytes:
            return b"".join((head, *pieces, tail))

        pieces = cut(text[span.start : span.end])
        text = render(minimise(pieces, render, context.asker, policy).units)
    return text


def token_windows(context: Context, text: bytes) -> bytes:
    """Take out windows of 8, 4, 3, 2 and 1 neighbouring tokens wherever they stand.

    What no rule of a grammar holds together goes here: the pieces of two neighbouring nodes,
    brackets around nothing. 1-minimal over tokens once it changes nothing.
    """
    for width in (WIDEST, 4, 3, 2, 1):
        spans = tokens(context, text)
        patches = (
            (Edit(spans[index].start, spans[index + width - 1].end),)
            for index in range(len(spans) - width + 1)
        )
        text = sweep(text, patches, context.asker, context.window)
    return text


def tokens(context: Context, text: bytes) -> list[Span]:
    """Return the spans of the tokens that may go: leaves of the tree, or lexemes without one."""
    within = context.within(text)
    syntax = context.syntax(text)
    found: Iterable[Span]
    if syntax is None:
        ends = accumulate(map(len, lexemes(text)))
        found = (Span(start, end) for start, end in pairwise(chain((0,), ends)))
    else:
        tree = syntax.tree()
        found = (Span(tree.start[leaf], tree.end[leaf]) for leaf in tree.leaves())
    return [
        span
        for span in found
        if within.start <= span.start
        and span.end <= within.end
        and not text[span.start : span.end].isspace()
    ]


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
