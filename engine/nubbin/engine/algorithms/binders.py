"""Binders: the body of a construct that binds a name takes the place of the whole (floor 5).

`for a in b: f(a)` and `(lambda a: f(a))(b)` are kept by the name, which neither its binder nor its
use can lose alone. `f(b)` needs no name: it is the body, with the name's value where it is used.

Source: β-reduction (Church 1936), here for every construct that looks as if it bound a name; the
oracle tells whether the result still shows the bug.
"""

import re
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
from nubbin.engine.relations.mentions import access_on, occurrences, reference
from nubbin.engine.rewrites.handlers import handled
from nubbin.engine.rewrites.queries import unread, viewed
from nubbin.engine.trees.tree import Tree

_HIGH: Final = 6
"""The construct that binds a name is at most this many nodes above it."""
_MANY: Final = 9
"""A name with more mentions in a construct is left alone there."""
_AROUND: Final = 24
"""A construct has at most this many tokens outside of its body."""
_FRAME: Final = 15
"""At most this many of these tokens are no part of the value that the name is given."""
_VALUES: Final = 4
"""At most this many values are tried in place of a name, those of the outermost parts first."""
_OPERANDS: Final = re.compile(
    "access|argument|assign|attribute|binary|boolean|call|comparison|(?<!instanceof_)expression|index"
    "|^list|member|subscript|tuple$|unary"
)
"""Words in the kinds of nodes that do not bind the names in them, as Java's `instanceof` does;
assignments are left to `inline`."""
_DEEP: Final = 3
"""A value is the node handed out, or lies less than this many levels below it: `"a"` in `new
E("a")`."""
_HANDING: Final = (b"yield", b"raise", b"throw")
"""Words that hand out a value, which a name elsewhere is then given."""
_MOST: Final = 64
"""Of the parts of the text that are handed out, only this many are looked at, the first ones."""


class _Construct(NamedTuple):
    """A construct that may bind a name."""

    place: int
    body: int
    """Its body, which would take its place."""
    uses: Sequence[int]
    """The mentions of the name in the construct, but for the one that may bind it."""


def binders(context: Context, text: bytes) -> bytes:
    """Put the bodies of constructs that bind names in place of these; return what is left.

    Every mention of a name that may bind it is looked at. Its construct is the smallest node around
    it with a body: a part that may take the node's place, and that has all other mentions of the
    name in the node. There must also be something that can stand for the name. The pass asks about
    the text with the body in place of the construct and, in the body, one of these for the name:
    - up to four of the construct's other parts;
    - if there are any, also up to four of the things that the text throws, or that a generator in
      it hands out, and of their parts.
    If every mention asks for a member, these are also tried in place of the whole `name.member`: if
    `e` is caught from `throw new E("a")`, `log(e.message)` becomes `log("a")`.

    At last, the pass asks about handlers in place of what throws, see `handled`, and about queries
    without what they read, see `unread` and `viewed`. Each candidate has fewer tokens than the
    text.
    """
    return try_changes(context, text, _changes, shrinking=True)


def _changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield, for each name that a construct binds, the changes that leave the construct's body."""
    tree, handed = configuration.tree, [*islice(_handed(configuration.tree), _MOST)]
    for leaves in occurrences(configuration.tree).values():
        for binder in leaves if len(leaves) > 1 else ():
            if not _may_bind(tree, binder):
                continue
            for construct in _constructs(configuration, leaves, binder):
                ways = [*_filled(configuration, construct, binder, handed)]
                for way in ways:
                    yield Hoist(construct.place, construct.body), *way
                if ways:
                    break
    yield from handled(configuration)
    yield from unread(configuration)
    yield from viewed(configuration)


def _may_bind(tree: Tree, leaf: int) -> bool:
    """Whether a mention of a name may be the one that binds it."""
    above = tree.parent[reference(tree, leaf)]
    return not is_use(tree, leaf) and _OPERANDS.search(tree.name(above)) is None


def _constructs(
    configuration: Configuration, leaves: Sequence[int], binder: int
) -> Iterator[_Construct]:
    """Yield the constructs in which `binder` may bind the name of some leaves, smallest first."""
    tree = configuration.tree
    for place in islice(configuration.around(tree.parent[binder]), _HIGH):
        first, behind = tree.bounds(leaves, place)
        if behind - first > _MANY:
            return
        uses = [leaf for leaf in leaves[first:behind] if leaf != binder]
        body = _body(configuration, place, uses, binder) if uses else None
        if body is not None:
            yield _Construct(place, body, uses)


def _body(configuration: Configuration, place: int, uses: Sequence[int], binder: int) -> int | None:
    """Return the largest part of a node that has the uses, lacks the binder, and fits the place.

    None if there is no such part with few tokens around it. Complexity: O(1), as these are few.
    """
    tree = configuration.tree
    node: int | None = place
    while node is not None and uses[-1] < tree.skip[node]:
        if tree.weight(place) - tree.weight(node) > _AROUND:
            break
        apart = binder not in tree.subtree(node)
        if apart and _takes(configuration, place, tree.name(node)):
            return node
        below = islice(tree.children(node), _AROUND + 1)  # more before it would be too many tokens
        node = next((child for child in below if uses[0] < tree.skip[child]), None)
    return None


def _takes(configuration: Configuration, place: int, kind: str) -> bool:
    """Whether a node of a kind may take a place; arguments take only that of other arguments."""
    alone = "argument" not in kind or kind == configuration.tree.name(place)
    return alone and configuration.categories.admit(place, kind)


def _filled(
    configuration: Configuration,
    construct: _Construct,
    binder: int,
    handed: Sequence[int],
) -> Iterator[Sequence[Rewrite]]:
    """Yield the changes that put values in place of a name, then of `name.member`."""
    tree = configuration.tree
    uses = tuple(reference(tree, use) for use in construct.uses)
    accesses = tuple(access_on(tree, use) for use in uses)
    for places in (uses, accesses) if all(accesses) else (uses,):
        if all(map(configuration.may_change, places)):
            parts = _other_parts(tree, construct, binder)
            small = partial(_values, configuration, construct, at=places[0])
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
    frame: int,
) -> list[bytes]:
    """Return the texts of those parts that fit a place and are small enough, each text once."""
    tree, (place, body, uses) = configuration.tree, construct
    around = tree.weight(place) - tree.weight(body)
    found = (
        tree.source(part)
        for part in parts
        if tree.fields[part] != "name"
        and part not in tree.subtree(body)
        and tree.weight(part) * len(uses) < around + len(uses)
        and around - tree.weight(part) <= frame
        and fits(configuration, at, part)
    )
    return [*islice(dict.fromkeys(found), _VALUES)]


def _other_parts(tree: Tree, construct: _Construct, binder: int) -> Iterator[int]:
    """Yield the named parts of a construct without the body or the binder in them.

    If the construct's body lies in the body of a function, nothing of the latter is yielded: the
    function's parameters get their values elsewhere.
    """
    place, body, _ = construct
    kept, level = (body, binder), [place]
    while level:
        children = [child for node in level for child in tree.children(node)]
        level = [each for each in children if each != body and not _is_body(tree, each, body)]
        for part in filter(tree.is_named, level):
            if not tree.is_extra(part) and not any(one in tree.subtree(part) for one in kept):
                yield part


def _is_body(tree: Tree, node: int, inner: int) -> bool:
    """Whether a node is a part of a function, and `inner` is below it."""
    return node < inner < tree.skip[node] and is_function(tree, tree.parent[node])


def _handed(tree: Tree) -> Iterator[int]:
    """Yield what is thrown, or handed out by a generator, with the named nodes not far below it."""
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
