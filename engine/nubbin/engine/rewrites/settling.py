"""Settling: a type parameter gives way to a type that may stand for it (floor 3).

In `template <class T> struct A { T a; T b; }` the two uses of `T` keep the brackets, and each of
them is as short as `int`. Only all together makes the text smaller: `struct A { int a; int b; }`.

Source: instantiation of polymorphic types (Milner 1978), here of whatever looks like one; whether
the language means the same by it is left to the oracle.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, product, takewhile
from typing import Final

from nubbin.engine.configurations.changes import Change, Cut, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.lexemes import is_number
from nubbin.engine.relations.fillings import fits
from nubbin.engine.relations.lists import TYPE_BRACKETS, Lists
from nubbin.engine.relations.mentions import Mentions, occurrences, reference
from nubbin.engine.trees.kinds import Instance
from nubbin.engine.trees.tree import Tree

_TYPE: Final = "type"
"""A word in the kinds of types."""
_PARAMETER: Final = "param"
"""A word in the kinds of parameters."""
_MANY: Final = 64
"""A type parameter that is mentioned more often in its declaration stays."""
_MOST: Final = 16
"""Brackets with more members are data."""
_LARGE: Final = 16
"""A member of brackets with more tokens is no parameter, but given for one."""
_CONSTANTS: Final = 3
"""For one of several parameters, so many types or numbers are tried, the most frequent ones."""


def settled(
    configuration: Configuration, instances: Mapping[str, Instance]
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a type in place of a type parameter of a declaration.

    The only parameter goes with its brackets, at the declaration and at its uses. The type is the
    argument of the uses, if that is the same in all, or else the smallest instance of another kind
    in the input. A parameter without arguments may also be one of up to three types that stand in
    brackets elsewhere, or one of the numbers there, and need not be the only one.

    Complexity: O(nodes + mentions of what stands in brackets).
    """
    tree, mentions = configuration.tree, occurrences(configuration.tree)
    opened = dict.fromkeys(_opened(tree))
    given = _given(tree, mentions, opened) if opened else {}
    numbers, types = _constants(tree, opened)
    for node in opened:
        others, only = tuple(given.get(node, ())), tree.only_named(node)
        members = [*islice(tree.named_children(node), _MOST + 1)]
        if len(members) > (1 if others else _MOST):
            continue
        along = [Prune(others)] if others else []
        for member in members:
            gone = [*_without(configuration, node, member, only)]
            alike = types if _TYPE in tree.name(member) else numbers
            elsewhere = () if others else alike
            for uses in _open_types(configuration, mentions, node, member) if gone else ():
                if not all(map(configuration.may_change, others)):  # there may be thousands
                    break
                values = (*_values(configuration, uses, others, instances), *elsewhere)
                for value, without in product(dict.fromkeys(values), gone):
                    yield without, *along, Rewrite(tuple(uses), value)


def _open_types(
    configuration: Configuration, mentions: Mentions, node: int, member: int
) -> Iterator[list[int]]:
    """Yield for each name in a member of brackets its mentions in what the brackets are a part of.

    Those in the brackets are left out, and names without others.
    """
    tree, above = configuration.tree, configuration.tree.parent[node]
    for leaf in tree.leaves(member) if tree.weight(member) <= _LARGE else ():
        leaves = mentions.get(tree.source(leaf), ()) if "identifier" in tree.name(leaf) else ()
        (first, last), (inside, behind) = (tree.bounds(leaves, row) for row in (above, node))
        if 0 < inside - first + last - behind <= _MANY:
            uses = [reference(tree, use) for use in (*leaves[first:inside], *leaves[behind:last])]
            if all(map(configuration.may_change, uses)):
                yield uses


def _opened(tree: Tree) -> Iterator[int]:
    """Yield the nodes in the brackets of types that have a member."""
    for node in range(1, len(tree)):
        closer = TYPE_BRACKETS.get(tree.source(node + 1)) if not tree.is_leaf(node) else None
        closed = closer is not None and tree.source(tree.skip[node] - 1) == closer
        if closed and any(map(tree.is_named, tree.children(node))):
            yield node


def _constants(tree: Tree, opened: Iterable[int]) -> tuple[list[bytes], list[bytes]]:
    """Return the numbers, and the types that are no names, which stand in brackets most often."""
    members = chain.from_iterable(map(tree.named_children, opened))
    single = (next(tree.leaves(each)) for each in members if tree.weight(each) == 1)
    given = [leaf for leaf in single if _PARAMETER not in tree.name(tree.parent[leaf])]
    numbers = Counter(tree.source(leaf) for leaf in given if is_number(tree.source(leaf)))
    types = Counter(tree.source(leaf) for leaf in given if _is_type_itself(tree.name(leaf)))
    return _most_common(numbers), _most_common(types)


def _most_common(counts: Counter[bytes]) -> list[bytes]:
    return [text for text, _ in counts.most_common(_CONSTANTS)]


def _is_type_itself(kind: str) -> bool:
    """Whether nodes of a kind are types by words of the language, and no names."""
    return _TYPE in kind and "identifier" not in kind


def _given(tree: Tree, mentions: Mentions, opened: Container[int]) -> dict[int, list[int]]:
    """Return for the brackets of a declaration those at the uses of its name elsewhere.

    Brackets in front of a name with its own, as in Rust's `impl<T> A<T>`, do not declare that.
    """
    lists, found = Lists(tree), dict[int, list[int]]()
    for leaves in mentions.values():
        behind = {leaf: lists.types(leaf) for leaf in leaves}
        used = [node for node in behind.values() if node is not None and node in opened]
        plain = [leaf for leaf in leaves if behind[leaf] is None] if used else []
        for node in (*used, *filter(None, map(lists.types_before, plain))):
            found[node] = [each for each in used if each != node]
    return found


def _without(configuration: Configuration, node: int, member: int, only: int) -> Iterator[Change]:
    """Yield the changes that remove a member of brackets; with the only one the brackets go, too.

    Words before them may have to go as well, as `template` in `template <class T>`, or may have to
    stay, as `impl` in `impl<T>`.
    """
    tree, going = configuration.tree, node if only else member
    before = [*takewhile(lambda row: not tree.is_named(row), tree.children(tree.parent[node]))]
    first = only and node == (tree.skip[before[-1]] if before else tree.parent[node] + 1)
    run = *before, node
    if first and all(map(configuration.may_change, run)):
        yield Cut(run)
    if configuration.vanishes(going) and (before or not first):
        yield Prune((going,))


def _values(
    configuration: Configuration,
    uses: Sequence[int],
    given: Sequence[int],
    instances: Mapping[str, Instance],
) -> Iterator[bytes]:
    """Yield the text to put where a type parameter is used, if there is one."""
    tree = configuration.tree
    arguments = [tree.only_named(node) for node in given]
    texts = {tree.source(argument) for argument in arguments}
    if len(texts) == 1 and fits(configuration, uses[0], arguments[0]):
        yield from texts
    elif least := least_type(configuration, uses[0], instances):
        yield least


def least_type(
    configuration: Configuration, use: int, instances: Mapping[str, Instance]
) -> bytes | None:
    """Return the smallest type of another kind that fits where a type is used.

    None if that has several tokens, or if there is none.
    """
    kind, text = configuration.tree.name(use), configuration.tree.source(use)
    others = (
        instance
        for other, instance in instances.items()
        if other != kind
        and _TYPE in other
        and instance.text != text
        and configuration.categories.admit(use, other)
    )
    least = min(others, default=None)
    return least.text if least is not None and least.tokens == 1 else None
