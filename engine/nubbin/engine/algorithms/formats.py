"""Formats: a placeholder in a string goes with the value that fills it in (floor 5).

In `printf("%d %s", a, b)` and in Rust's `println!("{} {}", a, b)` neither can go alone.

Source: coupled deletion after DRReduce (2026), here of parts with the same position instead of
parts with the same name.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch, Span, nesting

_PLACEHOLDERS: Final = (
    re.compile(rb"%(?:%|(?P<place>[-+ #0]*(?:[1-9.][\d.]*)?[hlLqjzt]*[A-Za-z]))"),
    re.compile(rb"\{\{|\}\}|(?P<place>\{[^{}\s]*\})"),
    re.compile(rb"\{\{|\}\}|(?P<place>\{(?:\d*[:!][^{}\s]*|\d*)\})"),
)
"""The placeholders, as the group `place`, of languages that follow C, of those that follow Python,
and of these only the ones without a name: Rust's `{a}` needs no value behind the string. Without
the group, what only looks like a placeholder."""
_HIGH: Final = 3
"""The values of a string are looked for behind the string and the nodes around it, up to this many;
round brackets around one of these do not count."""
_OPENS: Final = (b"(", b"[")
"""The signs that open brackets in which the values may stand."""
_NEAR: Final = 3
"""Only this many siblings behind such a node are taken for these brackets."""


def formats(context: Context, text: bytes) -> bytes:
    """Take out placeholders of strings with their values; return what is left of the text.

    The values of a string follow it between commas, as far as the brackets around both go
    (`printf("%d", a)`), or they stand in brackets behind it (`"%d" % (a, b)`, Lua's
    `("%d"):format(a)`, Ruby's `"%d" % [a]`). The pass asks about the text without each placeholder
    and its value, if there are as many values as placeholders.
    """
    return sweep(context, text, dict.fromkeys(_coupled(context.tree(text))))


def _coupled(tree: Tree) -> Iterator[Patch]:
    """Yield for each placeholder with a value the edits that take both away."""
    for pattern in _PLACEHOLDERS:
        placeholders = defaultdict[int, list[Edit]](list)
        for match in pattern.finditer(tree.text):
            if match["place"] and (string := _string_around(tree, Span(*match.span()))):
                placeholders[string].append(Edit(*match.span()))
        for string, found in placeholders.items():
            fillings = [*_fillings(tree, string, len(found) + 1)]
            if len(fillings) == len(found):
                for place, filling in zip(found, fillings, strict=True):
                    yield place, *filling


def _string_around(tree: Tree, span: Span) -> int:
    """Return the node around a span, if it is named, and none of its children is; else 0."""
    row = bisect_right(tree.start, span.start) - 1
    while row > 0 and tree.end[row] < span.end:
        row = tree.parent[row]
    is_string = row > 0 and tree.is_named(row) and not any(map(tree.is_named, tree.children(row)))
    return row if is_string else 0


def _fillings(tree: Tree, node: int, most: int) -> Iterator[Patch]:
    """Yield for each value of a string the edits that take it away with a comma beside it.

    Args:
        tree: of the text.
        node: the string.
        most: how many values are looked for.
    """
    for _ in range(_HIGH):
        first, *others = [*islice(tree.siblings_behind(node), _NEAR)] or [0]
        if tree.source(first) == b",":
            yield from _members(tree, tree.siblings_behind(node), most)
            return
        for row in (first, *others):
            if tree.text.startswith(_OPENS, tree.start[row]) and not tree.is_leaf(row):
                yield from _members(tree, tree.siblings_behind(row + 1), most)
                return
        node = tree.parent[node]
        above = tree.parent[node]
        if tree.source(above + 1) == b"(" and tree.only_named(above) == node:
            node = above


def _members(tree: Tree, rows: Iterable[int], most: int) -> Iterator[Patch]:
    """Yield for each member of a list the edits that take it away with the comma before or behind.

    Args:
        tree: of the text.
        rows: the list's nodes, and perhaps more behind the bracket that closes it.
        most: how many members are looked for.
    """
    parts = [*islice(_parts(tree, rows), 2 * most)]
    spans = [Edit(tree.start[part[0]], tree.end[part[-1]]) for part in parts]
    for index in range(bool(parts) and tree.source(parts[0][0]) == b",", len(spans), 2):
        yield spans[index], *(spans[index - 1 : index] or spans[index + 1 : index + 2])


def _parts(tree: Tree, rows: Iterable[int]) -> Iterator[list[int]]:
    """Yield the rows of each member of a list and of each comma in turn, up to the closing bracket.

    If the grammar is flat, a member may have several rows, with brackets and commas of its own.
    """
    deep, part = 0, list[int]()
    for row in rows:
        sign = b"" if tree.is_named(row) else tree.source(row)
        deep += nesting(sign)
        if deep < 0:
            break
        if sign == b"," and not deep:
            yield from filter(None, (part, [row]))
            part = []
        else:
            part.append(row)
    if part:
        yield part
