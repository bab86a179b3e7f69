"""Scopes: the members of a namespace come out of it, and lose its name (floor 5).

A namespace, or anything else whose members are called by way of its name (`N.x`, `N::x`), cannot go
while they are used, and the uses cannot lose its name while it is there: here both go at once. So
does the rest of a class around its members, if nobody calls it by its name.

Source: coupled deletion after DRReduce (2026), for a name that is part of others.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import definitions
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.mentions import Mentions, is_access_sign, occurrences, reference
from nubbin.engine.rewrites.elements import counted, scalars
from nubbin.engine.rewrites.fusions import fused
from nubbin.engine.rewrites.generics import bounded, carried
from nubbin.engine.rewrites.holders import unheld
from nubbin.engine.rewrites.hollow import hollowed
from nubbin.engine.rewrites.keepers import unkept
from nubbin.engine.rewrites.methods import freed
from nubbin.engine.rewrites.settling import least_type
from nubbin.engine.rewrites.visibility import unveiled
from nubbin.engine.rewrites.wrappers import unwrapped
from nubbin.engine.trees.kinds import Instance
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch, Span

_SIGNS = (b".", b"::", b"->", b"\\")
"""The signs between the name of a scope and that of a member."""
_GIVEN = (b"=", b":=")
"""The signs between a name and the value that it is given."""
_TYPE = "type_identifier"
"""The kind of names of types."""
_HIGH = 5
"""The statement that gives a name its value is at most this many nodes above the name."""


def scopes(context: Context, text: bytes) -> bytes:
    """Put the content of a scope in its place, and call its members by their own names alone.

    A name is that of a scope if brackets follow its first mention in the same node, or end the type
    of the variable that it names there, and if all other mentions are parts of longer names. The
    pass asks about the text without everything around the content of the brackets, and without the
    name where it is used; where a type is mentioned in its own content, another one stands. A
    function or a variable whose name is not used is no scope: its content belongs to it. A name
    with a value that is mentioned only for its members is not needed either:
    `a = new A; a.b = 1; f(a.b)` becomes `b = 1; f(b)`.

    It asks likewise for each object with a single member, as `a` in `{ a: 1 }`, that is asked for
    elsewhere (see `holders`); for each array of which one element is used, or the length (see
    `elements`); for each type with a name and one member (see `wrappers`) or none (see `hollow`);
    for each class with one method (see `methods`) or one field (see `keepers`); for definitions
    with type parameters (see `generics`); for two classes that may become one (see `fusions`); and
    for each class in which everything may be reached (see `visibility`). Each candidate is smaller
    in the order of texts.
    """
    configuration = bare(context, text)
    tree, mentions = configuration.tree, occurrences(configuration.tree)
    defined = [*definitions(configuration)]
    found = chain(
        _opened(configuration, mentions, context.original.instances),
        _without_owner(configuration, mentions),
        unheld(tree, mentions),
        scalars(tree, mentions),
        counted(tree),
        unwrapped(tree, mentions, defined),
        hollowed(tree, mentions),
        freed(configuration, mentions),
        unkept(tree, mentions),
        carried(tree, mentions),
        bounded(tree),
        fused(configuration, mentions),
        unveiled(tree),
    )
    # The content of a string, which may look like a scope, may be more tokens than the string.
    return sweep(context.shrinking(text), text, found)


def _opened(
    configuration: Configuration,
    mentions: Mentions,
    instances: Mapping[str, Instance],
) -> Iterator[Patch]:
    """Yield for each scope the edits that take away all but its content, and its name from uses."""
    tree = configuration.tree

    @cache
    def ends(node: int) -> Sequence[int]:
        """Return the last two children of a node, found once for all the names in it."""
        return deque(tree.children(node), maxlen=2)

    for first, *others in mentions.values():
        body, scope = _body(tree, first, ends), tree.parent[first]
        if body is None:
            continue
        uses = [use for use in others if _qualifier(tree, use) or not _is_member(tree, use)]
        edits = [
            edit
            for use in uses
            if (edit := _qualifier(tree, use) or _retyped(configuration, body, use, instances))
        ]
        variable = body.end < tree.start[first]
        if len(edits) == len(uses) and (uses or not (variable or is_function(tree, scope))):
            yield Edit(tree.start[scope], body.start), Edit(body.end, tree.end[scope]), *edits


def _without_owner(configuration: Configuration, mentions: Mentions) -> Iterator[Patch]:
    """Yield the edits that leave only the members of each object mentioned for nothing else."""
    tree = configuration.tree
    for first, *uses in mentions.values():
        sign = tree.skip[first]
        if not any(tree.is_sign(sign, each) for each in _GIVEN) or is_access_sign(tree, first - 1):
            continue
        edits = [edit for use in uses if (edit := _qualifier(tree, use))]
        around = (node for node in islice(tree.upwards(first), _HIGH) if tree.skip[node] > sign)
        part = next(filter(configuration.removable, around), None)
        if edits and len(edits) == len(uses) and part is not None:
            yield Edit(*tree.span(part)), *edits


def _body(tree: Tree, name: int, ends: Callable[[int], Sequence[int]]) -> Span | None:
    """Return the span between brackets behind a name, in the node around it; None if it has none.

    In a node that ends with a word, as Ruby's do with `end`, it is the span of the part before. If
    nothing but signs is behind the name, the brackets are those of its type, as in C's
    `struct { … } name;`.
    """
    *_, body, last = -1, *ends(tree.parent[name])
    if body > name and tree.is_leaf(last) and tree.source(last).isalpha():
        return tree.span(body)
    if not tree.is_named(last) and (before := tree.parent[name] + 1) < name == tree.skip[before]:
        *_, last = last, *ends(before)
    elif last <= name:
        return None
    opening, (*_, inside, closing) = last + 1, (-1, -1, *ends(last))
    if inside <= opening or tree.is_named(opening) or tree.is_named(closing):
        return None
    return Span(tree.end[opening], tree.start[closing])


def _retyped(
    configuration: Configuration, body: Span, use: int, instances: Mapping[str, Instance]
) -> Edit | None:
    """Return the edit that puts another type for one in its own body; None if there is none."""
    tree = configuration.tree
    inside = body.start <= tree.start[use] < body.end and _TYPE in tree.name(use)
    least = least_type(configuration, use, instances) if inside else None
    return Edit(*tree.span(use), least) if least else None


def _is_member(tree: Tree, name: int) -> bool:
    """Whether a leaf is the name of a member of something else, as `x` in `a::x<T>`."""
    node = name
    while node and tree.parent[node] == node - 1:
        node -= 1
    return node > 0 and is_access_sign(tree, node - 1)


def _qualifier(tree: Tree, name: int) -> Edit | None:
    """Return the edit that takes a name, and the sign behind it, from a longer name; None if none.

    Anything in front of it stays, as `a::` in `a::N::x`: it is a qualifier of its own. So does a
    sign that belongs to a name, as PHP's `$`: `$a->b` becomes `$b`.
    """
    sign = tree.skip[name]
    if sign < len(tree) and tree.source(sign) in _SIGNS and tree.is_leaf(sign):
        behind = sign + (reference(tree, name) != name and sign + 1 < len(tree))
        member = tree.text[tree.end[sign] : tree.end[behind]]
        return Edit(tree.start[name], tree.end[behind], member)
    return None
