"""The children of a node as a list of elements, with joints between them (floor 2)."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise

from nubbin.engine.trees.tree import Tree


class Siblings:
    """The children of one node as a list: elements and the joints between them.

    An element is a named child; a joint is the one anonymous token that stands between two
    elements (`,` in arguments, `+` in a sum). Where more than one token stands there, or none,
    there is no joint. Signs side by side, each of which is all of a named child, as `-` is of an
    item without content, are elements as well.
    """

    def __init__(self, tree: Tree, members: Sequence[int]) -> None:
        self.members = members
        self._elements: list[int] = []  # rising rows
        self._joints: list[int | None] = []  # behind each element; None behind the last
        self._apart: list[bool] = []  # whether other tokens stand behind the element
        self._gone: set[int] = set()
        between: list[int] = []
        elements = _elements(tree, members)
        for member in members:
            if tree.is_extra(member):
                continue
            if member in elements:
                if self._elements:
                    self._joints.append(between[0] if len(between) == 1 else None)
                    self._apart.append(len(between) > 1)
                self._elements.append(member)
                between = []
            else:
                between.append(member)
        self._joints.append(None)
        self._apart.append(True)
        self._last = len(self._elements) - 1  # the last element that stays

    def runs(self) -> list[tuple[int, ...]]:
        """Return the longest runs of elements with nothing but joints between them."""
        runs: list[tuple[int, ...]] = []
        begin = 0
        for index, apart in enumerate(self._apart):
            if apart and index >= begin:
                runs.append(tuple(self._elements[begin : index + 1]))
                begin = index + 1
        return [run for run in runs if run]

    def joints(self, ranges: Iterable[tuple[int, int]]) -> list[int]:
        """Return the joints beside ranges of elements that go when these do.

        A joint stays exactly if the element before it stays and some element behind it does,
        so that the joints left always stand between two elements left. Joints inside a range
        are not returned; a range without an element, such as a comment, has none at its end.

        Args:
            ranges: first and last member of each; elements removed before (`remove`) count as gone.

        Complexity: O(ranges · log elements), plus the elements that go at the end of the list.
        """
        ranges = list(ranges)
        found: list[int] = []
        for start, end in ranges:
            at = bisect_right(self._elements, end) - 1
            joint = self._joints[at] if at >= 0 and self._elements[at] >= start else None
            if joint is not None:
                found.append(joint)
        last = self._last_staying(ranges)
        joint = self._joints[last] if last >= 0 else None
        if joint is not None:
            found.append(joint)
        return found

    def remove(self, ranges: Iterable[tuple[int, int]]) -> None:
        """Take note that the elements in some ranges are gone for good."""
        for start, end in ranges:
            begin = bisect_left(self._elements, start)
            self._gone.update(self._elements[begin : bisect_right(self._elements, end)])
        self._last = self._last_staying([])

    def _last_staying(self, ranges: list[tuple[int, int]]) -> int:
        """Return the index of the last element that stays when ranges go; -1 if none does."""
        last, starts = self._last, sorted(start for start, _ in ranges)
        reach = list(accumulate((end for _, end in sorted(ranges)), max))
        while last >= 0:
            element = self._elements[last]
            before = bisect_right(starts, element)  # this many ranges begin here or before
            if element not in self._gone and not (before and element <= reach[before - 1]):
                break
            last -= 1
        return last


def _elements(tree: Tree, members: Sequence[int]) -> set[int]:
    """Return the elements among the members; see `Siblings`.

    A single sign is none: as `;` between statements, it goes with one of these in fewer questions.
    """
    elements = {member for member in members if tree.is_named(member)}
    if len(elements) < len(members):
        signs = [pair for pair in pairwise(members) if elements.isdisjoint(pair)]
        for pair in signs:
            if all(tree.is_named(tree.topmost(sign)) for sign in pair):
                elements.update(pair)
    return elements
