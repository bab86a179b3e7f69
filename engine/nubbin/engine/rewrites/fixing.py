"""Fixing: a parameter gives way to one of the values that its calls give it (floor 3).

Where all calls give a parameter the same value, or one gives it a number, the function may have
that in itself: `int f(int a) { return a; }`, which is called by `f(1)` and `f(2)`, becomes
`int f() { return 1; }`, called by `f()` and `f()`. Where there is a single call, the parameter may
also stand for its argument.

Source: constant propagation between procedures (Callahan and others 1986), here also where calls
differ: whether that matters is left to the oracle.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, islice
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.argument_lists import argument_lists
from nubbin.engine.relations.definitions import Definition, definitions
from nubbin.engine.relations.fillings import fits, put
from nubbin.engine.relations.lists import TYPE_BRACKETS
from nubbin.engine.relations.mentions import (
    Mentions,
    is_word,
    leaves_beside_type,
    occurrences,
    reference,
)
from nubbin.engine.rewrites.outer_variables import moved_out
from nubbin.engine.trees.tree import Tree

_MOST: Final = 32
"""With more calls, or more mentions of the parameter, nothing is tried."""
_HIGH: Final = 4
"""The function is at most this many nodes above its parameter."""
_VALUES: Final = 2
"""Where calls differ, at most this many of their values are tried."""


def fixed(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a member of a list wherever that of another is mentioned.

    These two, and all in their position, are removed. The lists are those that belong together; see
    `argument_lists`.
    """
    tree, mentions = configuration.tree, occurrences(configuration.tree)
    uses_of = cache(lambda name: _Uses(tree, mentions.get(name, ())))
    local = {use: each for each in definitions(configuration) for use in each.uses}
    for lists in argument_lists(configuration):
        if len(lists) > _MOST or not all(map(configuration.vanishes, chain(*lists))):
            continue
        if len(lists) > 2:
            yield from _of_several(configuration, lists, mentions)
        else:
            yield from _of_two(configuration, lists, uses_of, local)


def _of_two(
    configuration: Configuration,
    lists: Sequence[Sequence[int]],
    uses_of: Callable[[bytes], "_Uses"],
    local: Mapping[int, Definition],
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put an argument in place of its parameter, or the other way round.

    Then also with the variable that is handed over in front of both functions; see
    `outer_variables`.

    Args:
        configuration: of the text.
        lists: the parameters of a function, and the arguments of its only call.
        uses_of: where a name is used.
        local: each definition, by the leaves that mention its name.
    """
    tree = configuration.tree
    for one, other in (lists, lists[::-1]):
        for parameter, argument in zip(reversed(one), reversed(other), strict=False):
            going = parameter, argument
            value = _given(tree, parameter, argument)
            named_leaves = filter(tree.is_named, tree.leaves(parameter))
            for leaf in [*_names_in(tree, parameter)] or named_leaves:
                uses, tokens = uses_of(tree.source(leaf)).outside(going)
                for changes in _put_for(configuration, going, uses, tokens, value):
                    yield changes
                    if out := moved_out(configuration, local, value, parameter):
                        yield *changes, *out


class _Uses:
    """The places where a name is used, in order, found once for all parameters of that name.

    Args:
        tree: of the text.
        leaves: the mentions of the name.
    """

    def __init__(self, tree: Tree, leaves: Sequence[int]) -> None:
        self._tree = tree
        self._leaves = leaves
        self._places = [reference(tree, leaf) for leaf in leaves]
        self._tokens = [0, *accumulate(map(tree.weight, self._places))]

    def outside(self, parts: Sequence[int]) -> tuple[list[int], int]:
        """Return the places outside of some parts, and how many tokens they have together."""
        found, tokens, begin = list[int](), 0, 0
        parted = (self._tree.bounds(self._leaves, part) for part in sorted(parts))
        for end, behind in (*parted, (len(self._leaves), 0)):
            if end > begin:
                found += self._places[begin:end]
                tokens += self._tokens[end] - self._tokens[begin]
            begin = max(begin, behind)
        return found, tokens


def _of_several(
    configuration: Configuration, lists: Sequence[Sequence[int]], mentions: Mentions
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put an argument in place of a parameter that has several.

    The parameter is removed, with the arguments in its position, counted from the last. Its
    mentions are those in the smallest node around it that has any.
    """
    tree = configuration.tree
    for one in lists:
        for n, parameter in enumerate(reversed(one), 1):
            arguments = [each[-n] for each in lists if each is not one and n <= len(each)]
            going = (parameter, *arguments)
            for leaf in _names_in(tree, parameter) if arguments else ():
                uses = _uses(tree, mentions.get(tree.source(leaf), ()), going)
                tokens = sum(map(tree.weight, uses))
                for value in _values(tree, parameter, arguments):
                    yield from _put_for(configuration, going, uses, tokens, value)


def _put_for(
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


def _names_in(tree: Tree, member: int) -> Iterator[int]:
    """Return the named leaves of a member of a list that are not in its type."""
    named = filter(tree.is_named, leaves_beside_type(tree, member))
    return filter(tree.source, named)


def _given(tree: Tree, parameter: int, argument: int) -> int:
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
    values = {tree.source(each): _given(tree, parameter, each) for each in arguments}
    if len(values) == 1:
        return [*values.values()]
    nameless = (
        value
        for value in values.values()
        if not any(is_word(tree.source(leaf)) for leaf in tree.leaves(value))
    )
    return [*islice(nameless, _VALUES)]
