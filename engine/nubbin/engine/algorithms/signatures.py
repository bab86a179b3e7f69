"""Signatures: the types in a function's type go to the function's own parameters (floor 5).

In `let f: (a: A) => B = b => b.c` the body needs the type of `b`, and has it from a type with names
and a result of its own, which needs a declaration to stand in. `(b: A) => b.c` has the type itself,
and needs none of that.

Source: the inverse of contextual typing, by which a compiler finds a parameter's type (Pierce and
Turner 2000, "Local type inference").
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.lists import Lists
from nubbin.engine.trees.fields import first_in_field
from nubbin.engine.trees.tree import Tree

_TYPE: Final = re.compile("^func.*_type$")
"""The kinds of nodes that are the type of a function."""
_OWN: Final = b"this"
"""A word that may have a type in the place of the first parameter, and is no parameter."""
_HIGH: Final = 4
"""A function stands behind a node at most this many levels above its type."""


def signatures(context: Context, text: bytes) -> bytes:
    """Move the types of parameters from the type of a function to the function itself.

    The pass looks at each type of a function that has a function right behind it: one that is
    declared to be of that type, or that is returned by a function which says so. It asks about the
    text without that type, and with the types of its parameters behind those of the function, if
    none of these has one yet. Each candidate is smaller in the order of texts.
    """
    if not context.tree(text).kinds_where(_TYPE.search):
        return text
    return try_changes(context, text, _changes, shrinking=True)


def _changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield, for each type of a function, the changes that give its parts to the function's own."""
    tree = configuration.tree
    lists = Lists(tree)
    for kind in tree.rows_where(_TYPE.search):
        said = lists.parameters(kind)
        part, function = _function(tree, kind)
        takes = tree.named_children(function) if function else iter(())
        group = next(takes, 0)
        before = tree.is_sign(part - 1, b":") and tree.parent[part - 1] == tree.parent[part]
        gone = Rewrite((part - 1, part), b"") if before else Prune((part,))
        if said is None or not group:
            continue
        taken = (each for each in tree.named_children(said) if not tree.begins(each, _OWN))
        types = [_type(tree, each) for each in taken]
        text = _typed(tree, group, types)
        if text is None or not configuration.may_change(group):
            continue
        if before or configuration.prunable(part):  # last, since this may take parsing
            yield gone, Rewrite((group,), text)


def _function(tree: Tree, kind: int) -> tuple[int, int]:
    """Return the part that a type stands in, and the function right behind that; 0 if none is."""
    for part, above in pairwise(islice(tree.upwards(kind), _HIGH)):
        behind, end = tree.skip[part], tree.skip[above]
        if behind < end and tree.is_leaf(behind):  # a sign
            behind = tree.skip[behind]
        if behind < end:
            return part, behind if is_function(tree, behind) else 0
    return kind, 0


def _typed(tree: Tree, group: int, types: Sequence[bytes]) -> bytes | None:
    """Return a function's parameters with types; None if there are none, too many, or some typed.

    A single parameter without brackets gets them.
    """
    if tree.is_leaf(group):
        return b"(%b%b)" % (tree.source(group), types[0]) if types else None
    units = [*tree.named_children(group)]
    if not 0 < len(units) <= len(types) or any(_has_type(tree, each) for each in units):
        return None
    text, position = b"", tree.start[group]
    for unit, kind in zip(units, types, strict=False):
        behind = tree.end[next(tree.children(unit), unit)]
        kind = kind.lstrip(b"?") if behind < tree.end[unit] else kind  # `a = 1` says `?` already
        text, position = text + tree.text[position:behind] + kind, behind
    return text + tree.text[position : tree.end[group]]


def _has_type(tree: Tree, unit: int) -> bool:
    return first_in_field(tree, tree.children(unit), "type") != 0


def _type(tree: Tree, unit: int) -> bytes:
    """Return the type of a parameter, with the signs before it: `: A`, `?: A`."""
    own = first_in_field(tree, tree.children(unit), "type") or unit
    name = next(tree.children(unit), unit)
    signed = tree.begins(own, b":") and name < own
    return tree.text[tree.end[name] : tree.end[own]] if signed else b": " + tree.source(own)
