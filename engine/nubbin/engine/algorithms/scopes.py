"""Scopes: what is in a namespace comes out of it, and is called without its name (floor 5).

A namespace, and whatever else its members are called by way of (`N.x`, `N::x`), cannot go while
they are used, and its uses cannot lose its name while it is there: both go at once. So does what
is around the members of a class that nobody calls by its name.

Source: coupled deletion after DRReduce (2026), for a name that is part of others.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.relations.definitions import definitions
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.generics import bounded, carried
from nubbin.engine.relations.holders import unheld
from nubbin.engine.relations.mentions import occurrences
from nubbin.engine.relations.methods import freed
from nubbin.engine.relations.wrappers import unwrapped
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch, Span

_SIGNS = (b".", b"::", b"->", b"\\")
"""What stands between the name of a scope and that of a member."""


def scopes(context: Context, text: bytes) -> bytes:
    """Put what is in a scope in its place, and call its members by their own names alone.

    A name is that of a scope if brackets follow its first mention in the same node, and if all
    other mentions are parts of longer names. For each, asks about the text without all that is
    around the content of the brackets, and without the name where it is used. A function whose
    name is not used is no scope: what is in it is a part of it.

    Asks likewise for each member that is the only one of what it is in, as `a` in `{ a: 1 }`, and
    that is asked for elsewhere, see `holders`; for each type with a name and one member, see
    `wrappers`; for each class with one method, see `methods`; and for what has type parameters, see
    `generics`. Each candidate is smaller in the order of texts.
    """
    configuration = bare(context, text)
    tree, named = configuration.tree, occurrences(configuration)
    words, fields = named.values(), context.reader.syntax(text).fields()
    defined = [*definitions(configuration, fields)]
    found = chain(
        _opened(tree, words),
        unheld(tree, words),
        unwrapped(tree, words, defined),
        freed(configuration, named, fields),
        carried(tree, named, fields),
        bounded(tree),
    )
    # Of a string, which looks like a scope, more tokens may come than it is.
    return sweep(context.shrinking(text), text, found)


def _opened(tree: Tree, words: Iterable[Sequence[int]]) -> Iterator[Patch]:
    """Yield for each scope the edits that take it away, and its name from what is in it."""

    @cache
    def ends(node: int) -> Sequence[int]:
        """Return the last two children of a node, which the names in it are all asked about."""
        return deque(tree.children(node), maxlen=2)

    for first, *uses in words:
        body = _body(tree, first, ends)
        if body is None:
            continue
        edits = [edit for use in uses if (edit := _qualifier(tree, use))]
        scope = tree.parent[first]
        if len(edits) == len(uses) and (uses or not is_function(tree, scope)):
            yield Edit(tree.start[scope], body.start), Edit(body.end, tree.end[scope]), *edits


def _body(tree: Tree, name: int, ends: Callable[[int], Sequence[int]]) -> Span | None:
    """Return what is between the brackets behind a name, in the node around it; None if none is.

    Of a node that ends with a word, as Ruby's with `end`, it is the part before that.
    """
    *_, body, last = -1, *ends(tree.parent[name])
    if body > name and tree.is_leaf(last) and tree.source(last).isalpha():
        return tree.span(body)
    opening, (*_, inside, closing) = last + 1, (-1, -1, *ends(last))
    if last <= name or inside <= opening or tree.is_named(opening) or tree.is_named(closing):
        return None
    return Span(tree.end[opening], tree.start[closing])


def _qualifier(tree: Tree, name: int) -> Edit | None:
    """Return the edit that takes a name, and the sign behind it, from a longer one; None if none.

    What is in front of it, as `a::` in `a::N::x`, stays: it is a qualifier of its own.
    """
    sign = tree.skip[name]
    if sign < len(tree) and tree.source(sign) in _SIGNS and tree.is_leaf(sign):
        return Edit(tree.start[name], tree.end[sign])
    return None
