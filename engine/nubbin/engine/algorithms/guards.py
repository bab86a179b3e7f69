"""Guards: the code behind `if (a) return` goes under a condition, and this into `a || b` (floor 5).

A `switch` with one case becomes a condition too: `switch (a) { case b: c }` is `if (a == b) c`.

A body with a jump in its middle cannot take the place of its call, or of the loop around it, where
there is nothing to jump out of. Without the jump it can; and two statements, or one that governs
another, become one operation.

Source: the inverse of "replace nested conditional with guard clauses" (Fowler 1999).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.branches import (
    SIGNS,
    Branches,
    Manner,
    alone,
    branches,
    governed,
    opposite,
    source_of,
    undone,
)
from nubbin.engine.relations.cases import as_condition
from nubbin.engine.relations.sizes import LARGE
from nubbin.engine.relations.substitution import Filled, unbracketed, without_jump
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import indentation, newline

_CONDITIONAL: Final = re.compile("^(?:if|while)_statement")
"""The kinds of statements with a condition."""
_REPEATED: Final = "while_statement"
"""The kind of a statement that is repeated."""
_SWITCH: Final = re.compile("^switch_(expression|statement)")
"""The kinds of statements with cases."""
_JUMPS: Final = (b"return", b"continue")
"""Words that skip all that follows in a block."""
_NAMED: Final = "named_expression"
"""The kind of an expression that gives its value a name."""
_LOOSE: Final = re.compile(
    "assign|lambda|arrow|comma(?!nd)|conditional|declar|function(?!_call)|named_|sequence|ternary|yield"
)
"""Words in the kinds of nodes that bind less tightly than an operation."""
_OR: Final = re.compile(rb"\|\||\?\?|x?or")
"""Signs of operations that an `&&` beside them would take a part of: it binds more tightly."""
_LOOSE_SIGNS: Final = re.compile(rb"and|x?or")
"""Signs that bind less tightly than any other."""
_LISTED: Final = "list"
"""The kind of a list of commands in a shell; a sign in front of it negates the first alone."""
_NOTHING: Final = re.compile(rb"[{;}\s]*+(?:pass|:|\d+)?[{;}\s]*")
"""The text of a branch that does nothing."""
_MOST: Final = 16
"""A guard with more statements behind it is left alone, as it is where they are large together."""


def guards(context: Context, text: bytes) -> bytes:
    """Put conditions where jumps were, and operations where conditions were; return what is left.

    The pass asks about the text with one of these statements replaced:
    - one that does nothing but `return` or `continue` under a condition: by all that follows it in
      its block, under the opposite condition; by `a || b` if that is one expression; by one
      `return` of `a ? b : c` if both return a value;
    - one with a condition that is more than a name, and no second branch: by the condition,
      followed by the statements under it, `a; b; c`; of a loop without a jump at their end;
    - one with several statements in braces: by all but the last of them, followed by itself with
      the last alone, which needs no braces;
    - one whose branches are expressions: by `a && b`, by `a || c` if its first branch does nothing,
      or by `a ? b : c`, as the language writes it (see `branches`); in a shell also by `! a || b`,
      which does not fail where `a` does;
    - a `switch` with a single case: by the statements in that, under the condition `a == b`.
    It also asks about each negated comparison with the opposite comparison in its place.
    A text that is not smaller in the order of texts is not asked about; it may be larger by the
    brackets around several statements.

    Complexity: O(nodes).
    """
    return try_changes(context, text, _changes, shrinking=True)


def _changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes of each condition, then of each `switch`, then of each negation."""
    tree = configuration.tree
    end = newline(tree.text)  # once: the text may be one line
    for row in tree.rows_where(_CONDITIONAL.search):
        found = branches(tree, row) if tree.weight(row) <= LARGE else None
        if found is None or not configuration.may_change(row):
            continue
        yield from ((Rewrite((row,), text),) for text in _in_place(configuration, row, found, end))
        is_guard = not found.otherwise and _jump(tree, found.then) is not None
        if is_guard and tree.name(row) != _REPEATED:
            yield from _without_guard(configuration, row, found)
    for row in tree.rows_where(_SWITCH.search):
        if configuration.may_change(row) and (text := as_condition(tree, row)):
            yield (Rewrite((row,), text),)
    for leaf in tree.leaves():
        place, turned = tree.parent[leaf], undone(tree, leaf)
        if turned and configuration.may_change(place) and configuration.reads_whole(place, turned):
            yield (Rewrite((place,), turned),)


def _in_place(
    configuration: Configuration, row: int, found: Branches, end: bytes
) -> Iterator[bytes]:
    """Yield the texts that stand for a statement with a condition by themselves."""
    tree = configuration.tree
    if tree.name(row) != _REPEATED:
        stop = _stop(tree, found.otherwise or found.then)
        yield from (operation + stop for operation in _operations(tree, found))
    if sequence := _sequence(tree, row, found, end):
        yield sequence
    if configuration.vanishes(row) and (ahead := _ahead(tree, row, found, end)):
        yield ahead


