"""Openings: the statements of an inlined function, ahead of the one that called it (floor 3).

In place of a call there is room for one value. What a function does before it returns that goes
ahead of the statement with the call.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.call_sites import Call
from nubbin.engine.relations.functions import Function
from nubbin.engine.relations.placing import placed
from nubbin.engine.relations.substitution import (
    Filled,
    Rows,
    Substitution,
    split_result,
    unbracketed,
)
from nubbin.engine.trees.nesting import are_apart, is_all_of
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, apply_edits, indentation, newline

_NO_RESULT: Final = b"0"
"""What stands in a larger statement for the call of a function that returns nothing."""


class Opening(NamedTuple):
    """What is written for a call: lines ahead of the statement around it, and a result."""

    sets: Sequence[bytes]
    """The statements that give variables their values."""
    before: Filled | None
    """What the function does before it returns; None for nothing."""
    result: Filled | None
    """The value that it returns; None if it returns none."""


def opened(
    configuration: Configuration, parts: Sequence[int], place: int, opening: Opening
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a result in place of a call, and the rest ahead of its statement.

    Args:
        configuration: of the text.
        parts: the parts that are removed: the function, unless it is in the place.
        place: of the call.
        opening: what is written. Without a result, `0` takes the place of the call, if that is not
            a whole statement.
    """
    whole = _statement(configuration, place, parts)
    if whole:
        text = _written(configuration, place, whole, whole, opening)
        yield *(Prune((part,)) for part in parts), Rewrite((whole,), text)


def brought(
    configuration: Configuration, function: Function, call: Call, substitution: Substitution
) -> Iterator[Sequence[Change]]:
    """Yield the changes that bring the statement with a function's only call to the function.

    `namespace A { let b = 1; export function f() { return b } } g(A.f())` becomes `namespace A {
    let b = 1; g(b) }`: where the call is, what the function does might not know what it needs.
    Nothing is yielded where both are in one block, where no such statement may stand in place of
    the function, nor where that returns nothing and the call is a part of a statement.

    Args:
        configuration: of the text.
        function: what is called; it gives way to the statement.
        call: its only call.
        substitution: what stands for which leaves of the body.
    """
    tree, part = configuration.tree, function.part
    opening = opening_of(tree, function.body, substitution)
    whole = _statement(configuration, call.place, (part,))
    apart = whole and tree.parent[whole] != tree.parent[part]
    fits = apart and (opening.result or is_all_of(tree, call.place, whole))
    if fits and configuration.categories.admit(part, tree.name(whole)):
        text = _written(configuration, call.place, whole, part, opening)
        yield Prune((whole,)), Rewrite((part,), text)


def _statement(configuration: Configuration, place: int, parts: Sequence[int]) -> int:
    """Return the statement around a call that may be written anew; 0 if there is none."""
    tree = configuration.tree
    whole = next((node for node in tree.upwards(place) if is_statement(tree, node)), 0)
    apart = all(are_apart(tree, part, whole) for part in parts)
    return whole if apart and configuration.may_change(whole) else 0


def _written(
    configuration: Configuration, place: int, whole: int, target: int, opening: Opening
) -> bytes:
    """Return the lines for the statement around a call, indented like what they take the place of.

    Args:
        configuration: of the text.
        place: of the call.
        whole: the statement around it.
        target: what gives way to the lines.
        opening: what is written.
    """
    tree = configuration.tree
    start, stop = tree.start[whole], tree.source(tree.skip[whole] - 1)
    written = [each + (stop if stop == b";" else b"") for each in opening.sets]
    if opening.before is not None:
        written.append(opening.before.text(tree, target))
    if opening.result is not None or not is_all_of(tree, place, whole):
        result = opening.result and placed(configuration, place, opening.result).text(tree, place)
        edit = Edit(tree.start[place] - start, tree.end[place] - start, result or _NO_RESULT)
        written.append(apply_edits(tree.source(whole), [edit]))
    margin = newline(tree.text)
    return (margin + (indentation(tree.text, tree.start[target]) or b"")).join(written)


def opening_of(
    tree: Tree, body: int, substitution: Substitution, sets: Sequence[bytes] = ()
) -> Opening:
    """Return what is written for a call of a function with this body."""
    does, gives = (rows and _filled(rows, substitution) for rows in course(tree, body))
    return Opening(sets, does, gives)


def _filled(rows: Rows, substitution: Substitution) -> Filled:
    """Return a part of a body with what stands for the leaves in it."""
    leaves = range(rows.first, rows.behind)
    return Filled(rows, {leaf: text for leaf, text in substitution.items() if leaf in leaves})


def course(tree: Tree, body: int) -> tuple[Rows | None, Rows | None]:
    """Return what a body does first, and the value that it returns; None for either if missing."""
    both = split_result(tree, body)
    if both is not None:
        return both
    node, whole = body, unbracketed(tree, body)
    while not tree.begins(node, b"return") and (child := tree.only_named(node)):
        node = child
    value = tree.only_named(node) if tree.begins(node, b"return") else None
    if value:
        return None, Rows.of(tree, value)
    statements = whole.first > body or is_statement(tree, body)
    return (whole, None) if statements else (None, whole)
