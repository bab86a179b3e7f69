"""Handlers: the handler of an exception is put where the exception is thrown (floor 3).

In `try { if (a) throw b } catch (e) { f(e) }` the jump from one block to the other keeps all parts:
none can be removed alone. `if (a) f(b)` does the same without a jump.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.mentions import access_of, access_on
from nubbin.engine.relations.placing import brackets_for
from nubbin.engine.relations.sizes import LARGE
from nubbin.engine.relations.substitution import Filled, unbracketed
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import enclosed

_THROWS: Final = (b"raise", b"throw")
"""The words that throw a value."""
_BLOCK: Final = "block"
"""The kind of blocks without braces, as in Python."""
_VALUES: Final = 4
"""A member of what is thrown may stand for one of the first this many arguments of its maker."""


class _Try(NamedTuple):
    """A statement that handles what is thrown in it, as rows."""

    place: int
    body: int
    handler: int
    uses: Sequence[int]
    """The leaves in the handler that mention what is thrown."""
    thrown: int
    """The only statement in the body that throws."""


def handled(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield changes that replace a `try` by its body, in which the handler replaces the `throw`.

    Only a `try` with blocks and a single `throw` is looked at. In the handler, the thrown value
    replaces its name, or one of the arguments of that value does, as these mostly are what an
    exception prints. If every mention of the name asks for a member, the arguments replace those
    members.
    """
    tree = configuration.tree
    for leaf in tree.leaves():
        is_try = tree.source(leaf) == b"try" and not tree.is_named(leaf)
        found = _try(tree, leaf) if is_try else None
        if found is None or not configuration.may_change(found.place):
            continue
        value = tree.only_named(found.thrown)
        accesses = [access_on(tree, use) for use in found.uses]
        places = accesses if all(accesses) else found.uses
        ways = [[(use, value) for use in found.uses]] if value else []
        if value and found.uses:
            ways += ([(place, part) for place in places] for part in _made_of(tree, value))
        for way in ways:
            if (text := _text(configuration, found, way)) is not None:
                yield (Rewrite((found.place,), text),)


def _try(tree: Tree, leaf: int) -> _Try | None:
    """Return the `try` that begins with a leaf; None unless it has one handler and one `throw`."""
    place = tree.parent[leaf]
    if place != leaf - 1 or tree.weight(place) > LARGE:
        return None
    parts = [*tree.named_children(place)]
    if len(parts) != 2 or tree.begins(parts[1], b"finally"):
        return None
    body, handler = parts[0], tree.last_named(parts[1])
    blocks = all(_is_block(tree, each) for each in (body, handler))
    throws = [row for row in tree.leaves(body) if tree.source(row) in _THROWS]
    throws = [tree.parent[row] for row in throws if not tree.is_named(row)]
    if not blocks or len(throws) != 1:
        return None
    names = [row for row in tree.leaves(parts[1]) if row < handler and tree.is_named(row)]
    uses = [row for row in tree.leaves(handler) if names and _is_use(tree, row, names[-1])]
    return _Try(place, body, handler, uses, throws[0])


def _is_block(tree: Tree, node: int) -> bool:
    """Whether a node is a block, in braces or on lines, with no comment at the end of it."""
    if tree.name(node) == _BLOCK and not tree.begins(node, b"{"):
        return True
    *_, before, last = -1, -1, *tree.children(node)
    closed = tree.begins(node, b"{") and tree.is_sign(last, b"}")
    return closed and not tree.is_extra(before)


def _is_use(tree: Tree, leaf: int, name: int) -> bool:
    """Whether a leaf mentions a name, and is no member that only is called the same."""
    alike = tree.source(leaf) == tree.source(name) and tree.kind[leaf] == tree.kind[name]
    return alike and not access_of(tree, leaf)


def _made_of(tree: Tree, value: int) -> Sequence[int]:
    """Return the first arguments that a value is made with: `"a"` of `new E("a")`."""
    last = tree.last_named(value)
    return [*tree.named_children(last)][:_VALUES] if "argument" in tree.name(last) else []


def _text(
    configuration: Configuration, found: _Try, values: Sequence[tuple[int, int]]
) -> bytes | None:
    """Return the body with the handler in it, and in that, values in some places.

    None if a value may not stand in its place.
    """
    tree, texts = configuration.tree, dict[int, bytes]()
    for place, value in values:
        text = tree.source(value)
        brackets = brackets_for(configuration, place, text, {tree.name(value)})
        if brackets is None:
            return None
        texts[place] = enclosed(text, brackets)
    handler = Filled(unbracketed(tree, found.handler), {}, texts).text(tree, found.thrown)
    if tree.begins(found.handler, b"{") and len([*tree.named_children(found.handler)]) != 1:
        handler = b"{ %b }" % handler
    body = Filled(unbracketed(tree, found.body), {}, {found.thrown: handler})
    return body.text(tree, found.place)
