"""Levels: a star or a pair of brackets goes from all mentions of a name at once (floor 5).

In C a declaration looks like the use of the name it declares: `int *a[2];` and `*a[1]`, or
`a[1][0]`. Neither can lose a level of pointers, or a dimension, without the other.

Source: the passes of C-Reduce (Regehr and others 2012) that lower the levels of pointers and the
dimensions of arrays, here for every language that writes these with the same signs.
"""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.relations.lists import opens
from nubbin.engine.relations.mentions import access_of, occurrences
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch

_UNDONE: Final = {(b"&", b"->"): b".", (b"*", b"."): b"->"}
"""By a sign before a value, and the sign that asks the whole for a member: what asks the value."""


def levels(context: Context, text: bytes) -> bytes:
    """Take a level of pointers, or a dimension, off names; return what is left of the text.

    A mention of a name has a level if `*` is in front of it, or else `[…]` or `->` behind it.

    If two or more mentions of a name have a level, and some of them a star, the pass asks about
    the text without all these levels, where `->` becomes `.`, then about the text without the
    stars only. Both times it first tries to take away the `&` before a value of the name as well:
    `int *a = &b; a[0]` becomes `int a = b; a`. If two or more mentions of a name have `[…]`, it
    asks about the text without these. Other mentions stay as they are.

    Where an address is followed at once, as often in the place of a parameter, `(&a)->b` becomes
    `a.b`, and `(*a).b` becomes `a->b`: all of these at once, then each by itself. Each candidate is
    smaller in the order of texts.
    """
    configuration = bare(context, text)
    names, tree = occurrences(configuration.tree).values(), configuration.tree
    patches = (patch for leaves in names for patch in _lower(tree, leaves))
    return sweep(context, text, chain(patches, _undone(tree)))


def _lower(tree: Tree, leaves: Sequence[int]) -> Iterator[Patch]:
    """Yield the patches that take a level off the mentions of a name, if several have one."""
    stars = {leaf: edit for leaf in leaves if (edit := _star(tree, leaf))}
    brackets = {leaf: edit for leaf in leaves if (edit := _dimension(tree, leaf))}
    arrows = {leaf: edit for leaf in leaves if (edit := _arrow(tree, leaf))}
    addresses = [edit for leaf in leaves if (edit := _address(tree, leaf))]
    every = {**arrows, **brackets, **stars}
    for found in (every, stars) if every.keys() > stars.keys() else (stars,):
        if stars and len(found) > 1:
            if addresses:
                yield *found.values(), *addresses
            yield tuple(found.values())
    if len(brackets) > 1:
        yield tuple(brackets.values())


def _dimension(tree: Tree, leaf: int) -> Edit | None:
    """Return the edit that takes away brackets right behind a name; None if there are none.

    The brackets hold one node, or nothing.
    """
    opening = tree.skip[leaf]
    while opening < len(tree) and not tree.is_leaf(opening):
        opening += 1
    content = opening + 1
    ends = (content, tree.skip[content]) if content < len(tree) else ()
    for end in ends if tree.is_sign(opening, b"[") else ():
        if tree.is_sign(end, b"]") and tree.parent[end] == tree.parent[opening]:
            return Edit(tree.start[opening], tree.end[end])
    return None


def _star(tree: Tree, leaf: int) -> Edit | None:
    """Return the edit that takes away the star in front of a name; None if it has none.

    The star stands in front of all of `a.b`, or of `b[1]`, where the name is `b`.
    """
    node = access_of(tree, leaf) or leaf
    while tree.parent[node] == node - 1 and tree.is_sign(tree.skip[node], b"["):
        node -= 1
    return Edit(*tree.span(node - 1)) if opens(tree, node - 1, b"*") else None


def _arrow(tree: Tree, leaf: int) -> Edit | None:
    """Return the edit that turns the arrow behind a name into a dot; None if there is none."""
    behind = tree.skip[leaf]
    return Edit(*tree.span(behind), b".") if tree.is_sign(behind, b"->") else None


def _address(tree: Tree, leaf: int) -> Edit | None:
    """Return the edit that takes the `&` from the value a name is given; None if there is none."""
    behind = tree.skip[leaf]
    given = tree.is_sign(behind, b"=") and opens(tree, behind + 2, b"&")
    return Edit(*tree.span(behind + 2)) if given else None


def _undone(tree: Tree) -> Iterator[Patch]:
    """Yield the patches that ask values for members, where their address, or target, is asked."""
    found = [edits for leaf in tree.leaves() if (edits := _asked_itself(tree, leaf))]
    if len(found) > 1:
        yield tuple(chain.from_iterable(found))
    yield from found


def _asked_itself(tree: Tree, sign: int) -> Patch:
    """Return the edits for one sign that asks for a member; none if it undoes no `&` or `*`.

    What is asked is in brackets, begins with such a sign, and goes on with a word.
    """
    asked = tree.parent[sign] + 1
    followed = tree.only_named(asked) if tree.skip[asked] == sign else 0
    value = tree.only_named(followed) if followed else 0
    before = tree.source(value - 1) if value else b""
    asks = _UNDONE.get((before, tree.source(sign)))
    if asks is None or not tree.is_named(next(tree.leaves(value))):
        return ()
    return (
        Edit(tree.start[asked], tree.start[value]),
        Edit(tree.end[value], tree.end[sign], asks),
    )
