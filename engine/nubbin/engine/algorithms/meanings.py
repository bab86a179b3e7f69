"""Which members of a text define the names that others mention (floor 5).

Names are all there is to go by: where grammars put the name of what is declared, and what is known
where. What is called alike is one thing.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from nubbin.engine.algorithms.definitions import DECLARED, defined_by, scopes
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.tree import Tree

_Definers = dict[tuple[int, bytes], list[int]]
"""The members that define a name in a scope: a function's row, or the root's."""

_NAMES: Final = re.compile(
    "identifier|^(atom|constant|constructor|name|primitive_type|var|variable)(_name)?$"
)
"""What grammars call the kinds of names; a type such as `int8_t` is one that a text may define."""


class Meanings:
    """What names are mentioned where, and who defines them.

    What only looks like a definition, as does who sets a name, is one where nothing declares it, as
    in Python; in a function it may even so mean what is defined outside of it.

    Args:
        configuration: the text's, not changed.
        fields: that its nodes are in, by row.
        members: rows, in order.
    """

    def __init__(
        self, configuration: Configuration, fields: Sequence[str | None], members: Sequence[int]
    ) -> None:
        self._configuration, self._fields = configuration, fields
        self.scope_of = scopes(configuration.tree)
        """By row, the function around it, or the root."""
        self.innermost = _innermost(configuration.tree, members)
        """By row, the number of the innermost member around it; -1 if there is none."""
        self.mentioned: list[set[bytes]] = [set() for _ in members]
        """By member, the names in it that it may not define itself."""
        self.outside = set[bytes]()
        """The names that are mentioned outside of all members."""
        self._definers = self._find(members)

    @property
    def shared(self) -> Iterable[Sequence[int]]:
        """By name that is defined, who does so, in order."""
        return self._definers.values()

    def meant(self, name: bytes, row: int) -> Sequence[int]:
        """Return who defines a name, of those known at a row the innermost; or none."""
        scope = self.scope_of[row]
        while (scope, name) not in self._definers and scope:
            scope = self.scope_of[scope]
        return self._definers.get((scope, name), ())

    def _find(self, members: Sequence[int]) -> _Definers:
        """Return who defines which names; note what is mentioned on the way."""
        tree = self._configuration.tree
        kinds = {number for number, kind in enumerate(tree.kinds) if _NAMES.search(kind)}
        declared: _Definers = defaultdict(list)
        likely: _Definers = defaultdict(list)
        met = set[tuple[int, bytes]]()
        for leaf in tree.leaves():
            if tree.kind[leaf] not in kinds:
                continue
            index, name = self.innermost[leaf], tree.source(leaf)
            if not name:  # made up by the parser
                continue
            if index < 0:
                self.outside.add(name)
            elif (index, name) not in met or self._fields[leaf] in DECLARED:
                met.add((index, name))
                part = defined_by(self._configuration, leaf, self._fields)
                if part is None and self._in_brackets(leaf):
                    part = members[index]
                if part is None:
                    self.mentioned[index].add(name)
                else:
                    found = declared if self._is_declared(leaf, part) else likely
                    found[self._scope(leaf, part), name].append(index)
        for (scope, name), indices in likely.items():
            if scope or (scope, name) in declared:
                for index in indices:
                    self.mentioned[index].add(name)
        return {**likely, **declared}

    def _is_declared(self, leaf: int, part: int) -> bool:
        """Whether a part is called what a leaf of it is, or has a parameter that is."""
        tree = self._configuration.tree
        if "param" in tree.name(tree.parent[leaf]):
            return True
        while leaf != part and self._fields[leaf] not in DECLARED:
            leaf = tree.parent[leaf]
        return leaf != part

    def _scope(self, leaf: int, part: int) -> int:
        """Return the scope of what a part defines; that of a function is where the function is."""
        declaration = leaf
        while self._fields[declaration] in DECLARED or self._in_brackets(declaration):
            declaration = self._configuration.tree.parent[declaration]
        return self.scope_of[part if declaration == leaf else declaration]

    def _in_brackets(self, node: int) -> bool:
        """Whether a node stands where the name of a declaration does in C: `int (f)(void);`."""
        tree = self._configuration.tree
        return self._fields[node] is None and "declarator" in tree.name(max(0, tree.parent[node]))


def _innermost(tree: Tree, members: Iterable[int]) -> Sequence[int]:
    found = array("i", [-1]) * len(tree)
    for index, row in enumerate(members):  # outer ones come first
        found[row : tree.skip[row]] = array("i", [index]) * (tree.skip[row] - row)
    return found
