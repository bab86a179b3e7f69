"""What a reduction leaves that was stopped before its layout: tidy lines, if that holds."""

import re
import time
from itertools import count

import pytest

from nubbin.engine.vocabulary.text import Span
from oracles import Noted, reduce_inline

TEXT = b"".join(b"int a%d;\n\n" % number for number in range(40)) + b"int keep;\n"
FEW = 3
"""Runs that it is stopped after."""


def holds(text: bytes) -> bool:
    return b"keep" in text


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("strategy", ["fast", "balanced", "thorough"])
def test_what_is_left_has_no_empty_lines(strategy: str, end: bytes) -> None:
    text = TEXT.replace(b"\n", end)
    reduction = reduce_inline(text, holds, strategy, "a.c", max_tests=FEW)
    assert reduction.stopped == "max-tests"
    assert holds(reduction.text)
    assert len(reduction.text) < len(text)
    assert end * 2 not in reduction.text


def test_it_is_asked_about_once_instead_of_the_best() -> None:
    oracle = Noted(holds)
    reduction = reduce_inline(TEXT, oracle, name="a.c", max_tests=FEW)
    assert oracle.asked[-1] == reduction.text
    assert len(oracle.asked) == reduction.oracle.runs + reduction.oracle.checks
    assert reduction.oracle.checks == 4


def test_what_was_cut_short_is_laid_out() -> None:
    text = TEXT.replace(b"int keep", b"/* a */    int /* b */ keep")
    reduction = reduce_inline(text, holds, name="a.c", max_tests=FEW)
    assert b"\nint keep;" in reduction.text
    assert reduction.oracle.checks == 4


def test_where_layout_matters_empty_lines_go_alone() -> None:
    def oracle(text: bytes) -> bool:
        return b"int  keep" in text

    text = TEXT.replace(b"int keep", b"int  keep")
    reduction = reduce_inline(text, oracle, name="a.c", max_tests=FEW)
    assert b"\n\n" not in reduction.text
    assert b"int  keep" in reduction.text
    assert reduction.oracle.checks == 5


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_the_empty_line_that_ends_a_macro_stays_and_the_others_go(end: bytes) -> None:
    text = b"int b;\n\n" + b"#define A \\\n\n\nint keep;\n\n" + b"int c;\n" * 40
    apart = re.compile(rb"#define A \\(\r?\n){2,}int keep;")
    reduction = reduce_inline(
        text.replace(b"\n", end), lambda it: bool(apart.search(it)), name="a.c", max_tests=FEW
    )
    assert reduction.stopped == "max-tests"
    assert b"#define A \\" + 2 * end + b"int keep;" in reduction.text
    assert reduction.text.count(2 * end) == 1


def test_empty_lines_stay_where_they_matter() -> None:
    def oracle(text: bytes) -> bool:
        return holds(text) and b"\n\n" in text

    reduction = reduce_inline(TEXT, oracle, name="a.c", max_tests=FEW)
    assert b"\n\n" in reduction.text
    assert (reduction.status, reduction.stopped) == (0, "max-tests")


def test_empty_lines_outside_of_what_was_selected_stay() -> None:
    within = Span(TEXT.index(b"int a10;"), TEXT.index(b"int a30;"))
    reduction = reduce_inline(TEXT, holds, name="a.c", within=within, max_tests=2)
    head, tail = TEXT[: within.start], TEXT[within.end :]
    assert reduction.text.startswith(head)
    assert reduction.text.endswith(tail)
    assert b"\n\n" not in reduction.text[len(head) : -len(tail)]


def test_an_algorithm_leaves_what_it_leaves() -> None:
    reduction = reduce_inline(TEXT, holds, "hddr*", "a.c", max_tests=FEW)
    assert b"\n\n" in reduction.text


def test_a_tidy_text_that_runs_out_of_time_says_nothing_of_the_best() -> None:
    def oracle(text: bytes) -> bool | None:
        return holds(text) if b"\n\n" in text or not text else None

    reduction = reduce_inline(TEXT, oracle, name="a.c", max_tests=FEW)
    assert (reduction.status, reduction.stopped) == (0, "max-tests")
    assert len(reduction.text) < len(TEXT)


@pytest.mark.parametrize("max_tests", [None, FEW])
def test_an_oracle_that_refuses_everything_from_some_time_on_is_found_out(
    max_tests: int | None,
) -> None:
    asked = count()
    reduction = reduce_inline(
        TEXT, lambda text: text == TEXT and next(asked) < 2, name="a.c", max_tests=max_tests
    )
    assert (reduction.text, reduction.status) == (TEXT, 4)


def test_an_oracle_that_has_refused_nothing_is_not_asked_again() -> None:
    def oracle(text: bytes) -> bool:
        time.sleep(1.5 * (not text))
        return holds(text)

    reduction = reduce_inline(TEXT, oracle, name="a.c", max_time=1.0)
    assert (reduction.stopped, reduction.status, reduction.oracle.checks) == ("max-time", 0, 3)
