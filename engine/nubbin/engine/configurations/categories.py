"""Which kinds of nodes may stand where, by the grammar's rules and categories (floor 2)."""

from collections.abc import Mapping

from nubbin.engine.configurations.replacement import Replacements
from nubbin.engine.trees.tree import Tree


class Categories:
    """Says which nodes of one tree may stand in the places of which.

    Args:
        tree: the tree.
        replacements: tells which kinds the rules of the grammar let stand in a place.
        labels: for each kind, the names of its categories; kinds that share one are compatible.
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

        The rules of the grammar decide; without them the categories do; without either, it may.
        """
        admitted = self._replacements.admitted(place)
        if admitted is not None:
            return kind in admitted
        return not self._labels or not self._of(place).isdisjoint(self._names(kind))

    def fits(self, place: int, node: int) -> bool:
        """Whether a node, or a descendant with the same span, may stand in the place; see `admit`.

        Such a descendant is the number that is all of an argument in PHP. The place may also be
        that of a node around it with the same bytes, as in Haskell an expression is around a name.
        """
        tree = self._tree
        span, places = tree.span(node), [*tree.same_bytes(place)]
        while not any(self.admit(each, tree.name(node)) for each in places):
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
