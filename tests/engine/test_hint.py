"""Hints: what they may be, and what is asked first because of them."""

from pathlib import Path

import pytest

from inline_pool import InlinePool
from nubbin.engine.algorithms.context import Context
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.strategy import Phase, Step, Strategy
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span
from oracles import Noted

TEXT = b"".join(b"line %d\n" % number for number in range(10, 42))
SELECTED = Span(TEXT.index(b"20") - 3, TEXT.index(b"22"))
"""From within line 20 to before the number of line 22: touches three lines."""
PUBLISHED = "order=complements-first,direction=forward"
"""What rddmin is made of, if nothing else is said."""


def around(
    hint: Span | None, wanted: bytes, strategy: str, within: Span | None = None
) -> tuple[Reduction, list[bytes]]:
    """Reduce TEXT; return the questions as well, without the checks before and after."""
    oracle = Noted(lambda text: wanted in text)
    request = Request(
        TEXT,
        Path("case.txt"),
        OracleSpec(("a Python function",), Path()),
        Options(strategy=strategy, hint=hint, within=within),
    )
    return reduce(request, pool=InlinePool(oracle)), oracle.asked[3:-1]


@pytest.mark.parametrize(
    "strategy", ["rddmin", "rddmin*", "rddmin-star:granularity=line", "ddmin", "balanced"]
)
def test_the_lines_of_the_selection_are_asked_about_first(strategy: str) -> None:
    _, asked = around(SELECTED, b"21", strategy)
    assert asked[0] == b"line 20\nline 21\nline 22\n"
    assert max(map(len, asked)) == len(asked[0])


@pytest.mark.parametrize("strategy", ["rddmin", "balanced"])
def test_a_hint_that_does_not_suffice_is_kept_while_it_is_searched_beside(strategy: str) -> None:
    _, asked = around(SELECTED, b"30\n", strategy)
    assert asked[0] == b"line 20\nline 21\nline 22\n"
    assert all(b"line 20\nline 21\nline 22\n" in text for text in asked[:2])
    assert b"30\n" in asked[1]


def test_a_hint_is_followed_from_lines_to_characters() -> None:
    """What is asked about first among characters is the part of the line that was selected."""
    start = TEXT.index(b"line 21") + 2
    reduction, asked = around(Span(start, start + 5), b"21", "rddmin")
    assert reduction.text == b"21"
    assert asked[0] == b"line 21\n"
    assert b"ne 21" in asked[:4]
    assert asked.index(b"ne 21") == min(
        index for index, text in enumerate(asked) if text and not text.endswith(b"\n")
    )


def test_a_hint_is_of_the_input_and_of_no_text_that_came_of_it() -> None:
    told: list[tuple[bytes, tuple[Span, ...]]] = []

    def halve(context: Context, text: bytes) -> bytes:
        told.append((text, context.hint))
        half = Candidate(None, text[: len(TEXT) // 2])
        return half.text if context.asker.first([half]) else text

    step = Step("halve", halve, phase=Phase.FIRST, hinted=True)
    options = Options(hint=SELECTED)
    request = Request(TEXT, Path("case.txt"), OracleSpec(("a Python function",), Path()), options)
    reduce(request, pool=InlinePool(bool), strategy=Strategy((step, step), joint=True))
    assert told == [(TEXT, (SELECTED,)), (TEXT[: len(TEXT) // 2], ())]


@pytest.mark.parametrize("hint", [Span(-1, 4), Span(3, 2), Span(0, len(TEXT) + 1)])
def test_a_hint_outside_the_input_is_refused_before_anything_is_run(hint: Span) -> None:
    with pytest.raises(UsageError, match=r"not inside case\.txt, which has 256 bytes"):
        around(hint, b"21", "rddmin")


@pytest.mark.parametrize("hint", [None, Span(5, 5), Span(0, len(TEXT))])
@pytest.mark.parametrize("strategy", ["rddmin", "balanced"])
def test_a_hint_that_says_nothing_changes_nothing(hint: Span | None, strategy: str) -> None:
    plain = f"ddmin:{PUBLISHED}" if strategy == "rddmin" else strategy
    assert around(hint, b"21", strategy)[1] == around(None, b"21", plain)[1]


def test_what_lies_outside_the_part_to_reduce_is_no_hint() -> None:
    within = Span(0, TEXT.index(b"line 20"))
    reduction, asked = around(SELECTED, b"12\n", "rddmin:granularity=line", within)
    assert reduction.text == b"line 12\n" + TEXT[within.end :]
    assert asked == around(None, b"12\n", f"ddmin:granularity=line,{PUBLISHED}", within)[1]


@pytest.mark.parametrize("span", [Span(50, 10), Span(-5, 10), Span(0, len(TEXT) + 1)])
def test_a_selection_has_to_be_in_the_text(span: Span) -> None:
    with pytest.raises(UsageError, match=r"The selection, bytes .* is not inside case\.txt"):
        around(None, b"20", "balanced", within=span)
