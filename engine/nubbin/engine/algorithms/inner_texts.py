"""Texts inside of a token: the content of a string or a comment of many lines (floor 5).

To the grammar such a string is one token, or what stands between the tokens of a node; to whoever
wrote it, it is a program, a document or a table that the code around it works on. As long as it is
whole, most of that code is needed. So its lines are taken out before the large cuts, and again
after them, by its own brackets and indentation. The same is done to a long comment that cannot go.
"""

from collections.abc import Iterator
from dataclasses import replace

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import large_cuts
from nubbin.engine.configurations.lexemes import comment_content, content_span
from nubbin.engine.trees.grammar_table import kind_name
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Span, apply_edits, empty_lines, nonblank

_MANY = 4
"""What has at least this many line ends is taken for a text."""
_LARGE = 32
"""A text is looked at if it makes up at least `1 / _LARGE` of the text: to look at one takes time
in proportion to the whole text, and the lines of smaller ones hardly keep the code."""


def inner_texts(context: Context, text: bytes) -> bytes:
    """Cut parts out of the large texts of many lines, and then the lines that became empty."""
    whole = context.within(text)
    for span in reversed([*_texts(context.tree(text))]):  # the others stay in place
        if whole.holds(span):
            tail = len(text) - span.end
            inside = replace(context, reader=Outlining(), head=span.start, tail=tail)
            text = large_cuts(inside.lawful(text), text)
            filled = apply_edits(text, empty_lines(text, inside.within(text)))
            if filled != text and inside.holds(filled):
                text = filled
    return text


def _texts(tree: Tree) -> Iterator[Span]:
    """Yield the spans of large texts of many lines, without a comment's signs, in order."""
    least, row = len(tree.text) / _LARGE, 0
    while row < len(tree):
        start, end = tree.span(row)
        found = _text_of(tree, row) if end - start >= least else None
        if found and tree.text.count(b"\n", *found) >= _MANY:
            yield from comment_content(tree.text, *found) if tree.is_comment(row) else [found]
        row = tree.skip[row] if found or end - start < least else row + 1


def _text_of(tree: Tree, row: int) -> Span | None:
    """Return what is a text of a node, if that is a comment, a token, or mostly no tokens."""
    span = Span(*tree.span(row))
    if tree.is_comment(row):
        return span
    if tree.is_leaf(row):
        found = None if tree.is_extra(row) else span
    else:
        found = _between_tokens(tree, row)
    return found and (content_span(tree.text, *span) or found)


def _between_tokens(tree: Tree, row: int) -> Span | None:
    """Return what is between the first and the last token of a node, if most of it is no token.

    Or if all of its tokens are signs, as those of a paragraph in Markdown are.

    Complexity: O(children), and O(bytes) if less than half of the bytes are in children; so it is
    O(text) for all nodes that are one in another.
    """
    start, end = tree.span(row)
    parts = [child for child in tree.children(row) if not _is_word(tree, child)]
    if any(tree.is_named(part) for part in parts):
        covered = sum(tree.end[part] - tree.start[part] for part in parts)
        if 2 * covered >= end - start:
            return None
        covered = sum(nonblank(tree.source(part)) for part in parts)
        if 2 * covered >= nonblank(tree.source(row)):
            return None
    if parts and tree.start[parts[0]] == start:
        start = tree.end[parts[0]]
    if parts and tree.end[parts[-1]] == end:
        end = tree.start[parts[-1]]
    return Span(start, end) if start < end else None


def _is_word(tree: Tree, row: int) -> bool:
    """Whether a node is any word of a text, and no sign or keyword: its kind does not spell it."""
    spelled = kind_name(tree.source(row).decode(errors="replace"), is_named=False).lower()
    return tree.is_leaf(row) and not tree.is_named(row) and tree.name(row).lower() != spelled
