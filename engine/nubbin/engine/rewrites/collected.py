"""Collections: what a call adds to one is written into its brackets instead (floor 3).

In `a = []; a.push(b); f(a)` neither the element nor the call that adds it can be removed without
the other. `a = [b]; f(a)` has no such call, and the value of `a` can then be put where `a` is used.
The same is done with entries: `a = {}; a[b] = c` becomes `a = {b: c}`, as the language writes it.
"""

from collections.abc import Container, Iterator, Sequence
from functools import cache, partial
from itertools import islice, takewhile
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.mentions import is_access_sign, occurrences
from nubbin.engine.relations.substitution import Filled, Rows
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER_OF

_CALLED: Final = (b"(",)
_COLLECTED: Final = (b"[", b"{")
_BY_KEY: Final[Sequence[bytes]] = (b"%b: %b", b"[%b] = %b", b"%b => %b")
_BY_NAME: Final[Sequence[bytes]] = (b"%b: %b", b".%b = %b", b"%b = %b")
"""How languages write an entry with a key, or with a name; the parser tells which one fits."""
_NAMED: Final = 3
"""The node that gives a name its value is at most this many levels above the name."""
_HIGH: Final = _NAMED + 1
"""The statement around that node is among this many nodes from the name on upwards."""


def collected(configuration: Configuration, parts: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield changes that remove a part which adds to a collection, and put that in the collection.

    A part adds something if it calls a member of a name, whatever that member is called, or sets a
    member of the name or an entry; and if the first mention of this name gives it a value in
    brackets, which ends before the part. If something stands between them, which may be what the
    part adds, the definition of the name is also put in the place of the part. If there is only one
    other mention, behind the part, what has that is put in the part's place, without a definition.
    Each change removes more tokens than it adds.

    Args:
        configuration: of the text.
        parts: what can be removed without a trace.
    """
    tree, mentions = configuration.tree, occurrences(configuration.tree)
    value_of = cache(partial(_value, tree))  # thousands of parts may add to the same name
    alone = {*parts}
    for part in parts:
        name, added = _call(tree, part) or _entry(tree, part) or (0, ())
        leaves = mentions.get(tree.source(name), ()) if name else ()
        collection = value_of(leaves[0]) if leaves and 0 < leaves[0] < part else 0
        if collection and tree.skip[collection] <= part and configuration.may_change(collection):
            for each in added:
                filled = _with_member(tree, collection, each)
                yield Prune((part,)), Rewrite((collection,), filled)
                yield from _in_place(tree, part, filled, collection, leaves, alone)


def _with_member(tree: Tree, collection: int, member: bytes) -> bytes:
    """Return the text of a collection with one more member behind the others."""
    held = tree.source(collection)
    comma = b", " if any(map(tree.is_named, tree.children(collection))) else b""
    return held[:-1] + comma + member + held[-1:]


def _in_place(
    tree: Tree,
    part: int,
    filled: bytes,
    collection: int,
    leaves: Sequence[int],
    alone: Container[int],
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a definition of the filled collection, or its use, for a part.

    Nothing is yielded unless something stands between the old definition and the part.

    Args:
        tree: of the text.
        part: what adds to the collection.
        filled: the collection with what is added.
        collection: the collection without it, which ends a definition.
        leaves: the mentions of its name, that in the definition first.
        alone: what can be removed without a trace.
    """
    around = [node for node in islice(tree.upwards(leaves[0]), _HIGH) if node in alone]
    defining = [node for node in around if collection < tree.skip[node] < part]
    for node in defining[-1:]:
        before = tree.text[tree.start[node] : tree.start[collection]]
        behind = tree.text[tree.end[collection] : tree.end[node]]
        yield Prune((node,)), Rewrite((part,), before + filled + behind)
        if user := _only_user(tree, part, leaves, alone):
            text = Filled(Rows.of(tree, user), {}, {leaves[-1]: filled}).text(tree, part)
            yield Prune((node, user)), Rewrite((part,), text)


def _only_user(tree: Tree, part: int, leaves: Sequence[int], alone: Container[int]) -> int:
    """Return the largest part behind another that has the only other use of a name; 0 if none has.

    Args:
        tree: of the text.
        part: what adds to the collection of that name.
        leaves: the mentions of the name.
        alone: what can be removed without a trace.
    """
    if len(leaves) != 3 or leaves[2] < tree.skip[part]:
        return 0
    around = takewhile(lambda node: node > part, tree.upwards(leaves[2]))
    return next(reversed([node for node in around if node in alone]), 0)


def _call(tree: Tree, part: int) -> tuple[int, Sequence[bytes]] | None:
    """Return the leaf that a part begins with, and the arguments if it calls a member of that.

    None if it does not, or if there are no arguments.
    """
    part = tree.inmost(part)
    name, sign = [*islice(filter(tree.is_leaf, tree.subtree(part)), 2), 0][:2]
    last = [part, *tree.children(part)][-1]
    accesses = is_access_sign(tree, sign)
    adds = accesses and _is_in(tree, last, _CALLED) and any(map(tree.is_named, tree.children(last)))
    return (name, [tree.source(last)[1:-1]]) if adds else None


def _entry(tree: Tree, part: int) -> tuple[int, Sequence[bytes]] | None:
    """Return the leaf of the collection that a part sets an entry of, and ways to write the entry.

    None if it is no plain assignment to something that has a key, or a name, in what has a name.
    """
    parts = [*islice(tree.children(tree.inmost(part)), 4)]
    if len(parts) != 3 or not tree.is_sign(parts[1], b"="):
        return None
    target = tree.inmost(parts[0])
    holder, *way = [*islice(tree.children(target), 5)] or [target]
    name, by_name = tree.inmost(holder), len(way) == 2 and is_access_sign(tree, way[0])
    by_key = [tree.source(row) for row in way[::2]] == [b"[", b"]"]
    if not tree.is_leaf(name) or not (by_name or by_key):
        return None
    forms = _BY_NAME if by_name else _BY_KEY
    return name, [form % (tree.source(way[1]), tree.source(parts[2])) for form in forms]


def _value(tree: Tree, name: int) -> int:
    """Return the value in brackets that ends the definition of a name; 0 if there is none.

    Nor is there one if the definition is that of a member, or of an entry, of the name.
    """
    if tree.source(tree.skip[name]) == b"[" or is_access_sign(tree, tree.skip[name]):
        return 0
    for place in islice(tree.upwards(tree.parent[name]), _NAMED):
        last = place
        while last := tree.last_named(last):
            if last > name and _is_in(tree, last, _COLLECTED):
                return last
    return 0


def _is_in(tree: Tree, node: int, openers: Sequence[bytes]) -> bool:
    """Whether a node begins with one of some brackets, and ends with its partner."""
    ends = [tree.source(child) for child in tree.children(node)]
    return bool(ends) and ends[0] in openers and ends[-1] == CLOSER_OF[ends[0]]
