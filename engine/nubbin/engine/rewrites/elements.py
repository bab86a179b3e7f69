"""Elements: an array of which one element is used gives way to that element (floor 3).

In `int a[4] = {1}; f(a[0]);` the brackets of the use need those of the definition, and these the
others: all of them are removed at once, and what the array holds besides. One that stands where
only its length is asked for, as in `[a, b].length`, gives way to the number of its elements.

Source: scalar replacement of arrays, as compilers do it.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final, NamedTuple

from nubbin.engine.relations.mentions import Mentions, is_access_sign
from nubbin.engine.relations.substitution import spreads
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch

_DECLARES: Final = "declarator"
"""A word in the kind of a node that defines an array, with its size in brackets, as in C."""

_LENGTHS: Final = (b"Length", b"len", b"length", b"size")
"""Names of functions and members that tell how many elements something has."""


class _Mention(NamedTuple):
    """A name that may stand for an array, with the brackets behind it."""

    node: int
    """The name, together with the brackets if there are any."""
    element: bytes | None
    """The index of the element that is used; None if none is, as where the array is defined."""
    brackets: tuple[Edit, ...]
    """The edits that remove the brackets."""


def scalars(tree: Tree, mentions: Mentions) -> Iterator[Patch]:
    """Yield one patch for each array that is only read at one index: it becomes that element.

    Each mention of the name has to define it, as an array or with the elements of one, or to be in
    front of the same index in brackets. An array that is read nowhere becomes its first element, or
    loses the brackets that hold none; one without a value stays. Each patch removes tokens, and
    adds none.

    Args:
        tree: of the text.
        mentions: for each name its mentions, in order.
    """
    for leaves in mentions.values():
        found = [_mention(tree, leaf) for leaf in leaves]
        indices = {each.element for each in found if each.element is not None}
        defining = [each.node for each in found if each.element is None]
        if not defining or len(indices) > 1:
            continue
        (index,) = indices or (b"0",)
        values = [_value(tree, node, index) for node in defining]
        said = [edits for edits in values if edits is not None]
        if len(said) == len(values) and (indices or any(said)):
            yield *chain.from_iterable(each.brackets for each in found), *chain(*said)


def counted(tree: Tree) -> Iterator[Patch]:
    """Yield for each array that is only asked for its length one patch: its length stands there."""
    opened = (row - 1 for row in tree.leaves() if row and tree.source(row) == b"[")
    for array in opened:
        place = _length(tree, array) if tree.begins(array, b"[") else 0
        elements = [*tree.named_children(array)] if place else []
        apart = all(tree.is_sign(tree.skip[each], b",") for each in elements[:-1])
        if place and apart and not any(spreads(tree, each) for each in elements):
            yield (Edit(*tree.span(place), b"%d" % len(elements)),)


def _length(tree: Tree, array: int) -> int:
    """Return what asks for the length of an array and nothing else: `len([])`; 0 if nothing is."""
    above, sign = tree.parent[array], tree.skip[array]
    if above > 0 and tree.begins(above, b"(") and tree.only_named(above) == array:
        return tree.parent[above] if tree.source(above - 1) in _LENGTHS else 0
    asks = 0 < above == array - 1 and sign + 2 == tree.skip[above] and is_access_sign(tree, sign)
    if not asks or tree.source(sign + 1) not in _LENGTHS:
        return 0
    call, group = tree.parent[above], tree.skip[above]
    called = call == above - 1 and group < tree.skip[call] and tree.begins(group, b"(")
    return above if not called else call if tree.source(group) == b"()" else 0


def _mention(tree: Tree, leaf: int) -> _Mention:
    """Return a mention of a name with the brackets around an index or a size behind it."""
    node = tree.parent[leaf]
    behind = range(tree.skip[leaf], tree.skip[node])
    opening = next(filter(tree.is_leaf, behind), 0)  # in C++ that of a list of indices
    if leaf != node + 1 or not tree.is_sign(opening, b"[") or not tree.source(node).endswith(b"]"):
        return _Mention(leaf, None, ())
    inside = tree.text[tree.end[opening] : tree.end[node] - 1].strip()
    element = None if _declares(tree, node) else inside
    return _Mention(node, element, (Edit(tree.end[leaf], tree.end[node]),))


def _declares(tree: Tree, node: int) -> bool:
    """Whether what a node has in brackets is the size of an array that it defines."""
    return _DECLARES in tree.name(node)


def _value(tree: Tree, node: int, index: bytes) -> list[Edit] | None:
    """Return the edits that leave one element of an array's value; None if that is unknown.

    An array that is declared with its size need not name its elements; then there is no edit.

    Args:
        tree: of the text.
        node: what is defined.
        index: which element is used.
    """
    sign, declared, whole = tree.skip[node], _declares(tree, node), node
    while declared and whole and tree.skip[tree.parent[whole]] == sign:  # as of `*a[4]`
        whole = tree.parent[whole]
    if not tree.is_sign(sign, b"=") or tree.parent[sign] != tree.parent[whole]:
        return [] if declared else None
    value = next(tree.siblings_behind(sign), 0)
    if not value or not tree.begins(value, b"{" if declared else b"["):
        return None
    elements = [*tree.named_children(value)]
    if not elements:
        return [Edit(tree.end[node], tree.end[value])]
    number = int(index[:9]) if index.isdigit() else 0  # no list is as long as that
    kept = elements[min(number, len(elements) - 1)]
    return [Edit(*tree.span(value), tree.source(kept))]
