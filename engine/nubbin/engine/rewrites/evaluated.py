"""Evaluated functions: one that only has a value becomes a variable of that value (floor 3).

`int f() { return g(); }` says in ten words what `int f = g();` says in seven. What the function
takes is declared in front of the variable.

Source: C-Reduce's passes that make parameters global (Regehr and others 2012), followed by
evaluating a function once, where it is defined, as for what lambda lifting leaves without
parameters (Johnsson 1985).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.function_kinds import function_kinds
from nubbin.engine.trees.fields import first_in_field
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import indentation, newline

_WORDS: Final = {b"func": b"var ", b"function": b"var ", b"fun": b"var ", b"def": b""}
"""By the word that a function begins with, the one that a variable begins with."""
_VALUED: Final = re.compile("^(expression|if|return|while)_|_list$|block|body|compound")
"""Words in the kinds of statements that may have nothing but a value."""
_OTHER: Final = b"_"
"""The name of the variable if a parameter has that of the function."""
_DEEP: Final = 5
"""A value lies at most this many levels below the body of its function."""
_LARGE: Final = 64
"""A function has at most this many tokens."""


def evaluated(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield, for each function that has only a value, the change that makes a variable of it."""
    tree = configuration.tree
    for place in tree.rows_of(function_kinds(tree)):
        if is_statement(tree, place) and tree.weight(place) <= _LARGE:
            declarations = _declarations(tree, place)
            if declarations:
                indent = indentation(tree.text, tree.start[place]) or b""
                between = newline(tree.text) + indent
                yield (Rewrite((place,), between.join(declarations)),)


def _declarations(tree: Tree, function: int) -> list[bytes]:
    """Return what declares a function's parameters, and a variable of its name and value.

    Empty if it does more than to have a value, or if it is not known how variables are declared.
    """
    value, name = _value(tree, tree.last_named(function)), _name(tree, function)
    parameters = first_in_field(tree, tree.subtree(function), "parameters")
    given = first_in_field(tree, tree.children(function), "type")
    word = _WORDS.get(tree.source(next(tree.leaves(function))))
    typeless = not given or tree.source(given) == b"void"
    if not (value and name and parameters) or (word is None and typeless):
        return []
    begin, end = (b"", b";") if word is None else (word, b"")
    typed = tree.source(given) + b" " if word is None else word
    taken = [row for row in tree.named_children(parameters) if tree.weight(row) > 1]
    called = tree.source(name)
    if any(tree.source(leaf) == called for leaf in tree.leaves(parameters)):
        called = _OTHER
    variable = typed + called + b" = " + tree.source(value) + end
    return [*(begin + tree.source(row) + end for row in taken), variable]


def _value(tree: Tree, node: int) -> int:
    """Return the value that is all a body has, or all that a statement in it has; 0 if none is."""
    for _ in range(_DEEP):
        if not node or not _VALUED.search(tree.name(node)):
            return node
        condition = first_in_field(tree, tree.children(node), "condition")
        node = condition or tree.only_named(node)
    return 0 if _VALUED.search(tree.name(node)) else node


def _name(tree: Tree, node: int) -> int:
    """Return the name of a function; 0 if it has none."""
    while node and not tree.is_leaf(node):
        node = first_in_field(tree, tree.children(node), "name", "declarator")
    return node
