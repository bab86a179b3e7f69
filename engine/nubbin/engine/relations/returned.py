"""What functions give back, and the values that their bodies end with (floor 3)."""

from collections.abc import Iterator
from typing import Final, Literal

from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.trees.walks import leaves_outside

LEADING_RESULT_FIELDS: Final = ("returns", "type")
"""The fields in which a result's type stands before the name, where there has to be something."""
RESULT_FIELDS: Final = ("return_type", "result", *LEADING_RESULT_FIELDS)
"""The fields of the part of a function that says what type it returns."""
_BRANCHES: Final = (None, "alternative")
"""The fields of a statement's parts that may have branches, if they are no statements."""
_Part = tuple[int, Literal["value", "body", "branches"]]
"""A node, and what it is: a value, a body of statements, or something that may have branches."""


def has_result(tree: Tree, function: int) -> bool:
    """Whether a function has a type other than `void`, and so has to return something."""
    types = (child for child in tree.children(function) if tree.fields[child] in RESULT_FIELDS)
    return any(tree.source(child) != b"void" for child in types)


def results_of(tree: Tree, body: int) -> Iterator[int]:
    """Yield the values that a body returns, and those that it ends with."""
    yield from given_back(tree, body)
    yield from ends_of(tree, body)


def given_back(tree: Tree, body: int) -> Iterator[int]:
    """Yield the values behind each `return` of a function's body, but not of functions in it."""
    for leaf in leaves_outside(tree, body, lambda row: row > body and is_function(tree, row)):
        if tree.source(leaf) == b"return":
            yield from filter(tree.is_named, tree.children(tree.parent[leaf]))


def ends_of(tree: Tree, body: int) -> Iterator[int]:
    """Yield the values that a body of statements ends with, or those of its last one's branches."""
    waiting: list[_Part] = [(body, "body")]  # the next one last; blocks may be nested deeply
    while waiting:
        row, role = waiting.pop()
        match role:
            case "value":
                yield row
            case "body":
                waiting += _end(tree, row)
            case "branches":
                waiting += [*_branches(tree, row)][::-1]


def _end(tree: Tree, body: int) -> Iterator[_Part]:
    """Yield what a body of statements ends with: a value, or a statement that may have branches."""
    members = [child for child in tree.children(body) if tree.is_named(child)]
    if not is_statement(tree, body) or not members or tree.is_extra(members[-1]):
        return
    last = members[-1]
    if is_arm(tree, last):
        yield body, "branches"
    elif not is_statement(tree, last):
        yield last, "value"
    elif tree.source(tree.skip[last] - 1) != b";":
        yield last, "branches"


def _branches(tree: Tree, node: int) -> Iterator[_Part]:
    """Yield the branches below a node, or what may have some."""
    for child in filter(tree.is_named, tree.children(node)):
        if is_statement(tree, child) and tree.begins(child, b"{"):
            yield child, "body"
        elif tree.fields[child] == "value":
            yield from ((child, "value"),) if is_arm(tree, node) else ()
        elif tree.fields[child] in _BRANCHES:
            yield child, "branches"


def is_arm(tree: Tree, node: int) -> bool:
    """Whether a node is a branch with a pattern, such as an arm of Rust's `match`."""
    return "arm" in tree.name(node)
