"""Zeller & Hildebrandt 2002, proposition 11; Kiss 2020: for every ν, order and direction."""

from collections.abc import Callable
from dataclasses import replace
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.algorithms.ddmin import ONEMIN, Direction, Order, Policy, ddmin
from nubbin.engine.oracles.cache import ConfigurationCache, NoCache
from oracles import ask_units, render_units
from strategies import Kept, oracles

policies = st.builds(
    Policy,
    order=st.sampled_from(get_args(Order)),
    direction=st.sampled_from(get_args(Direction)),
    split=st.sampled_from([2, 3, 4, 7, ONEMIN]),
    greedy=st.sampled_from([0, 2, 4]),
)
SIZE = 12


def is_one_minimal(units: tuple[int, ...], holds: Callable[[Kept], bool]) -> bool:
    whole = frozenset(units)
    return holds(whole) and not any(holds(whole - {unit}) for unit in whole)


@given(policies, oracles(SIZE))
def test_no_single_unit_can_be_removed(policy: Policy, holds: Callable[[Kept], bool]) -> None:
    for star in (False, True):
        repeated = replace(policy, until_fixpoint=star)
        minimum = ddmin(range(SIZE), render_units, ask_units(holds), repeated)
        assert is_one_minimal(minimum.units, holds)


@given(policies, oracles(SIZE))
def test_units_keep_their_order(policy: Policy, holds: Callable[[Kept], bool]) -> None:
    minimum = ddmin(range(SIZE), render_units, ask_units(holds), policy)
    assert list(minimum.units) == sorted(set(minimum.units))


@given(policies, oracles(SIZE))
def test_the_cache_changes_no_result_and_never_costs_runs(
    policy: Policy, holds: Callable[[Kept], bool]
) -> None:
    with_cache, without = ask_units(holds, ConfigurationCache()), ask_units(holds, NoCache())
    found = ddmin(range(SIZE), render_units, with_cache, policy)
    assert found == ddmin(range(SIZE), render_units, without, policy)
    assert with_cache.runs <= without.runs


@given(oracles(SIZE), st.sampled_from(get_args(Order)), st.sampled_from(get_args(Direction)))
def test_greeddy_is_one_minimal(
    holds: Callable[[Kept], bool], order: Order, direction: Direction
) -> None:
    policy = Policy(order=order, direction=direction, greedy=4)
    minimum = ddmin(range(SIZE), render_units, ask_units(holds), policy)
    assert is_one_minimal(minimum.units, holds)
