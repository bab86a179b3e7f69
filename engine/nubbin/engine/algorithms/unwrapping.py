"""Unwrapping: what is between brackets, tags or quotes goes in place of all of it (floor 5).

One thing inside others is hoisted; several things, the members of an inner list in an outer one,
have no node of their own. And what a string says has none either: a program that makes code of it
(`eval`, `sh -c`, a template) would be reduced on its outside only.

Source: the inner lists that Perses splices into outer ones (Sun and others 2018), for whatever is
wrapped in something.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Hoist, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.literals import content_of, is_number
from nubbin.engine.relations.fillings import FILLS_IN, joined
from nubbin.engine.relations.mentions import is_word
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER, Edit, apply_edits

_HIGH = 4
"""Content is put in place of so many nodes, from the one that wraps it on upwards."""


def unwrapping(context: Context, text: bytes) -> bytes:
    """Put what is in nodes in place of what is around it, and take brackets off.

    What is in a node is what is between its first and its last part, at least two things; or all
    behind its first named part, which may be a condition, as between `#if x` and `#endif`.
    Brackets that are parts of a node with others before or behind, as in `import (x)`, go by
    themselves, as do those of parts beside each other that have one thing in them each, all at
    once: `[a] = [b]`, or `a::{b}`. A number or a string that is filled into a string is a part of
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
    """Put what strings say in place of the strings, and of what is around them.

    Whether the language takes what a string says, only the oracle knows. Each candidate is smaller
    in the order of texts.
    """

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        return _wrapped(configuration, _said, _HIGH)

    return try_changes(context, text, changes, shrinking=True)


def _wrapped(
    configuration: Configuration, content: Callable[[Tree, int], bytes | None], high: int
) -> Iterator[Sequence[Change]]:
    """Yield what puts the content of each node in its place, or in that of nodes around it."""
    for row in filter(configuration.tree.is_named, range(1, len(configuration.tree))):
        if inside := content(configuration.tree, row):
            for place in islice(configuration.around(row), high):
                yield (Rewrite((place,), inside),)


def _behind_first(tree: Tree, row: int) -> bytes | None:
    """Return what is behind a node's first named child, but for a last sign; None if too little."""
    children = [child for child in tree.children(row) if not tree.is_extra(child)]
    others = [*filter(tree.is_named, children)][1:]
    if len(others) < 2:
        return None
    end = tree.end[row] if tree.is_named(children[-1]) else tree.start[children[-1]]
    return tree.text[tree.start[others[0]] : end].strip()


def _filled(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield what makes the literals that are filled into a string a part of it, all at once."""
    tree = configuration.tree
    strings = defaultdict[int, list[Edit]](list)
    for row in tree.rows_of(tree.kinds_where(FILLS_IN.search)):
        if literal := _filled_in(tree, row):
            strings[tree.parent[row]].append(Edit(*tree.span(row), literal))
    for string, edits in strings.items():
        if configuration.may_change(string):
            yield (Rewrite((string,), joined(tree, string, edits)),)


def _filled_in(tree: Tree, row: int) -> bytes | None:
    """Return what a node fills into a string, if it is a literal; None if it is not."""
    only = tree.only_named(row)
    if not only or not (literal := tree.source(only)):
        return None
    return literal if is_number(literal) else content_of(literal, 0, len(literal))


def _some_brackets(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield what takes off brackets around some of a node's parts."""
    tree = configuration.tree
    for row in filter(configuration.may_change, range(1, len(tree))):
        begin, end, opened = tree.start[row], tree.end[row], list[int]()
        for child in tree.children(row):
            sign = tree.source(child) if tree.is_leaf(child) else b""
            if sign in CLOSER:
                opened.append(child)
            elif opened and sign == CLOSER[tree.source(opened[-1])]:
                opener = opened.pop()
                between = tree.text[tree.end[opener] : tree.start[child]].strip()
                bare = Edit(tree.start[opener] - begin, tree.end[child] - begin, between)
                if between and (bare.start > 0 or bare.end < end - begin):
                    yield (Rewrite((row,), apply_edits(tree.source(row), [bare])),)


def _same_brackets(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield what takes the same brackets off all parts of a node that have one thing in them.

    Off a single part if what is in it is a word of another category: without them all may be
    another whole, as `a::b` is where `a::{b}` was.
    """
    tree, groups = configuration.tree, defaultdict[tuple[int, bytes], list[Hoist]](list)
    for row in filter(configuration.may_change, range(1, len(tree) - 1)):
        sign = tree.source(row + 1) if tree.is_leaf(row + 1) else b""
        if sign in CLOSER and tree.parent[row + 1] == row and (only := tree.only_named(row)):
            groups[tree.parent[row], sign].append(Hoist(row, only))
    for hoists in groups.values():
        first = hoists[0]
        hoisted = configuration.categories.compatible(*first)
        if len(hoists) > 1 or (is_word(tree.source(first.descendant)) and not hoisted):
            yield hoists


def _said(tree: Tree, row: int) -> bytes | None:
    """Return the content of a node that is a string; None if it is none, or says nothing."""
    if tree.start[row] == tree.end[row]:
        return None
    content = content_of(tree.text, *tree.span(row))
    return content if content and content.strip() else None
