"""What the members of a text need of each other, as far as names tell (floor 5).

A member is what can go as a whole from a list of such: a declaration, a function, a class, a rule.
It needs what it is in, and whatever says what the names stand for that it mentions; what its own
functions define, nobody else knows. Names are all there is to go by: what a text needs besides, its
closures lack, and what is called alike, they hold for nothing.

Source: the dependency graphs of Kalhauge and Palsberg 2019 (§3), which come from a type checker.
"""

import re
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Final

from nubbin.engine.algorithms.closures import Nodes, closures, numbers
from nubbin.engine.algorithms.definitions import defined_by, function_kinds, scopes
from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.tree import Tree

Members = Nodes
"""A set of members, by their numbers: the n-th of a text is n."""
_Definers = defaultdict[tuple[int, bytes], list[int]]
"""The members that define a name in a scope: a function's row, or the root's."""

_LISTS: Final = re.compile("block|body|compound|declaration_list|preproc_(el|if)")
"""Words in the kinds of nodes whose parts are members, as those of the whole text are."""
_DIRECTIVES: Final = re.compile("access|include|inner_attribute|package|pragma|preproc_call|using")
"""Words in the kinds of members that all others beside them may need, whatever they mention."""
_ATTRIBUTES: Final = re.compile("^attribute")
"""Words in the kinds of members that say something of the next one."""
_NAMES: Final = re.compile("identifier|^(atom|constant|constructor|name|primitive_type|var|variable)(_name)?$")
"""What grammars call the kinds of names; a type such as `int8_t` is one that a text may define."""


class Needs:
    """Which members a text has, and what each needs.

    Args:
        configuration: the text's, not changed.
        fields: that its nodes are in, by row.
        depth: whether members have members: 0, none; 1, classes have; 2, functions as well.
    """

    def __init__(
        self, configuration: Configuration, fields: Sequence[str | None], depth: int
    ) -> None:
        self._configuration, self._fields = configuration, fields
        around = dict(sorted(_members(configuration, fields, depth)))
        self.members = tuple(around)
        """The rows of the members, in order."""
        number = {row: index for index, row in enumerate(self.members)}
        self._above = [-1 if row is None else number[row] for row in around.values()]
        tree = configuration.tree
        self._weights = [tree.weight(row) for row in self.members]
        for index, outer in enumerate(self._above):
            if outer >= 0:
                self._weights[outer] -= tree.weight(self.members[index])

    @cached_property
    def closures(self) -> list[Members]:
        """By member: itself, all that it needs, and what that needs in turn."""
        needs = [set(others) for others in self._direct]
        for index in self._directives:
            if self._above[index] >= 0:
                needs[self._above[index]].add(index)
        name = self._configuration.tree.name
        for index, row in enumerate(self.members[:-1]):
            if _ATTRIBUTES.search(name(row)):
                needs[index].add(index + 1)
                needs[index + 1].add(index)
        every = (1 << len(self.members)) - 1
        return [closure & every for closure in closures(needs)[: len(self.members)]]

    @cached_property
    def always(self) -> Members:
        """What is never to go."""
        return sum(1 << index for index in self._directives if self._above[index] < 0)

    @cached_property
    def _direct(self) -> list[set[int]]:
        return _needs(self._configuration, self.members, self._above, self._fields)

    @cached_property
    def _directives(self) -> list[int]:
        """Members that need nothing but what they are in, which needs them."""
        name = self._configuration.tree.name
        directives = (i for i, row in enumerate(self.members) if _DIRECTIVES.search(name(row)))
        return [index for index in directives if self._direct[index] <= {self._above[index]}]

    def weight(self, members: Members) -> int:
        """Return how many tokens members have, without those of other members in them."""
        return sum(self._weights[index] for index in numbers(members))

    def render(self, kept: Members) -> bytes:
        """Return the text without the other members."""
        there = {self.members[index] for index in numbers(kept)}
        return self._configuration.render([Prune((m,)) for m in self.members if m not in there])


