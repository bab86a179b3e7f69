"""Results: a function loses its value and its type, or what wraps both (floor 5).

If types are checked, neither can change alone: a function of type `u8` has to end with a `u8`, and
one without a type must not.

Source: coupled deletion after DRReduce (2026), here of parts that are bound by a rule of the
language instead of parts with the same name.
"""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final, NamedTuple

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import ByFirstUse, definitions
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.returned import (
    LEADING_RESULT_FIELDS,
    RESULT_FIELDS,
    ends_of,
    given_back,
)
from nubbin.engine.trees.tree import Tree

_OPENERS: Final = (b"(", b"[", b"<")
_MOST: Final = 3
"""Only this many things in brackets, the first ones, are tried as what a type or a value wraps."""
_STATED: Final = 3
"""Only this many values that branches of a body end with, the first ones, are tried as the one that
stays."""


class _Function(NamedTuple):
    """A function with a result."""

    type: int
    nothing: Rewrite
    """Turns its type into that of a function without a result."""
    values: tuple[int, ...]
    """The values that `return` hands back."""
    ends: tuple[int, ...]
    """The values that its body ends with, one for each of its branches."""


def results(context: Context, text: bytes) -> bytes:
    """Take out the values that functions return, with their types; return what is left of the text.

    For each function that has a type, the pass asks about the text without the type, or with `void`
    for it, and without all values returned: first also without the definitions that only these use,
    in case none may be left unused; then with one value at the end of its body as a statement. If
    there is only one value, it asks as well about what is in brackets in the type and in the value
    in place of both: `-> Box<u8> { Box::new(1) }` becomes `-> u8 { 1 }`. Each candidate is smaller
    in the order of texts.
    """
    return try_changes(context, text, _without_results, shrinking=True)


def _without_results(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the changes that leave each function without a result, or with less of one."""
    tree, functions = configuration.tree, [*_functions(configuration.tree)]
    defined = ByFirstUse(tree, definitions(configuration) if functions else ())
    for kind, nothing, values, ends in functions:
        every = values + ends
        if not all(map(configuration.may_change, nothing.places + every)):
            continue
        gone = {end: _stated(tree, end, b"") for end in ends}
        without = nothing, Rewrite(values, b""), *gone.values()
        if unused := defined.only_in([tree.span(row) for row in every]):
            yield *without, Prune(tuple(unused))
        yield without
        for end in ends[:_STATED]:
            stays = _stated(tree, end, tree.source(end) + b";")
            yield nothing, Rewrite(values, b""), *{**gone, end: stays}.values()
        if len(every) == 1:
            for inner, other in product(_wrapped(tree, kind), _wrapped(tree, every[0])):
                yield Rewrite((kind,), tree.source(inner)), Rewrite(every, tree.source(other))


def _functions(tree: Tree) -> Iterator[_Function]:
    """Yield the functions that have a type and return something."""
    for row in filter(tree.is_named, range(len(tree))):
        parts = {tree.fields[child]: child for child in tree.children(row)}
        kind = next((parts[field] for field in RESULT_FIELDS if field in parts), None)
        if kind is not None and "body" in parts and is_function(tree, row):
            body = parts["body"]
            values, ends = (*given_back(tree, body),), (*ends_of(tree, body),)
            if values or ends:
                yield _Function(_bare(tree, kind), _nothing(tree, kind), values, ends)


def _nothing(tree: Tree, kind: int) -> Rewrite:
    """Return the rewrite of a type for a function without a result; an arrow before it goes too."""
    if tree.fields[kind] in LEADING_RESULT_FIELDS:
        return Rewrite((kind,), b"void")
    before = kind - 1
    arrow = tree.parent[before] == tree.parent[kind] and not tree.is_named(before)
    return Rewrite((before, kind) if arrow else (kind,), b"")


def _stated(tree: Tree, value: int, text: bytes) -> Rewrite:
    """Return the rewrite of a value as a statement, in braces where the grammar wants a value."""
    return Rewrite((value,), b"{ %b }" % text if tree.fields[value] == "value" else text)


def _bare(tree: Tree, kind: int) -> int:
    """Return a type without the sign before it, as TypeScript's `: T` has one."""
    children = [*tree.children(kind)]
    return children[1] if len(children) == 2 and not tree.is_named(children[0]) else kind


def _wrapped(tree: Tree, node: int) -> Iterator[int]:
    """Yield the first things in a node that stand in brackets; of a list, its first members."""
    if "list" in tree.name(node):
        inside = iter(tree.children(node))
    else:
        inside = (row for row in range(node + 1, tree.skip[node]) if _in_brackets(tree, row))
    return islice(filter(tree.is_named, inside), _MOST)


def _in_brackets(tree: Tree, row: int) -> bool:
    first = tree.parent[row] + 1
    return tree.is_leaf(first) and tree.source(first) in _OPENERS
