"""Branches: what a statement does under a condition, and how languages write that (floor 3)."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from nubbin.engine.trees.tree import Tree

_LISTS: Final = re.compile("^(?:block|statement_list)$")
"""What grammars call statements that have no braces of their own around them."""
_COMPARED: Final = ((b"==", b"!="), (b"<", b">="), (b">", b"<="))


def _opposites(*pairs: tuple[bytes, bytes]) -> Mapping[bytes, bytes]:
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


class Manner(NamedTuple):
    """How a language writes what a condition, a branch or two come to; None where it cannot."""

    opposites: Mapping[bytes, bytes]
    """What compares the other way round."""
    no: bytes
    """What the opposite of a condition has in front."""
    under: bytes
    """What is done under a condition, as a statement."""
    both: bytes | None = None
    """One, and another if that holds."""
    either: bytes | None = None
    """One, and another if that does not hold."""
    choice: bytes | None = None
    """One of two values."""
    lines: bool = False
    """Whether several statements under a condition need lines of their own."""
    commands: bool = False
    """Whether any statement is an operand."""


SIGNS: Final = Manner(
    _opposites(*_COMPARED, (b"===", b"!==")),
    no=b"!",
    under=b"if (%b) %b",
    both=b"%b && %b",
    either=b"%b || %b",
    choice=b"%(if)b ? %(then)b : %(else)b",
)
"""As in C, and in JavaScript: the condition is in brackets."""
_WORDS: Final = Manner(
    _opposites(*_COMPARED, (b"is", b"is not"), (b"in", b"not in")),
    no=b"not ",
    under=b"if %b: %b",
    both=b"%b and %b",
    either=b"%b or %b",
    choice=b"%(then)b if %(if)b else %(else)b",
    lines=True,
)
"""As in Python: a colon ends it."""
_BRACES: Final = Manner(_opposites(*_COMPARED), no=b"!", under=b"if %b { %b }")
"""As in Go, where no operation is a statement: a brace does."""
_ENDED: Final = Manner(
    _opposites((b"==", b"~="), *_COMPARED[1:]), no=b"not ", under=b"if %b then %b end"
)
"""As in Lua, where none is either."""
_SHELL: Final = Manner(
    {},
    no=b"! ",
    under=b"if %b; then %b; fi",
    both=b"%b && %b",
    either=b"%b || %b",
    commands=True,
)
"""As in a shell, where all is a command."""
_WORDED: Final = {b"end": _ENDED, b"fi": _SHELL}
"""By the word that ends a statement with `then`."""


class Branches(NamedTuple):
    """A statement with a condition, as rows."""

    manner: Manner
    condition: int
    """Without its brackets."""
    then: int
    otherwise: int
    """0 if there is none."""


def branches(tree: Tree, row: int) -> Branches | None:
    """Return the parts of a statement with one condition; None if it has others, or more."""
    parts = [*tree.named_children(row)]
    if not 2 <= len(parts) <= 3 or (len(parts) == 3 and not tree.begins(parts[2], b"else")):
        return None
    manner, condition = _manner(tree, row, *parts[:2]), parts[0]
    if manner is SIGNS:
        condition = tree.only_named(condition)
    if manner is None or not condition:
        return None
    return Branches(manner, condition, parts[1], parts[2] if len(parts) == 3 else 0)


def _manner(tree: Tree, row: int, condition: int, then: int) -> Manner | None:
    """Return how a statement is written that has a condition in front of something."""
    if tree.begins(condition, b"("):
        return SIGNS
    before = [child for child in tree.children(row) if tree.skip[condition] <= child < then]
    signs = [tree.source(child) for child in before]
    if signs == [b":"]:
        return _WORDS
    if not signs and tree.begins(then, b"{"):
        return _BRACES
    if tree.begins(then, b"do"):
        return _SHELL
    *_, last = tree.children(row)
    return _WORDED.get(tree.source(last)) if signs[-1:] in ([b"then"], [b"do"]) else None


def alone(tree: Tree, statement: int) -> int:
    """Return the only statement of a block, or the statement itself."""
    while tree.begins(statement, b"{") or _LISTS.match(tree.name(statement)):
        only = tree.only_named(statement)
        if not only:
            break
        statement = only
    return statement


def opposite(tree: Tree, manner: Manner, condition: int, tight: re.Pattern[str]) -> bytes:
    """Return what holds where a condition does not, in brackets if it is of no tight kind."""
    text, parts = tree.source(condition), [*tree.children(condition)]
    signs = [tree.source(part) for part in parts]
    if len(parts) == 3 and signs[1] in manner.opposites:
        start = tree.start[condition]
        begin, end = tree.start[parts[1]] - start, tree.end[parts[1]] - start
        return text[:begin] + manner.opposites[signs[1]] + text[end:]
    if signs[:1] == [manner.no.strip()] and len(parts) == 2:
        return signs[1]
    bare = manner.commands or tight.search(tree.name(condition))
    return manner.no + text if bare else manner.no + b"(%b)" % text
