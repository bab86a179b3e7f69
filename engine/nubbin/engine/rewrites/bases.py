"""Bases: a class whose constructor only calls that of its base gives way to the base (floor 3).

An exception class of a program's own is mostly no more than its message: creating one comes to
creating the base with what the constructor passes to that.

Source: function inlining as LPR (2024) asks a language model for it, here for constructors.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.relations.lists import Lists
from nubbin.engine.relations.substitution import Filled, Rows, Substitution, source
from nubbin.engine.trees.tree import Tree

_BASES: Final = (b"super", b"parent")
"""The words by which a constructor refers to the base class."""


def of_base(
    tree: Tree,
    lists: Lists,
    part: int,
    owner: int,
    handed_on: int,
    made: Sequence[tuple[int, int | None, Substitution]],
    others: Sequence[int],
) -> Iterator[Sequence[Change]]:
    """Yield the changes that remove a class, and create its base wherever the class was created.

    Nothing is yielded where the class has no base, is mentioned at the end of a path, or is created
    somewhere without an argument list.

    Args:
        tree: of the text.
        lists: of the tree.
        part: the class, which is removed.
        owner: its name.
        handed_on: the list of arguments that its constructor passes to that of the base.
        made: for each place where the class is created, that place, the argument list there, and
            what stands for which leaves of `handed_on`.
        others: all other leaves that mention the class.
    """
    base = _base(tree, owner)
    if base is None or any(tree.source(leaf) != tree.source(owner) for leaf in others):
        return
    rewrites: list[Change] = [Rewrite((leaf,), source(tree, base)) for leaf in others]
    for place, group, substitution in made:
        name = next((x for x in tree.leaves(place) if tree.source(x) == tree.source(owner)), 0)
        if group is None or not name:
            return
        text = Filled(Rows.of(tree, handed_on), substitution).text(tree, place)
        text = b"(%b)" % text if lists.is_bare(handed_on) else text
        rewrites += Rewrite((name,), source(tree, base)), Rewrite((group,), text)
    yield Prune((part,)), *rewrites


def handed_on(tree: Tree, lists: Lists, body: int) -> int | None:
    """Return the arguments that a constructor passes to that of the base; None if it calls none.

    They are the last list behind a word for the base: `(a)` in `super().__init__(a)`.
    """
    leaves = [*tree.leaves(body)]
    first = next((at for at, leaf in enumerate(leaves) if tree.source(leaf) in _BASES), None)
    if first is None:
        return None
    groups = [group for leaf in leaves[first:] if (group := lists.round_brackets(leaf)) is not None]
    return max(groups, key=lambda group: (tree.end[group], -group), default=None)


def _base(tree: Tree, owner: int) -> Rows | None:
    """Return what is behind the name of a class, without words like `extends`; None for nothing."""
    node = tree.skip[owner]
    if node >= tree.skip[tree.parent[owner]] or not tree.is_named(node):
        return None
    node = tree.inmost(node)
    return None if tree.is_leaf(node) and not tree.source(node) else Rows.of(tree, node)
