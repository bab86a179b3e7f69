"""Parsing anew what differs, and nothing else (floor 1).

tree-sitter reparses what it is told was edited, and says where the structure came out otherwise
than it was. Outside of both, two trees are the same.
"""

from collections.abc import Sequence

from tree_sitter import Tree as SyntaxTree

from nubbin.engine.vocabulary.difference import Gap
from nubbin.engine.vocabulary.text import Span

_Point = tuple[int, int]
"""A row and a column in bytes."""


def edited(tree: SyntaxTree, old: bytes, new: bytes, found: Sequence[Gap]) -> SyntaxTree:
    """Return a text's tree, told where another text differs; a parse of that may start from it.

    Args:
        tree: the old text's.
        old: the old text.
        new: the other one.
        found: where they differ, in order.
    """
    points: list[_Point] = []
    point, at = (0, 0), 0
    for gap in found:
        point, at = _further(point, old, Span(at, gap.old.start)), gap.old.start
        points.append(point)
    copy = tree.copy()
    for gap, point in zip(reversed(found), reversed(points), strict=True):  # what is before stays
        copy.edit(
            gap.old.start,
            gap.old.end,
            gap.old.end + gap.growth,
            point,
            _further(point, old, gap.old),
            _further(point, new, gap.new),
        )
    return copy


def stretches(found: Sequence[Gap], base: SyntaxTree, tree: SyntaxTree) -> list[Gap]:
    """Return where the trees of two texts differ; beyond, neither bytes nor structure do.

    Args:
        found: where the texts differ, in order.
        base: the old text's tree, told so.
        tree: the new text's tree, parsed from `base`.
    """
    changed = [Span(each.start_byte, each.end_byte) for each in base.changed_ranges(tree)]
    joined: list[Span] = []
    for start, end in sorted([*changed, *(gap.new for gap in found)]):
        if joined and start <= joined[-1].end:
            joined[-1] = Span(joined[-1].start, max(end, joined[-1].end))
        else:
            joined.append(Span(start, end))
    grown = 0
    differing: list[Gap] = []
    ahead = iter([*found, None])
    gap = next(ahead)
    for span in joined:
        start = span.start - grown
        while gap is not None and gap.new.end <= span.end:
            grown += gap.growth
            gap = next(ahead)
        differing.append(Gap(Span(start, span.end - grown), span))
    return differing


def _further(point: _Point, text: bytes, span: Span) -> _Point:
    """Return the point of a span's end, from the point of its start."""
    rows = text.count(b"\n", *span)
    if not rows:
        return point[0], point[1] + span.end - span.start
    return point[0] + rows, span.end - text.rfind(b"\n", *span) - 1
