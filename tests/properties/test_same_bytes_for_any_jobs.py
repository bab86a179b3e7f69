"""Vince 2024, ch. 6, and the design's rules: text and counts do not depend on jobs or timing."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nubbin.engine.algorithms.ddmin import Policy, ddmin
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from oracles import UntimelyPool, ask_units, reduce_inline, render_units
from strategies import Case, Kept, go_cases, json_cases, oracles, program_cases

SIZE = 12


@given(oracles(SIZE), st.integers(2, 16), st.data())
def test_stable_parallel_ddmin_is_sequential_ddmin(
    holds: Callable[[Kept], bool], jobs: int, data: st.DataObject
) -> None:
    def draw(below: int) -> int:
        return data.draw(st.integers(0, below - 1))

    alone = ask_units(holds, ContentCache())
    expected = ddmin(range(SIZE), render_units, alone, Policy())
    pool = UntimelyPool(lambda text: holds(frozenset(text)), jobs, draw)
    together = Questioner(pool, ContentCache(), Budget())
    assert ddmin(range(SIZE), render_units, together, Policy()) == expected
    assert (together.runs, together.cache_hits) == (alone.runs, alone.cache_hits)


def agree(case: Case, strategy: str, name: str, jobs: int, seed: Random) -> Reduction:
    """Reduce with one worker and with many, whose answers come in any order; return the latter."""
    text, holds = case
    alone = reduce_inline(text, holds, strategy, name)
    pool = UntimelyPool(holds, jobs, seed.randrange)
    together = reduce_inline(text, holds, strategy, name, pool=pool)
    assert together.text == alone.text
    assert together.oracle.runs == alone.oracle.runs
    assert together.oracle.cache_hits == alone.oracle.cache_hits
    assert [figures.runs for figures in together.passes] == [
        figures.runs for figures in alone.passes
    ]
    return together


@pytest.mark.parametrize(
    "strategy", ["fast", "balanced", "thorough", "hddhr*", "hoist*+hddh*", "greeddy*"]
)
@settings(max_examples=14)
@given(case=json_cases(), jobs=st.integers(2, 16), seed=st.randoms(use_true_random=True))
def test_reductions_of_short_texts_agree(
    strategy: str, case: Case, jobs: int, seed: Random
) -> None:
    agree(case, strategy, "case.json", jobs, seed)


@settings(max_examples=2)
@given(case=program_cases(), jobs=st.integers(2, 64), seed=st.randoms(use_true_random=True))
def test_long_reductions_agree(case: Case, jobs: int, seed: Random) -> None:
    """Where hardly any two changes hold together."""
    assert agree(case, "balanced", "case.js", jobs, seed).oracle.runs > 128


@settings(max_examples=2)
@given(case=program_cases([8]), jobs=st.integers(2, 64), seed=st.randoms(use_true_random=True))
def test_thorough_reductions_agree(case: Case, jobs: int, seed: Random) -> None:
    agree(case, "thorough", "case.js", jobs, seed)


@settings(max_examples=3)
@given(case=program_cases([50]), jobs=st.integers(8, 64), seed=st.randoms(use_true_random=True))
def test_runs_begun_before_their_turn_change_nothing(case: Case, jobs: int, seed: Random) -> None:
    """Where most changes hold together: what else is discarded would leave them no room."""
    assert agree(case, "balanced", "case.js", jobs, seed).oracle.discarded > 0


@settings(max_examples=10)
@given(case=go_cases(), jobs=st.integers(2, 64), seed=st.randoms(use_true_random=True))
def test_reductions_agree_where_candidates_lose_what_they_leave_unused(
    case: Case, jobs: int, seed: Random
) -> None:
    """Where many changes come to one text."""
    agree(case, "fast", "case.go", jobs, seed)
