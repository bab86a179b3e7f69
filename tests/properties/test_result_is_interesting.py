"""The result holds, is never larger, and reducing it again changes nothing."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.vocabulary.text import Size
from oracles import reduce_inline
from strategies import json_cases

Case = tuple[bytes, Callable[[bytes], bool]]
STRATEGIES = ["fast", "balanced", "hddhr*", "hdd", "coarse-hddr*", "ddmin*", "hoistr*+hddhr*"]


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(json_cases())
def test_the_oracle_holds_on_it(strategy: str, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy)
    assert reduction.status == 0
    assert holds(reduction.text)
    assert Size.of(reduction.text) <= Size.of(text)


@given(json_cases())
def test_reducing_it_again_changes_nothing(case: Case) -> None:
    text, holds = case
    once = reduce_inline(text, holds).text
    assert reduce_inline(once, holds).text == once


@given(json_cases(), st.integers(0, 40))
def test_stopping_at_any_run_leaves_an_interesting_text(case: Case, runs: int) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, max_tests=runs)
    assert holds(reduction.text)
    assert reduction.oracle.runs <= runs


@given(json_cases())
def test_each_improvement_is_strictly_smaller(case: Case) -> None:
    text, holds = case
    found: list[bytes] = []

    def oracle(candidate: bytes) -> bool:
        return holds(candidate)

    reduction = reduce_inline(text, oracle, on_improved=found.append)
    sizes = [Size.of(each) for each in [text, *found]]
    assert all(later < earlier for earlier, later in pairwise(sizes))
    assert all(holds(each) for each in found)
    assert found == [] or found[-1] == reduction.text
