"""Moves: a part of one construct goes into another one near by (floor 5).

Two statements side by side are each worth what is around them: a semicolon, a keyword, the name
of a type. Where one of them can stand inside the other (`a(); b();` and `b(a());`, `int a;
int b;` and `int a, b;`), what was around it is left over.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import partial

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import removable, try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration

_DEEP = 2
"""Levels below a removable part at which lie the pieces of it that are moved."""


def moves(context: Context, text: bytes, *, near: int, between: bool) -> bytes:
    """Put pieces of removable parts elsewhere, and take the parts out; return what is left.

    For each part that can go without a trace, and the larger pieces of it, asks about the text
    without the part and with the piece a few tokens away, in place of a token that has a name. Each
    candidate is smaller in the order of texts.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        near: tokens before, and behind, a removable part where its pieces are put.
        between: whether a piece is also put between two tokens, without a separator and with one,
            and a whole part in place of a token. It seldom holds: of 1,012 such questions about
            24 results three did, of 74 others, four tokens away at most, three.
    """
    moved = partial(_moved, near=near, between=between)
    return try_changes(context, text, moved, shrinking=True)


def _moved(configuration: Configuration, near: int, between: bool) -> Iterator[Sequence[Change]]:
    tree, places = configuration.tree, removable(configuration)
    leaves = list(tree.leaves())
    separators = sorted(_separators(configuration, places)) if between else []
    for part in places:
        if tree.weight(part) == 1:
            continue
        first, last = bisect(leaves, part - 1), bisect(leaves, tree.skip[part] - 1)
        beside = [*leaves[max(0, first - near) : first], *leaves[last : last + near]]
        for piece in _pieces(configuration, part):
            text, spare = tree.source(piece), tree.weight(part) - tree.weight(piece)
            for leaf in filter(configuration.may_change, beside):
                own = tree.source(leaf)
                if tree.is_named(leaf) and (between or spare > 0):
                    yield Prune((part,)), Rewrite((leaf,), text)
                if between and spare > 0:
                    yield Prune((part,)), Rewrite((leaf,), text + b" " + own)
                for separator in separators if spare > 1 else ():
                    added = (text, separator) if tree.is_named(leaf) else (separator, text)
                    yield Prune((part,)), Rewrite((leaf,), b" ".join((*added, own)))


def _pieces(configuration: Configuration, part: int) -> list[int]:
    """Return the part and what makes up at least half of it, each text once.

    Of a smaller piece too little is left of what the part was there for.
    """
    tree = configuration.tree
    least = max(2, (tree.weight(part) + 1) // 2)
    found, level = {tree.source(part): part}, [part]
    for _ in range(_DEEP):
        level = [child for node in level for child in tree.children(node)]
        for node in level:
            if tree.is_named(node) and tree.weight(node) >= least:
                found.setdefault(tree.source(node), node)
    return list(found.values())


def _separators(configuration: Configuration, places: Sequence[int]) -> set[bytes]:
    """Return the tokens that stand between a removable part and its next sibling."""
    tree = configuration.tree
    found = set()
    for place in places:
        behind = tree.skip[place]
        if behind < len(tree) and tree.parent[behind] == tree.parent[place]:
            after = tree.skip[behind]
            joint = not tree.is_named(behind) and tree.is_leaf(behind) and after < len(tree)
            if joint and tree.parent[after] == tree.parent[place] and tree.is_named(after):
                found.add(tree.source(behind))
    return found
