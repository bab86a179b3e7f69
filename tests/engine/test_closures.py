"""Closures: what each node of a graph needs, whatever circles there are."""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.relations.closures import Clause, Reached, closures, nodes_of, numbers

GRAPHS = st.integers(1, 12).flatmap(
    lambda size: st.lists(st.frozensets(st.integers(0, size - 1)), min_size=size, max_size=size)
)


BODIES = st.lists(st.integers(0, 11), min_size=1, unique=True)
CLAUSES = st.lists(st.tuples(BODIES, st.integers(0, 11)))


def followed(
    needs: Sequence[frozenset[int]], starts: Iterable[int], clauses: Sequence[Clause] = ()
) -> set[int]:
    """Return what some nodes need, found step by step until there is no more."""
    found = {*starts}
    while True:
        new = {other for node in found for other in needs[node]}
        new |= {node for body, node in clauses if found.issuperset(body)}
        if new <= found:
            return found
        found |= new


@given(GRAPHS)
def test_a_closure_is_what_steps_from_need_to_need_come_to(needs: list[frozenset[int]]) -> None:
    found = [{*numbers(closure)} for closure in closures(needs)]
    assert found == [followed(needs, {node}) for node in range(len(needs))]


@given(GRAPHS, CLAUSES, st.data())
def test_what_is_reached_is_what_steps_come_to_from_all_that_was_added(
    needs: list[frozenset[int]], clauses: list[Clause], data: st.DataObject
) -> None:
    size = len(needs)
    clauses = [one for one in clauses if max(*one[0], one[1]) < size]
    reached, before, starts = Reached(needs, clauses), set[int](), set[int]()
    for _ in range(3):
        other, added = reached.copy(), data.draw(st.sets(st.integers(0, size - 1)))
        starts |= added
        new = reached.add(added)
        assert before | new == followed(needs, starts, clauses)
        assert before.isdisjoint(new)
        assert other.add(added) == new
        before |= new


@given(st.sets(st.integers(0, 40)))
def test_the_numbers_of_a_set_of_nodes_are_those_it_was_made_of(given: set[int]) -> None:
    assert {*numbers(nodes_of(given, 41))} == given


@pytest.mark.parametrize("step", [1, -1])
def test_a_chain_of_thousands_and_a_circle_take_no_recursion(step: int) -> None:
    size = 5000
    chain = [{node + step} & {*range(size)} for node in range(size)]
    last = 0 if step == 1 else size - 1
    assert closures(chain)[last] == (1 << size) - 1
    circle = [{(node + step) % size} for node in range(size)]
    assert closures(circle) == [(1 << size) - 1] * size


def test_numbers_of_a_set_of_bits_rise() -> None:
    assert [*numbers(0b1010011)] == [0, 1, 4, 6]
    assert [*numbers(0)] == []
