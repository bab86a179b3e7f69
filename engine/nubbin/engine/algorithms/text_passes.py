"""Passes that see bytes and tokens, not structure (floor 5): text in, smaller text out."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.rddmin import extend, rddmin
from nubbin.engine.asking.questioner import Asker
from nubbin.engine.configurations.partition import lexemes, lines
from nubbin.engine.configurations.pieces import Piece, Pieces
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits

_WORD = re.compile(rb"\S+")


def granular(
    context: Context,
    text: bytes,
    cuts: Sequence[Callable[[bytes], list[bytes]]],
    policy: Policy,
    *,
    star: bool,
    hinted: bool = False,
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
        hinted: whether to search around the pieces that the context's hint touches (rddmin).
    """
    hint = context.hint if hinted else ()
    for cut in cuts:
        pieces = Pieces.of(text, context.within(text), cut)
        reduction = pieces.touching(hint)
        shorter = _Shorter(pieces)
        found = rddmin(
            pieces.units,
            reduction,
            pieces.render,
            context.asker,
            policy,
            shorter.enough,
            star=star,
        )
        kept = found.units
        text, hint = pieces.render(kept), pieces.moved(hint, kept) if hint else ()
        shorter.tell(text, context.asker)
    return text


def around(context: Context, text: bytes) -> bytes:
    """Cut the text down to the lines that the context's hint touches, or to little more.

    The first half of rddmin, for strategies that then go on as they always do.
    """
    if not context.hint:
        return text
    pieces = Pieces.of(text, context.within(text), lines)
    shorter = _Shorter(pieces)
    reduction = pieces.touching(context.hint)
    kept = extend(pieces.units, reduction, pieces.render, context.asker, enough=shorter.enough)
    text = pieces.render(kept)
    shorter.tell(text, context.asker)
    return text


class _Shorter:
    """Cuts traces off behind their last event that ran."""

    def __init__(self, pieces: Pieces) -> None:
        self._pieces = pieces
        self._cut = False

    def enough(self, found: Candidate[tuple[Piece, ...]]) -> int:
        """Return how many units of a trace found interesting ran."""
        size = self._pieces.enough(found)
        self._cut = self._cut or size < len(found.value)
        return size

    def tell(self, text: bytes, asker: Asker) -> None:
        """Make a text known that came about by cutting: the memo knows it is interesting."""
        if self._cut:
            asker.first([Candidate(None, text)])


def token_windows(context: Context, text: bytes, widths: Sequence[int]) -> bytes:
    """Take out windows of so many neighbouring tokens, one width after the other.

    What no rule of a grammar holds together goes here: the pieces of two neighbouring nodes,
    brackets around nothing. With the width 1, 1-minimal over tokens once it changes nothing.
    """
    spans = tokens(context, text)
    patches = (
        (Edit(spans[index].start, spans[index + width - 1].end),)
        for width in widths
        for index in range(len(spans) - width + 1)
    )
    return sweep(text, patches, context.asker, context.window)


def joins(context: Context, text: bytes) -> bytes:
    """Take out single tokens together with the line end behind them, where that means something.

    In a language of lines and columns, what comes next is then part of what stood before: of
    `- a`, an empty line and an indented `- b`, no token can go so that `- - b` is left.
    """
    if context.parsing is None:
        return text
    syntax = context.parsing.syntax(text)

    def matters(gap: Span) -> bool:
        in_line = apply_edits(text, [Edit(*gap, b" ")])
        return b"\n" in text[gap.start : gap.end] and not syntax.alike(in_line)

    patches = [
        (Edit(token.start, following.start),)
        for token, following in pairwise(tokens(context, text))
        if matters(Span(token.end, following.start))
    ]
    return sweep(text, patches, context.asker, context.window) if patches else text


def tokens(context: Context, text: bytes) -> list[Span]:
    """Return the spans of the tokens that may go: leaves of the tree, or lexemes without one.

    Some grammars have no leaf for part of a node, as for the digits of a colour in CSS: that is a
    token too.
    """
    within = context.within(text)
    found: Iterable[Span]
    if context.parsing is None:
        ends = accumulate(map(len, lexemes(text)))
        found = (Span(start, end) for start, end in pairwise(chain((0,), ends)))
    else:
        found = _covering(context.parsing.syntax(text).tree)
    return [
        span for span in found if within.holds(span) and not text[span.start : span.end].isspace()
    ]


def _covering(tree: Tree) -> Iterator[Span]:
    """Yield the leaves of a tree, and the words between them that belong to none."""
    position = 0
    for leaf in tree.leaves():
        start = tree.start[leaf]
        yield from (Span(*word.span()) for word in _WORD.finditer(tree.text, position, start))
        position = tree.end[leaf]
        yield Span(start, position)
    yield from (Span(*word.span()) for word in _WORD.finditer(tree.text, position))
