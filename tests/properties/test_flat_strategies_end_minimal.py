"""Zeller & Hildebrandt 2002: what a whole reduction claims by an algorithm over pieces of text.

The text has a grammar. To ddmin that means nothing: what was in a comment may become tokens, and
no character of the result can go all the same.
"""

import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import reduce_inline

Case = tuple[bytes, Callable[[bytes], bool]]
TEXTS = [b"/*a+b+c*/", b"// a(b)\nint a; /* b;c */\n", b'char *s = "a+b" "c";\n']


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a text and an oracle that is not monotone: some of its characters, and luck."""
    text = draw(st.sampled_from(TEXTS))
    wanted = draw(st.sets(st.sampled_from(sorted(text)), min_size=1, max_size=4))
    luck = draw(st.integers(1, 4))

    def holds(candidate: bytes) -> bool:
        lucky = candidate == text or zlib.crc32(candidate) % luck == 0
        return lucky and wanted <= set(candidate)

    return text, holds


def can_lose_a_character(text: bytes, holds: Callable[[bytes], bool]) -> bool:
    return any(holds(text[:at] + text[at + 1 :]) for at in range(len(text)))


@pytest.mark.parametrize("strategy", ["ddmin", "ddmin*", "rddmin", "hddr+ddmin", "hddr*+ddmin*"])
@given(cases())
def test_no_character_can_be_removed(strategy: str, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy, "case.c")
    assert reduction.minimal == ("1-minimal",)
    assert not can_lose_a_character(reduction.text, holds)


@pytest.mark.parametrize("rename, squeeze", [(False, False), (True, False), (False, True)])
@pytest.mark.parametrize("strategy", ["ddmin", "ddmin*", "rddmin", "greeddy", "greeddy*"])
@pytest.mark.parametrize("name", ["x.c", "x.txt"])
def test_what_is_in_a_comment_is_reduced_as_any_other_text(
    strategy: str, name: str, rename: bool, squeeze: bool
) -> None:
    def holds(text: bytes) -> bool:
        return set(b"abc") <= set(text)

    text = b"/*a+b+c*/"
    reduction = reduce_inline(text, holds, strategy, name, rename=rename, squeeze=squeeze)
    assert reduction.text == b"abc"
