"""Reparsing only what differs between two texts (floor 1).

tree-sitter reparses what it is told was edited, and reports where the structure has changed.
Outside of both, the two trees are the same.
"""

from collections.abc import Sequence
from heapq import nlargest
from itertools import pairwise

from tree_sitter import Tree as SyntaxTree

from nubbin.engine.vocabulary.difference import Hunk
from nubbin.engine.vocabulary.text import Span, united

_Point = tuple[int, int]
"""A row and a column in bytes."""


def edited(tree: SyntaxTree, old: bytes, new: bytes, found: Sequence[Hunk]) -> SyntaxTree:
    """Return a copy of a tree with the edits that lead to another text, whose parse can reuse it.

    Args:
        tree: of the old text.
        old: the old text.
        new: the other text.
        found: where they differ, in order.
    """
    points: list[_Point] = []
    point, at = (0, 0), 0
    for hunk in found:
        point, at = _further(point, old, Span(at, hunk.old.start)), hunk.old.start
        points.append(point)
    copy = tree.copy()
    # From the last to the first: an edit moves only what is behind it.
    for hunk, point in zip(reversed(found), reversed(points), strict=True):
        copy.edit(
            hunk.old.start,
            hunk.old.end,
            hunk.old.end + hunk.growth,
            point,
            _further(point, old, hunk.old),
            _further(point, new, hunk.new),
        )
    return copy


def stretches(found: Sequence[Hunk], base: SyntaxTree, tree: SyntaxTree) -> list[Hunk]:
    """Return where the trees of two texts differ; elsewhere, bytes and structure are the same.

    Args:
        found: where the texts differ, in order.
        base: the tree of the old text, with these edits; see `edited`.
        tree: the tree of the new text, parsed from `base`.
    """
    changed = [Span(each.start_byte, each.end_byte) for each in base.changed_ranges(tree)]
    grown = 0
    differing: list[Hunk] = []
    ahead = iter([*found, None])
    hunk = next(ahead)
    for span in united([*changed, *(hunk.new for hunk in found)]):
        start = span.start - grown
        while hunk is not None and hunk.new.end <= span.end:
            grown += hunk.growth
            hunk = next(ahead)
        differing.append(Hunk(Span(start, span.end - grown), span))
    return differing


def joined(differing: Sequence[Hunk], most: int) -> list[Hunk]:
    """Return at most `most` stretches: neighbours are joined, over the smallest gaps first."""
    inner = range(1, len(differing))
    gaps = {after: differing[after].new.start - differing[after - 1].new.end for after in inner}
    kept = sorted(nlargest(most - 1, inner, key=gaps.__getitem__))
    ends = [*pairwise((0, *kept, len(differing)))] if differing else []
    pairs = [(differing[first], differing[behind - 1]) for first, behind in ends]
    return [
        Hunk(Span(one.old.start, other.old.end), Span(one.new.start, other.new.end))
        for one, other in pairs
    ]


def _further(point: _Point, text: bytes, span: Span) -> _Point:
    """Return the point of a span's end, given the point of its start."""
    rows = text.count(b"\n", *span)
    if not rows:
        return point[0], point[1] + span.end - span.start
    return point[0] + rows, span.end - text.rfind(b"\n", *span) - 1
