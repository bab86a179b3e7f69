"""Settling: a type parameter gives way to a type that may stand for it (floor 3).

In `template <class T> struct A { T a; T b; }` the two uses of `T` keep the brackets, and each of
them is as short as `int`. Only all together makes the text smaller: `struct A { int a; int b; }`.

Source: instantiation of polymorphic types (Milner 1978), here of whatever looks like one; whether
the language means the same by it is left to the oracle.
"""

from bisect import bisect_left
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

from nubbin.engine.configurations.changes import Change, Cut, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.fillings import fits
from nubbin.engine.relations.lists import TYPES, Lists
from nubbin.engine.relations.mentions import occurrences, reference
from nubbin.engine.trees.tree import Instance, Tree

_MANY: Final = 64
"""A type parameter that is mentioned more often in its declaration stays."""


def settled(
    configuration: Configuration, instances: Mapping[str, Instance]
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a type in place of the only type parameter of a declaration.

    The brackets are removed, at the declaration and at its uses. The type is the argument of the
    uses, if that is the same in all, or else the smallest instance of another kind in the input.

    Complexity: O(nodes + mentions of what stands in brackets).
    """
    tree, named = configuration.tree, occurrences(configuration)
    opened = {node: tree.parent[node] for node in _opened(tree)}
    given = _given(tree, named, opened) if opened else {}
    for node, above in opened.items():
        others = tuple(given.get(node, ()))
        along = [Prune(others)] if others else []
        without = _unbracketed(configuration, node)
        if without is None or not all(map(configuration.may_change, others)):
            continue
        for leaf in tree.leaves(node):
            leaves = named.get(tree.source(leaf), ()) if "identifier" in tree.name(leaf) else ()
            among = leaves[bisect_left(leaves, above) : bisect_left(leaves, tree.skip[above])]
            uses = [reference(tree, use) for use in among if not node < use < tree.skip[node]]
            if 0 < len(uses) <= _MANY and all(map(configuration.may_change, uses)):
                for value in _values(configuration, uses, others, instances):
                    yield without, *along, Rewrite(tuple(uses), value)


def _opened(tree: Tree) -> Iterator[int]:
    """Yield the nodes in the brackets of types with a single member."""
    for node in range(1, len(tree)):
        if not tree.is_leaf(node) and tree.only_named(node):
            closer = TYPES.get(tree.source(node + 1))
            if closer is not None and tree.source(tree.skip[node] - 1) == closer:
                yield node


def _given(
    tree: Tree, named: Mapping[bytes, Sequence[int]], opened: Container[int]
) -> dict[int, list[int]]:
    """Return for the brackets of a declaration those at the uses of its name elsewhere."""
    lists, found = Lists(tree), dict[int, list[int]]()
    for leaves in named.values():
        behind = filter(None, map(lists.types, leaves))
        used = [node for node in behind if node in opened]
        declared = {*used, *filter(None, map(lists.types_before, leaves))} if used else ()
        for node in declared:
            found[node] = [each for each in used if each != node]
    return found


def _unbracketed(configuration: Configuration, node: int) -> Change | None:
    """Return the change that removes brackets, with the words before them that have no name.

    None if they cannot be removed. With `template <class T>`, `template` is removed too.
    """
    tree = configuration.tree
    run = [each for each in tree.children(tree.parent[node]) if each <= node]
    if not any(map(tree.is_named, run[:-1])):
        return Cut(tuple(run)) if all(map(configuration.may_change, run)) else None
    return Prune((node,)) if configuration.vanishes(node) else None


def _values(
    configuration: Configuration,
    uses: Sequence[int],
    given: Sequence[int],
    instances: Mapping[str, Instance],
) -> Iterator[bytes]:
    """Yield the text to put where a type parameter is used, if there is one."""
    tree, kind = configuration.tree, configuration.tree.name(uses[0])
    arguments = [tree.only_named(node) for node in given]
    texts = {tree.source(argument) for argument in arguments}
    if len(texts) == 1 and fits(configuration, uses[0], arguments[0]):
        yield from texts
        return
    admitted = (
        instance
        for other, instance in instances.items()
        if other != kind and configuration.categories.admit(uses[0], other)
    )
    least = min(admitted, default=None)
    if least is not None and least.tokens == 1:
        yield least.text
