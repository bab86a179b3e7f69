"""Holders: what holds but one member is that member (floor 5).

In `f({ a: 1 }.a)`, and in whatever is made in one place and looked into in another, the key keeps
what it is asked for by, and that keeps the key: both go at once, with the brackets around them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from nubbin.engine.algorithms.patches import Patch
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit

_ASKS: Final = (b".", b"->", b"?.")
"""What stands between something and a member of its."""
IS: Final = (b":", b"=")
"""What may stand between the name of a member and what it is."""


def unheld(tree: Tree, words: Iterable[Sequence[int]]) -> Iterator[Patch]:
    """Yield for each name that only members have the edits that put these in place of holders.

    Each mention of it is that of the only member in some brackets, or asks for one; there are both.
    What is in front of the brackets and has no name of its own, as `struct`, goes too. So each
    patch takes tokens away, and puts none.

    Args:
        tree: of the text.
        words: for each name its mentions, in order.
    """
    for leaves in words:
        asking = [edit for leaf in leaves if (edit := asking_edit(tree, leaf))]
        held = [edits for leaf in leaves if (edits := _held(tree, leaf))]
        if asking and held and len(asking) + len(held) == len(leaves):
            yield (*asking, *(edit for edits in held for edit in edits))


def asking_edit(tree: Tree, leaf: int) -> Edit | None:
    """Return the edit that takes away what asks for a member; None if nothing does."""
    sign, above = leaf - 1, tree.parent[leaf]
    ends = tree.skip[above] == tree.skip[leaf] and above < sign
    if ends and tree.is_leaf(sign) and tree.source(sign) in _ASKS:
        return Edit(tree.start[sign], tree.end[leaf])
    return None


def _held(tree: Tree, leaf: int) -> tuple[Edit, Edit] | None:
    """Return the edits that leave of a holder what its only member is; None if it is in none."""
    member = tree.parent[leaf]
    holder = tree.parent[member]
    inside = [*tree.children(holder)] if holder > 0 else []
    ends = [tree.source(each) for each in (*inside[:1], *inside[-1:])]
    if ends != [b"{", b"}"] or [*filter(tree.is_named, inside)] != [member]:
        return None
    behind = [row for row in range(leaf + 1, tree.skip[member]) if tree.is_leaf(row)]
    begin, end, front = tree.start[member], tree.start[leaf], _front(tree, holder)
    if leaf == member + 1:  # in C a type stands before the name
        if behind and tree.source(behind[0]) in IS:
            front, behind = tree.start[holder], behind[1:]
        begin, end = tree.start[behind[0]] if behind else tree.end[member], tree.end[member]
    if front is None or begin == end:
        return None
    return Edit(front, begin), Edit(end, tree.end[holder])


def _front(tree: Tree, holder: int) -> int | None:
    """Return where a type begins that ends with a holder; None if it has a name in front."""
    above = tree.parent[holder]
    before = [child for child in tree.children(above) if child < holder]
    if tree.skip[above] != tree.skip[holder] or any(map(tree.is_named, before)):
        return None
    return tree.start[above]
