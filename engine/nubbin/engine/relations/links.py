"""A graph of what the members of a text need directly, as their names tell (floor 3).

Its nodes are the members and, numbered behind these, nodes that stand between members: for a name
that is mentioned, for one that is known, and for a function that is called. The last needs all that
is in the function.

Source: Kalhauge and Palsberg 2021 (§3), who say by formulas what bytecode needs.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

from nubbin.engine.relations.closures import Clause
from nubbin.engine.relations.meanings import Meanings, Name
from nubbin.engine.trees.tree import Tree


class Links:
    """What each node needs by itself, and what only several of them together need.

    Args:
        meanings: of the names.
        tree: of the text.
        members: their rows, in order.
        above: for each member the number of the member that it is in; -1 if it is in none.
    """

    def __init__(
        self, meanings: Meanings, tree: Tree, members: Sequence[int], above: Sequence[int]
    ) -> None:
        self._meanings, self._tree, self._members = meanings, tree, members
        self.needs: list[set[int]] = [{outer} - {-1} for outer in above]
        """By node, the nodes that it needs by itself."""
        self.clauses: list[Clause] = []
        """What several need: the first of them causes the need, the rest are its conditions."""
        self._others: dict[Hashable, int] = {}
        self._ends = [bisect_left(members, tree.skip[row]) for row in members]
        self._link_meanings()
        self._link_mentions()
        self._link_redefinitions()

    def mention(self, name: bytes, row: int) -> set[int]:
        """Return the nodes that a mention of a name at a row needs: what the name means there."""
        meant = self._meanings.meant(name, row)
        if meant is None:
            return set()
        # A function that mentions itself does not need everything that is in it.
        itself = {
            one.member
            for one in self._meanings.defined[meant]
            if one.member in self._meanings.functions and self._is_in(row, one.member)
        }
        return itself or {self._mentioned(meant)}

    def known(self, names: Iterable[bytes]) -> set[int]:
        """Return the nodes for names being known; none for names that the text does not define."""
        # Sorted, as the order gives them their numbers, and those of a set depend on the process.
        return {self._known(name) for name in sorted(names) if (0, name) in self._meanings.defined}

    def when(self, conditions: Sequence[int], node: int) -> None:
        """Record that a node is needed where all of some others are; if there are none, it is not.

        Args:
            conditions: the nodes; the first is the one that causes the need.
            node: a member, or a node behind these.
        """
        match conditions:
            case [cause]:
                self.needs[cause].add(node)
            case [_, *_]:
                self.clauses.append((conditions, node))

    def _link_meanings(self) -> None:
        """Link each name that is mentioned to its definitions, under what each is known by."""
        for name, meanings in self._meanings.defined.items():
            for meaning in meanings:
                mentioned, whole = self._mentioned(name), self._whole(meaning.member)
                conditions = self.known(meaning.given) | ({meaning.owner} - {-1})
                self.when((mentioned, *sorted(conditions)), whole)
        for meaning in self._meanings.operators:
            conditions = {meaning.owner} if meaning.owner >= 0 else self.known(meaning.given)
            self.when(sorted(conditions), self._whole(meaning.member))

    def _link_mentions(self) -> None:
        """Link each member to the names that it mentions."""
        for index, (row, names) in enumerate(
            zip(self._members, self._meanings.mentioned, strict=True)
        ):
            for name in sorted(names):  # as in `known`
                self.needs[index] |= self.mention(name, row)

    def _link_redefinitions(self) -> None:
        """Let each later definition of a name need the first, which it overloads or specialises.

        Where a class mentions another, and both define a name, the class's own definition overrides
        the other's: it is needed where the other definition and the class are there.
        """
        defined, mentioned = self._meanings.defined, self._meanings.mentioned
        for meanings in defined.values():
            firsts, owners = dict[int, int](), defaultdict[int, list[int]](list)
            for meaning in meanings:
                first = firsts.setdefault(meaning.group, meaning.member)
                self.needs[meaning.member] |= {first} - {meaning.member}
                owners[meaning.owner].append(meaning.member)
            owners.pop(-1, None)
            for owner, members in owners.items():
                names = mentioned[owner] if len(owners) > 1 else ()
                bases = {one.member for name in names for one in defined.get((0, name), ())}
                for base in bases & owners.keys():
                    for other in owners[base]:
                        for member in members:
                            self.when((other, owner), member)

    def _whole(self, member: int) -> int:
        """Return the member's own node; for a function, one that needs it and all that is in it."""
        if member not in self._meanings.functions:
            return member
        node, is_new = self._other("called", member)
        if is_new:
            self.needs[node] |= {*range(member, self._ends[member])}
        return node

    def _mentioned(self, name: Name) -> int:
        """Return the node for a name being mentioned: it needs what the name stands for."""
        return self._other("mentioned", name)[0]

    def _known(self, name: bytes) -> int:
        """Return the node for a name being known: every member that defines the name needs it."""
        node, is_new = self._other("known", name)
        for meaning in self._meanings.defined[0, name] if is_new else ():
            self.needs[meaning.member].add(node)
        return node

    def _other(self, what: str, key: Name | bytes | int) -> tuple[int, bool]:
        """Return a node behind those of the members, and whether it is new."""
        node = self._others.setdefault((what, key), len(self.needs))
        is_new = node == len(self.needs)
        if is_new:
            self.needs.append(set())
        return node, is_new

    def _is_in(self, row: int, member: int) -> bool:
        return self._members[member] < row < self._tree.skip[self._members[member]]
