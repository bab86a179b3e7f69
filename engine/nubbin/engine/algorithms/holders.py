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
BRACES: Final = (b"{", b"}")
"""Around the members of a holder."""
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


def only_member(tree: Tree, node: int, *brackets: tuple[bytes, bytes]) -> int:
    """Return the only member of a node in one of some pairs of brackets; 0 if there is none."""
    inside = [*tree.children(node)]
    ends = tuple(tree.source(each) for each in (*inside[:1], *inside[-1:]))
    named = [*filter(tree.is_named, inside)]
    return named[0] if ends in brackets and len(named) == 1 else 0


def leaves_behind(tree: Tree, leaf: int, member: int) -> list[int]:
    """Return the leaves of a member that are behind one of it."""
    return [row for row in range(leaf + 1, tree.skip[member]) if tree.is_leaf(row)]


def _held(tree: Tree, leaf: int) -> tuple[Edit, Edit] | None:
    """Return the edits that leave of a holder what its only member is; None if it is in none."""
    member = tree.parent[leaf]
    holder = tree.parent[member]
    if holder <= 0 or only_member(tree, holder, BRACES) != member:
        return None
    behind = leaves_behind(tree, leaf, member)
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
