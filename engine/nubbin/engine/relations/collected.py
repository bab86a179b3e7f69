"""Collections: what is added to one is in it from the beginning (floor 3).

In `a = []; a.push(b); f(a)` neither what is added nor the call that adds it can go without the
other. `a = [b]; f(a)` has no such call, and what is in `a` can then go where that is used.
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
"""A name is given its value by one of so many nodes around it."""


def collected(configuration: Configuration, parts: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield what puts into the brackets of a collection what a part, which goes, adds to it.

    A part adds something if it is a call of a member of what has a name, whatever that member is
    called, and if this name is given, where it is mentioned first, something in brackets that ends
    before the part. Each change takes more tokens away than it puts.

    Args:
        configuration: of the text.
        parts: can go without a trace.
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
    """Return the name of what a part calls a member of, and the arguments; 0 for those of none."""
    while inner := tree.only_named(part):
        part = inner
    name, sign = [*islice(filter(tree.is_leaf, tree.subtree(part)), 2), 0][:2]
    last = [part, *tree.children(part)][-1]
    asks = is_asking(tree, sign)
    adds = asks and _is_in(_CALLED, tree, last) and any(map(tree.is_named, tree.children(last)))
    return name, last if adds else 0


def _value(tree: Tree, name: int) -> int:
    """Return what is in brackets at the end of what gives a name its value; 0 if nothing is."""
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
    """Whether a node is in brackets of which one of these is the first."""
    ends = [tree.source(child) for child in tree.children(node)]
    return bool(ends) and ends[0] in openers and ends[-1] == CLOSER[ends[0]]
