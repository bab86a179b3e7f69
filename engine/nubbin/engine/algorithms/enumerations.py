"""Enumerations: two statements that begin alike become one that says both things (floor 5).

`INSERT INTO a VALUES (1); INSERT INTO a VALUES (2);` says no more than `INSERT INTO a VALUES (1),
(2);`, nor `int a; int *b;` more than `int a, *b;`, nor do two rules of a style sheet with the same
block. Each statement needs the common part, so no deletion can take it from either.

Source: how declarators, rows and selectors are written by hand; C-Reduce (Regehr and others 2012)
goes the other way, to have each removed alone.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.relations.mentions import is_keyword, is_word
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import OPENER_OF, Edit, nesting

_TYPE = "type"
"""Part of the kinds of words that name a type."""


def enumerations(context: Context, text: bytes) -> bytes:
    """Put a comma for the end of one node and the beginning of the next, if both nodes have these.

    A common beginning starts with a keyword or a type, and ends with a word outside of brackets.
    Two blocks may have only their ends in common. Each candidate has fewer tokens than the text.
    """
    tree = context.tree(text)
    leaves = [*tree.leaves()]
    patches = (
        (edit,)
        for row in range(len(tree))
        for first, second in pairwise(_parts(tree, row))
        for edit in _joined(tree, leaves, first, second)
    )
    return sweep(context, text, patches)


def _parts(tree: Tree, row: int) -> list[int]:
    """Return the parts of a node that are more than a token."""
    return [child for child in tree.named_children(row) if tree.weight(child) > 1]


def _joined(tree: Tree, leaves: Sequence[int], first: int, second: int) -> Iterator[Edit]:
    """Yield the edits that make one node of two, the one that takes most tokens away first.

    Complexity: O(leaves of the smaller), so that blocks in blocks are not looked through again.
    """
    blocks = all(tree.text[tree.end[node] - 1 : tree.end[node]] == b"}" for node in (first, second))
    if not (blocks or _tells(tree, next(tree.leaves(first)))):
        return  # nearly all nodes end here, so the rest costs little
    bounds = [tree.bounds(leaves, node) for node in (first, second)]
    size = min(behind - begin for begin, behind in bounds)
    one, other = (leaves[begin : begin + size] for begin, _ in bounds)
    last_of_one, last_of_other = (leaves[behind - size : behind] for _, behind in bounds)
    begin = _beginning(tree, one, other)
    ends = {_alike_end(tree, last_of_one, last_of_other, begin)} if begin or blocks else {0}
    ends |= {_sign(tree, last_of_one, last_of_other)} if begin else set()
    between = [tree.source(row) for row in range(tree.skip[first], second) if tree.is_leaf(row)]
    for end in sorted(ends, reverse=True):
        if 0 < begin + end < size and b"," not in between:
            last, start = last_of_one[size - end - 1], other[begin]
            if tree.token_counts[start] - tree.token_counts[last + 1] > 1:
                yield Edit(tree.end[last], tree.start[start], b", ")


def _beginning(tree: Tree, one: Sequence[int], other: Sequence[int]) -> int:
    """Return how many first tokens two nodes have in common; 0 if no keyword or type is first."""
    if not _tells(tree, one[0]):
        return 0
    alike = [*takewhile(lambda pair: _same(tree, *pair), zip(one, other, strict=True))]
    depth = found = 0
    for count, (leaf, _) in enumerate(alike, 1):
        depth += nesting(tree.source(leaf))
        if depth == 0 and is_word(tree.source(leaf)):
            found = count
    return found


def _tells(tree: Tree, leaf: int) -> bool:
    """Whether a statement's first token is a word that says what sort of statement it is."""
    return is_word(tree.source(leaf)) and (is_keyword(tree, leaf) or _TYPE in tree.name(leaf))


def _alike_end(tree: Tree, one: Sequence[int], other: Sequence[int], begin: int) -> int:
    """Return how many last tokens, outside of brackets, two nodes have in common; never all.

    Args:
        tree: of the text.
        one: the last tokens of the first node.
        other: as many of the second.
        begin: how many first tokens the nodes have in common.
    """
    most = len(one) - begin - 1
    depth = found = 0
    for count, pair in enumerate(zip(one[::-1], other[::-1], strict=True), 1):
        if count > most or not _same(tree, *pair):
            break
        depth -= nesting(tree.source(pair[0]))
        if depth == 0:
            found = count
    return found


def _sign(tree: Tree, one: Sequence[int], other: Sequence[int]) -> int:
    """Return 1 if both nodes end with the same sign, such as `;`, else 0."""
    sign = tree.source(one[-1])
    return int(_same(tree, one[-1], other[-1]) and not is_word(sign) and sign not in OPENER_OF)


def _same(tree: Tree, one: int, other: int) -> bool:
    return tree.source(one) == tree.source(other)
