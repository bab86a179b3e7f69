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

from nubbin.engine.algorithms.definitions import defined_by, function_kinds, scopes
from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.tree import Tree

Members = int
"""A set of members: bit i stands for the i-th of a text. Thousands are joined at once so."""

_LISTS: Final = re.compile("block|body|compound|declaration_list|preproc_(el|if)")
"""Words in the kinds of nodes whose parts are members, as those of the whole text are."""
_DIRECTIVES: Final = re.compile("access|include|inner_attribute|package|pragma|preproc_call|using")
"""Words in the kinds of members that all others beside them may need, whatever they mention."""
_ATTRIBUTES: Final = re.compile("^attribute")
"""Words in the kinds of members that say something of the next one."""
_NAMES: Final = re.compile("identifier|^(atom|constant|constructor|name|var|variable)(_name)?$")
"""What grammars call the kinds of names."""
_SWEEPS: Final = 16
"""Walks over all members; needs that form a longer way forth and back are not followed to the end.
Most are mentioned behind what they need, so that two or three will do."""


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
        return _closures(needs)

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


def numbers(members: Members) -> Iterator[int]:
    """Yield the numbers of members, rising."""
    while members:
        lowest = members & -members
        yield lowest.bit_length() - 1
        members ^= lowest


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

    Who calls a function needs all that is in it. Of several that define a name in one scope all are
    needed, and the first by each of the others: it is overloaded, or specialised. What a class
    defines anew of another that it mentions, that class may have to define.
    """
    tree, scope_of = configuration.tree, scopes(configuration.tree)
    kinds = {number for number, kind in enumerate(tree.kinds) if _NAMES.search(kind)}
    innermost = _innermost(tree, members)
    calling = {innermost[scope]: scope for scope in set(scope_of) if scope}
    needs = [set[int]() if outer < 0 else {outer} for outer in above]
    unexplained: list[set[bytes]] = [set() for _ in members]
    definers = defaultdict[tuple[int, bytes], list[int]](list)
    met = set[tuple[int, bytes]]()
    for leaf in tree.leaves():
        index, name = innermost[leaf], tree.source(leaf)
        if tree.kind[leaf] not in kinds or index < 0 or not name or (index, name) in met:
            continue
        met.add((index, name))
        part = defined_by(configuration, leaf, fields)
        if part is None and "declarator" in tree.name(tree.parent[leaf]):  # in brackets, in C
            part = members[index]
        if part is None:
            unexplained[index].add(name)
        else:
            definers[scope_of[part], name].append(index)

    def meant(name: bytes, scope: int) -> Sequence[int]:
        while (scope, name) not in definers and scope:
            scope = scope_of[scope]
        return definers.get((scope, name), ())

    for index, names in enumerate(unexplained):
        for name in names:
            for other in meant(name, scope_of[members[index]]):
                needs[index].add(other)
                if (
                    other in calling
                    and not members[other] <= members[index] < tree.skip[members[other]]
                ):
                    last = bisect_left(members, tree.skip[members[other]])
                    needs[index].update(range(other, last))
    for original, *others in definers.values():
        for other in others:
            needs[other].add(original)
            outer, base = above[other], above[original]
            if outer >= 0 and base in needs[outer]:
                needs[outer].add(other)
    return needs


def _innermost(tree: Tree, members: Iterable[int]) -> Sequence[int]:
    """Return for each row the number of the innermost member around it; -1 if there is none."""
    found = array("i", [-1]) * len(tree)
    for index, row in enumerate(members):  # outer ones come first
        found[row : tree.skip[row]] = array("i", [index]) * (tree.skip[row] - row)
    return found


def _closures(needs: Sequence[Iterable[int]]) -> list[Members]:
    """Return for each member all that it needs, directly or not, and itself.

    Complexity: O(members²) bits, and as much for each need and sweep.
    """
    closures = [1 << index for index in range(len(needs))]
    for sweep in range(_SWEEPS):
        before = closures.copy()
        for index in range(len(needs))[:: -1 if sweep % 2 else 1]:
            for other in needs[index]:
                closures[index] |= closures[other]
        if closures == before:
            break
    return closures
