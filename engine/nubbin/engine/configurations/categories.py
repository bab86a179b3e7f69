"""Which kinds of nodes may stand where, by the grammar's rules and categories (floor 2)."""

from collections.abc import Mapping

from nubbin.engine.configurations.replacement import Replacements
from nubbin.engine.trees.tree import Tree


class Categories:
    """Says what is compatible with what in one tree.

    Args:
        tree: the tree.
        replacements: asked for what the rules of the grammar say.
        labels: for each kind, the names under which it is compatible with others.
    """

    def __init__(
        self, tree: Tree, replacements: Replacements, labels: Mapping[str, frozenset[str]]
    ) -> None:
        self._tree = tree
        self._replacements = replacements
        self._labels = labels
        self._known: dict[str, frozenset[str]] = {}

    def compatible(self, node: int, other: int) -> bool:
        """Whether two nodes are of one kind, or of kinds of one category."""
        named = self._tree.is_named(node) and self._tree.is_named(other)
        return named and not self._of(node).isdisjoint(self._of(other))

    def admit(self, place: int, kind: str) -> bool:
        """Whether a node of that kind may stand in the place, as far as rules or categories tell.

        The rules of the grammar decide; without them the categories do, and where there are
        none either, it may.
        """
        admitted = self._replacements.admitted(place)
        if admitted is not None:
            return kind in admitted
        return not self._labels or not self._of(place).isdisjoint(self._names(kind))

    def fits(self, place: int, node: int) -> bool:
        """Whether a node, or what it is nothing but, may stand in the place; see `admit`.

        As the number that an argument of PHP is.
        """
        tree = self._tree
        span = tree.span(node)
        while not self.admit(place, tree.name(node)):
            if tree.is_leaf(node) or (tree.start[node + 1], tree.end[node + 1]) != span:
                return False
            node += 1
        return True

    def _of(self, node: int) -> frozenset[str]:
        """Return the names under which a node is compatible with others."""
        return self._names(self._tree.name(node))

    def _names(self, kind: str) -> frozenset[str]:
        if kind not in self._known:
            self._known[kind] = self._labels.get(kind, frozenset()) | {kind}
        return self._known[kind]
