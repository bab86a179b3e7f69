"""Binders: what is inside of a construct that binds a name goes in place of all of it (floor 5).

`for a in b: f(a)` and `(lambda a: f(a))(b)` are kept by the name, which neither side can lose
alone. `f(b)` has nothing of them: what is inside, with what the name is given where it is used.

Source: β-reduction (Church 1936), here for whatever looks as if it bound a name; the oracle tells
whether the language means the same by it.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Final, NamedTuple

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Hoist, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import is_use
from nubbin.engine.relations.fillings import fits, put
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.handlers import asked_of, handled
from nubbin.engine.relations.mentions import occurrences, reference
from nubbin.engine.trees.tree import Tree

_HIGH: Final = 6
"""The construct that binds a name is at most so many nodes above it."""
_MANY: Final = 9
"""A name with more mentions in a construct is left alone there."""
_AROUND: Final = 24
"""A construct has at most so many tokens around what is inside of it."""
_FRAME: Final = 15
"""At most so many of these are no part of what the name is given."""
_VALUES: Final = 4
"""So many texts are tried in place of a name, those of the outermost parts first."""
_OPERANDS: Final = re.compile(
    "access|argument|assign|attribute|binary|boolean|call|comparison|(?<!instanceof_)expression|index"
    "|^list|member|subscript|tuple$|unary"
)
"""Words in the kinds of nodes that do not bind the names which are their parts, as Java's
`instanceof` does; what is assigned is for `inline`."""
_DEEP: Final = 3
"""A value is what is handed out, or lies less than so many levels below it: `"a"` in `new
E("a")`."""
_HANDING: Final = (b"yield", b"raise", b"throw")
"""Words by which something is handed to wherever a name is given it."""
_MOST: Final = 64
"""For each name, only the first parts of the text that are handed out are looked at."""


class _Construct(NamedTuple):
    """What may bind a name."""

    place: int
    inside: int
    """What would take its place."""
    uses: Sequence[int]
    """The name's mentions in there."""


def binders(context: Context, text: bytes) -> bytes:
    """Put what is inside of constructs that bind names in their places; return what is left.

    Each mention of a name that may bind it is looked at. Its construct is the smallest node around
    it with a part that may take the node's place, and that has all other mentions of the name in
    the node; something else has to be there to give the name. Asks about the text with this part
    in place of the construct and, in the part, one of these in place of the name:
    - up to four of the construct's other parts;
    - where there are such, also up to four of the things that the text throws, or that a generator
      in it hands out, and of what is in these.
    Where each mention asks for a member, they are tried in place of what asks, too: where `e` is
    what `throw new E("a")` throws, `log(e.message)` becomes `log("a")`.

    At last, asks about what handles something in place of what throws it; see `handled`. Each
    candidate has fewer tokens than the text.
    """
    fields = context.reader.syntax(text).fields()
    return try_changes(context, text, partial(_changes, fields=fields), shrinking=True)


def _changes(
    configuration: Configuration, fields: Sequence[str | None]
) -> Iterator[Sequence[Change]]:
    """Yield the groups of changes that are asked about."""
    tree, handed = configuration.tree, [*islice(_handed(configuration.tree), _MOST)]
    for leaves in occurrences(configuration).values():
        for binder in leaves if len(leaves) > 1 else ():
            if not _may_bind(tree, binder, fields):
                continue
            for construct in _constructs(configuration, leaves, binder):
                ways = [*_filled(configuration, construct, binder, handed, fields)]
                for way in ways:
                    yield Hoist(construct.place, construct.inside), *way
                if ways:
                    break
    yield from handled(configuration)


def _may_bind(tree: Tree, leaf: int, fields: Sequence[str | None]) -> bool:
    """Whether a mention of a name may be the one where it is given something."""
    above = tree.parent[reference(tree, leaf)]
    return not is_use(tree, leaf, fields) and _OPERANDS.search(tree.name(above)) is None


def _constructs(
    configuration: Configuration, leaves: Sequence[int], binder: int
) -> Iterator[_Construct]:
    """Yield what may bind a name with these mentions, the smallest first."""
    tree = configuration.tree
    for place in islice(configuration.around(tree.parent[binder]), _HIGH):
        first, behind = bisect_left(leaves, place), bisect_left(leaves, tree.skip[place])
        if behind - first > _MANY:
            return
        uses = [leaf for leaf in leaves[first:behind] if leaf != binder]
        inside = _inside(configuration, place, uses, binder) if uses else None
        if inside is not None:
            yield _Construct(place, inside, uses)


