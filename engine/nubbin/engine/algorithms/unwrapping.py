"""Unwrapping: what is between brackets, tags or quotes goes in place of all of it (floor 5).

One thing inside others is hoisted; several things, the members of an inner list in an outer one,
have no node of their own. And what a string says has none either: a program that makes code of it
(`eval`, `sh -c`, a template) would be reduced on its outside only.

Source: the inner lists that Perses splices into outer ones (Sun and others 2018), for whatever is
wrapped in something.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import try_changes
from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.literals import content_of
from nubbin.engine.trees.tree import Tree

_HIGH = 4
"""Nodes on the way up from a wrapped thing that its content is put in place of, itself first."""


def unwrapping(context: Context, text: bytes) -> bytes:
    """Put what is between the first and the last part of nodes in place of what is around it.

    Asked about where these are at least two things. Each candidate is smaller in the order of
    texts.
    """
    return _unwrapped(context, text, between)


def unquoting(context: Context, text: bytes) -> bytes:
    """Put what strings say in place of the strings, and of what is around them.

    Whether the language takes what a string says, only the oracle knows. Each candidate is smaller
    in the order of texts.
    """
    return _unwrapped(context, text, _said)


def _unwrapped(
    context: Context, text: bytes, content: Callable[[Tree, int], bytes | None]
) -> bytes:
    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        for row in filter(configuration.tree.is_named, range(1, len(configuration.tree))):
            if inside := content(configuration.tree, row):
                for place in islice(configuration.around(row), _HIGH):
                    yield (Rewrite((place,), inside),)

    return try_changes(context, text, changes, shrinking=True)


def between(tree: Tree, row: int) -> bytes | None:
    """Return what is between a node's first child and its last; None if not several things."""
    children = [child for child in tree.children(row) if not tree.is_extra(child)]
    if sum(map(tree.is_named, children[1:-1])) < 2:
        return None
    return tree.text[tree.end[children[0]] : tree.start[children[-1]]].strip()


def _said(tree: Tree, row: int) -> bytes | None:
    """Return the content of a node that is a string; None if it is none, or says nothing."""
    if tree.start[row] == tree.end[row]:
        return None
    content = content_of(tree.text, tree.start[row], tree.end[row])
    return content if content and content.strip() else None
