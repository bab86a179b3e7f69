"""Collections: what a call adds to one is written into its brackets instead (floor 3).

In `a = []; a.push(b); f(a)` neither the element nor the call that adds it can be removed without
the other. `a = [b]; f(a)` has no such call, and the value of `a` can then be put where `a` is used.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.mentions import is_asking, occurrences
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER

_CALLED: Final = (b"(",)
_COLLECTED: Final = (b"[", b"{")
_NAMED: Final = 3
"""The node that gives a name its value is at most this many levels above the name."""


def collected(configuration: Configuration, parts: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield changes that remove a part which adds to a collection, and put that in the collection.

    A part adds something if it calls a member of a name, whatever that member is called, and if the
    first mention of this name gives it a value in brackets, which ends before the part. Each change
    removes more tokens than it adds.

    Args:
        configuration: of the text.
        parts: what can be removed without a trace.
    """
    tree, words = configuration.tree, occurrences(configuration)
    for part in parts:
        name, arguments = _call(tree, part)
        first = words.get(tree.source(name), [0])[0] if arguments else 0
        collection = _value(tree, first) if first else 0
        if collection and tree.skip[collection] <= part and configuration.may_change(collection):
            held, added = tree.source(collection), tree.source(arguments)[1:-1]
            comma = b", " if any(map(tree.is_named, tree.children(collection))) else b""
            yield Prune((part,)), Rewrite((collection,), held[:-1] + comma + added + held[-1:])


def _call(tree: Tree, part: int) -> tuple[int, int]:
    """Return the leaf that a part begins with, and the arguments if it calls a member of that.

    For the arguments, 0 stands for no such call, or one without arguments.
    """
    while inner := tree.only_named(part):
        part = inner
    name, sign = [*islice(filter(tree.is_leaf, tree.subtree(part)), 2), 0][:2]
    last = [part, *tree.children(part)][-1]
    asks = is_asking(tree, sign)
    adds = asks and _is_in(_CALLED, tree, last) and any(map(tree.is_named, tree.children(last)))
    return name, last if adds else 0


def _value(tree: Tree, name: int) -> int:
    """Return the value in brackets that ends the definition of a name; 0 if there is none."""
    place = name
    for _ in range(_NAMED):
        place = tree.parent[place]
        last = place
        while named := [*filter(tree.is_named, tree.children(last))]:
            last = named[-1]
            if last > name and _is_in(_COLLECTED, tree, last):
                return last
    return 0


def _is_in(openers: Sequence[bytes], tree: Tree, node: int) -> bool:
    """Whether a node begins with one of some brackets, and ends with its partner."""
    ends = [tree.source(child) for child in tree.children(node)]
    return bool(ends) and ends[0] in openers and ends[-1] == CLOSER[ends[0]]
