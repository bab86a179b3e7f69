"""What is kept of a tree, and what stands in place of the rest (floor 2)."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from nubbin.engine.replacement import Replacement, Replacements, Siblings
from nubbin.engine.text import Edit, Span, apply_edits, outermost
from nubbin.engine.tree import Tree


class Prune(NamedTuple):
    """Put Φ in place of these; a place without Φ is left alone."""

    places: tuple[int, ...]


class Hoist(NamedTuple):
    """Leave of a place only one of its descendants."""

    place: int
    descendant: int


Change = Prune | Hoist
_Removed = dict[int, frozenset[int]]
"""For each list of siblings, the elements that went together with a joint."""


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
        self._removed: _Removed = {}
        self._lists: dict[int, Siblings] = {}  # below each node that was asked for
        self._siblings: dict[int, Siblings] = {}  # around each place of these

    # -- reading --------------------------------------------------------------------------

    def children(self, place: int) -> list[int]:
        """Return the places below what stands here, without what was pruned."""
        node = self._stands.get(place, place)
        if place in self._pruned:
            return []
        siblings = self._lists.get(node)
        if siblings is None:
            siblings = self._lists[node] = Siblings(self.tree, self._members(node))
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

    def below(self, place: int, levels: int) -> list[int]:
        """Return the named nodes up to so many levels below, each of another span; any kind."""
        if not self._may_change(place):
            return []
        tree = self.tree
        found: list[int] = []
        level = [self._stands.get(place, place)]
        spans = {(tree.start[place], tree.end[place])}
        for _ in range(levels):
            level = [child for node in level for child in tree.children(node)]
            for node in level:
                span = (tree.start[node], tree.end[node])
                if tree.is_named(node) and not tree.is_extra(node) and span not in spans:
                    spans.add(span)
                    found.append(node)
        return found

    # -- changing -------------------------------------------------------------------------

    def render(self, changes: Iterable[Change] = ()) -> bytes:
        """Return the text of this configuration with further changes."""
        edits, _ = self._changed(changes)
        return apply_edits(self.tree.text, edits)

    def apply(self, changes: Iterable[Change]) -> None:
        """Make the changes, for good."""
        changes = list(changes)
        edits, self._removed = self._changed(changes)
        self._edits = outermost(edits)
        for change in changes:
            if isinstance(change, Prune):
                self._pruned.update(change.places)
            else:
                self._stands[change.place] = change.descendant

    def _changed(self, changes: Iterable[Change]) -> tuple[list[Edit], _Removed]:
        """Return all edits with these changes, and what was removed among which siblings."""
        edits = list(self._edits)
        removed = dict(self._removed)
        touched: dict[int, Siblings] = {}
        for change in changes:
            if isinstance(change, Hoist):
                edits.extend(self._hoisting(*change))
                continue
            for place in change.places:
                phi = self._phi(place)
                if phi is None:
                    continue
                edits.append(self._over(place, phi.text))
                if phi.with_joint:
                    siblings = self._siblings[place]
                    touched[id(siblings)] = siblings
                    removed[id(siblings)] = removed.get(id(siblings), frozenset()) | {place}
        for key, siblings in touched.items():
            edits.extend(self._over(joint, b"") for joint in siblings.joints(removed[key]))
        return edits, removed

    def _hoisting(self, place: int, descendant: int) -> tuple[Edit, Edit]:
        tree = self.tree
        return (
            Edit(tree.start[place], tree.start[descendant]),
            Edit(tree.end[descendant], tree.end[place]),
        )

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
