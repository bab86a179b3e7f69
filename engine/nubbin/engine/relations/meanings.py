"""Which members of a text define the names that others mention (floor 3).

There are only names to go by: where grammars put the name of what is declared, and where a name is
known. Equal names are taken to mean the same thing, unless a mention cannot mean it: what is in a
class is known only where the class is, and one of several functions of the same name is meant only
where the types that it takes are known.
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
    """The row of the class that it is in; -1 if it is in none. Each class has names of its own."""
    owner: int
    """The member that is this class, if that has a name; -1 if not."""
    given: frozenset[bytes]
    """The definition can be meant only where all these names are known."""


class Meanings:
    """Which names each member mentions, and which members define them.

    What only looks like a definition, as an assignment does, counts as one where nothing declares
    the name, as in Python; in a function it may nevertheless set a name defined outside of it.

    Args:
        places: of the text's names.
        members: rows, in order.
        torn: members that the parser took for something else than they are. A name that nothing
            defines may be defined by the first of them that mentions it.
    """

    def __init__(self, places: Places, members: Sequence[int], torn: Set[int]) -> None:
        self._tree, self._places, self._members = places.tree, places, members
        self._innermost = places.tree.innermost(zip(members, count()), -1)
        self.mentioned: list[set[bytes]] = [set() for _ in members]
        """For each member the names in it that may be defined outside of it."""
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
        """For each name the members that define it, in order."""
        for name, member in self._loose.items():
            self.defined.setdefault((0, name), [Meaning(member, -1, -1, frozenset())])
        self.operators = [*self._operators()]
        """The members that define operators, in order."""
        self.functions = {self._innermost[scope] for scope in {*places.scope_of}}
        """The members that are functions."""

    def meant(self, name: bytes, row: int) -> Name | None:
        """Return a name in the innermost scope around a row that defines it; None if none does."""
        scope = self._places.scope_of[row]
        while (scope, name) not in self.defined and scope:
            scope = self._places.scope_of[scope]
        return (scope, name) if (scope, name) in self.defined else None

    def _find(self) -> dict[Name, list[int]]:
        """Return for each name the leaves that define it; note the mentions of names on the way."""
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
                if not places.is_variant(leaf):  # a variant may have the name of what it holds
                    met.add((index, name))
                part = places.defined_by(leaf, self._members[index])
                if part is None:
                    self.mentioned[index].add(name)
                    if index in self._torn and not places.may_be_known(leaf):
                        self._loose.setdefault(name, index)
                elif (scope := places.scope(leaf, part)) is not None:
                    found = declared if places.is_declared(leaf, part) else likely
                    found[scope, name].append(leaf)
                    if places.fulfils(places.class_of(leaf)):  # the trait declares the name
                        self.mentioned[index].add(name)
        for (scope, name), leaves in likely.items():
            if scope or (scope, name) in declared:
                for leaf in leaves:
                    self.mentioned[self._innermost[leaf]].add(name)
        return {**likely, **declared}

    def _meanings(self, found: dict[Name, list[int]]) -> dict[Name, list[Meaning]]:
        """Return the definitions of each name, given the leaves that define it.

        Names in a class whose parts are no members are left out: whoever needs the class has them.
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
        """Return the definition that a node is the name, or the operator, of.

        Args:
            node: stands where a name does.
            group: the row of the class that it is in; -1 for none.
            overloads: whether it is one of several that differ in what they take.
        """
        places, owner = self._places, self._owner(group)
        nodes = [*places.beside(node, (*OWNERS, *TAKEN) if overloads else OWNERS)]
        if owner not in self._named:
            owner = -1
            nodes += places.heads(group)
        return Meaning(self._innermost[node], group, owner, frozenset(self._mentioned_in(nodes)))

    def _operators(self) -> Iterator[Meaning]:
        """Yield the definitions of operators, except in classes whose parts are no members."""
        for node in self._places.operators():
            group = self._places.class_of(node)
            if self._owner(group) != self._innermost[node] >= 0:
                yield self._meaning(node, group, overloads=True)

    def _owner(self, group: int) -> int:
        """Return the innermost member that a class is, or is in; -1 if none, or without a class."""
        return -1 if group < 0 else self._innermost[group]

    def _mentioned_in(self, nodes: Iterable[int]) -> Iterator[bytes]:
        """Yield the names in some nodes that the members around them may not define themselves."""
        for leaf in chain.from_iterable(map(self._places.names, nodes)):
            name, index = self._tree.source(leaf), self._innermost[leaf]
            if index >= 0 and name in self.mentioned[index]:
                yield name
