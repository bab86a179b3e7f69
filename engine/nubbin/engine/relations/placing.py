"""Whether a text may stand in the place of a name, and which brackets it needs there (floor 3)."""

import re
from collections.abc import Mapping, Set
from typing import Final

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.fillings import takes_any_text
from nubbin.engine.relations.function_kinds import names_function
from nubbin.engine.relations.mentions import reference
from nubbin.engine.relations.substitution import Own, Rows, source, spreads

_BRACKETS: Final = "parenthesized_expression"
"""The kind of an expression in brackets."""
_ASKS: Final = re.compile(rb"\??\.(?!\.)|->|::|:(?=\w+[({\"'])")
"""Signs that ask for a member; the last one as in Lua's `a:f()`."""
_CLOSED: Final = re.compile(rb"[$@]*\w*(?:(?:\.|->|::)\w+)*|.*[])}\"'`]", re.DOTALL)
"""Texts that need no brackets where a member is asked for: in `f(a).b` and `a.b` it is mostly the
whole of `f(a)` and `a` that is asked; in `&a.b` it is not `&a`."""


def signs_around(
    configuration: Configuration, place: int, text: bytes, kinds: Set[str] | None
) -> bytes | None:
    """Return the brackets that a text needs in a place, maybe none; None if it may not stand there.

    It gets brackets where a member is asked for, if the text may not stand there or only its last
    part would be asked; and where it is a function that is called, as only the body would be called
    without: `(x => f(x))(1)`. It gets none where any text may stand, as in `"$a.c"`, where the dot
    asks for nothing.

    Args:
        configuration: of the text.
        place: where the text would be put.
        text: what would be put there.
        kinds: the kinds of nodes that it may be, one of which has to fit; None for any.
    """
    if takes_any_text(configuration.tree, place):
        return b""
    fits = may_stand(configuration, place, kinds)
    whole, end = configuration.tree.text, configuration.tree.end[place]
    called = whole.startswith(b"(", end) and any(map(names_function, kinds or ()))
    torn = called or (_ASKS.match(whole, end) and not (fits and _CLOSED.fullmatch(text)))
    if torn and _admits(configuration, place, _BRACKETS):
        return b"()"
    return b"" if fits else None


def signed(configuration: Configuration, leaf: int, own: Rows) -> Rows:
    """Return what stands for a leaf, with the brackets that it needs.

    Several values become a list, unless they are spread: `[1, 2]` for `a` in `f(a)`, but not in
    `f(...a)`.
    """
    tree, one = configuration.tree, configuration.tree.skip[own.first] == own.behind
    place = reference(tree, leaf)
    if own.several and not any(spreads(tree, row) for row in (leaf, tree.parent[place])):
        return own._replace(signs=b"[]")
    kinds = {tree.name(own.first)} if one else None
    signs = signs_around(configuration, place, source(tree, own), kinds)
    return own._replace(signs=signs or b"")


def owned(
    configuration: Configuration, words: Mapping[int, bytes], given: Mapping[bytes, Rows]
) -> Own:
    """Return what stands for leaves, with the brackets that it needs.

    Args:
        configuration: of the text.
        words: the text of each leaf.
        given: by word, what stands for it; a leaf with another word stays.
    """
    return {
        leaf: signed(configuration, leaf, given[word])
        for leaf, word in words.items()
        if word in given
    }


def may_stand(configuration: Configuration, place: int, kinds: Set[str] | None) -> bool:
    """Whether a node of one of some kinds, or of any, may stand at a place."""
    return kinds is None or any(_admits(configuration, place, kind) for kind in kinds)


def _admits(configuration: Configuration, place: int, kind: str) -> bool:
    """Whether a kind may stand at a place, or in that of a node around it with the same bytes.

    In a string, as in `"$name"`, any kind may.
    """
    tree, admit = configuration.tree, configuration.categories.admit
    return takes_any_text(tree, place) or any(admit(node, kind) for node in tree.same_bytes(place))