def _inside(
    configuration: Configuration, place: int, uses: Sequence[int], binder: int
) -> int | None:
    """Return the largest part of a node, without a leaf, that has others and fits its place.

    None if there is none that leaves few tokens. Complexity: O(1), as many as these at most.
    """
    tree = configuration.tree
    node: int | None = place
    while node is not None and uses[-1] < tree.skip[node]:
        if tree.weight(place) - tree.weight(node) > _AROUND:
            break
        apart = binder not in tree.subtree(node)
        if apart and _takes(configuration, place, tree.name(node)):
            return node
        below = islice(tree.children(node), _AROUND + 1)  # those before it would be left out
        node = next((child for child in below if uses[0] < tree.skip[child]), None)
    return None


def _takes(configuration: Configuration, place: int, kind: str) -> bool:
    """Whether what is in a construct may take its place: arguments may take that of others only."""
    alone = "argument" not in kind or kind == configuration.tree.name(place)
    return alone and configuration.categories.admit(place, kind)


def _filled(
    configuration: Configuration,
    construct: _Construct,
    binder: int,
    handed: Sequence[int],
    fields: Sequence[str | None],
) -> Iterator[Sequence[Rewrite]]:
    """Yield what puts values in the place of a name, then of what asks it for a member."""
    tree = configuration.tree
    uses = tuple(reference(tree, use) for use in construct.uses)
    asked = tuple(asked_of(tree, use) for use in uses)
    for places in (uses, asked) if all(asked) else (uses,):
        if all(map(configuration.may_change, places)):
            parts = _other_parts(tree, construct, binder)
            small = partial(_values, configuration, construct, at=places[0], fields=fields)
            values = small(parts, frame=_FRAME)
            others = small(handed, frame=_AROUND) if values else []
            for value in dict.fromkeys((*values, *others)):
                yield put(configuration, ((each, value) for each in places))


def _values(
    configuration: Configuration,
    construct: _Construct,
    parts: Iterable[int],
    *,
    at: int,
    fields: Sequence[str | None],
    frame: int,
) -> list[bytes]:
    """Return which of some parts may be put at a place; each text once, and each small enough."""
    tree, (place, inside, uses) = configuration.tree, construct
    around = tree.weight(place) - tree.weight(inside)
    found = (
        tree.source(part)
        for part in parts
        if fields[part] != "name"
        and part not in tree.subtree(inside)
        and tree.weight(part) * len(uses) < around + len(uses)
        and around - tree.weight(part) <= frame
        and fits(configuration, at, part)
    )
    return [*islice(dict.fromkeys(found), _VALUES)]


def _other_parts(tree: Tree, construct: _Construct, binder: int) -> Iterator[int]:
    """Yield the named parts of a construct but what is inside and what has the name.

    In the body of a function, its parameters are given nothing.
    """
    place, inside, _ = construct
    level = [place]
    while level:
        children = [child for node in level for child in tree.children(node)]
        level = [each for each in children if each != inside and not _is_body(tree, each, inside)]
        for part in filter(tree.is_named, level):
            kept = inside, binder
            if not tree.is_extra(part) and not any(one in tree.subtree(part) for one in kept):
                yield part


def _is_body(tree: Tree, node: int, inside: int) -> bool:
    """Whether a node is the part of a function that something is in."""
    return node < inside < tree.skip[node] and is_function(tree, tree.parent[node])


def _handed(tree: Tree) -> Iterator[int]:
    """Yield what is thrown, or handed out by a generator, and what is in that, not far below it."""
    for leaf in tree.leaves():
        behind = leaf + 1
        if tree.source(leaf) not in _HANDING or behind == len(tree) or not tree.is_named(behind):
            continue
        level = [behind] if tree.parent[behind] == tree.parent[leaf] else []
        if "argument" in tree.name(behind):
            level = [*tree.named_children(behind)]
        for _ in range(_DEEP):
            yield from level
            level = [below for row in level for below in tree.named_children(row)]
