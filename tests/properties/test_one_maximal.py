"""Vince 2024, §7.1: of what is called 1-maximal nothing can be hoisted any more."""

import pytest
from hypothesis import example, given

from claims import CONFIRM_ALONE, PARSER, larger
from nubbin.engine.strategy import Strategy
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, apply_edits
from oracles import reduce_inline
from strategies import Case, json_cases


def array_around(tree: Tree, node: int) -> int:
    """Return the nearest array around a node, whose χ it may be; -1 without one."""
    node = tree.parent[node]
    while node >= 0 and tree.name(node) != "array":
        node = tree.parent[node]
    return node


@pytest.mark.parametrize(
    "strategy",
    [
        "hoist*",
        "hoistr*",
        "hddhr*",
        "balanced",
        "thorough",
        pytest.param(CONFIRM_ALONE, id="confirm"),
    ],
)
@given(json_cases())
@example((b'{"a": [0, [1]]}', lambda text: text in (b'{"a": [0, [1]]}', b'{"a": [1]}')))
def test_no_array_can_be_hoisted_into_the_array_around_it(
    strategy: str | Strategy, case: Case
) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy)
    assert "1-maximal" in reduction.minimal
    tree = Syntax(PARSER, reduction.text).tree
    for other in range(len(tree)):
        node = array_around(tree, other)
        if tree.name(other) == "array" and node > 0 and tree.parent[node] > 0:
            edit = Edit(tree.start[node], tree.end[node], tree.source(other))
            hoisted = apply_edits(tree.text, [edit])
            assert not holds(hoisted) or larger(hoisted, reduction.text, text)
