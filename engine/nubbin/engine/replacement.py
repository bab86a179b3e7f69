"""Φ, the minimal syntactically correct replacement of a node in its place (floor 2).

Source: Vince 2024, §2.2. A grammar for tree-sitter says which texts a *kind* can have; what
may stand in a *place* is found out by parsing the text with the place emptied, first with
the separator that goes with it (`a, b` → `a`), then without.
"""

from collections.abc import Callable, Set
from typing import NamedTuple

from nubbin.engine.text import Edit, apply_edits
from nubbin.engine.tree import Syntax, Tree


class Replacement(NamedTuple):
    """What to put in a node's place."""

    text: bytes
    with_joint: bool = False
    """Whether the separator beside the node goes as well."""


class Siblings:
    """The children of one node as a list: elements and the joints between them.

    An element is a named child; a joint is the one anonymous token that stands between two
    elements (`,` in arguments, `+` in a sum). Where more than one token stands there, or none,
    there is no joint.
    """

    def __init__(self, tree: Tree, members: list[int]) -> None:
        self.members = members
        self._elements: list[int] = []
        self._joints: list[int | None] = []  # behind each element but the last
        between: list[int] = []
        for member in members:
            if tree.is_extra(member):
                continue
            if not tree.is_named(member):
                between.append(member)
                continue
            if self._elements:
                self._joints.append(between[0] if len(between) == 1 else None)
            self._elements.append(member)
            between = []

    def joints(self, removed: Set[int]) -> list[int]:
        """Return the joints that go when these elements go.

        A joint stays exactly if the element before it stays and some element behind it does,
        so that the joints left always stand between two elements left.
        """
        gone: list[int] = []
        stays_behind = False
        for index in range(len(self._elements) - 1, -1, -1):
            stays = self._elements[index] not in removed
            joint = self._joints[index] if index < len(self._joints) else None
            if joint is not None and not (stays and stays_behind):
                gone.append(joint)
            stays_behind = stays_behind or stays
        return gone if removed else []


class Replacements:
    """Φ for the nodes of one tree, found when it is first asked for.

    Args:
        tree: the tree.
        syntax: judges texts against the tree's own text.
        minimal: the shortest text of a kind that the grammar allows, where it is known.
    """

    def __init__(self, tree: Tree, syntax: Syntax, minimal: Callable[[str], bytes | None]) -> None:
        self._tree = tree
        self._syntax = syntax
        self._minimal = minimal
        self._known: dict[int, Replacement | None] = {}

    def of(self, node: int, siblings: Siblings) -> Replacement | None:
        """Return Φ of a node; None when nothing smaller than itself can stand there.

        Guarantee: with this one node replaced the text has no more parse errors than before.
        """
        if node not in self._known:
            self._known[node] = self._find(node, siblings)
        return self._known[node]

    def _find(self, node: int, siblings: Siblings) -> Replacement | None:
        tree = self._tree
        own = tree.source(node)
        if not own:
            return None
        edit = Edit(tree.start[node], tree.end[node])
        joints = [Edit(tree.start[j], tree.end[j]) for j in siblings.joints({node})]
        if joints and self._fits([edit, *joints]):
            return Replacement(b"", with_joint=True)
        if self._fits([edit]):
            return Replacement(b"")
        for shortest in self._shortest(node):
            smaller = (len(shortest), shortest) < (len(own), own)
            if smaller and self._fits([edit._replace(replacement=shortest)]):
                return Replacement(shortest)
        return None

    def _shortest(self, node: int) -> list[bytes]:
        """Return the minimal texts of the kinds in the chain of nodes that ends here."""
        tree = self._tree
        found: set[bytes] = set()
        top = node
        while top >= 0 and (tree.start[top], tree.end[top]) == (tree.start[node], tree.end[node]):
            text = self._minimal(tree.name(top)) if tree.is_named(top) else None
            if text is not None:
                found.add(text)
            top = tree.parent[top]
        return sorted(found, key=lambda text: (len(text), text))

    def _fits(self, edits: list[Edit]) -> bool:
        return not self._syntax.breaks(apply_edits(self._tree.text, edits))
