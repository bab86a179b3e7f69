"""Windows over the levels of a tree: what holds each other goes together."""

from collections.abc import Callable

import pytest
from hypothesis import given

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.exhaustive import WIDTH, windows
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, ask_for, tight
from strategies import json_cases

JAVASCRIPT, JSON = (Parsing(named(name)) for name in ("javascript", "json"))


def left_of(text: bytes, wanted: bytes) -> bytes:
    """Return what the windows leave of a text when only it and one other will do."""
    context = Context(ask_for(text, wanted), JAVASCRIPT)
    return tight(windows(context.lawful(text), text))


@pytest.mark.parametrize("between", range(WIDTH))
def test_two_statements_that_need_each_other_go_if_they_stand_near(between: int) -> None:
    rest = b"other();" * between
    left = left_of(b"one();" + rest + b"two();keep();", rest + b"keep();")
    assert (left == rest + b"keep();") == (between < WIDTH - 1)


@pytest.mark.parametrize(
    "text,wanted",
    [
        (b"f(one, two, 3);", b"f(3);"),
        (b"f(1, two, three);", b"f(1);"),
        (b"f(one, 2, three, 4);", b"f(2, 4);"),
        (b"one(); { two(); keep(); }", b"; { keep(); }"),
        (b"x = one + y - two;", b"x = y;"),
    ],
)
def test_separators_and_brackets_are_no_hindrance(text: bytes, wanted: bytes) -> None:
    assert left_of(text, wanted) == tight(wanted)


def test_a_list_of_2000_takes_a_fixed_number_of_questions_for_each_element() -> None:
    text = b"[" + b",".join(b"%d" % number for number in range(2000)) + b"]"
    asker = ask(lambda candidate: candidate == text)
    windows(Context(asker, JSON, window=4096), text)
    choices = 2 ** (WIDTH - 1) - 1
    assert 2000 * choices <= asker.runs <= 4002 * 2 * choices


@given(json_cases())
def test_what_is_left_holds(case: tuple[bytes, Callable[[bytes], bool]]) -> None:
    text, holds = case
    left = windows(Context(ask(holds), JSON).lawful(text), text)
    assert holds(left)
    assert len(left) <= len(text)
