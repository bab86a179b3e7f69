"""Where something may stand in the place of a name, and in which brackets (floor 3)."""

import re
from collections.abc import Set
from typing import Final

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.fillings import is_in_string
from nubbin.engine.relations.function_kinds import names_function
from nubbin.engine.relations.mentions import reference
from nubbin.engine.relations.substitution import Rows, source

_BRACKETS: Final = "parenthesized_expression"
"""What grammars call an expression in brackets."""
_ASKS: Final = re.compile(rb"\??\.(?!\.)|->|::|:(?=\w+[({\"'])")
"""Signs by which a member is asked for; the last one as in Lua's `a:f()`."""
_CLOSED: Final = re.compile(rb"[$@]*\w*(?:(?:\.|->|::)\w+)*|.*[])}\"'`]", re.DOTALL)
"""A text that is asked for a member as a whole, mostly: `f(a)` in `f(a).b` and `a` in `a.b` are,
`&a` in `&a.b` is not."""


def signs_around(
    configuration: Configuration, place: int, text: bytes, kinds: Set[str] | None
) -> bytes | None:
    """Return the signs, if any, in which a text may stand in a place; None if it may not.

    Brackets where a member is asked for, of what may not stand there or of its last part; and where
    a function is called, as it would be its body that is: `(x => f(x))(1)`.

    Args:
        configuration: the text's.
        place: where it would be put.
        text: what would be put there.
        kinds: of nodes that it may be, one of which has to fit; None for any.
    """
    fits = may_stand(configuration, place, kinds)
    whole, end = configuration.tree.text, configuration.tree.end[place]
    called = whole.startswith(b"(", end) and any(map(names_function, kinds or ()))
    torn = called or (_ASKS.match(whole, end) and not (fits and _CLOSED.fullmatch(text)))
    if torn and _admits(configuration, place, _BRACKETS):
        return b"()"
    return b"" if fits else None


def signed(configuration: Configuration, leaf: int, own: Rows) -> Rows:
    """Return what stands for a leaf in brackets, if it needs some."""
    tree, one = configuration.tree, configuration.tree.skip[own.first] == own.behind
    kinds = {tree.name(own.first)} if one else None
    signs = signs_around(configuration, reference(tree, leaf), source(tree, own), kinds)
    return own._replace(signs=signs or b"")


def may_stand(configuration: Configuration, place: int, kinds: Set[str] | None) -> bool:
    """Whether a node of one of some kinds, or of any, may stand at a place."""
    return kinds is None or any(_admits(configuration, place, kind) for kind in kinds)


def _admits(configuration: Configuration, place: int, kind: str) -> bool:
    """Whether a kind may stand at a place, or where what is nothing but that place does.

    In a string, as in `"$name"`, whatever is there stands for what it says.
    """
    tree, admit = configuration.tree, configuration.categories.admit
    return is_in_string(tree, place) or any(admit(node, kind) for node in tree.same_bytes(place))
