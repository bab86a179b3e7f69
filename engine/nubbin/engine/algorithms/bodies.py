"""Bodies: a function, or a branch, loses what it does before it goes itself (floor 5).

Compilers may reject an empty body of a function that has to return something, but not a body that
never comes to its end. The calls of the function stay valid, and everything that only its body
used can go; so it is with a branch that has to give a value. In the end a declaration may do for a
function.

Source: rustc's "everybody loops", by which its developers reduce programs.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep_in_parts
from nubbin.engine.algorithms.trying import bare, try_changes
from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.function_kinds import function_kinds
from nubbin.engine.relations.returned import has_result, is_arm, results_of
from nubbin.engine.trees.fields import first_in_field
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import count_words

_DEPTHS: Final = 4
"""Bodies at so many depths are looked at: those of functions, of branches in these, and so on."""
_BLOCK: Final = "block"
"""The kind of a list of statements in braces."""
_LOOPS: Final = re.compile("do|(enhanced_)?for|loop|while")
"""Beginnings of the kinds of loops; one that does nothing may never end."""
_PARTS: Final = 4
"""If not all bodies can go at once, they are cut into this many groups, and these again."""


def bodies(context: Context, text: bytes) -> bytes:
    """Replace the bodies of functions by ones that do nothing; return what is left of the text.

    The pass asks about the text with all bodies replaced, then with a fourth of them, and so on
    down to single ones; after that, in the same way, about the branches of those that stay, then
    about the branches of these: mostly, what is wrong needs only one of them. The text stays as it
    is if its language's table names nothing that never returns. Each candidate has fewer tokens
    than the text.
    """
    table = context.reader.table
    if table is None or table.diverging is None:
        return text
    for depth in range(_DEPTHS):
        configuration = bare(context, text)
        every = tuple(_emptied(configuration, table.diverging, depth))
        groups = [every] if every else []
        text = sweep_in_parts(context, configuration.render, groups, _PARTS)
    return text


def prototypes(context: Context, text: bytes) -> bytes:
    """Put a semicolon in place of the body of each function; return what is left of the text.

    A function that is only called need not be defined, while an empty body may be rejected because
    it returns nothing.
    """

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        for _, body in _functions(configuration):
            if configuration.tree.weight(body) > 1:
                yield (Rewrite((body,), b";"),)

    return try_changes(context, text, changes)


def _emptied(configuration: Configuration, diverging: bytes, depth: int) -> Iterator[Rewrite]:
    """Yield for each body at a depth the change that empties it, if that takes tokens away.

    Args:
        configuration: what is reduced.
        diverging: what never returns.
        depth: how many bodies of functions and branches are around it.
    """
    tree, ends = configuration.tree, list[int]()  # where the bodies around a row end
    functions = {body: row for row, body in _functions(configuration)}
    values = (row for row, field in enumerate(tree.fields) if field == "value")
    arms = {row for row in values if tree.is_named(row) and is_arm(tree, tree.parent[row])}
    blocks = filter(tree.is_named, tree.rows_where(_BLOCK.__eq__))
    for row in sorted({*functions, *arms, *blocks}):
        arm = row in arms
        while ends and ends[-1] <= row:
            ends.pop()
        if len(ends) == depth and configuration.may_change(row):
            ends_early = arm or _diverges(tree, row, functions.get(row))
            text = diverging if ends_early else b""
            if not arm or tree.begins(row, b"{"):  # an arm without braces ends with a comma
                text = b"{ %b }" % text if text else b"{}"
            if tree.weight(row) > count_words(text):
                yield Rewrite((row,), text)
        ends.append(tree.skip[row])


def _diverges(tree: Tree, body: int, function: int | None) -> bool:
    """Whether an empty body would be refused, as something has to be given back, or run for ever.

    That is as far as the function's type tells, or else what the body ends with.
    """
    if function is not None:
        return has_result(tree, function)
    repeated = _LOOPS.match(tree.name(tree.parent[body])) is not None
    return repeated or any(results_of(tree, body))


def _functions(configuration: Configuration) -> Iterator[tuple[int, int]]:
    """Yield each function whose body may change, with that body."""
    tree = configuration.tree
    for row in filter(tree.is_named, tree.rows_of(function_kinds(tree))):
        body = first_in_field(tree, tree.children(row), "body")
        if body and configuration.may_change(body):
            yield row, body
