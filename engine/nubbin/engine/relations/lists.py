"""Lists in brackets, and the words that they stand behind (floor 3).

A name has its round brackets behind it, and the brackets of its types before these, or in front of
the name where it is declared. Arguments without brackets, as in Ruby, are told by their kind.
"""

import re
from itertools import islice, pairwise
from typing import Final

from nubbin.engine.relations.mentions import OF_CLASSES
from nubbin.engine.trees.tree import Tree

_HIGH = 3
"""The declaration of a name with its types is at most this many levels above it."""
_FEW = 6
"""The types are among this many first children of such a node."""
TYPE_BRACKETS = {b"<": b">", b"[": b"]"}
"""The brackets of types; they are the ends of a node, while an operator `<` is in its middle."""
_BARE: Final = re.compile("argument|param")
"""Words in the kinds of lists that follow a name without brackets, as in `f 1, 2`."""


class Lists:
    """Finds the lists in brackets that belong to the words of a tree.

    Args:
        tree: the tree.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._following = dict(pairwise(tree.leaves()))

    def round_brackets(self, word: int) -> int | None:
        """Return the node of the round brackets behind a leaf and its types; None if none is.

        A node that the grammar calls arguments or parameters may have no brackets there.
        """
        tree, types = self._tree, self.types(word)
        behind = word if types is None else tree.skip[types] - 1
        bracket = self._following.get(behind, 0)
        if opens(tree, bracket, b"("):
            return bracket - 1
        return behind + 1 if self.is_bare(behind + 1) else None

    def at_once(self, function: int) -> int | None:
        """Return the arguments of a function that is called where it is written, else None.

        The function may be in brackets, as in `(() => 1)()`.
        """
        tree, place = self._tree, function
        while tree.parent[place] == place - 2 and tree.begins(place - 2, b"("):
            place -= 2
        group, end = tree.skip[place], tree.skip[tree.parent[place]]
        last = group < end and tree.skip[group] == end
        return group if last and tree.begins(group, b"(") else None

    def parameters(self, function: int) -> int | None:
        """Return the round brackets of a function's parameters; None if it has none."""
        tree = self._tree
        return next((row for row in tree.children(function) if tree.begins(row, b"(")), None)

    def is_bare(self, row: int) -> bool:
        """Whether a row is a list without brackets around it."""
        tree = self._tree
        inside = row < len(tree) and not tree.is_leaf(row) and tree.is_named(row + 1)
        return inside and _BARE.search(tree.name(row)) is not None

    def types(self, word: int) -> int | None:
        """Return the node of the brackets of types behind a leaf; None if none is."""
        bracket = self._following.get(word, 0)
        if self._tree.source(bracket) == b"::":  # as in Rust's `f::<u8>(1)`
            bracket = self._following.get(bracket, 0)
            return bracket - 1 if self._encloses(bracket, b"<") else None
        return bracket - 1 if any(self._encloses(bracket, sign) for sign in TYPE_BRACKETS) else None

    def types_before(self, word: int) -> int | None:
        """Return the brackets of types in front of a declared leaf; None if none are.

        They are near the beginning of a node around it, as in `template <class T> struct word`.
        """
        tree, node = self._tree, word
        for _ in range(_HIGH):
            node = max(0, tree.parent[node])
            for child in islice(tree.children(node), _FEW):
                if tree.skip[child] <= word and self._encloses(child + 1, b"<"):
                    return child
        return None

    def member(self, word: int) -> int:
        """Return the member of the class that a word names, as `new` of `X.new`; else the word."""
        sign = self._following.get(word, 0)
        return self._following.get(sign, word) if self._tree.source(sign) in OF_CLASSES else word

    def _encloses(self, row: int, sign: bytes) -> bool:
        """Whether a row is this bracket of types, and its node ends with the bracket's partner."""
        tree = self._tree
        return opens(tree, row, sign) and tree.source(tree.skip[row - 1] - 1) == TYPE_BRACKETS[sign]


def opens(tree: Tree, row: int, sign: bytes) -> bool:
    """Whether a row is a sign, and the first child of its node."""
    return row > 0 and tree.begins(row - 1, sign)
