"""Guards: what follows `if (a) return` goes under the condition, and that into `a || b` (floor 5).

So does what is done in one case only: `switch (a) { case b: c }` is `if (a == b) c`.

A jump out of the middle keeps a body a body: in the place of its call, or of the loop around it,
there is nothing to jump out of. Without the jump it can go there; and of two statements, or of one
that governs another, one operation is left.

Source: the inverse of "replace nested conditional with guard clauses" (Fowler 1999).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.looks.spacing import is_statement
from nubbin.engine.trees.tree import Tree

_IF: Final = re.compile("^if_statement")
"""What grammars call a statement with a condition."""
_SWITCH: Final = re.compile("^switch_(expression|statement)")
"""What grammars call a statement with cases."""
_CASE: Final = re.compile(rb"case\b")
"""What each of them begins with."""
_JUMPS: Final = (b"return", b"continue")
"""What leaves out all that follows."""
_OPPOSITES: Final = {
    one: other
    for pair in ((b"==", b"!="), (b"===", b"!=="), (b"<", b">="), (b">", b"<="))
    for one, other in (pair, pair[::-1])
}
_LOOSE: Final = re.compile(
    "assign|lambda|arrow|comma|conditional|declar|function(?!_call)|sequence|ternary|yield"
)
"""Words in the kinds of nodes that bind less than an operation does."""
_TIGHT: Final = re.compile("call|field|identifier|invocation|member|name|paren|subscript|variable")
"""Words in the kinds of nodes that bind more than a sign in front does."""
_LITERAL: Final = re.compile("literal|number|string")
"""Words in the kinds of nodes that bind as a whole."""
_OR: Final = re.compile(rb"\|\||\?\?|x?or")
"""What an `&&` beside it would take a part of."""
_WORDS: Final = re.compile(rb"and|x?or")
"""What binds less than any sign."""
_LARGE: Final = 256
"""Tokens of a statement, with those that follow it, that is looked at; what is left in the end is
smaller."""
_MOST: Final = 16
"""Statements that follow it."""


class _If(NamedTuple):
    """A statement with a condition, as rows."""

    condition: int
    """Without its brackets."""
    then: int
    otherwise: int
    """0 if there is none."""


def guards(context: Context, text: bytes) -> bytes:
    """Put conditions where jumps were, and operations where conditions were; return what is left.

    For each statement with a condition in brackets that does nothing but `return` or `continue`,
    asks about the text with all that follows it in its block under the opposite condition, and
    where that is one expression, with `a || b`; where both give a value back, with one `return` of
    `a ? b : c`. For each other whose branches are expressions, with `a && b`, `a || c` for one with
    nothing in its first branch, or `a ? b : c`. For each statement with a single case, with what is
    done in that under the condition `a == b`. Nothing is asked where that is not smaller in the
    order of texts, as where brackets have to come around several statements.

    Complexity: O(nodes).
    """
    return try_changes(context, text, _without, shrinking=True)


def _without(configuration: Configuration) -> Iterator[Sequence[Change]]:
    tree = configuration.tree
    for row in tree.rows_of(tree.kinds_where(_IF.search)):
        found = _if(tree, row) if tree.weight(row) <= _LARGE else None
        if found is None or not configuration.may_change(row):
            continue
        if operation := _operation(tree, found):
            yield (Rewrite((row,), operation + _stop(tree, found.otherwise or found.then)),)
        guards = not found.otherwise and _jump(tree, found.then) is not None
        behind = [*islice(_behind(tree, row), _MOST + 1)] if guards else []
        if not 0 < len(behind) <= _MOST or sum(map(tree.weight, behind)) > _LARGE:
            continue
        if len(behind) > 1 and _bare(tree, behind[-1]) == _bare(tree, found.then):
            behind.pop()  # which comes to the same
        if all(is_statement(tree, each) and configuration.vanishes(each) for each in behind):
            for text in _joined(tree, found, behind):
                yield Rewrite((row,), text), Prune(tuple(behind))
    for row in tree.rows_of(tree.kinds_where(_SWITCH.search)):
        if configuration.may_change(row) and (chosen := _chosen(tree, row)):
            yield (Rewrite((row,), chosen),)


def _if(tree: Tree, row: int) -> _If | None:
    """Return the parts of a statement whose condition is in brackets; None if they are not."""
    parts = [part for part in tree.named_children(row) if not tree.is_extra(part)]
    if not 2 <= len(parts) <= 3 or not tree.begins(parts[0], b"("):
        return None
    condition = tree.only_named(parts[0])
    if not condition or (len(parts) == 3 and not tree.begins(parts[2], b"else")):
        return None
    return _If(condition, parts[1], parts[2] if len(parts) == 3 else 0)


def _operation(tree: Tree, found: _If) -> bytes | None:
    """Return the operation that does what a statement with a condition does; None if none does."""
    condition, then = tree.source(found.condition), _expression(tree, found.then)
    other = _expression(tree, tree.only_named(found.otherwise)) if found.otherwise else 0
    if _LOOSE.search(tree.name(found.condition)) or _has(tree, found.condition, _WORDS):
        return None
    if then and other:
        return b"%b ? %b : %b" % (condition, tree.source(then), tree.source(other))
    if then and not found.otherwise and tree.begins(found.condition, b"!"):
        return b"%b || %b" % (_opposite(tree, found.condition), tree.source(then))
    joined = _has(tree, found.condition, _OR) or (then and _has(tree, then, _OR))
    if then and not found.otherwise and not joined:
        return b"%b && %b" % (condition, tree.source(then))
    if other and tree.source(found.then).translate(None, b"{;} \t\r\n") == b"":
        return b"%b || %b" % (condition, tree.source(other))
    return None


def _joined(tree: Tree, found: _If, behind: Sequence[int]) -> Iterator[bytes]:
    """Yield what a guard and what follows it do as one statement."""
    first, condition = behind[0], tree.source(found.condition)
    loose = _LOOSE.search(tree.name(found.condition)) or _has(tree, found.condition, _WORDS)
    given, value = (_jump(tree, each, _JUMPS[:1]) for each in (found.then, first))
    if given and value and len(behind) == 1 and not loose:
        pieces = condition, tree.source(given), tree.source(value)
        yield b"return %b ? %b : %b" % pieces + _stop(tree, first)
    alone = _expression(tree, first) if len(behind) == 1 else 0
    if alone and not loose:
        yield b"%b || %b" % (condition, tree.source(alone)) + _stop(tree, first)
    yield b"if (%b) %b" % (_opposite(tree, found.condition), _body(tree, behind))


def _body(tree: Tree, statements: Sequence[int]) -> bytes:
    """Return what statements next to each other are under a condition."""
    first, last = statements[0], statements[-1]
    text = tree.text[tree.start[first] : tree.end[last]].rstrip()
    single = len(statements) == 1 and "declaration" not in tree.name(first)
    return text if single else b"{ %b }" % text


def _chosen(tree: Tree, row: int) -> bytes | None:
    """Return what does the same as a statement with a single case; None if it has several."""
    parts = [*tree.named_children(row)]
    value, case = (tree.only_named(part) for part in parts) if len(parts) == 2 else (0, 0)
    if not value or not case or not _CASE.match(tree.source(case)):
        return None
    given = tree.skip[next(tree.leaves(case))]
    colon = tree.skip[given]
    done = [part for part in tree.named_children(case) if part > colon]
    if done and tree.begins(done[-1], b"break"):
        done.pop()
    if not done or not tree.is_sign(colon, b":"):
        return None
    condition = b"%b == %b" % (_operand(tree, value), _operand(tree, given))
    return b"if (%b) %b" % (condition, _body(tree, done))


def _operand(tree: Tree, node: int) -> bytes:
    """Return a value as it stands beside a sign: an operation in brackets."""
    bare = tree.is_leaf(node) or any(kinds.search(tree.name(node)) for kinds in (_TIGHT, _LITERAL))
    return tree.source(node) if bare else b"(%b)" % tree.source(node)


def _opposite(tree: Tree, condition: int) -> bytes:
    """Return what holds where a condition does not."""
    text, parts = tree.source(condition), [*tree.children(condition)]
    signs = [tree.source(part) for part in parts]
    if len(parts) == 3 and signs[1] in _OPPOSITES:
        start = tree.start[condition]
        begin, end = tree.start[parts[1]] - start, tree.end[parts[1]] - start
        return text[:begin] + _OPPOSITES[signs[1]] + text[end:]
    if signs[:1] == [b"!"] and len(parts) == 2:
        return signs[1]
    return b"!" + text if _TIGHT.search(tree.name(condition)) else b"!(%b)" % text


def _behind(tree: Tree, row: int) -> Iterator[int]:
    """Yield the statements behind one, up to the end of the block."""
    node, end = tree.skip[row], tree.skip[tree.parent[row]]
    while node < end:
        if tree.is_named(node) and not tree.is_extra(node):
            yield node
        node = tree.skip[node]


def _jump(tree: Tree, statement: int, words: Sequence[bytes] = _JUMPS) -> int | None:
    """Return what a statement gives back, 0 for nothing; None if it does anything but jump."""
    statement = _alone(tree, statement)
    jumps = any(tree.begins(statement, word) for word in words)
    return tree.only_named(statement) if jumps else None


def _bare(tree: Tree, statement: int) -> bytes:
    """Return the text of the only statement of a block, or of one, but for the sign at its end."""
    return tree.source(_alone(tree, statement)).rstrip(b";")


def _expression(tree: Tree, statement: int) -> int:
    """Return the expression that is all of a statement, and may be part of an operation; or 0."""
    statement = _alone(tree, statement)
    only = tree.only_named(statement) if "expression_statement" in tree.name(statement) else 0
    return 0 if _LOOSE.search(tree.name(only)) else only


def _alone(tree: Tree, statement: int) -> int:
    """Return the only statement of a block, or the statement itself."""
    return (tree.begins(statement, b"{") and tree.only_named(statement)) or statement


def _has(tree: Tree, operation: int, signs: re.Pattern[bytes]) -> bool:
    """Whether one of some signs stands between the parts of an operation."""
    return any(signs.fullmatch(tree.source(part)) for part in tree.children(operation))


def _stop(tree: Tree, statement: int) -> bytes:
    """Return the sign that a statement ends with, or the only one in a block, if it has one."""
    only = _alone(
        tree, tree.only_named(statement) if tree.begins(statement, b"else") else statement
    )
    return b";" if tree.source(only).endswith(b";") else b""
