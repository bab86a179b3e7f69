"""Where functions are called, and what with (floor 3)."""

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
    """What gives way, and what it is called with; `group` is all of that with its brackets.

    Where there is nothing, there may be no brackets: Ruby's `a.f`.
    """

    place: int
    receiver: Rows | None
    arguments: Sequence[Rows]
    group: int | None


def call_of(configuration: Configuration, lists: Lists, use: int) -> Call | None:
    """Return the call of what a leaf names; None if it is none, or may not change."""
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
    """Return the call of a function that is called where it stands; None if it is not."""
    tree, group = configuration.tree, lists.at_once(function)
    if group is None or not configuration.may_change(place := tree.parent[group]):
        return None
    return Call(place, None, _arguments(tree, group), group)


def _arguments(tree: Tree, group: int) -> list[Rows]:
    return [Rows(member, tree.skip[member]) for member in tree.named_children(group)]


def call_by_way(configuration: Configuration, use: int) -> Call | None:
    """Return the call that is given what a leaf names as an argument; None if there is none.

    What is behind that may be what it is called with: `g(f, 1)` and `xs.each(f)` do what `f(1)` and
    `f(xs)` do, as far as they call it.
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
