"""Hodován & Kiss 2016, §3: taking whichever answer comes first harms no guarantee."""

from collections.abc import Callable
from random import Random
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.algorithms.ddmin import Direction, Order, Policy, ddmin
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ConfigurationCache
from oracles import UntimelyPool, render_units
from strategies import Kept, oracles

SIZE = 12


@given(
    oracles(SIZE),
    st.builds(
        Policy,
        order=st.sampled_from(get_args(Order)),
        direction=st.sampled_from(get_args(Direction)),
        split=st.sampled_from([2, 3, 7]),
        parallel=st.sampled_from(["parallel", "combined"]),
    ),
    st.integers(1, 64),
    st.randoms(use_true_random=False),
)
def test_no_single_unit_can_be_removed_whoever_answers_first(
    holds: Callable[[Kept], bool], policy: Policy, jobs: int, timing: Random
) -> None:
    pool = UntimelyPool(lambda text: holds(frozenset(text)), jobs, timing.randrange)
    asker = Questioner(pool, ConfigurationCache(), Budget())
    left = frozenset(ddmin(range(SIZE), render_units, asker, policy).units)
    assert holds(left)
    assert not any(holds(left - {unit}) for unit in left)
    assert pool.unanswered == 0
