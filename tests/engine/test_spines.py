"""Spines: what lies far below a node, on the way to the heaviest child each time."""

from collections.abc import Callable, Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counting import calls
from nubbin.engine.algorithms.spines import Spines
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.tree import Tree
from strategies import json_cases

JSON = Parsing(named("json"))


def walked(tree: Tree, node: int) -> list[int]:
    """Return the path from a node down to a leaf, step by step."""
    path = [node]
    while children := list(tree.children(path[-1])):
        path.append(max(children, key=tree.weight))
    return path


@given(json_cases(), st.randoms())
def test_what_is_below_is_what_a_walk_comes_to_whoever_asked_before(
    case: tuple[bytes, Callable[[bytes], bool]], random: Random
) -> None:
    tree = JSON.syntax(case[0]).tree
    spines, nodes = Spines(tree), list(range(len(tree)))
    random.shuffle(nodes)
    for node in nodes:
        path = walked(tree, node)
        for distance in range(len(path) + 1):
            for levels in (1, 3):
                found = spines.far_below(node, distance, levels)
                assert found == path[distance : distance + levels]
        assert spines.end(node) == path[-1]


@pytest.mark.parametrize("order", [iter, reversed])
def test_a_tree_twice_as_deep_takes_twice_the_steps_from_above_and_from_below(
    order: Callable[[range], Iterable[int]],
) -> None:
    def steps(depth: int) -> int:
        tree = JSON.syntax(b"[" * depth + b"1" + b"]" * depth).tree
        spines = Spines(tree)
        return calls(lambda: [spines.far_below(node, 8, 4) for node in order(range(len(tree)))])

    assert steps(2_000) < 2.2 * steps(1_000)
