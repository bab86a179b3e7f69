"""Which members of a text need which others, as far as names tell (floor 3).

A member is an item of a list that can be removed whole: a declaration, a function, a class, a rule.
It needs the member that it is in, and the definitions of the names that it mentions; what is
defined in a function is known only there. Closures are guesses: they lack needs that no name shows,
and hold definitions in vain that only have the same name.

Source: the dependency graphs of Kalhauge and Palsberg 2019 (§3), which come from a type checker.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain, pairwise
from typing import Final

from nubbin.engine.relations.closures import NodeSet, Reached, closures, nodes_of, numbers
from nubbin.engine.relations.definitions import IMPORTING
from nubbin.engine.relations.function_kinds import function_kinds
from nubbin.engine.relations.links import Links
from nubbin.engine.relations.meanings import Meanings
from nubbin.engine.relations.membership import Depth, members
from nubbin.engine.relations.places import Places

MemberSet = NodeSet
"""A set of members, by their numbers: members are numbered from 0 in order of the text."""

_DIRECTIVES: Final = re.compile("include|inner_attribute|package|pragma|preproc_call")
"""Words in the kinds of directives: members that all members beside them may need, whatever they
mention. Imports that do not list the names they import are directives too."""
_WILDCARDS: Final = re.compile("asterisk|wildcard")
"""Words in the kinds of nodes by which an import takes all names."""
_GRANTS: Final = re.compile("access|friend|using")
"""Words in the kinds of members that change what they mention: they are needed where that is."""
_ATTRIBUTES: Final = re.compile("^attribute")
"""Words in the kinds of members that say something about the next member."""


class Needs:
    """Which members a text has, and what each needs.

    Args:
        places: of the text's names.
        depth: whose parts are members.
    """

    def __init__(self, places: Places, depth: Depth) -> None:
        self._places, tree = places, places.tree
        around = dict(sorted(members(places, depth)))
        self.members = tuple(around)
        """The rows of the members, in order."""
        self.every: MemberSet = (1 << len(self.members)) - 1
        """All of them."""
        self._number = {row: index for index, row in enumerate(self.members)}
        self._above = [-1 if row is None else self._number[row] for row in around.values()]
        self._weights = [tree.weight(row) for row in self.members]
        for index, outer in enumerate(self._above):
            if outer >= 0:
                self._weights[outer] -= tree.weight(self.members[index])

    @cached_property
    def order(self) -> list[int]:
        """The members, those first that need the fewest others, all conditions taken as met.

        Of those that need equally many, later ones come first: they build on earlier ones.
        """
        needs = [*map(set, self._links.needs)]
        for (cause, *_), node in self._links.clauses:
            needs[cause].add(node)
        sizes = [(each & self.every).bit_count() for each in closures(needs)]
        return sorted(range(len(self.members)), key=lambda one: (sizes[one], -one))

    @cached_property
    def always(self) -> MemberSet:
        """What is never removed: directives, and what is mentioned outside of all members."""
        outside = (self._links.mention(name, 0) for name in sorted(self._meanings.outside))
        directives = (index for index in self._directives if self._above[index] < 0)
        return self._closed(chain(directives, *outside))

    @cached_property
    def mentioned(self) -> MemberSet:
        """The members that do something, as functions and statements do, and all that they need.

        The rest are declarations that nothing mentions.
        """
        tree, kinds = self._places.tree, function_kinds(self._places.tree)
        functions = [0, *accumulate(kind in kinds for kind in tree.kind)]
        act = (
            index
            for index, row in enumerate(self.members)
            if index not in self._declaring or functions[tree.skip[row]] > functions[row]
        )
        return self._closed(chain(act, numbers(self.always)))

    def closed(self, members: MemberSet) -> MemberSet:
        """Return members and all that they need, directly or not."""
        return self._closed(numbers(members))

    def growing(self, members: MemberSet) -> Callable[[int], MemberSet]:
        """Return a function that adds a member with all that it needs, and returns which are new.

        Args:
            members: added at the beginning, with all that they need.
        """
        reached = self._reached.copy()
        reached.add(numbers(members))

        def added(member: int) -> MemberSet:
            new = reached.add((member,))
            return sum(1 << one for one in new if one < len(self.members))

        return added

    def weight(self, members: MemberSet) -> int:
        """Return how many tokens members have, each without those of the members inside it."""
        return sum(self._weights[index] for index in numbers(members))

    def start(self, member: int) -> int:
        """Return the offset in the text at which a member begins."""
        return self._places.tree.start[self.members[member]]

    def render(self, kept: MemberSet) -> bytes:
        """Return the text without all other members."""
        configuration = self._places.configuration
        gone = (self.members[index] for index in numbers(self.every & ~kept))
        return configuration.render(map(configuration.without, gone))

    def share_beyond(self, coarser: "Needs") -> float:
        """Return the share (0 to 1) of all tokens in members that are no members in `coarser`."""
        known = {*coarser.members}
        new = (w for row, w in zip(self.members, self._weights, strict=True) if row not in known)
        return sum(new) / max(1, sum(self._weights))

    @cached_property
    def _meanings(self) -> Meanings:
        torn = frozenset(chain.from_iterable(self._torn))
        return Meanings(self._places, self.members, torn)

    @cached_property
    def _declaring(self) -> set[int]:
        """The members that define a name."""
        meanings = chain.from_iterable(self._meanings.defined.values())
        return {meaning.member for meaning in meanings}

    @cached_property
    def _directives(self) -> list[int]:
        """The members that all members beside them may need."""
        tree = self._places.tree
        wildcards = tree.kinds_where(_WILDCARDS.search)

        def unsaid(index: int, row: int) -> bool:
            kinds = tree.kind[row : tree.skip[row]]
            return index not in self._declaring or not wildcards.isdisjoint(kinds)

        return [
            index
            for index, row in enumerate(self.members)
            if _DIRECTIVES.search(tree.name(row))
            or (IMPORTING.search(tree.name(row)) and unsaid(index, row))
        ]

    @cached_property
    def _links(self) -> Links:
        """What each member needs directly, by its names and by its place."""
        tree, mentioned = self._places.tree, self._meanings.mentioned
        links = Links(self._meanings, tree, self.members, self._above)
        for index in self._directives:
            links.needs[index] &= {self._above[index]}
            if self._above[index] >= 0:
                links.needs[self._above[index]].add(index)
        for index, row in enumerate(self.members):
            if _GRANTS.search(tree.name(row)):
                conditions = {self._above[index], *links.known(mentioned[index])} - {-1}
                links.when(sorted(conditions), index)
        for together in self._together():
            for one, other in pairwise(together):
                links.needs[one].add(other)
                links.needs[other].add(one)
        return links

    def _together(self) -> Iterator[Sequence[int]]:
        """Yield members that are kept or removed together, whatever they mention."""
        yield from self._torn
        for index, outer in enumerate(self._above):
            if outer >= 0 and self._places.fulfils(self.members[outer]):
                yield outer, index
        tree, members = self._places.tree, self.members
        for index, (row, after) in enumerate(pairwise(members)):
            closes = tree.source(after) == b";" and tree.skip[row] == after
            if closes or _ATTRIBUTES.search(tree.name(row)):
                yield index, index + 1

    @cached_property
    def _torn(self) -> list[list[int]]:
        """Groups of members that are one, though the parser took them apart."""
        number = self._number
        return [[number[row] for row in rows if row in number] for rows in self._places.torn]

    @cached_property
    def _reached(self) -> Reached:
        """An empty set of nodes, which is copied before it grows."""
        return Reached(self._links.needs, self._links.clauses)

    def _closed(self, starts: Iterable[int]) -> MemberSet:
        """Return members and all members that these need, without the nodes behind the members."""
        found = self._reached.copy().add(starts)
        return nodes_of((one for one in found if one < len(self.members)), len(self.members))
