"""From the parser's tree to columns (floor 1)."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import partial

from tree_sitter import Language as Grammar
from tree_sitter import Node
from tree_sitter import Tree as SyntaxTree

from nubbin.engine.trees.fields import fields
from nubbin.engine.trees.grammar_table import UNREAD, kind_name
from nubbin.engine.trees.tree import EXTRA, NAMED, PART, Tree, names_comment


def count_errors(root: Node) -> int:
    """Count the nodes that the parser invented or gave up on; parts without any are skipped.

    A token that no tree shows, as the end of a line in Python, may be invented too: then a node has
    an error that none of its children has. Beside other errors such a token is not counted.
    """
    errors = 0
    stack = [root] if root.has_error else []
    while stack:
        node = stack.pop()
        faulty = [child for child in node.children if child.has_error]
        errors += node.is_error or node.is_missing or not faulty
        stack.extend(faulty)
    return errors


def build(text: bytes, syntax: SyntaxTree, grammar: Grammar) -> Tree:
    """Return the columns of a syntax tree, in O(nodes) and without recursion."""
    start, end, symbols = array("i"), array("i"), array("H")
    parent, skip = array("i"), array("i")
    extras = list[int]()
    above, row, deepest = -1, 0, 0
    path: list[int] = []  # from above the root to above `above`
    cursor = syntax.walk()
    while True:
        node = cursor.node
        assert node is not None  # a cursor always stands on a node
        start.append(node.start_byte)
        end.append(node.end_byte)
        symbols.append(node.kind_id)
        parent.append(above)
        if node.is_extra:
            extras.append(row)
        row += 1
        skip.append(row)
        if cursor.goto_first_child():
            path.append(above)
            above = row - 1
            if len(path) > deepest:
                deepest = len(path)
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                kinds, kind, flags = _kinds(symbols, grammar)
                for extra in extras:
                    flags[extra] |= EXTRA
                comments = (row for row in extras if names_comment(kinds[kind[row]]))
                _flag_parts(comments, skip, flags)
                columns = start, end, kind, parent, skip, flags
                read_fields = partial(fields, syntax)
                return Tree(text, *columns, kinds, deepest + 1, read_fields=read_fields)
            skip[above] = row
            above = path.pop()


def _flag_parts(comments: Iterable[int], skip: Sequence[int], flags: array[int]) -> None:
    """Set the flags of the rows that are parts of comments."""
    for comment in comments:
        for part in range(comment + 1, skip[comment]):
            flags[part] |= EXTRA | PART


def _kinds(
    symbols: Sequence[int], grammar: Grammar
) -> tuple[tuple[str, ...], array[int], array[int]]:
    """Number the kinds that occur, so that two symbols with the same name are one kind.

    Returns:
        The kinds, for each row the number of its kind, and for each row its flags so far.
    """
    names: dict[str, int] = {}
    numbers: dict[int, int] = {}
    flags: dict[int, int] = {}
    for symbol in sorted(set(symbols)):
        name = UNREAD if symbol == 0xFFFF else grammar.node_kind_for_id(symbol) or ""
        # A keyword and a rule of the same name are not the same kind.
        named = symbol == 0xFFFF or grammar.node_kind_is_named(symbol)
        numbers[symbol] = names.setdefault(kind_name(name, named), len(names))
        flags[symbol] = named * NAMED
    columns = (
        array("i", map(numbers.__getitem__, symbols)),
        array("b", map(flags.__getitem__, symbols)),
    )
    return tuple(names), *columns
