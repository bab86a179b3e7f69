"""What is kept of a tree, and what stands in place of the rest (floor 2)."""

from bisect import bisect_right
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from copy import copy
from itertools import groupby, takewhile

from nubbin.engine.configurations.categories import Categories
from nubbin.engine.configurations.changes import (
    Change,
    Cut,
    Hoist,
    Prune,
    Rewrite,
    singly,
)
from nubbin.engine.configurations.hoisting import Hoisting
from nubbin.engine.configurations.margins import beginning, flush
from nubbin.engine.configurations.members import Members
from nubbin.engine.configurations.replacement import Replacement, Replacements
from nubbin.engine.configurations.sibling_lists import SiblingLists
from nubbin.engine.configurations.siblings import Siblings
from nubbin.engine.configurations.transforms import TreeTransforms
from nubbin.engine.configurations.whole_lines import whole_lines
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits, outermost

_Range = tuple[int, int]
"""The first and the last of some siblings."""
FindLeftovers = Callable[[Sequence[Change], Sequence[Change]], Prune]
"""Returns what is left over by changes, the second, once others, the first, have been made."""


class Configuration:
    """A tree in which nodes have given way to Φ (pruning) or to a descendant (hoisting).

    A *place* is a node of the original tree; what *stands* there is the node itself, one of
    its descendants, or Φ. All changes are edits of the original text, so that bytes outside
    them are untouched.

    `members` tells the places below a node, `categories` which kinds may stand in a place.

    Args:
        tree: what is reduced.
        replacements: Φ of its nodes.
        labels: for each kind, the names of its categories; kinds that share one are compatible.
        within: bytes that may change.
        transforms: what is done to the tree first.
        by_lines: take out lines with their ends if nothing is left of them.
        by_indents: have the rest of a line begin where the line began.
    """

    def __init__(
        self,
        tree: Tree,
        replacements: Replacements,
        labels: Mapping[str, frozenset[str]],
        within: Span,
        transforms: TreeTransforms,
        *,
        by_lines: bool,
        by_indents: bool,
    ) -> None:
        self.tree = tree
        self.members = Members(tree, transforms)
        self.categories = Categories(tree, replacements, labels)
        self._replacements = replacements
        self._within = within
        self._hide = transforms.hide
        self._by_lines = by_lines
        self._by_indents = by_indents
        self._hoisting = Hoisting(tree)
        self._lists = SiblingLists(tree, self.members)
        self._leftovers: FindLeftovers | None = None
        self._made: list[Change] = []
        self._edits: list[Edit] = []
        self._starts: list[int] = []  # of each edit
        self._pruned: set[int] = set()
        self._passed: set[int] = set()  # places between a hoist's place and its descendant
        self._by_rule: MutableMapping[int, bool] = {}  # whether places can go

    def fork(self) -> "Configuration":
        """Return a copy for looking ahead, valid as long as this configuration is not changed.

        The Φ of a place depends on what had gone when it was asked for first, so this configuration
        must not remember what the copy was asked.
        """
        other = copy(self)
        other._replacements = self._replacements.fork()
        other._lists = self._lists.fork()
        other._by_rule = ChainMap({}, self._by_rule)
        return other

    # -- reading --------------------------------------------------------------------------

    def children(self, place: int) -> list[int]:
        """Return the places below the node that stands here, but for those pruned."""
        if place in self._pruned or self.tree.is_leaf(self.standing(place)):
            return []
        members = self._lists.below(place).members
        return [member for member in members if member not in self._pruned]

    def runs(self, place: int) -> list[tuple[int, ...]]:
        """Return the runs of named places below that have nothing but joints between them.

        A place that reaches beyond the bytes that may change is a run by itself. So is a node that
        the parser could not read: it is no element of a list, and yet may hold most of the text.
        """
        if place in self._pruned:
            return []
        below = self._lists.below(place)
        read = [
            run
            for stretch in below.runs()
            for inside, group in groupby(stretch, self.may_change)
            for run in ([tuple(group)] if inside else [(each,) for each in group])
        ]
        return read + [(member,) for member in below.members if self.tree.is_unread(member)]

    def worth_pruning(self, place: int) -> bool:
        """Whether pruning the place is worth a question."""
        return self.may_change(place) and not (self._hide and self.phi(place) is None)

    def prunable(self, place: int) -> bool:
        """Whether something smaller can stand in the place."""
        return self.may_change(place) and self._gives_way(place)

    def removable(self, place: int) -> bool:
        """Whether the place can go without a trace."""
        return self.may_change(place) and self.vanishes(place)

    def leaves_joint(self, place: int) -> bool:
        """Whether the place, whose Φ takes the separator along, may also leave it: `[a,]`."""
        return self._replacements.alone(place, self._lists.around(place))

    def every_place(self) -> list[int]:
        """Return all places that were not pruned, level by level from the root's children."""
        places = self.children(0)
        for place in places:  # grows while it is read
            places.extend(self.children(place))
        return places

    def standing(self, place: int) -> int:
        """Return the node that stands in a place: its own, or what was hoisted there."""
        return self._lists.standing(place)

    def gone(self, change: Change) -> bool:
        """Whether the places of a change went already, not counting the others of an `Along`.

        Complexity: O(log changes made).
        """
        first, last = change.places[0], change.places[-1]
        if first in self._passed and not isinstance(change, Hoist):
            return True
        index = bisect_right(self._starts, self.tree.start[first]) - 1
        return index >= 0 and self.tree.visible_span(last).end <= self._edits[index].end

    def vanishes(self, place: int) -> bool:
        """Whether Φ of the place is nothing (what coarse variants look at)."""
        phi = self.phi(place)
        return phi is not None and phi.is_nothing

    def phi(self, place: int) -> Replacement | None:
        """Return Φ of the place; None if nothing smaller can stand there."""
        return self._replacements.of(place, self._lists.around(place))

    def ruled(self, place: int) -> Replacement | None:
        """Return Φ as far as the grammar's rules tell; None if nothing smaller can or may stand."""
        siblings = self._lists.around(place)
        return self._replacements.ruled(place, siblings) if self.may_change(place) else None

    def goes_by_rule(self, place: int) -> bool:
        """Whether the place can go without a trace, as far as the grammar's rules tell."""
        if place not in self._by_rule:
            goes = self.may_change(place) and self._replacements.goes_by_rule(place, self._lists)
            self._by_rule[place] = goes
        return self._by_rule[place]

    def without(self, place: int) -> Prune | Cut:
        """Return the change that puts Φ in a place.

        Where the parser alone tells Φ, one answer of its is good for all places with the same
        surroundings: a list of thousands would take as many parses of the whole text.
        """
        alike = not self._replacements.has_rules and self.goes_by_rule(place)
        return Cut((place,)) if alike else Prune((place,))

    def around(self, node: int) -> Iterator[int]:
        """Yield a node and those around it that may change, each with another span."""
        last = None
        for above in takewhile(self.may_change, self.tree.upwards(node)):
            if (span := self.tree.span(above)) != last:
                yield above
                last = span

    def may_change(self, place: int) -> bool:
        """Whether the place has bytes, and all of them may change."""
        start, end = self.tree.start[place], self.tree.end[place]
        return self._within.start <= start < end <= self._within.end

    def reads_whole(self, place: int, text: bytes) -> bool:
        """Whether a text in a place of the tree as parsed is read as one node, without an error."""
        return self._replacements.reads_whole(place, text)

    # -- changing -------------------------------------------------------------------------

    def take_along(self, leftovers: FindLeftovers) -> None:
        """From now on, take out with changes what they leave over."""
        self._leftovers = leftovers

    def along(self, change: Change) -> Sequence[int]:
        """Return the places that a change would take along, of those that are still there."""
        if self._leftovers is None:
            return ()
        return self._leftovers(self._made, (change,)).places

    def render(self, changes: Iterable[Change] = ()) -> bytes:
        """Return the text of this configuration with further changes."""
        edits = [*self._edits, *self._edits_of(self._with_leftovers(changes))[0]]
        text = self.tree.text
        return apply_edits(
            text, whole_lines(text, edits, self._within) if self._by_lines else edits
        )

    def apply(self, changes: Iterable[Change]) -> None:
        """Make the changes, for good."""
        single = [*singly(self._with_leftovers(changes))]
        edits, removed = self._edits_of(single)
        self._made = [*self._made, *single]
        self._edits = outermost([*self._edits, *edits])
        self._starts = [edit.start for edit in self._edits]
        for siblings, ranges in removed.items():
            siblings.remove(ranges)
        for change in single:
            if isinstance(change, Hoist):
                # Of several descendants for one place the edits leave the last.
                last = max(change.descendant, self.standing(change.place))
                self._lists.hoist(change.place, last)
                above = self.tree.upwards(self.tree.parent[last])
                self._passed.update(takewhile(change.place.__lt__, above))
            elif isinstance(change, Cut):  # all of it goes, whatever the parser says of each
                self._pruned.update(change.places)
            else:  # with `hide` off, ddmin may take away what has no Φ: nothing happens to that
                self._pruned.update(filter(self._gives_way, change.places))

    def _edits_of(
        self, changes: Iterable[Change]
    ) -> tuple[list[Edit], dict[Siblings, list[_Range]]]:
        """Return the edits that make some changes, and the ranges they remove from siblings."""
        edits: list[Edit] = []
        removed: dict[Siblings, list[_Range]] = {}
        for change in singly(changes):
            if isinstance(change, Hoist):
                edits.extend(self._hoisting.edits(*change))
                continue
            for edit, span in self._pruning(change):
                edits.append(edit)
                if span is not None:
                    removed.setdefault(self._lists.around(span[0]), []).append(span)
        for siblings, ranges in removed.items():
            joints = filter(self.may_change, siblings.joints(ranges))
            edits.extend(self._over(joint, joint) for joint in joints)
        if self._by_indents:
            edits = [*flush(self.tree.text, edits, self._within)]
        return edits, removed

    def _pruning(self, change: Prune | Cut | Rewrite) -> Iterator[tuple[Edit, _Range | None]]:
        """Yield the edits of a change, each with the range of siblings that goes with joints."""
        if isinstance(change, Cut):
            first, last = change.places[0], change.places[-1]
            yield self._over(first, last), (first, last)
            return
        for place in change.places:
            if isinstance(change, Rewrite):
                yield self._over(place, place, change.text), None
                continue
            phi = self.phi(place)
            if phi is not None:
                span = (place, place) if phi.with_joint else None
                yield self._over(place, place, phi.text), span

    # -- inside ---------------------------------------------------------------------------

    def _with_leftovers(self, changes: Iterable[Change]) -> Sequence[Change]:
        more = [*changes]
        if self._leftovers is not None and more:
            more.append(self._leftovers(self._made, more))
        return more

    def _gives_way(self, place: int) -> bool:
        return self.phi(place) is not None

    def _over(self, first: int, last: int, replacement: bytes = b"") -> Edit:
        tree, start = self.tree, self.tree.start[first]
        if not replacement and not self._by_indents:
            start = beginning(tree, first, last, self._within)
        return Edit(start, tree.end[last], replacement)
