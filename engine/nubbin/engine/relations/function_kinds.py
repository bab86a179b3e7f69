"""Which nodes are functions, by the names that grammars give them (floor 3)."""

import re
from collections.abc import Sequence
from typing import Final

from nubbin.engine.trees.tree import Tree

_FUNCTIONS: Final = re.compile("closure|constructor|func(?!.*declarator)|lambda|method|procedure")
"""Words in the kinds of functions: the names that are defined in one are unknown outside of it."""
_MACRO: Final = re.compile("macro|preproc")
"""Words in the kinds of functions that give way to their bodies before anything is compiled."""

FUNCTION: Final = b"function"
"""What a method that begins with its name begins with as a function, in JavaScript."""


def is_function(tree: Tree, node: int) -> bool:
    """Whether a node is a function, by its kind."""
    return names_function(tree.name(node))


def names_function(kind: str) -> bool:
    """Whether nodes of a kind are functions."""
    return _FUNCTIONS.search(kind) is not None


def function_kinds(tree: Tree) -> frozenset[int]:
    """Return the numbers of the kinds of functions in a tree."""
    return tree.kinds_where(_FUNCTIONS.search)


def compiled_kinds(tree: Tree) -> frozenset[int]:
    """Return the numbers of the kinds of functions but macros: what compilers find unused."""
    return function_kinds(tree) - tree.kinds_where(_MACRO.search)


def functions_around(tree: Tree) -> Sequence[int]:
    """Return for each row the innermost function around it, or the root if there is none.

    Complexity: O(nodes).
    """
    functions = [row for row in tree.rows_of(function_kinds(tree)) if row]
    return tree.innermost(zip(functions, functions, strict=True), 0, below=True)
