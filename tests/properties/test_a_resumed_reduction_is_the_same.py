"""What was cut short and gone on with ends as what ran through, and runs nothing twice."""

import tempfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nubbin.engine.figures import Reduction
from oracles import UntimelyPool, reduce_inline
from strategies import Case, json_cases, program_cases


def cut_short_and_resumed(
    case: Case, strategy: str, name: str, runs: int, jobs: int, seed: Random
) -> tuple[Reduction, Reduction]:
    """Stop a reduction after some runs, go on with another number of jobs; return both."""
    text, holds = case
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        begun = UntimelyPool(holds, jobs, seed.randrange)
        first = reduce_inline(text, holds, strategy, name, begun, max_tests=runs, journals=place)
        assert first.resumable == any(place.iterdir())
        other = UntimelyPool(holds, jobs + 1, seed.randrange)
        second = reduce_inline(text, holds, strategy, name, other, journals=place, resume=True)
        assert not any(place.iterdir())
    return first, second


def is_whole(whole: Reduction, first: Reduction, second: Reduction) -> None:
    assert second.text == whole.text
    assert second.oracle.runs == whole.oracle.runs
    assert second.oracle.cache_hits == whole.oracle.cache_hits
    assert second.oracle.resumed >= (first.oracle.runs if first.resumable else 0)


@pytest.mark.parametrize("strategy", ["fast", "balanced", "hddhr*", "ddmin*"])
@settings(max_examples=10)
@given(
    case=json_cases(),
    runs=st.integers(1, 60),
    jobs=st.integers(1, 8),
    seed=st.randoms(use_true_random=True),
)
def test_a_resumed_reduction_of_a_small_text_is_the_same(
    strategy: str, case: Case, runs: int, jobs: int, seed: Random
) -> None:
    first, second = cut_short_and_resumed(case, strategy, "case.json", runs, jobs, seed)
    is_whole(reduce_inline(*case, strategy), first, second)


@settings(max_examples=2)
@given(
    case=program_cases(),
    runs=st.integers(1, 300),
    jobs=st.integers(1, 32),
    seed=st.randoms(use_true_random=True),
)
def test_a_resumed_reduction_of_a_program_is_the_same(
    case: Case, runs: int, jobs: int, seed: Random
) -> None:
    first, second = cut_short_and_resumed(case, "balanced", "case.js", runs, jobs, seed)
    is_whole(reduce_inline(*case, "balanced", "case.js"), first, second)
