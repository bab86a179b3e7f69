"""Zeller & Hildebrandt 2002: what a whole reduction claims by an algorithm over pieces of text.

The text has a grammar. To ddmin that means nothing: what was in a comment may become tokens, and
no character of the result can go all the same.
"""

import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inline_pool import InlinePool
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.vocabulary.outcome import Outcome
from oracles import reduce_inline
from strategies import Case

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


class ForgetfulPool(InlinePool):
    """Gives no answer in time the first time that it is asked about a text that holds."""

    def __init__(self, oracle: Callable[[bytes], bool], known: bytes) -> None:
        super().__init__(oracle)
        self._asked = {known}
        self._texts: dict[int, bytes] = {}

    def submit(self, text: bytes, timeout: float) -> int:
        ticket = super().submit(text, timeout)
        self._texts[ticket] = text
        return ticket

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        return [(ticket, self._late(self._texts[ticket], each)) for ticket, each in super().wait()]

    def _late(self, text: bytes, verdict: Verdict) -> Verdict:
        if verdict.outcome is not Outcome.INTERESTING or text in self._asked:
            return verdict
        self._asked.add(text)
        return Verdict(Outcome.UNRESOLVED, 0.0, timed_out=True)


def can_lose_a_character(text: bytes, holds: Callable[[bytes], bool]) -> bool:
    return any(holds(text[:at] + text[at + 1 :]) for at in range(len(text)))


@pytest.mark.parametrize("strategy", ["ddmin", "ddmin*", "rddmin", "hddr+ddmin", "hddr*+ddmin*"])
@given(cases())
def test_no_character_can_be_removed(strategy: str, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy, "case.c")
    assert reduction.minimal == ("1-minimal",)
    assert not can_lose_a_character(reduction.text, holds)


@pytest.mark.parametrize(
    "strategy, result, minimal",
    [("greeddy", b"cdh", ()), ("greeddy*", b"dh", ("1-minimal",))],
)
def test_what_is_claimed_is_true_of_the_smallest_of_a_window(
    strategy: str, result: bytes, minimal: tuple[str, ...]
) -> None:
    """Of `cgh` and `cdh` the search goes on from the first; the second is the smaller one."""
    held = {b"abcdefgh", b"cdefgh", b"cdgh", b"cgh", b"cdh", b"dh"}
    reduction = reduce_inline(b"abcdefgh", held.__contains__, strategy, "case.c")
    assert (reduction.text, reduction.minimal) == (result, minimal)


@pytest.mark.parametrize("strategy", ["greeddy", "greeddy*", "greeddy*:granularity=char,window=2"])
@given(cases())
def test_no_character_can_be_removed_where_successes_are_merged(strategy: str, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy, "case.c")
    assert "*" not in strategy or reduction.minimal == ("1-minimal",)
    assert not (reduction.minimal and can_lose_a_character(reduction.text, holds))


@pytest.mark.parametrize("strategy", ["ddmin", "ddmin*", "rddmin", "greeddy", "greeddy*"])
@given(cases())
def test_what_is_claimed_is_true_of_what_held_only_when_asked_again(
    strategy: str, case: Case
) -> None:
    text, holds = case
    pool = ForgetfulPool(holds, text)
    reduction = reduce_inline(text, holds, strategy, "case.c", pool=pool)
    assert not (reduction.minimal and can_lose_a_character(reduction.text, holds))


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


@pytest.mark.parametrize(
    "strategy, result, minimal", [("ddmin", b"ab=c", ()), ("ddmin*", b"=c", ("1-minimal",))]
)
def test_tokens_that_come_to_touch_are_cut_once_more_before_it_is_claimed(
    strategy: str, result: bytes, minimal: tuple[str, ...]
) -> None:
    holding = {b"a b=c", b"ab=c", b"=c"}
    whole = f"{strategy}:granularity=token"
    reduction = reduce_inline(b"a b=c", lambda text: text in holding, whole, "case.txt")
    assert (reduction.text, reduction.minimal) == (result, minimal)
