"""Received values: a variable that a function declares becomes its parameter (floor 3).

A declaration has a semicolon, or a word such as `let`, and in some languages it has to have a
value; a parameter needs less: `f() { int x; g(x); }` becomes `f(x) { g(x); }`. So it is with what a
loop over values declares: once it is a parameter, nothing has to make these values.

Source: C-Reduce makes local variables of parameters (Regehr and others 2012); this is the other way
round, as what declares a variable is most of it once little is left.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nubbin.engine.configurations.changes import Change, Hoist, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.fields import first_in_field
from nubbin.engine.trees.tree import Tree

_DECLARATION: Final = re.compile("(?<!class_)(?<!function_)(?<!parameter_)declaration$")
"""The ends of the kinds of statements that may declare a variable."""
_LOOP: Final = re.compile("^for(_in|_range|each)?_|^enhanced_for")
"""The beginnings of the kinds of loops that may be over values."""
_HEAD: Final = 4
"""At most this many tokens, as those of a type, lie between a function's parameters and its body.
"""
_NAMES: Final = frozenset(("declarator", "name", "pattern"))
"""The fields on the way from a declaration to the name."""
_LARGE: Final = 16
"""A declaration has at most this many tokens."""
_ENDS: Final = frozenset((b"{", b"}", b";"))
"""Signs that do not lie in a function's head; statements may be a node behind the first one."""
_DEEP: Final = 3
"""The name lies at most this many levels below a declaration."""


def received(configuration: Configuration, places: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield the changes that move a variable to the parameters of the function around it.

    First only its name moves, as languages without types have it, and old C; then its type, too.
    Of several variables that one statement declares, each may move by its name. A loop over values
    gives way to its body, with its variable as a parameter.

    Args:
        configuration: what is reduced.
        places: what can go without a trace.
    """
    tree = configuration.tree
    for place in places:
        if _LOOP.search(tree.name(place)):
            yield from _from_loop(tree, place)
            continue
        above = tree.parent[place]
        declaration = above if _is_one_of_several(tree, place) else place
        if not _DECLARATION.search(tree.name(declaration)) or tree.weight(place) > _LARGE:
            continue
        brackets, name = _parameters(tree, tree.parent[declaration]), _name(tree, place)
        if brackets and name:
            typed = _typed(tree, place, name) if place == declaration else tree.source(name)
            for taken in _taking(tree, brackets, name, typed):
                yield Prune((place,)), Rewrite((brackets,), taken)


def _from_loop(tree: Tree, loop: int) -> Iterator[Sequence[Change]]:
    """Yield the changes that put what a loop does to each of some values in place of the loop.

    The variable becomes a parameter; of a block that is no function's, it comes in front.
    """
    by_field = {tree.fields[row]: row for row in tree.children(loop)}
    body, block = by_field.get("body", 0), tree.parent[loop]
    names = [by_field[field] for field in (*_NAMES, "left") if field in by_field]
    if not body or len(names) != 1 or tree.source(names[0]).startswith(b"("):
        return
    (name,) = names
    typed = tree.text[tree.start[by_field.get("type", name)] : tree.end[name]]
    if brackets := _parameters(tree, block):
        for taken in _taking(tree, brackets, name, typed):
            yield Hoist(loop, body), Rewrite((brackets,), taken)
    elif "type" in by_field and tree.is_sign(block + 1, b"{") and tree.source(block - 1) != b")":
        yield Hoist(loop, body), Rewrite((block + 1,), typed + b"; {")


def _taking(tree: Tree, brackets: int, name: int, typed: bytes) -> Iterator[bytes]:
    """Yield the parameters with one more: by its name alone, then with its type.

    By its name alone it follows none that has a type. C's `(void)` stands for no parameter.
    """
    last = tree.last_named(brackets)
    if last and tree.source(brackets) == b"(void)":
        last = 0
    before = tree.source(brackets)[:-1] + b", " if last else b"("
    for text in dict.fromkeys((tree.source(name), typed)):
        if text == typed or not last or tree.weight(last) == 1:
            yield before + text + b")"


def _is_one_of_several(tree: Tree, place: int) -> bool:
    """Whether a declaration declares something at a place, and something else as well."""
    named = tree.fields[place] in _NAMES or tree.name(place).endswith("declarator")
    return named and any(tree.source(row) == b"," for row in tree.children(tree.parent[place]))


def _parameters(tree: Tree, body: int) -> int:
    """Return the node that is the parameters in front of a body, with brackets; 0 if none is."""
    row = body
    for _ in range(_HEAD + 1):
        row -= 1
        while row > 0 and not tree.is_leaf(row):
            row -= 1
        if row <= 1:
            return 0
        if tree.source(row) == b")":
            above = tree.parent[row]
            empty = above == row - 2 or "param" in tree.name(above)
            return above if tree.begins(above, b"(") and empty else 0
        sign = b"" if tree.is_named(row) else tree.source(row)
        if sign in _ENDS and not (sign == b"{" and row == body - 1):
            return 0
    return 0


def _name(tree: Tree, place: int) -> int:
    """Return the only name that a declaration declares; 0 if there are more, or it is no name."""
    if tree.is_leaf(place):
        return place
    node = place
    for _ in range(_DEEP):
        if any(tree.source(row) == b"," for row in tree.children(node)):
            return 0
        named = [*tree.named_children(node)]
        inner = [row for row in named if tree.fields[row] in _NAMES] or [
            row for row in named if tree.fields[row] is None
        ]
        if len(inner) != 1:
            return 0
        node = inner[0]
        if tree.is_leaf(node):
            return node
    return 0


def _typed(tree: Tree, declaration: int, name: int) -> bytes:
    """Return the type and the name that a declaration has, without a value."""
    first, end = next(tree.named_children(declaration)), tree.end[tree.last_named(declaration)]
    behind = range(name, tree.skip[declaration])
    if value := first_in_field(tree, behind, "value"):
        sign = max(row for row in tree.leaves(declaration) if row < value)
        end = tree.end[sign - 1] if tree.source(sign) == b"=" else tree.start[value]
    return tree.text[tree.start[first] : end]