def _members(
    configuration: Configuration, fields: Sequence[str | None], depth: int
) -> Iterator[tuple[int, int | None]]:
    """Yield the row of each member, and that of the member it is in."""
    tree, functions = configuration.tree, function_kinds(configuration.tree)
    lists = {number for number, kind in enumerate(tree.kinds) if _LISTS.search(kind)}
    waiting: list[tuple[int, int | None]] = [(0, None)]
    while waiting:
        node, around = waiting.pop()
        listed = node == 0 or tree.kind[node] in lists
        for child in filter(tree.is_named, tree.children(node)):
            plain = fields[child] is None and tree.kind[child] not in lists
            # What the parser could not read is part of what is around it, or of what is beside.
            sound = tree.name(child) != "ERROR"
            member = listed and plain and sound and configuration.removable(child)
            if member:
                yield child, around
            closed = tree.kind[child] in functions and depth < 2
            if not closed and (depth or not member):
                waiting.append((child, child if member else around))


def _needs(
    configuration: Configuration,
    members: Sequence[int],
    above: Sequence[int],
    fields: Sequence[str | None],
) -> list[set[int]]:
    """Return which others each member needs at once.

    Who calls a function needs all that is in it: so do calls, one for each function that is called,
    which stand behind the members and are needed in its place.
    """
    tree, scope_of = configuration.tree, scopes(configuration.tree)
    innermost = _innermost(tree, members)
    names, definers = _names(configuration, members, innermost, scope_of, fields)
    functions = {innermost[scope] for scope in scope_of}
    needs = [set[int]() if outer < 0 else {outer} for outer in above]
    calls = dict[int, int]()
    for index, row in enumerate(members):
        for name in names[index]:
            for other in _meant(definers, name, scope_of, row):
                inside = members[other] <= row < tree.skip[members[other]]
                if other in functions and not inside:
                    needs[index].add(calls.setdefault(other, len(members) + len(calls)))
                else:
                    needs[index].add(other)
    _bind(needs, definers, above)
    ends = ((other, bisect_left(members, tree.skip[members[other]])) for other in calls)
    return [*needs, *(set(range(other, end)) for other, end in ends)]


def _names(
    configuration: Configuration,
    members: Sequence[int],
    innermost: Sequence[int],
    scope_of: Sequence[int],
    fields: Sequence[str | None],
) -> tuple[list[set[bytes]], _Definers]:
    """Return the names that each member mentions and does not define, and who defines which."""
    tree = configuration.tree
    kinds = {number for number, kind in enumerate(tree.kinds) if _NAMES.search(kind)}
    unexplained: list[set[bytes]] = [set() for _ in members]
    definers: _Definers = defaultdict(list)
    met = set[tuple[int, bytes]]()
    for leaf in tree.leaves():
        index = innermost[leaf]
        if tree.kind[leaf] not in kinds or index < 0:
            continue
        name = tree.source(leaf)
        if not name or (index, name) in met:
            continue
        met.add((index, name))
        part = defined_by(configuration, leaf, fields)
        if part is None and "declarator" in tree.name(tree.parent[leaf]):  # in brackets, in C
            part = members[index]
        if part is None:
            unexplained[index].add(name)
        else:
            definers[scope_of[part], name].append(index)
    return unexplained, definers


def _meant(definers: _Definers, name: bytes, scope_of: Sequence[int], row: int) -> Sequence[int]:
    """Return the members that define a name, of those known at a row the innermost; or none."""
    scope = scope_of[row]
    while (scope, name) not in definers and scope:
        scope = scope_of[scope]
    return definers.get((scope, name), ())


def _bind(needs: Sequence[set[int]], definers: _Definers, above: Sequence[int]) -> None:
    """Have who defines a name anew need who did so first: it is overloaded, or specialised.

    What a class defines anew of another that it mentions, that class may have to define.
    """
    for original, *others in definers.values():
        for other in others:
            needs[other].add(original)
            outer, base = above[other], above[original]
            if outer >= 0 and base in needs[outer]:
                needs[outer].add(other)


def _innermost(tree: Tree, members: Iterable[int]) -> Sequence[int]:
    """Return for each row the number of the innermost member around it; -1 if there is none."""
    found = array("i", [-1]) * len(tree)
    for index, row in enumerate(members):  # outer ones come first
        found[row : tree.skip[row]] = array("i", [index]) * (tree.skip[row] - row)
    return found
