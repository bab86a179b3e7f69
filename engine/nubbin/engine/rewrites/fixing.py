"""Fixing: a parameter gives way to one of the values that its calls give it (floor 3).

Where all calls give a parameter the same value, or one gives it a number, the function may have
that in itself: `int f(int a) { return a; }`, which is called by `f(1)` and `f(2)`, becomes
`int f() { return 1; }`, called by `f()` and `f()`.

Source: constant propagation between procedures (Callahan and others 1986), here also where calls
differ: whether that matters is left to the oracle.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.fillings import fits, put
from nubbin.engine.relations.lists import TYPE_BRACKETS
from nubbin.engine.relations.mentions import Mentions, is_word, leaves_beside_type, reference
from nubbin.engine.trees.tree import Tree

_MOST: Final = 32
"""With more calls, or more mentions of the parameter, nothing is tried."""
_HIGH: Final = 4
"""The function is at most this many nodes above its parameter."""
_VALUES: Final = 2
"""Where calls differ, at most this many of their values are tried."""


def fixed(
    configuration: Configuration,
    lists: Sequence[Sequence[int]],
    mentions: Mentions,
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put an argument in place of a parameter that has several.

    The parameter is removed, with the arguments in its position, counted from the last. Its
    mentions are those in the smallest node around it that has any.

    Args:
        configuration: of the text.
        lists: those that belong together, each as its members.
        mentions: for each name its mentions, in order.
    """
    tree = configuration.tree
    if len(lists) > _MOST or not all(map(configuration.vanishes, chain(*lists))):
        return
    for one in lists:
        for n, parameter in enumerate(reversed(one), 1):
            arguments = [each[-n] for each in lists if each is not one and n <= len(each)]
            going = (parameter, *arguments)
            for leaf in names_in(tree, parameter) if arguments else ():
                uses = _uses(tree, mentions.get(tree.source(leaf), ()), going)
                tokens = sum(map(tree.weight, uses))
                for value in _values(tree, parameter, arguments):
                    yield from put_for(configuration, going, uses, tokens, value)


def put_for(
    configuration: Configuration,
    going: tuple[int, ...],
    uses: Sequence[int],
    tokens: int,
    value: int,
) -> Iterator[Sequence[Change]]:
    """Yield the changes that take out what goes, and put a value at all uses of a name.

    Nothing if there are no uses, if no token less would be left, or if the value does not fit.

    Args:
        configuration: of the text.
        going: the members of lists that go.
        uses: the places of the name, in order.
        tokens: how many these have together.
        value: the node to put there.
    """
    tree = configuration.tree
    grown = tree.weight(value) * len(uses) - tokens
    if not uses or grown >= sum(map(tree.weight, going)):
        return
    changeable = all(map(configuration.may_change, (*going, uses[0], uses[-1])))
    if changeable and fits(configuration, uses[0], value):
        written = [(use, tree.source(value)) for use in uses]
        yield Prune(going), *put(configuration, written)


def names_in(tree: Tree, member: int) -> Iterator[int]:
    """Return the named leaves of a member of a list that are not in its type."""
    named = filter(tree.is_named, leaves_beside_type(tree, member))
    return filter(tree.source, named)


def given(tree: Tree, parameter: int, argument: int) -> int:
    """Return an argument, or the type in its brackets if both are lists of a single type."""
    ends = [tree.source(node + 1) for node in (parameter, argument) if not tree.is_leaf(node)]
    if len(ends) == 2 and {*ends} <= TYPE_BRACKETS.keys():
        return tree.only_named(argument) or argument
    return argument


def _uses(tree: Tree, leaves: Sequence[int], going: Sequence[int]) -> list[int]:
    """Return the mentions of a name outside of what goes, in the smallest node that has any."""
    for above in islice(tree.upwards(tree.parent[going[0]]), _HIGH):
        first, behind = tree.bounds(leaves, above)
        if behind - first > _MOST:
            break
        among = leaves[first:behind]
        uses = [use for use in among if not any(use in tree.subtree(part) for part in going)]
        if uses:
            return [reference(tree, use) for use in uses]
    return []


def _values(tree: Tree, parameter: int, arguments: Iterable[int]) -> list[int]:
    """Return the values that may stand for a parameter: the only one, or those without a name."""
    values = {tree.source(each): given(tree, parameter, each) for each in arguments}
    if len(values) == 1:
        return [*values.values()]
    nameless = (
        value
        for value in values.values()
        if not any(is_word(tree.source(leaf)) for leaf in tree.leaves(value))
    )
    return [*islice(nameless, _VALUES)]
