"""Holders: an object or a struct with only one member gives way to that member (floor 3).

In `f({ a: 1 }.a)`, and wherever such a holder is made in one place and asked for its member in
another, the key needs the access, and the access the key: both are removed at once, along with the
brackets around the member. A method gets the word for a function in place of its name.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from nubbin.engine.relations.function_kinds import FUNCTION, is_function
from nubbin.engine.relations.mentions import Mentions, without_access
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch

BRACES: Final = (b"{", b"}")
"""Around the members of a holder."""
IS: Final = (b":", b"=")
"""What may stand between the name of a member and its value or type."""


def unheld(tree: Tree, mentions: Mentions) -> Iterator[Patch]:
    """Yield for each name of an only member one patch: `{a: x}` gives way to `x`, `h.a` to `h`.

    Each mention of the name has to name the only member in some brackets, or to ask for a member,
    and there have to be both. What stands in front of the brackets without a name of its own, as
    `struct`, is removed too, and so is the `*` of a member that is always asked for by `->`, as the
    pointer to the holder has one as well. So each patch removes more tokens than it adds.

    Args:
        tree: of the text.
        mentions: for each name its mentions, in order.
    """
    for leaves in mentions.values():
        accesses = [edit for leaf in leaves if (edit := without_access(tree, leaf))]
        by_pointer = all(tree.text.startswith(b"->", edit.start) for edit in accesses)
        held = [edits for leaf in leaves if (edits := _held(tree, leaf, by_pointer=by_pointer))]
        if accesses and held and len(accesses) + len(held) == len(leaves):
            yield (*accesses, *(edit for edits in held for edit in edits))


def only_member(tree: Tree, node: int, *brackets: tuple[bytes, bytes]) -> int:
    """Return the only member of a node that is in one of some pairs of brackets; 0 if none is."""
    member = tree.only_named(node)
    if not member:
        return 0
    inside = [*tree.children(node)]
    ends = tree.source(inside[0]), tree.source(inside[-1])
    return member if ends in brackets else 0


def leaves_behind(tree: Tree, leaf: int, member: int) -> Iterator[int]:
    """Yield the leaves of a member that are behind one of them."""
    return filter(tree.is_leaf, range(leaf + 1, tree.skip[member]))


def _held(tree: Tree, leaf: int, *, by_pointer: bool) -> tuple[Edit, Edit] | None:
    """Return the edits that leave of a holder the value or type of the only member, `leaf`.

    None if the leaf does not name the only member of a holder.
    """
    member = tree.parent[leaf]
    while member > 0 and tree.only_named(member):  # as in the `*a` of `int *a`
        member = tree.parent[member]
    holder = tree.parent[member]
    if holder <= 0 or only_member(tree, holder, BRACES) != member:
        return None
    behind = [*islice(leaves_behind(tree, leaf, member), 2)]
    begin, front, word = tree.start[member], _front(tree, holder), b""
    star = by_pointer and tree.source(leaf - 1) == b"*"
    end = tree.start[leaf - star]
    if leaf == member + 1:  # in C a type stands before the name
        if is_function(tree, member):
            front, word = tree.start[holder], FUNCTION
        elif behind and tree.source(behind[0]) in IS:
            front, behind = tree.start[holder], behind[1:]
        begin, end = tree.start[behind[0]] if behind else tree.end[member], tree.end[member]
    if front is None or begin == end:
        return None
    return Edit(front, begin, word), Edit(end, tree.end[holder])


def _front(tree: Tree, holder: int) -> int | None:
    """Return where the type that ends with a holder begins; None if it has a name of its own."""
    above = tree.parent[holder]
    named = next(filter(tree.is_named, tree.children(above)))
    return tree.start[above] if tree.skip[above] == tree.skip[holder] and named == holder else None