def _without_guard(
    configuration: Configuration, row: int, found: Branches
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put one statement for a guard and those behind it."""
    tree = configuration.tree
    behind = [*islice(_behind(tree, row), _MOST + 1)]
    if not 0 < len(behind) <= _MOST or sum(map(tree.weight, behind)) > LARGE:
        return
    if len(behind) > 1 and _bare(tree, behind[-1]) == _bare(tree, found.then):
        behind.pop()  # with or without it, the block ends with the guard's jump
    if all(is_statement(tree, each) and configuration.vanishes(each) for each in behind):
        for text in _joined(tree, found, behind):
            yield Rewrite((row,), text), Prune(tuple(behind))


def _sequence(tree: Tree, row: int, found: Branches, end: bytes) -> bytes | None:
    """Return the text of a condition followed by the statements under it, which then always run.

    None if there is a second branch, or if the condition is a mere name.
    """
    manner = found.manner
    if found.otherwise or tree.weight(found.condition) == 1:
        return None
    rows_of = without_jump if tree.name(row) == _REPEATED else unbracketed
    rest = Filled(rows_of(tree, found.then), {}).text(tree, row).rstrip()
    line = end + (indentation(tree.text, tree.start[row]) or b"")
    does = tree.source(found.condition)
    if tree.name(found.condition) == _NAMED:  # which is no statement
        does = does.replace(b":=", b"=", 1)
    return does + (b"; " if manner is SIGNS else line) + rest


def _ahead(tree: Tree, row: int, found: Branches, end: bytes) -> bytes | None:
    """Return the text of a statement with all that is under it but the last ahead of it.

    The last needs no braces. None if there are none, or a single statement in them.
    """
    then, under = found.then, [*tree.named_children(found.then)]
    if found.manner is not SIGNS or not tree.begins(then, b"{") or len(under) < 2:
        return None
    line = end + (indentation(tree.text, tree.start[row]) or b"")
    head = tree.text[tree.start[row] : tree.start[then]]
    behind = tree.text[tree.end[then] : tree.end[row]]
    return source_of(tree, under[:-1]) + line + head + tree.source(under[-1]) + behind


def _operations(tree: Tree, found: Branches) -> Iterator[bytes]:
    """Yield the operations that do what a statement with a condition does."""
    manner, condition = found.manner, tree.source(found.condition)
    then = _operand(tree, manner, found.then)
    other = _operand(tree, manner, tree.only_named(found.otherwise)) if found.otherwise else 0
    if _is_loose(tree, found):
        return
    if then and other and manner.choice:
        yield manner.choice % _named(condition, tree.source(then), tree.source(other))
    elif then and not found.otherwise and manner.both and manner.either:
        turned = tree.begins(found.condition, manner.no.strip())
        joined = _has(tree, found.condition, _OR) or _has(tree, then, _OR)
        if not turned and not joined:
            yield manner.both % (condition, tree.source(then))
        if turned or (manner.commands and not joined and tree.name(found.condition) != _LISTED):
            yield manner.either % (opposite(tree, manner, found.condition), tree.source(then))
    elif other and manner.either and _NOTHING.fullmatch(tree.source(found.then)):
        yield manner.either % (condition, tree.source(other))


def _joined(tree: Tree, found: Branches, behind: Sequence[int]) -> Iterator[bytes]:
    """Yield single statements that do what a guard and the statements behind it do."""
    manner, first = found.manner, behind[0]
    condition, loose = tree.source(found.condition), _is_loose(tree, found)
    given, value = (_jump(tree, each, _JUMPS[:1]) for each in (found.then, first))
    if given and value and len(behind) == 1 and not loose and manner.choice:
        named = _named(condition, tree.source(given), tree.source(value))
        yield b"return " + manner.choice % named + _stop(tree, first)
    only = _operand(tree, manner, first) if len(behind) == 1 else 0
    if only and not loose and manner.either:
        yield manner.either % (condition, tree.source(only)) + _stop(tree, first)
    rest = source_of(tree, behind)
    if not manner.lines or (len(behind) == 1 and b"\n" not in rest):
        body = governed(tree, behind) if manner is SIGNS else rest
        yield manner.under % (opposite(tree, manner, found.condition), body)


def _is_loose(tree: Tree, found: Branches) -> bool:
    """Whether a condition binds less tightly than the signs that would stand beside it."""
    words = found.manner is SIGNS and _has(tree, found.condition, _LOOSE_SIGNS)
    return words or _LOOSE.search(tree.name(found.condition)) is not None


def _named(condition: bytes, then: bytes, otherwise: bytes) -> dict[bytes, bytes]:
    """Return the parts of a choice by their names."""
    return {b"if": condition, b"then": then, b"else": otherwise}


def _behind(tree: Tree, row: int) -> Iterator[int]:
    """Yield the statements behind one, up to the end of the block."""
    for node in tree.siblings_behind(row):
        if tree.is_named(node) and not tree.is_extra(node):
            yield node


def _jump(tree: Tree, statement: int, words: Sequence[bytes] = _JUMPS) -> int | None:
    """Return the value that a jump returns, 0 if none; None if the statement is not just a jump."""
    statement = alone(tree, statement)
    jumps = tree.source(next(tree.leaves(statement), statement)) in words
    return tree.only_named(statement) if jumps else None


def _bare(tree: Tree, statement: int) -> bytes:
    """Return the text of a statement, or of the only one in a block, without its semicolon."""
    return tree.source(alone(tree, statement)).rstrip(b";")


def _operand(tree: Tree, manner: Manner, statement: int) -> int:
    """Return the expression that is all of a statement, if it may be an operand; else 0."""
    statement = alone(tree, statement)
    if manner.commands:
        return statement
    only = tree.only_named(statement) if "expression_statement" in tree.name(statement) else 0
    return 0 if _LOOSE.search(tree.name(only)) else only


def _has(tree: Tree, operation: int, signs: re.Pattern[bytes]) -> bool:
    """Whether one of some signs stands between the parts of an operation."""
    return any(signs.fullmatch(tree.source(part)) for part in tree.children(operation))


def _stop(tree: Tree, statement: int) -> bytes:
    """Return the semicolon that a statement, or the only one in a block, ends with, if it does."""
    only = alone(tree, tree.only_named(statement) if tree.begins(statement, b"else") else statement)
    return b";" if tree.source(only).endswith(b";") else b""
