"""Which members of a text define the names that others mention (floor 3).

Names are all there is to go by: where grammars put the name of what is declared, and what is known
where. What is called alike is one thing, but where a mention cannot mean it: what is in a class is
known to those who know the class, and of functions that are called alike one is meant by who knows
what it takes.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain, count
from typing import NamedTuple

from nubbin.engine.relations.places import OWNERS, SCOPE, TAKEN, Places

Name = tuple[int, bytes]
"""A name in a scope: a function's row, or the root's."""


class Meaning(NamedTuple):
    """A member that defines a name."""

    member: int
    group: int
    """The row of the class that it is in; -1 if it is in none. In each it is another's name."""
    owner: int
    """The member that is this class, if that has a name; -1 if not."""
    given: frozenset[bytes]
    """Names: who does not know what each of them stands for cannot mean this one."""


class Meanings:
    """What names are mentioned where, and who defines them.

    What only looks like a definition, as does who sets a name, is one where nothing declares it, as
    in Python; in a function it may even so mean what is defined outside of it.

    Args:
        places: of the text's names.
        members: rows, in order.
        torn: members of which the parser made something else than they are: what only they mention,
            they may define.
    """

    def __init__(self, places: Places, members: Sequence[int], torn: Set[int]) -> None:
        self._tree, self._places, self._members = places.tree, places, members
        self._innermost = places.tree.innermost(zip(members, count()), -1)
        self.mentioned: list[set[bytes]] = [set() for _ in members]
        """By member, the names in it that it may not define itself."""
        self._torn, self._loose = torn, dict[bytes, int]()
        self.outside = set[bytes]()
        """The names that are mentioned outside of all members."""
        found = self._find()
        leaves = chain.from_iterable(found.values())
        self._named = {
            self._innermost[leaf]
            for leaf in leaves
            if self._owner(places.class_of(leaf)) != self._innermost[leaf]
        }
        self.defined: dict[Name, list[Meaning]] = self._meanings(found)
        """Who defines a name, in order."""
        for name, member in self._loose.items():
            self.defined.setdefault((0, name), [Meaning(member, -1, -1, frozenset())])
        self.operators = [*self._operators()]
        """Who defines operators, in order."""
        self.functions = {self._innermost[scope] for scope in {*places.scope_of}}
        """The members that are functions."""

    def meant(self, name: bytes, row: int) -> Name | None:
        """Return, of what is called so and known at a row, the innermost; None if nothing is."""
        scope = self._places.scope_of[row]
        while (scope, name) not in self.defined and scope:
            scope = self._places.scope_of[scope]
        return (scope, name) if (scope, name) in self.defined else None

    def _find(self) -> dict[Name, list[int]]:
        """Return the leaves that define a name, by name; note what is mentioned on the way."""
        declared = defaultdict[Name, list[int]](list)
        likely = defaultdict[Name, list[int]](list)
        met = set[tuple[int, bytes]]()
        places = self._places
        for leaf in places.names():
            index, name = self._innermost[leaf], self._tree.source(leaf)
            if not name:  # made up by the parser
                continue
            if index < 0:
                self.outside.add(name)
            elif (index, name) not in met or places.is_name_of(leaf):
                if not places.is_variant(leaf):  # it may be called what is in it
                    met.add((index, name))
                part = places.defined_by(leaf, self._members[index])
                if part is None:
                    self.mentioned[index].add(name)
                    if index in self._torn and not places.may_be_known(leaf):
                        self._loose.setdefault(name, index)
                elif (scope := places.scope(leaf, part)) is not None:
                    found = declared if places.is_declared(leaf, part) else likely
                    found[scope, name].append(leaf)
                    if places.fulfils(places.class_of(leaf)):  # which has to be asked for
                        self.mentioned[index].add(name)
        for (scope, name), leaves in likely.items():
            if scope or (scope, name) in declared:
                for leaf in leaves:
                    self.mentioned[self._innermost[leaf]].add(name)
        return {**likely, **declared}

    def _meanings(self, found: dict[Name, list[int]]) -> dict[Name, list[Meaning]]:
        """Return who defines which names, given the leaves that do; not what who knows has anyway.

        Who knows a class by its name has all that is in it, if that has no members of its own.
        """
        defined = dict[Name, list[Meaning]]()
        for name, leaves in found.items():
            met = set[int]()
            for leaf in leaves:
                group = self._places.class_of(leaf)
                meaning = self._meaning(leaf, group, overloads=group in met)
                if meaning.owner != meaning.member:
                    defined.setdefault(name, []).append(meaning)
                    met.add(group)
                    if any(self._places.beside(leaf, SCOPE)):  # what is in the class declares it
                        self.mentioned[meaning.member].add(name[1])
        return defined

    def _meaning(self, node: int, group: int, *, overloads: bool) -> Meaning:
        """Return what is known of the member that a node names, or is the operator of.

        Args:
            node: stands where names do.
            group: the class that it is in.
            overloads: whether it is one of several that differ in what they take.
        """
        places, owner = self._places, self._owner(group)
        nodes = [*places.beside(node, (*OWNERS, *TAKEN) if overloads else OWNERS)]
        if owner not in self._named:
            owner = -1
            nodes += places.heads(group)
        return Meaning(self._innermost[node], group, owner, frozenset(self._mentioned_in(nodes)))

    def _operators(self) -> Iterator[Meaning]:
        """Yield the members that define operators, if not in a class that has no members."""
        for node in self._places.operators():
            group = self._places.class_of(node)
            if self._owner(group) != self._innermost[node] >= 0:
                yield self._meaning(node, group, overloads=True)

    def _owner(self, group: int) -> int:
        """Return the innermost member around a class; -1 if it is in none, or there is no class."""
        return -1 if group < 0 else self._innermost[group]

    def _mentioned_in(self, nodes: Iterable[int]) -> Iterator[bytes]:
        """Yield the names in some nodes that the members around do not define themselves."""
        for leaf in chain.from_iterable(map(self._places.names, nodes)):
            name, index = self._tree.source(leaf), self._innermost[leaf]
            if index >= 0 and name in self.mentioned[index]:
                yield name
