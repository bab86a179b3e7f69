"""Design §2.2: a text is accepted only if it is strictly smaller, tokens first; and it holds.

An algorithm over pieces of text knows no tokens, so there they do not count; nor do they from where
a text has come down to one of them.
"""

import zlib
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nubbin.engine.catalogue import catalogue
from nubbin.engine.configurations.partition import words_and_signs
from nubbin.engine.record import Record
from nubbin.engine.text_order import TextOrder
from nubbin.engine.vocabulary.text import Size
from oracles import reduce_inline, size
from strategies import TEXTS, json_cases

Case = tuple[str, bytes, Callable[[bytes], bool]]
OURS = [entry.name for entry in catalogue() if entry.source == "nubbin"]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a text and an oracle that is not monotone: some of its lexemes, and luck."""
    if draw(st.booleans()):
        return "case.json", *draw(json_cases())
    name = draw(st.sampled_from(sorted(TEXTS)))
    text = TEXTS[name]
    pieces = [piece for piece in words_and_signs(text) if not piece.isspace()]
    wanted = draw(st.lists(st.sampled_from(pieces), min_size=1, max_size=4))
    luck = draw(st.integers(1, 4))

    def holds(candidate: bytes) -> bool:
        lucky = candidate == text or zlib.crc32(candidate) % luck == 0
        return lucky and all(piece in candidate for piece in wanted)

    return name, text, holds


@pytest.mark.parametrize("squeeze", [False, True], ids=["", "squeeze"])
@pytest.mark.parametrize("strategy", [*OURS, "hddhr*", "ddmin*"])
@settings(max_examples=10)
@given(cases())
def test_the_result_is_the_smallest_of_all_that_held(
    strategy: str, squeeze: bool, case: Case
) -> None:
    """So whatever was accepted was smaller than all before it, the input among them.

    What has no tokens, or one, is small by its characters alone, and so is what comes of it.
    """
    name, text, holds = case
    held = [text]

    def oracle(candidate: bytes) -> bool:
        if holds(candidate):
            held.append(candidate)
        return holds(candidate)

    improved: list[bytes] = []
    reduction = reduce_inline(
        text, oracle, strategy, name, squeeze=squeeze, on_improved=improved.append
    )
    assert reduction.status == 0

    def place(each: bytes) -> Size:
        return Size.of(each) if strategy == "ddmin*" else size(name, text, each)

    plain = [each for each in held if place(each).tokens < 2]
    if plain:
        assert reduction.text in held
        assert Size.of(reduction.text) <= min(map(Size.of, plain))
    else:
        assert reduction.text == min(held, key=place)
    is_plain = False
    for earlier, later in pairwise([text, *improved]):
        is_plain = is_plain or place(earlier).tokens < 2
        by_characters = is_plain and Size.of(later) < Size.of(earlier)
        assert by_characters or place(later) < place(earlier)
    assert improved == [] or improved[-1] == reduction.text


@given(st.lists(st.binary(max_size=4)))
def test_a_record_takes_what_is_smaller_than_all_before(texts: list[bytes]) -> None:
    class ByVariety(TextOrder):
        """Counts bytes that differ as tokens."""

        def tokens(self, text: bytes) -> int:
            return len(set(text))

    order = ByVariety(None)
    order.in_tokens = True
    record = Record(b"\0\1\2\3", order, lambda event: None, 0.0)
    for run, text in enumerate(texts):
        record.offer(text, run)
    sizes = [order.size(text) for text in record.accepted]
    assert all(later < earlier for earlier, later in pairwise(sizes))
    assert record.best == min(map(order.size, [b"\0\1\2\3", *texts]))
