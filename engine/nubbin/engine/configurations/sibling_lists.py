"""The lists of siblings that places are in, as hoisting changes them (floor 2)."""

from bisect import bisect_right
from collections import ChainMap
from collections.abc import MutableMapping
from copy import copy

from nubbin.engine.configurations.members import Members
from nubbin.engine.configurations.siblings import Siblings
from nubbin.engine.trees.tree import Tree


class SiblingLists:
    """Makes each list of siblings of one tree when it is first asked for, and remembers it.

    Args:
        tree: the tree.
        members: tells the places below a node.
    """

    def __init__(self, tree: Tree, members: Members) -> None:
        self._tree = tree
        self._members = members
        self._stands: dict[int, int] = {}
        self._below: MutableMapping[int, Siblings] = {}  # each node that was asked for
        self._around: MutableMapping[int, Siblings] = {}  # each place of these lists

    def fork(self) -> "SiblingLists":
        """Return a copy for looking ahead: the lists that it makes stay unknown here."""
        other = copy(self)
        other._below, other._around = ChainMap({}, self._below), ChainMap({}, self._around)
        return other

    def hoist(self, place: int, descendant: int) -> None:
        """Take note that a descendant stands in a place from now on."""
        self._stands[place] = descendant

    def standing(self, place: int) -> int:
        """Return the node that stands in a place: its own, or what was hoisted there."""
        return self._stands.get(place, place)

    def below(self, place: int) -> Siblings:
        """Return the places below the node that stands in a place."""
        node = self.standing(place)
        siblings = self._below.get(node)
        if siblings is None:
            siblings = self._below[node] = Siblings(self._tree, self._members.below(node))
            self._around.update(dict.fromkeys(siblings.members, siblings))
        return siblings

    def around(self, place: int) -> Siblings:
        """Return the siblings around a place; if unknown, they are read from the places above.

        Complexity: O(depth) once for each list.
        """
        known = self._around.get(place)
        if known is not None:
            return known
        tree = self._tree
        above = tree.parent[place]
        while above > 0 and above not in self._around:
            above = tree.parent[above]
        while above >= 0:
            members = self.below(above).members
            index = bisect_right(members, place) - 1
            if index >= 0 and members[index] == place:
                return self._around[place]
            inside = index >= 0 and place < tree.skip[members[index]]
            above = members[index] if inside else -1
        return Siblings(tree, [place])
