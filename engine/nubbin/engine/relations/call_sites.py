"""Where functions are called, and with what arguments (floor 3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.functions import HIGH, SELF, Function
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.mentions import is_access_sign
from nubbin.engine.relations.substitution import Rows, source
from nubbin.engine.trees.tree import Tree


class Call(NamedTuple):
    """A call of a function, as rows."""

    place: int
    """The whole call, which gives way to whatever is put in its place."""
    receiver: Rows | None
    """What the function is called on: `a` in `a.f(1)`; None if there is nothing."""
    arguments: Sequence[Rows]
    group: int | None
    """All arguments with their brackets; None where there are none, as in Ruby's `a.f`."""
    types: Sequence[Rows] = ()
    """The types that are given along: `int` in `f<int>(1)`."""


def call_of(configuration: Configuration, lists: Lists, use: int) -> Call | None:
    """Return the call of the function that a leaf names; None if it is none, or may not change."""
    tree, group = configuration.tree, lists.round_brackets(use)
    around = islice(tree.upwards(use), HIGH + 1)
    end = use if group is None else group
    place = next((node for node in around if node != use and tree.end[node] >= tree.end[end]), 0)
    bare = "call" in tree.name(place) or tree.begins(place, b"new")  # Ruby's `a.f`, `new f`
    called = (group is not None or bare) and tree.end[place] == tree.end[end]
    if not called or not configuration.may_change(place):
        return None
    receiver = None
    if tree.start[place] != tree.start[use]:
        first = use
        while tree.start[tree.parent[first]] == tree.start[use]:  # `f<int>` in `a.f<int>(1)`
            first = tree.parent[first]
        sign = first - 1
        if not tree.is_leaf(sign) or tree.is_named(sign):
            return None
        if sign != place + 1:  # else it is the `new` of `new f(1)`
            receiver = Rows(place, sign)
    arguments, types = (_members(tree, each) for each in (group, lists.types(use)))
    return Call(place, receiver, arguments, group, types)


def calls_of(
    configuration: Configuration, lists: Lists, uses: Iterable[int]
) -> tuple[list[Call], list[int]]:
    """Return the calls of the functions that leaves name, and the leaves that are not called."""
    by_use = {use: call_of(configuration, lists, use) for use in uses}
    others = [use for use, call in by_use.items() if call is None]
    return [*filter(None, by_use.values())], others


def all_calls(
    configuration: Configuration, found: Sequence[Call], others: Sequence[int]
) -> tuple[list[Call], list[int]]:
    """Return a function's calls, with those that take it as an argument, and what is neither.

    Of what is neither, nothing is returned if all of it names members and no call does, or the
    other way round: a member and a variable may have the same name.

    Args:
        configuration: of the text.
        found: the calls of the function.
        others: the leaves that mention it and are not called.
    """
    by_way = {use: call_by_way(configuration, use) for use in others}
    every = [*found, *filter(None, by_way.values())]
    left = [use for use, call in by_way.items() if call is None]
    asked = {call.receiver is not None for call in found}
    return every, left if any(_is_asked(configuration.tree, use) in asked for use in left) else []


def by_receiver(tree: Tree, calls: Iterable[Call]) -> Iterator[Sequence[Call]]:
    """Yield the calls on each object, if they are on several: their functions may differ.

    `push` of a heap, for example, is not that of a list.
    """
    groups = defaultdict[bytes, list[Call]](list)
    for call in calls:
        groups[source(tree, call.receiver) if call.receiver else b""].append(call)
    if len(groups) > 1:
        yield from groups.values()


def call_at_once(configuration: Configuration, lists: Lists, function: int) -> Call | None:
    """Return the call of a function that is called right where it is written; None if it is not."""
    tree, group = configuration.tree, lists.at_once(function)
    if group is None or not configuration.may_change(place := tree.parent[group]):
        return None
    return Call(place, None, _members(tree, group), group)


def _members(tree: Tree, group: int | None) -> list[Rows]:
    members = () if group is None else tree.named_children(group)
    return [Rows.of(tree, member) for member in members]


def call_by_way(configuration: Configuration, use: int) -> Call | None:
    """Return the call that receives a function as an argument: `g(f, 1)` for `f`; None without one.

    The other arguments behind the function, and what the call is made on, may be what the function
    is called with: `g(f, 1)` and `xs.each(f)` do what `f(1)` and `f(xs)` do, if they call it.
    """
    tree, member = configuration.tree, use
    while tree.only_named(group := tree.parent[member]) and not tree.begins(group, b"("):
        member = group
    place = tree.parent[group]
    ends = (
        place > 0 and tree.skip[group] == tree.skip[place] and tree.start[place] < tree.start[group]
    )
    if not ends or not tree.begins(group, b"(") or not configuration.may_change(place):
        return None
    behind = [argument for argument in _members(tree, group) if argument.first > member]
    callee = group - 1
    receiver = Rows(place, callee - 1) if is_access_sign(tree, callee - 1) else None
    return Call(place, receiver, behind, None)


def _is_asked(tree: Tree, leaf: int) -> bool:
    """Whether a leaf names a member: `f` in `a.f`, or in `a:f`."""
    return is_access_sign(tree, leaf - 1) or tree.is_sign(leaf - 1, b":")


def given_by(function: Function, call: Call) -> dict[bytes, Rows]:
    """Return, by word of a function's body, what a call puts in its place.

    That is an argument or a type, or what the function is called on, by each name for that.
    """
    given, arguments = dict[bytes, Rows](), call.arguments
    if call.receiver is not None:
        names = (*SELF, function.receiver or SELF[0])
        given = dict.fromkeys(names, call.receiver)
        if len(function.parameters) == len(arguments) + 1:
            arguments = [call.receiver, *arguments]
    last = len(function.parameters) - 1
    if function.takes_rest and last < len(arguments):
        rest = Rows(arguments[last].first, arguments[-1].behind, several=True)
        arguments = [*arguments[:last], rest]
    pairs = zip(function.parameters, arguments, strict=False)
    typed = zip(function.types, call.types, strict=False)
    return given | {name: each for name, each in chain(pairs, typed) if name is not None}
