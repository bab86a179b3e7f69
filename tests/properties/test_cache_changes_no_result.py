"""Vince 2024, ch. 4: the same text with the content cache, without it, and with each switch."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given

from oracles import reduce_inline
from strategies import json_cases

Case = tuple[bytes, Callable[[bytes], bool]]
SWITCHES = [
    f"passing-only={passing},evict={evict},hashed={hashed}"
    for passing, evict, hashed in product(["on", "off"], repeat=3)
]


@pytest.mark.parametrize("options", ["cache=none", *SWITCHES])
@pytest.mark.parametrize("algorithm", ["ddmin*", "hddhr*"])
@given(json_cases())
def test_same_text(algorithm: str, options: str, case: Case) -> None:
    text, holds = case
    plain = reduce_inline(text, holds, algorithm)
    other = reduce_inline(text, holds, f"{algorithm}:{options}")
    assert other.text == plain.text
