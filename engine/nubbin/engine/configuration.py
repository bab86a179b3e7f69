"""What is kept of a tree, and what stands in place of the rest (floor 2)."""

from collections.abc import Iterable, Mapping

from nubbin.engine.replacement import Replacement, Replacements, Siblings
from nubbin.engine.text import Edit, Span, apply_edits
from nubbin.engine.tree import Tree


class Configuration:
    """A tree in which nodes have been pruned (Φ put in their place) and hoisted into.

    A *place* is a node of the original tree; what *stands* there is the node itself, one of
    its descendants, or Φ. All of it is edits of the original text, so that bytes outside
    them are untouched.

    Args:
        tree: what is reduced.
        replacements: Φ of its nodes.
        labels: for each kind, the names under which it is compatible with others.
        within: bytes that may change.
        squeeze: take a chain of nodes with one child each as one node.
        flatten: take the operands of a recursive node (`a + b + c`) as siblings.
        hide: leave out of every configuration what nothing smaller can replace.
    """

    def __init__(
        self,
        tree: Tree,
        replacements: Replacements,
        labels: Mapping[str, frozenset[str]],
        within: Span,
        *,
        squeeze: bool = True,
        flatten: bool = True,
        hide: bool = True,
    ) -> None:
        self.tree = tree
        self._replacements = replacements
        self._labels = labels
        self._within = within
        self._squeeze = squeeze
        self._flatten = flatten
        self._hide = hide
        self._edits: list[Edit] = []
        self._stands: dict[int, int] = {}
        self._pruned: set[int] = set()
        self._siblings: dict[int, Siblings] = {}  # of each place that was listed

    # -- reading --------------------------------------------------------------------------

    def children(self, place: int) -> list[int]:
        """Return the places below what stands here, without what was pruned."""
        node = self._stands.get(place, place)
        if place in self._pruned:
            return []
        siblings = Siblings(self.tree, self._members(node))
        for member in siblings.members:
            self._siblings[member] = siblings
        return [member for member in siblings.members if member not in self._pruned]

    def replaceable(self, place: int) -> bool:
        """Whether pruning the place is worth a question."""
        return self._may_change(place) and not (self._hide and self._phi(place) is None)

    def vanishes(self, place: int) -> bool:
        """Whether Φ of the place is empty (what coarse variants look at)."""
        phi = self._phi(place)
        return phi is not None and not phi.text

    def hoistable(self, place: int) -> list[int]:
        """Return χ: the nearest compatible descendants on each path down, farthest first.

        Source: Vince 2024, Fig. 7.6; the order is that of TMIN^χ (§7.2).
        """
        if not self._may_change(place):
            return []
        tree = self.tree
        node = self._stands.get(place, place)
        found: list[tuple[int, int]] = []
        frontier, distance = list(tree.children(node)), 1
        while frontier:
            below: list[int] = []
            for child in frontier:
                if self._compatible(node, child):
                    found.append((-distance, child))
                else:
                    below.extend(tree.children(child))
            frontier, distance = below, distance + 1
        return [child for _, child in sorted(found)]

    # -- changing -------------------------------------------------------------------------

    def pruning(self, places: Iterable[int]) -> list[Edit]:
        """Return the edits that put Φ in place of these; a place without Φ is left alone."""
        edits: list[Edit] = []
        removed: dict[int, tuple[Siblings, set[int]]] = {}
        for place in places:
            phi = self._phi(place)
            if phi is None:
                continue
            edits.append(self._over(place, phi.text))
            if phi.with_joint:
                siblings = self._siblings[place]
                removed.setdefault(id(siblings), (siblings, set()))[1].add(place)
        for siblings, elements in removed.values():
            edits.extend(self._over(joint, b"") for joint in siblings.joints(elements))
        return edits

    def hoisting(self, place: int, descendant: int) -> list[Edit]:
        """Return the edits that leave of a place only one of its descendants."""
        tree = self.tree
        return [
            Edit(tree.start[place], tree.start[descendant]),
            Edit(tree.end[descendant], tree.end[place]),
        ]

    def render(self, edits: Iterable[Edit] = ()) -> bytes:
        """Return the text of this configuration with further edits."""
        return apply_edits(self.tree.text, [*self._edits, *edits])

    def prune(self, places: Iterable[int]) -> None:
        """Put Φ in place of these, for good."""
        gone = list(places)
        self._edits.extend(self.pruning(gone))
        self._pruned.update(gone)

    def hoist(self, place: int, descendant: int) -> None:
        """Put a descendant in this place, for good."""
        self._edits.extend(self.hoisting(place, descendant))
        self._stands[place] = descendant

    # -- inside ---------------------------------------------------------------------------

    def _members(self, node: int) -> list[int]:
        """List a node's children with chains squeezed and recursion flattened."""
        members: list[int] = []
        stack = list(self.tree.children(node))[::-1]
        while stack:
            child = stack.pop()
            if self._flatten and self._recurs(node, child, first=not members, last=not stack):
                stack.extend(list(self.tree.children(child))[::-1])
            else:
                members.append(self._bottom(child))
        return members

    def _recurs(self, node: int, child: int, *, first: bool, last: bool) -> bool:
        """Whether the child repeats its parent's rule at the parent's edge."""
        tree = self.tree
        return (
            first != last
            and tree.kind[node] == tree.kind[child]
            and tree.is_named(child)
            and not tree.is_leaf(child)
        )

    def _bottom(self, node: int) -> int:
        """Return the last node of the chain that begins here."""
        tree = self.tree
        while (
            self._squeeze
            and not tree.is_leaf(node)
            and tree.skip[node + 1] == tree.skip[node]
            and tree.start[node + 1] == tree.start[node]
            and tree.end[node + 1] == tree.end[node]
        ):
            node += 1
        return node

    def _phi(self, place: int) -> Replacement | None:
        siblings = self._siblings.get(place)
        return self._replacements.of(place, siblings or Siblings(self.tree, [place]))

    def _may_change(self, place: int) -> bool:
        start, end = self.tree.start[place], self.tree.end[place]
        return self._within.start <= start < end <= self._within.end

    def _compatible(self, node: int, other: int) -> bool:
        tree = self.tree
        if not (tree.is_named(node) and tree.is_named(other)):
            return False
        if tree.kind[node] == tree.kind[other]:
            return True
        nothing: frozenset[str] = frozenset()
        labels = self._labels.get(tree.name(node), nothing)
        return not labels.isdisjoint(self._labels.get(tree.name(other), nothing))

    def _over(self, node: int, replacement: bytes) -> Edit:
        return Edit(self.tree.start[node], self.tree.end[node], replacement)
