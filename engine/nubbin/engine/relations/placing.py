"""Whether a text may stand in the place of a name, and which brackets it needs there (floor 3)."""

import re
from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Final

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.fillings import takes_any_text
from nubbin.engine.relations.mentions import reference
from nubbin.engine.relations.substitution import Filled, Rows, Substitution, source, spreads

_BRACKETS: Final = "parenthesized_expression"
"""The kind of an expression in brackets."""
_ACCESS: Final = re.compile(rb"\??\.(?!\.)|->|::|:(?=\w+[({\"'])")
"""Signs that ask for a member: all but the dots of `a..b`; and a colon as in Lua's `a:f()`."""
_CLOSED: Final = re.compile(rb"[$@]*\w*(?:(?:\.|->|::)\w+)*|.*[])}\"'`]", re.DOTALL)
"""Texts of which mostly the whole is asked where a member is: `f(a).b` and `a.b`, but not `&a.b`.
The parsers of some languages take `a as b.c` for that of the whole, too; the compilers do not."""
_WORD: Final = re.compile(rb"[$@]*\w+")
"""Texts that nothing tears apart where no member is asked for: the parser need not be asked."""


def brackets_for(
    configuration: Configuration, place: int, text: bytes, kinds: Set[str] | None
) -> bytes | None:
    """Return the brackets that a text needs in a place, maybe none; None if it may not stand there.

    A node gets brackets if the parser would tear it apart without them, and not with them: for `a`
    in `!a`, `a.b` and `a(1)` these are `b + c`, `&b` and `x => f(x)`. Where a member is asked for,
    so does any text, also if only its last part might be asked. None are put where any text may
    stand, as in `"$a.c"`, where the dot asks for nothing.

    Args:
        configuration: of the text.
        place: where the text would be put.
        text: what would be put there.
        kinds: the kinds of nodes that it may be, one of which has to fit; None for any.
    """
    if takes_any_text(configuration.tree, place):
        return b""
    tree, fits = configuration.tree, may_stand(configuration, place, kinds)
    asked = _ACCESS.match(tree.text, tree.end[place])
    loose = asked and not _CLOSED.fullmatch(text)
    doubtful = asked or (kinds and not _WORD.fullmatch(text))
    torn = loose or (doubtful and not configuration.reads_whole(place, text))
    helped = torn and _admits(configuration, place, _BRACKETS)
    if helped and configuration.reads_whole(place, b"(%b)" % text):
        return b"()"
    return b"" if fits else None


def bracketed(configuration: Configuration, leaf: int, rows: Rows) -> Rows:
    """Return what stands for a leaf, with the brackets that it needs.

    Several values become a list, unless they are spread: `[1, 2]` for `a` in `f(a)`, but not in
    `f(...a)`.
    """
    tree, one = configuration.tree, configuration.tree.skip[rows.first] == rows.behind
    place = reference(tree, leaf)
    if rows.several and not any(spreads(tree, row) for row in (leaf, place, tree.parent[place])):
        return rows._replace(brackets=b"[]")
    kinds = {tree.name(rows.first)} if one else None
    brackets = brackets_for(configuration, place, source(tree, rows), kinds)
    return rows._replace(brackets=brackets or b"")


def placed(configuration: Configuration, place: int, filled: Filled) -> Filled:
    """Return what is put in a place as a whole, with the brackets that it needs there."""
    tree, rows = configuration.tree, filled.value
    if tree.skip[rows.first] != rows.behind:
        return filled
    text, kinds = filled.text(tree, place), {tree.name(rows.first)}
    brackets = brackets_for(configuration, place, text, kinds)
    return replace(filled, value=rows._replace(brackets=brackets or b""))


def substitution_of(
    configuration: Configuration, words: Mapping[int, bytes], given: Mapping[bytes, Rows]
) -> Substitution:
    """Return what stands for leaves, with the brackets that it needs.

    Args:
        configuration: of the text.
        words: the text of each leaf.
        given: by word, what stands for it; a leaf with another word stays.
    """
    return {
        leaf: bracketed(configuration, leaf, given[word])
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
