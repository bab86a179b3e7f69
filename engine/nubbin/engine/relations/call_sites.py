"""Where functions are called, and with what arguments (floor 3)."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.functions import HIGH
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.mentions import is_asking
from nubbin.engine.relations.substitution import Rows
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


def call_of(configuration: Configuration, lists: Lists, use: int) -> Call | None:
    """Return the call of the function that a leaf names; None if it is none, or may not change."""
    tree, group = configuration.tree, lists.round(use)
    around = islice(tree.upwards(use), HIGH + 1)
    end = use if group is None else group
    place = next((node for node in around if node != use and tree.end[node] >= tree.end[end]), 0)
    called = group is not None or "call" in tree.name(place)  # Ruby's `a.f`
    if not called or not configuration.may_change(place) or tree.end[place] != tree.end[end]:
        return None
    arguments = [] if group is None else _arguments(tree, group)
    if tree.start[place] == tree.start[use]:
        return Call(place, None, arguments, group)
    if not tree.is_leaf(use - 1) or tree.is_named(use - 1):
        return None
    if use == place + 2:  # `new f(1)`
        return Call(place, None, arguments, group)
    return Call(place, Rows(place, use - 1), arguments, group)


def call_at_once(configuration: Configuration, lists: Lists, function: int) -> Call | None:
    """Return the call of a function that is called right where it is written; None if it is not."""
    tree, group = configuration.tree, lists.at_once(function)
    if group is None or not configuration.may_change(place := tree.parent[group]):
        return None
    return Call(place, None, _arguments(tree, group), group)


def _arguments(tree: Tree, group: int) -> list[Rows]:
    return [Rows(member, tree.skip[member]) for member in tree.named_children(group)]


def call_by_way(configuration: Configuration, use: int) -> Call | None:
    """Return the call that is given the function a leaf names as an argument; None if none is.

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
    behind = [argument for argument in _arguments(tree, group) if argument.first > member]
    callee = group - 1
    receiver = Rows(place, callee - 1) if is_asking(tree, callee - 1) else None
    return Call(place, receiver, behind, None)
