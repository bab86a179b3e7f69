"""Passes over tokens and characters, whatever the grammar makes of them (floor 5).

Source: the windows of tokens that C-Reduce takes out at last (Regehr and others 2012).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, islice, pairwise

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.text_passes import granular
from nubbin.engine.configurations.lexemes import is_name, is_number
from nubbin.engine.configurations.partition import characters, partition
from nubbin.engine.relations.mentions import is_keyword, is_word
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import (
    CLOSER_OF,
    OPENER_OF,
    Edit,
    Patch,
    Span,
    apply_edits,
    nesting,
)

_WORD = re.compile(rb"\S+")
_SHORT = 16
"""A token of at most this many bytes is cut into halves, then into its characters: parts of other
sizes take as many runs, and hardly ever hold."""


def token_windows(
    context: Context, text: bytes, widths: Sequence[int], *, paired: bool = False
) -> bytes:
    """Take out windows of neighbouring tokens, one width after the other.

    This takes out what is no node: pieces of two neighbouring nodes, or brackets around nothing.
    With the width 1, a text that comes back unchanged is 1-minimal over tokens.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        widths: how many tokens a window has.
        paired: whether to leave out windows in which a bracket lacks its partner, which are most of
            those that the parser refuses: it took one of 1,436, in a string. They are not left out
            of a text with errors, where it took 20 of 630.
    """
    spans = tokens(context, text)
    turns = [nesting(text[span.start : span.end]) for span in spans]
    if not paired or context.reader.syntax(text).errors:
        turns = [0] * len(spans)
    levels = [0, *accumulate(turns)]
    patches = (
        (Edit(spans[index].start, spans[index + width - 1].end),)
        for width in widths
        for index in range(len(spans) - width + 1)
        if levels[index] == levels[index + width]
    )
    return sweep(context, text, patches)


def letters(context: Context, text: bytes) -> bytes:
    """Take parts out of tokens: of short ones halves, then characters; of long ones by ddmin.

    White space stays, as it is layout, unless there is nothing else. Once this changes nothing, no
    character can go from a token of several.
    """
    for span in reversed(_insides(context, text)):  # those before it stay where they are
        if span.end - span.start > _SHORT:
            inside = replace(context, head=span.start, tail=len(text) - span.end)
            text = granular(inside, text, (characters,), Policy())
    for parts in (2, _SHORT):
        patches = (
            patch
            for span in _insides(context, text)
            if span.end - span.start <= _SHORT
            for patch in _pieces(text, span, parts)
        )
        text = sweep(context, text, patches)
    return text


def _insides(context: Context, text: bytes) -> list[Span]:
    """Return the tokens of a text; if there is only white space, all of it that may change."""
    return tokens(context, text) or [context.within(text)]


def _pieces(text: bytes, span: Span, parts: int) -> Iterator[Patch]:
    """Yield patches, each without one of `parts` parts of a token of several characters."""
    units = characters(text[span.start : span.end])
    position = span.start
    for part in partition(units, parts) if len(units) > 1 else ():
        end = position + sum(map(len, part))
        yield (Edit(position, end),)
        position = end


def joins(context: Context, text: bytes) -> bytes:
    """Take out single tokens with the line end behind them, where line ends mean something.

    In a language of lines and columns, the next token then becomes part of the line before: from
    `- a`, an empty line and an indented `- b`, no token alone can go so that `- - b` is left.
    """
    ends = [
        (token, following)
        for token, following in pairwise(tokens(context, text))
        if b"\n" in text[token.end : following.start]
    ]
    telling = _telling(context, text, ends)
    patches = ((Edit(token.start, following.start),) for token, following in telling)
    return sweep(context, text, patches)


def _telling(
    context: Context, text: bytes, ends: Sequence[tuple[Span, Span]]
) -> Iterator[tuple[Span, Span]]:
    """Yield the pairs of neighbouring tokens that change the tree if they are put in one line.

    If a whole stretch of pairs leaves the tree alike, they are not looked at one by one.
    Complexity: some 2 k log n trees for n pairs, k of which are yielded, and less than 2 n.
    """
    syntax, at, length = context.reader.syntax(text), 0, 1
    while stretch := ends[at : at + length]:
        context.asker.poll()  # of a large text it takes long to compare the trees
        in_line = (Edit(token.end, following.start, b" ") for token, following in stretch)
        if syntax.alike(apply_edits(text, in_line)):
            at, length = at + len(stretch), 2 * length
        elif len(stretch) > 1:
            length = len(stretch) // 2
        else:
            yield stretch[0]
            at += 1


def seams(context: Context, text: bytes) -> bytes:
    """Join the contents of neighbouring brackets of one kind: take out all between these contents.

    Two functions become one with both bodies, and `f(a)(b)` becomes `f(a b)`. If the content of the
    second is all that is needed of it, neither of them can go as a whole.
    """
    return sweep(context, text, _seams(text, tokens(context, text)))


def _seams(text: bytes, spans: Sequence[Span]) -> Iterator[Patch]:
    """Yield for each closing bracket the patch up to the next opening one of its kind and level."""
    waiting: list[dict[bytes, Span]] = [{}]  # for each level, the last closers by their openers
    for span in spans:
        token = text[span.start : span.end]
        if closer := waiting[-1].pop(token, None):
            yield (Edit(closer.start, span.end),)
        if token in CLOSER_OF:
            waiting.append({})
        elif (opener := OPENER_OF.get(token)) and len(waiting) > 1:
            waiting.pop()
            waiting[-1][opener] = span


def brackets(context: Context, text: bytes) -> bytes:
    """Take out pairs of brackets, with their content, that are no node, and any around nothing.

    One bracket of a pair seldom goes without the other. The rules of the grammar keep some empty
    pairs that the bug, or a text with an error, does not need. And some grammars have no node for a
    list: its members are children of the statement. Such lists with commas between them, as the
    rows of SQL's `VALUES`, go each with a comma.

    Nor is there a node for a call then: brackets that are no node give way to `0` together with
    the name right before them. Without a grammar, neither is `f(x)` a node nor the head of
    `if (a) b`, so both go in this way.
    """
    tree = context.tree(text)
    nodes = set(zip(tree.start, tree.end, strict=True))
    spans, by_lines = tokens(context, text), context.reader.by_lines
    names = {tree.span(leaf) for leaf in tree.leaves() if _is_name(tree, leaf)}
    instead = (b"", b"0") if by_lines else (b"0",)

    def patches() -> Iterator[Patch]:
        for opener, closer in _pairs(text, spans):
            whole = Span(spans[opener].start, spans[closer].end)
            if whole not in nodes:
                yield (
                    Edit(*whole),
                    *(Edit(*comma) for comma in _comma(text, spans, opener, closer)),
                )
            elif closer == opener + 1:
                yield (Edit(*whole),)
            word = spans[opener - 1] if opener else whole
            called = Span(word.start, whole.end)
            if word in names and called not in nodes and (by_lines or whole not in nodes):
                yield from ((Edit(*called, new),) for new in instead)

    return sweep(context, text, patches())


def _is_name(tree: Tree, leaf: int) -> bool:
    """Whether a leaf is a word, and no keyword."""
    return is_word(tree.source(leaf)) and not is_keyword(tree, leaf)


def _pairs(text: bytes, spans: Sequence[Span]) -> Iterator[tuple[int, int]]:
    """Yield the indices of each opening bracket and of the one that closes it."""
    waiting: list[int] = []
    for index, span in enumerate(spans):
        token = text[span.start : span.end]
        if token in CLOSER_OF:
            waiting.append(index)
        elif (opener := OPENER_OF.get(token)) and waiting:
            begun = spans[waiting[-1]]
            if text[begun.start : begun.end] == opener:
                yield waiting.pop(), index


def _comma(text: bytes, spans: Sequence[Span], first: int, last: int) -> Iterator[Span]:
    """Yield the comma behind some tokens, or else the one before them, if there is any."""
    beside = (*spans[last + 1 : last + 2], *spans[max(0, first - 1) : first])
    return islice((span for span in beside if text[span.start : span.end] == b","), 1)


def digits(context: Context, text: bytes) -> bytes:
    """Put `0` in place of names and numbers, right before the words behind them.

    Many lexers end a number where the next word begins, and if a name does not matter, a number may
    stand for it: the column `a NULL` becomes `0NULL`. To most grammars that is an error. It is
    asked about only if it leaves fewer tokens; otherwise it is only less readable.
    """
    measure, within = context.reader.measure(), context.within(text)
    tree = context.tree(text)
    tokens_now = measure.size(text).tokens

    def patches() -> Iterator[Patch]:
        end = 0  # of the last patch: no two of them touch the same word
        for row, behind in pairwise(tree.leaves()):
            word, following = tree.source(row), tree.source(behind)
            span = Span(tree.start[row], tree.end[behind])
            numbers = tree.is_named(row) and (is_name(word) or is_number(word))
            if numbers and is_word(following) and end <= span.start and within.holds(span):
                context.asker.poll()  # of a large text it takes long to count the tokens
                edit = Edit(*span, b"0" + following)
                if measure.size(apply_edits(text, [edit])).tokens < tokens_now:
                    end = span.end
                    yield (edit,)

    return sweep(context, text, patches())


def tokens(context: Context, text: bytes) -> list[Span]:
    """Return the spans of the tokens that may go: the leaves of the tree, but for white space.

    Some grammars have no leaf for a part of a node, as for the digits of a colour in CSS; such a
    part is a token too.
    """
    within = context.within(text)
    return [
        span
        for span in _covering(context.tree(text))
        if within.holds(span) and not text[span.start : span.end].isspace()
    ]


def _covering(tree: Tree) -> Iterator[Span]:
    """Yield the spans of a tree's leaves, and of the words between them that belong to none."""
    position = 0
    for leaf in tree.leaves():
        start = tree.start[leaf]
        yield from (Span(*word.span()) for word in _WORD.finditer(tree.text, position, start))
        position = tree.end[leaf]
        yield Span(start, position)
    yield from (Span(*word.span()) for word in _WORD.finditer(tree.text, position))
