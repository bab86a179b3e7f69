"""Unwrapping: the content of brackets, tags or quotes takes the place of the whole (floor 5).

A single node inside others can be hoisted; several nodes, such as the members of an inner list in
an outer one, have no node of their own. The content of a string has none either: a program that
makes code of it (`eval`, `sh -c`, a template) would be reduced on its outside only.

Source: the inner lists that Perses splices into outer ones (Sun and others 2018), here for
everything that is wrapped in something.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Hoist, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.lexemes import content_of, is_number
from nubbin.engine.relations.fillings import FILLS_IN, joined
from nubbin.engine.relations.mentions import is_word
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER_OF, Edit, apply_edits

_HIGH = 4
"""Content is put in place of this many nodes, from the one that wraps it on upwards."""


def unwrapping(context: Context, text: bytes) -> bytes:
    """Put the content of nodes in place of the nodes around it, and take brackets off.

    The content of a node is all between its first and its last child, at least two nodes; or all
    behind its first named child, which may be a condition, as between `#if x` and `#endif`.
    Brackets with other children of the same node before or behind them, as in `import (x)`, go by
    themselves. So do the brackets of neighbouring nodes that hold one node each, all at once:
    `[a] = [b]`, or `a::{b}`. A number or a string that is filled into a string becomes a part of
    it. Each candidate is smaller in the order of texts.
    """

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        yield from _wrapped(configuration, Tree.between, _HIGH)
        yield from _wrapped(configuration, _behind_first, 1)
        yield from _filled(configuration)
        yield from _some_brackets(configuration)
        yield from _same_brackets(configuration)

    return try_changes(context, text, changes, shrinking=True)


def unquoting(context: Context, text: bytes) -> bytes:
    """Put the content of strings in place of the strings, and of the nodes around them.

    Only the oracle knows whether the language takes the content there. Each candidate is smaller in
    the order of texts.
    """

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        return _wrapped(configuration, _said, _HIGH)

    return try_changes(context, text, changes, shrinking=True)


def _wrapped(
    configuration: Configuration, content: Callable[[Tree, int], bytes | None], high: int
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a node's content in its place, or in that of nodes around it."""
    for row in filter(configuration.tree.is_named, range(1, len(configuration.tree))):
        if inside := content(configuration.tree, row):
            for place in islice(configuration.around(row), high):
                yield (Rewrite((place,), inside),)


def _behind_first(tree: Tree, row: int) -> bytes | None:
    """Return the text behind a node's first named child, without a sign at its end.

    None if there are fewer than two other named children.
    """
    children = [child for child in tree.children(row) if not tree.is_extra(child)]
    others = [*filter(tree.is_named, children)][1:]
    if len(others) < 2:
        return None
    end = tree.end[row] if tree.is_named(children[-1]) else tree.start[children[-1]]
    return tree.text[tree.start[others[0]] : end].strip()


def _filled(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that make literals filled into a string a part of it, all at once."""
    tree = configuration.tree
    strings = defaultdict[int, list[Edit]](list)
    for row in tree.rows_where(FILLS_IN.search):
        if literal := _filled_in(tree, row):
            strings[tree.parent[row]].append(Edit(*tree.span(row), literal))
    for string, edits in strings.items():
        if configuration.may_change(string):
            yield (Rewrite((string,), joined(tree, string, edits)),)


def _filled_in(tree: Tree, row: int) -> bytes | None:
    """Return the text that a node fills into a string, if that is a literal; else None."""
    only = tree.only_named(row)
    if not only or not (literal := tree.source(only)):
        return None
    return literal if is_number(literal) else content_of(literal, 0, len(literal))


def _some_brackets(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that take off brackets around some of a node's children."""
    tree = configuration.tree
    for row in filter(configuration.may_change, range(1, len(tree))):
        begin, end, opened = tree.start[row], tree.end[row], list[int]()
        for child in tree.children(row):
            sign = tree.source(child) if tree.is_leaf(child) else b""
            if sign in CLOSER_OF:
                opened.append(child)
            elif opened and sign == CLOSER_OF[tree.source(opened[-1])]:
                opener = opened.pop()
                between = tree.text[tree.end[opener] : tree.start[child]].strip()
                bare = Edit(tree.start[opener] - begin, tree.end[child] - begin, between)
                if between and (bare.start > 0 or bare.end < end - begin):
                    yield (Rewrite((row,), apply_edits(tree.source(row), [bare])),)


def _same_brackets(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that take the same brackets off all a node's children that hold one node.

    A single such child counts only if it holds a word of another category: without the brackets the
    whole may be of another kind, as `a::b` is where `a::{b}` was.
    """
    tree, groups = configuration.tree, defaultdict[tuple[int, bytes], list[Hoist]](list)
    for row in filter(configuration.may_change, range(1, len(tree) - 1)):
        sign = tree.source(row + 1) if tree.is_leaf(row + 1) else b""
        if sign in CLOSER_OF and tree.parent[row + 1] == row and (only := tree.only_named(row)):
            groups[tree.parent[row], sign].append(Hoist(row, only))
    for hoists in groups.values():
        first = hoists[0]
        hoisted = configuration.categories.compatible(*first)
        if len(hoists) > 1 or (is_word(tree.source(first.descendant)) and not hoisted):
            yield hoists


def _said(tree: Tree, row: int) -> bytes | None:
    """Return the content of a node that is a string; None if it is no string, or a blank one."""
    if tree.start[row] == tree.end[row]:
        return None
    content = content_of(tree.text, *tree.span(row))
    return content if content and content.strip() else None
