"""Functions whose bodies can be put where they are called (floor 3)."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.mentions import access_of, leaves_beside_type
from nubbin.engine.relations.sizes import LARGE
from nubbin.engine.relations.substitution import spreads
from nubbin.engine.trees.tree import Tree

_NAMES: Final = ("key", "left", "name")
"""The fields that hold the name of a definition."""
HIGH: Final = 4
"""A function, or a call, is at most this many levels above the name, and the part that is removed
with it at most as many above that."""
SELF: Final = (b"self", b"this")
"""Names of the object that a function is called on, if it has no parameter for it."""


class Function(NamedTuple):
    """A function that can be put where it is called."""

    part: int
    """The removable part around it."""
    receiver: bytes | None
    """Its own word for what it is called on, where that is declared in front of its name."""
    parameters: Sequence[bytes | None]
    """The name of each parameter in the body; None if the body does not mention it."""
    group: int | None
    """All parameters with their brackets; None where it has none."""
    body: int
    takes_rest: bool = False
    """Whether the last parameter takes all further arguments: `...b`, `*b`."""
    types: Sequence[bytes | None] = ()
    """The name of each parameter that is a type, likewise."""


def named_function(
    tree: Tree, lists: Lists, kinds: frozenset[int], name: int
) -> tuple[int, int | None]:
    """Return the function that a leaf is the name of, and the list of its parameters.

    The function is around the name, or is assigned to it, or to a member of that name. It is 0
    where the leaf names none; the list is None where the function has none.

    Args:
        tree: of the text.
        lists: of the tree.
        kinds: the numbers of the kinds of functions.
        name: the leaf.
    """
    node = tree.skip[name]
    above = tree.parent[access_of(tree, name) or name]  # `a.prototype.name = function () {}`
    for _ in range(0 if tree.kind[above] in kinds else HIGH):  # assigned to the name
        if node >= tree.skip[above]:
            break
        if tree.kind[node] in kinds:
            return node, next(filter(tree.is_named, tree.children(node)), None)
        node = tree.skip[node]
    group = lists.round_brackets(name)
    node = name if group is None else group
    for _ in range(HIGH if group or tree.fields[name] == "name" else 0):
        node = tree.parent[node]
        if node <= 0 or tree.begins(node, b"("):  # a call among the parameters of another
            break
        if tree.kind[node] in kinds:
            return node, group
    return 0, None


def functions_at(
    configuration: Configuration,
    node: int,
    group: int | None,
    types: int | None = None,
) -> Iterator[Function]:
    """Yield a function in the forms in which it can be put where it is called, at most two.

    First its class is removed with it, if that has nothing else; then the function alone. Nothing
    is yielded for a function that is large, has no body, or cannot be removed.

    Args:
        configuration: of the text.
        node: the function.
        group: the list of its parameters, if it has one.
        types: the list of its parameters that are types, if it has one.
    """
    tree, named = configuration.tree, configuration.tree.is_named
    if tree.weight(node) > LARGE:
        return
    part = next(filter(configuration.prunable, islice(tree.upwards(node), HIGH)), None)
    *_, body = [node, *filter(named, tree.children(node))]
    if part is None or body <= (group or node) or tree.fields[body] == "name":
        return
    if types is not None and tree.parent[types] == tree.parent[part]:  # `template <class T>`
        part = tree.parent[part]
    words = {tree.source(leaf) for leaf in filter(named, tree.leaves(body))}
    front = [child for child in tree.children(node) if tree.fields[child] == "receiver"]
    receivers = [_mentioned(tree, unit, words) for unit in front]
    parameters, generic = (
        [_mentioned(tree, unit, words) for unit in _units(tree, each)] for each in (group, types)
    )
    for around in dict.fromkeys((_holder(tree, part), part)):
        if configuration.prunable(around):
            receiver = next(iter(receivers), None)
            rest = _takes_rest(tree, group)
            yield Function(around, receiver, parameters, group, body, rest, generic)


def _holder(tree: Tree, part: int) -> int:
    """Return the highest node around a part that holds nothing else but a head with its own name.

    Such a head is `static class A extends B`, also with types in front, `template <class T>`.
    """
    for above in tree.upwards(tree.parent[part]):
        # Only the last of many parts passes, so that the siblings are not gone through for each.
        if not _is_last(tree, part):
            break
        head = [row for row in tree.named_children(above) if row < part]
        typed = len(head) == 1 and tree.begins(head[0], b"<")
        if head and not typed and not any(tree.fields[row] in _NAMES for row in head):
            break
        part = above
    return part


def _is_last(tree: Tree, part: int) -> bool:
    """Whether a part is the last named child of the node around it, comments left out."""
    behind = tree.siblings_behind(part)
    return all(tree.is_extra(row) or not tree.is_named(row) for row in behind)


def _units(tree: Tree, group: int | None) -> Iterator[int]:
    """Yield what takes one argument each; a parameter of several names, as in Go, is several."""
    if group is None:
        return
    for member in [group] if tree.is_leaf(group) else tree.named_children(group):
        names = [child for child in tree.children(member) if tree.fields[child] == "name"]
        yield from names or (member,)


def _takes_rest(tree: Tree, group: int | None) -> bool:
    """Whether the last of some parameters takes all further arguments."""
    last = (tree.last_named(group) or group) if group else 0
    return any(spreads(tree, row) for row in tree.subtree(last)) if last else False


def _mentioned(tree: Tree, unit: int, words: set[bytes]) -> bytes | None:
    """Return the first of some words in a parameter, outside of its type; None if it has none."""
    mentioned = map(tree.source, leaves_beside_type(tree, unit))
    return next((word for word in mentioned if word in words), None)
