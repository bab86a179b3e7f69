"""Vince 2024, ch. 4: the same text with the content cache, without it, and with each switch."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.vocabulary.text import Span
from oracles import reduce_inline
from strategies import Case, json_cases

SWITCHES = [
    f"passing-only={passing},evict={evict},hashed={hashed}"
    for passing, evict, hashed in product(["on", "off"], repeat=3)
]


@pytest.mark.parametrize("options", ["cache=none", *SWITCHES])
@pytest.mark.parametrize("algorithm", ["ddmin*", "hddhr*"])
@given(json_cases())
def test_the_text_is_the_same_by_any_cache_and_by_none(
    algorithm: str, options: str, case: Case
) -> None:
    text, holds = case
    plain = reduce_inline(text, holds, algorithm)
    other = reduce_inline(text, holds, f"{algorithm}:{options}")
    assert other.text == plain.text


@given(json_cases(), st.data())
def test_the_text_of_a_selection_is_the_same_by_configurations(
    case: Case, data: st.DataObject
) -> None:
    """What is left of a selection when nothing is kept is not the empty file."""
    text, holds = case
    start = data.draw(st.integers(0, len(text) - 1))
    within = Span(start, data.draw(st.integers(start + 1, len(text))))
    plain = reduce_inline(text, holds, "ddmin*", within=within)
    assert reduce_inline(text, holds, "ddmin*:cache=config", within=within).text == plain.text
