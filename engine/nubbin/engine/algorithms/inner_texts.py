"""Texts inside of a token: the content of a string or a comment of many lines (floor 5).

To the grammar such a string is one token; to whoever wrote it, it is a program, a document or a
table that the code around it works on. As long as it is whole, most of that code is needed. So its
lines are taken out before the large cuts, and again after them, by its own brackets and
indentation. The same is done to a long comment that cannot go.
"""

from collections.abc import Iterator
from dataclasses import replace

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import large_cuts
from nubbin.engine.configurations.literals import said
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Span, apply_edits, empty_lines

_MANY = 4
"""A token with at least this many line ends is taken for a text."""
_LARGE = 32
"""A token is looked at if it makes up at least `1 / _LARGE` of the text: to look at one takes time
in proportion to the whole text, and the lines of smaller ones hardly keep the code."""


def inner_texts(context: Context, text: bytes) -> bytes:
    """Cut parts out of the large tokens of many lines, and then the lines that became empty."""
    whole = context.within(text)
    for span in reversed([*_tokens(context.reader.syntax(text).tree)]):  # the others stay in place
        if whole.holds(span):
            tail = len(text) - span.end
            inside = replace(context, reader=Outlining(), head=span.start, tail=tail)
            text = large_cuts(inside.lawful(text), text)
            filled = apply_edits(text, empty_lines(text, inside.within(text)))
            if filled != text and inside.asker.first([Candidate(None, filled)]) is not None:
                text = filled
    return text


def _tokens(tree: Tree) -> Iterator[Span]:
    """Yield the spans of large tokens of many lines, without a comment's signs, in order."""
    least, row = len(tree.text) / _LARGE, 0
    while row < len(tree):
        start, end = tree.span(row)
        comment = tree.is_comment(row)
        whole = comment or (tree.is_leaf(row) and not tree.is_extra(row))
        if whole and end - start >= least and tree.text.count(b"\n", start, end) >= _MANY:
            yield from said(tree.text, start, end) if comment else [Span(start, end)]
        row = tree.skip[row] if whole or end - start < least else row + 1
