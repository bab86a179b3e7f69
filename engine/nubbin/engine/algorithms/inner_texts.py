"""Texts inside of a token: what a string or a comment of many lines holds (floor 5).

To the grammar such a string is one token; to whoever wrote it, it is a program, a document or a
table that the code around it works on. As long as it is whole, most of that code is needed. So it
loses its lines before the large cuts, and again after them, by its own brackets and indentation. So
does a long comment that cannot go.
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
"""A token with at least so many line ends is taken for a text."""
_LARGE = 32
"""A token is looked at if it is at least one such part of the text: to look at one takes as long as
the whole text is, and the lines of smaller ones are hardly what keeps the code."""


def inner_texts(context: Context, text: bytes) -> bytes:
    """Cut what can go out of the large tokens of many lines, and lines that are empty then."""
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
    """Yield where the large tokens of many lines are, and what such comments say, in order."""
    least, row = len(tree.text) / _LARGE, 0
    while row < len(tree):
        start, end = tree.span(row)
        comment = tree.is_comment(row)
        whole = comment or (tree.is_leaf(row) and not tree.is_extra(row))
        if whole and end - start >= least and tree.text.count(b"\n", start, end) >= _MANY:
            yield from said(tree.text, start, end) if comment else [Span(start, end)]
        row = tree.skip[row] if whole or end - start < least else row + 1
