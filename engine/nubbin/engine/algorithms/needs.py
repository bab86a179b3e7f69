"""What the members of a text need of each other, as far as names tell (floor 5).

A member is what can go as a whole from a list of such: a declaration, a function, a class, a rule.
It needs what it is in, and whatever says what the names stand for that it mentions; what its own
functions define, nobody else knows. What a text needs besides, closures lack, and what is called
alike, they hold for nothing.

Source: the dependency graphs of Kalhauge and Palsberg 2019 (§3), which come from a type checker.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Final

from nubbin.engine.algorithms.closures import Nodes, closures, numbers, reached
from nubbin.engine.algorithms.definitions import function_kinds
from nubbin.engine.algorithms.meanings import Meanings
from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.configuration import Configuration

Members = Nodes
"""A set of members, by their numbers: the n-th of a text is n."""

_LISTS: Final = re.compile("block|body|compound|declaration_list|preproc_(el|if)")
"""Words in the kinds of nodes whose parts are members, as those of the whole text are."""
_SPACES: Final = re.compile("linkage|mod_item|module|namespace")
"""Words in the kinds of members whose own members are as good as the text's."""
_DIRECTIVES: Final = re.compile("access|include|inner_attribute|package|pragma|preproc_call|using")
"""Words in the kinds of members that all others beside them may need, whatever they mention."""
_ATTRIBUTES: Final = re.compile("^attribute")
"""Words in the kinds of members that say something of the next one."""


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
        self.every: Members = (1 << len(self.members)) - 1
        """All of them."""
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
        return [closure & self.every for closure in closures(self._all)[: len(self.members)]]

    @cached_property
    def always(self) -> Members:
        """What is never to go: directives, and what is mentioned outside of all members."""
        outside = (self._meanings.meant(name, 0) for name in self._meanings.outside)
        directives = (index for index in self._directives if self._above[index] < 0)
        return self._reached(directives, *outside)

    @cached_property
    def mentioned(self) -> Members:
        """What is there for what it does, as functions and statements are, and all that it needs.

        The rest only declares what nothing mentions.
        """
        tree, functions = self._configuration.tree, function_kinds(self._configuration.tree)
        declare = {index for indices in self._meanings.shared for index in indices}
        act = (
            index
            for index, row in enumerate(self.members)
            if index not in declare or not functions.isdisjoint(tree.kind[row : tree.skip[row]])
        )
        return self._reached(act) | self.always

    def weight(self, members: Members) -> int:
        """Return how many tokens members have, without those of other members in them."""
        return sum(self._weights[index] for index in numbers(members))

    def render(self, kept: Members) -> bytes:
        """Return the text without the other members."""
        there = {self.members[index] for index in numbers(kept)}
        return self._configuration.render([Prune((m,)) for m in self.members if m not in there])

    def share_beyond(self, coarser: "Needs") -> float:
        """Return the share of all weight that is in members which are none in other needs."""
        known = {*coarser.members}
        new = (w for row, w in zip(self.members, self._weights, strict=True) if row not in known)
        return sum(new) / max(1, sum(self._weights))

    @cached_property
    def _meanings(self) -> Meanings:
        return Meanings(self._configuration, self._fields, self.members)

    def _reached(self, *starts: Iterable[int]) -> Members:
        return reached(self._all, chain(*starts)) & self.every

    @cached_property
    def _all(self) -> list[set[int]]:
        """By member, and behind these by function that is called, what each needs at once."""
        needs = [set(others) for others in self._direct]
        for index in self._directives:
            if self._above[index] >= 0:
                needs[self._above[index]].add(index)
        name = self._configuration.tree.name
        for index, row in enumerate(self.members[:-1]):
            if _ATTRIBUTES.search(name(row)):
                needs[index].add(index + 1)
                needs[index + 1].add(index)
        return needs

    @cached_property
    def _directives(self) -> list[int]:
        """Members that need nothing but what they are in, which needs them."""
        name = self._configuration.tree.name
        directives = (i for i, row in enumerate(self.members) if _DIRECTIVES.search(name(row)))
        return [index for index in directives if self._direct[index] <= {self._above[index]}]

    @cached_property
    def _direct(self) -> list[set[int]]:
        """By member, and behind these by function that is called, what each needs by its names.

        Who calls a function needs all that is in it: so do calls, one for each function that is
        called, which stand behind the members and are needed in its place.
        """
        tree, meanings = self._configuration.tree, self._meanings
        functions = {meanings.innermost[scope] for scope in {*meanings.scope_of}}
        needs = [set[int]() if outer < 0 else {outer} for outer in self._above]
        calls = dict[int, int]()
        for index, row in enumerate(self.members):
            for name in meanings.mentioned[index]:
                for other in meanings.meant(name, row):
                    inside = self.members[other] <= row < tree.skip[self.members[other]]
                    if other in functions and not inside:
                        call = calls.setdefault(other, len(self.members) + len(calls))
                        needs[index].add(call)
                    else:
                        needs[index].add(other)
        _bind(needs, meanings.shared, self._above)
        ends = ((each, bisect_left(self.members, tree.skip[self.members[each]])) for each in calls)
        return [*needs, *(set(range(each, end)) for each, end in ends)]


def _members(
    configuration: Configuration, fields: Sequence[str | None], depth: int
) -> Iterator[tuple[int, int | None]]:
    """Yield the row of each member, and that of the member it is in."""
    tree, functions = configuration.tree, function_kinds(configuration.tree)
    lists = {number for number, kind in enumerate(tree.kinds) if _LISTS.search(kind)}
    spaces = {number for number, kind in enumerate(tree.kinds) if _SPACES.search(kind)}
    waiting: list[tuple[int, int | None]] = [(0, None)]
    while waiting:
        node, around = waiting.pop()
        listed = node == 0 or tree.kind[node] in lists
        for child in filter(tree.is_named, tree.children(node)):
            plain = fields[child] is None and tree.kind[child] not in lists
            # What the parser could not read is part of what is around it, or of what is beside.
            sound = tree.name(child) != "ERROR"
            phi = configuration.ruled(child) if listed and plain and sound else None
            member = phi is not None and not phi.text
            if member:
                yield child, around
            closed = tree.kind[child] in functions and depth < 2
            if not closed and (depth or not member or tree.kind[child] in spaces):
                waiting.append((child, child if member else around))


def _bind(needs: Sequence[set[int]], shared: Iterable[Sequence[int]], above: Sequence[int]) -> None:
    """Have who defines a name anew need who did so first: it is overloaded, or specialised.

    What a class defines anew of another that it mentions, that class may have to define.
    """
    for original, *others in shared:
        for other in others:
            needs[other].add(original)
            outer, base = above[other], above[original]
            if outer >= 0 and base in needs[outer]:
                needs[outer].add(other)
