"""Branches: statements with a condition, and how languages write them (floor 3)."""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from nubbin.engine.trees.tree import Tree

_LISTS: Final = re.compile("^(?:block|statement_list)$")
"""The kinds of lists of statements that have no braces of their own around them."""
TIGHT: Final = re.compile("call|field|identifier|invocation|member|name|paren|subscript|variable")
"""Words in the kinds of nodes that bind more tightly than a sign in front of them."""
_COMPARED: Final = ((b"==", b"!="), (b"<", b">="), (b">", b"<="))


def _opposites(*pairs: tuple[bytes, bytes]) -> Mapping[bytes, bytes]:
    return {one: other for pair in pairs for one, other in (pair, pair[::-1])}


class Manner(NamedTuple):
    """How a language writes conditions and branches; a form is None if the language lacks it."""

    opposites: Mapping[bytes, bytes]
    """For each operator that compares, the one that holds where it does not."""
    no: bytes
    """The negation, which goes in front of a condition."""
    under: bytes
    """A statement that is run under a condition: the condition, then the statement."""
    both: bytes | None = None
    """An operand, and another that is evaluated only if the first holds."""
    either: bytes | None = None
    """An operand, and another that is evaluated only if the first does not hold."""
    choice: bytes | None = None
    """One of two values, by a condition."""
    lines: bool = False
    """Whether several statements under a condition need lines of their own."""
    commands: bool = False
    """Whether any statement may be an operand."""


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
"""As in Python: a colon ends the condition."""
_BRACES: Final = Manner(_opposites(*_COMPARED), no=b"!", under=b"if %b { %b }")
"""As in Go: a brace ends the condition, and no operation such as `a && b` is a statement."""
_ENDED: Final = Manner(
    _opposites((b"==", b"~="), *_COMPARED[1:]), no=b"not ", under=b"if %b then %b end"
)
"""As in Lua: `then` ends the condition, and no operation is a statement here either."""
_SHELL: Final = Manner(
    {},
    no=b"! ",
    under=b"if %b; then %b; fi",
    both=b"%b && %b",
    either=b"%b || %b",
    commands=True,
)
"""As in a shell, where every statement is a command."""
_WORDED: Final = {b"end": _ENDED, b"fi": _SHELL}
"""By the last word of a statement that has `then` or `do` behind its condition."""

_NEGATIONS: Final = {each.no.strip(): each for each in (SIGNS, _WORDS)}
"""By the sign of a negation, how a language writes conditions that has it."""


class Branches(NamedTuple):
    """A statement with a condition, as rows."""

    manner: Manner
    condition: int
    """Without its brackets."""
    then: int
    otherwise: int
    """0 if there is none."""


def branches(tree: Tree, row: int) -> Branches | None:
    """Return the condition, the branch and the `else` of a statement; None if it is no such one."""
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
    """Return how the language writes a statement with a condition and a branch; None if unknown."""
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


def source_of(tree: Tree, statements: Sequence[int]) -> bytes:
    """Return the text of neighbouring statements, at least one."""
    return tree.text[tree.start[statements[0]] : tree.end[statements[-1]]].rstrip()


def governed(tree: Tree, statements: Sequence[int]) -> bytes:
    """Return the text of neighbouring statements under a condition: in braces if need be."""
    single = len(statements) == 1 and "declaration" not in tree.name(statements[0])
    text = source_of(tree, statements)
    return text if single else b"{ %b }" % text


def opposite(tree: Tree, manner: Manner, condition: int) -> bytes:
    """Return the opposite of a condition.

    Where that is written by a negation in front, the condition gets brackets, unless it binds
    tightly or the language needs none.
    """
    if turned := _turned(tree, manner, condition):
        return turned
    text, signs = tree.source(condition), [*map(tree.source, tree.children(condition))]
    if signs[:1] == [manner.no.strip()] and len(signs) == 2:
        return signs[1]
    bare = manner.commands or TIGHT.search(tree.name(condition))
    return manner.no + text if bare else manner.no + b"(%b)" % text


def undone(tree: Tree, sign: int) -> bytes | None:
    """Return what stands for a comparison and the sign that negates it: `a != b` for `!(a == b)`.

    None if the leaf is no such sign, or if what it negates is no comparison that has an opposite.
    """
    manner, row = _NEGATIONS.get(tree.source(sign)), tree.parent[sign]
    compared = tree.only_named(row) if manner else 0
    while compared and tree.begins(compared, b"("):
        compared = tree.only_named(compared)
    return _turned(tree, manner, compared) if manner and compared else None


def _turned(tree: Tree, manner: Manner, condition: int) -> bytes | None:
    """Return a comparison with the opposite sign in it; None if it is none, or has no opposite."""
    parts = [*tree.children(condition)]
    other = manner.opposites.get(tree.source(parts[1])) if len(parts) == 3 else None
    if other is None:
        return None
    text, start = tree.source(condition), tree.start[condition]
    return text[: tree.start[parts[1]] - start] + other + text[tree.end[parts[1]] - start :]
