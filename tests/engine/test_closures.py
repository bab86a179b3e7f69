"""Closures: what each node of a graph needs, whatever circles there are."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.algorithms.closures import closures, numbers, reached

GRAPHS = st.integers(1, 12).flatmap(
    lambda size: st.lists(st.frozensets(st.integers(0, size - 1)), min_size=size, max_size=size)
)


def followed(needs: Sequence[frozenset[int]], node: int) -> set[int]:
    """Return what a node needs, found step by step."""
    found, waiting = {node}, [node]
    while waiting:
        new = needs[waiting.pop()] - found
        found |= new
        waiting += new
    return found


@given(GRAPHS)
def test_a_closure_is_what_steps_from_need_to_need_come_to(needs: list[frozenset[int]]) -> None:
    found = [{*numbers(closure)} for closure in closures(needs)]
    assert found == [followed(needs, node) for node in range(len(needs))]


@given(GRAPHS, st.data())
def test_what_is_reached_is_what_any_of_the_starts_needs(
    needs: list[frozenset[int]], data: st.DataObject
) -> None:
    starts = data.draw(st.sets(st.integers(0, len(needs) - 1)))
    found = {*numbers(reached(needs, starts))}
    assert found == {other for start in starts for other in followed(needs, start)}


@pytest.mark.parametrize("step", [1, -1])
def test_a_chain_of_thousands_and_a_circle_take_no_recursion(step: int) -> None:
    size = 5000
    chain = [{node + step} & {*range(size)} for node in range(size)]
    last = 0 if step == 1 else size - 1
    assert closures(chain)[last] == (1 << size) - 1
    circle = [{(node + step) % size} for node in range(size)]
    assert closures(circle) == [(1 << size) - 1] * size


def test_numbers_rise() -> None:
    assert [*numbers(0b1010011)] == [0, 1, 4, 6]
    assert [*numbers(0)] == []
