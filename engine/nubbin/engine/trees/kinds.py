"""What a tree tells of the kinds of its nodes: smallest instances, and parents (floor 1)."""

from collections import defaultdict
from typing import NamedTuple

from nubbin.engine.trees.tree import Tree

_LIFETIME = "lifetime"
"""The kind of a node whose name stands for no value and no type."""


class Instance(NamedTuple):
    """The text of a node; the smaller instance has fewer tokens, or else fewer bytes."""

    tokens: int
    length: int
    text: bytes
    names: bool
    """Whether it has tokens of a named kind, such as names and values, and not only the language's
    own words and signs."""


def smallest(tree: Tree) -> dict[str, Instance]:
    """Return for each kind of named node its smallest instance in a tree.

    Complexity: O(nodes), plus the bytes of each node that is the smallest of its kind so far.
    """
    found: dict[int, tuple[int, int, bytes, int]] = {}
    counts = tree.token_counts
    rows = zip(tree.start, tree.end, tree.kind, tree.skip, counts, strict=False)
    for node, (start, end, kind, skip, before) in enumerate(rows):
        tokens, length, least = counts[skip] - before, end - start, found.get(kind)
        if least and (tokens > least[0] or (tokens == least[0] and length > least[1])):
            continue
        if node and length and tree.is_named(node) and _stands_alone(tree, node):
            one = tokens, length, tree.source(node), node
            found[kind] = min(one, least or one)
    return {tree.kinds[kind]: _instance(tree, *one) for kind, one in found.items()}


def _stands_alone(tree: Tree, node: int) -> bool:
    """Whether a node may be put elsewhere: no comment, nor the `_` of Rust's lifetime `'_`."""
    return not tree.is_extra(node) and tree.name(tree.parent[node]) != _LIFETIME


def _instance(tree: Tree, tokens: int, length: int, text: bytes, node: int) -> Instance:
    return Instance(tokens, length, text, any(map(tree.is_named, tree.leaves(node))))


def parent_kinds(tree: Tree) -> dict[str, frozenset[str]]:
    """Return for each kind of node the kinds of its parents in a tree."""
    found = defaultdict[str, set[str]](set)
    above_each = map(tree.kind.__getitem__, tree.parent[1:])
    for kind, above in set(zip(tree.kind[1:], above_each, strict=True)):
        found[tree.kinds[kind]].add(tree.kinds[above])
    return {kind: frozenset(kinds) for kind, kinds in found.items()}
