"""Windows over the levels of a tree: what holds each other goes together."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.exhaustive import WIDTH, windows
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.configurations.changes import Cut, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, ask_for, tight
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


def every_choice(configuration: Configuration) -> Iterator[tuple[Cut | Rewrite, ...]]:
    """Yield what is to be asked about, found the long way: all windows of each level as a whole."""
    tree, level = configuration.tree, [0]
    while not all(map(tree.is_leaf, level)):
        level = [child for node in level for child in (list(tree.children(node)) or [node])]
        places = list(filter(configuration.may_change, level))
        for near, how in ((places, _gone), (list(filter(tree.is_named, places)), _cut)):
            for index, first in enumerate(near):
                others = near[index + 1 : index + WIDTH]
                for size in range(len(others), 0, -1):
                    for chosen in combinations(others, size):
                        yield tuple(map(how, (first, *chosen)))


def _gone(place: int) -> Rewrite:
    return Rewrite((place,), b"")


def _cut(place: int) -> Cut:
    return Cut((place,))


@given(json_cases(), st.integers(0, 9), st.integers(0, 9))
def test_every_choice_of_what_stands_near_on_some_level_is_asked_about_in_order(
    case: tuple[bytes, Callable[[bytes], bool]], head: int, tail: int
) -> None:
    text = case[0]
    never = Noted()
    context = Context(ask(never), JSON, head=min(head, len(text)), tail=min(tail, len(text)))
    assert windows(context, text) == text
    configuration = bare(context, text)
    wanted = dict.fromkeys(map(configuration.render, every_choice(configuration)))
    assert never.asked == list(wanted)


def test_a_list_of_2000_takes_a_fixed_number_of_questions_for_each_element() -> None:
    text = b"[" + b",".join(b"%d" % number for number in range(2000)) + b"]"
    asker = ask(lambda candidate: candidate == text)
    windows(Context(asker, JSON, window=4096), text)
    choices = 2 ** (WIDTH - 1) - 1
    assert 2000 * choices <= asker.runs <= 4002 * 2 * choices


@settings(max_examples=9)
@given(json_cases())
def test_what_is_left_holds(case: tuple[bytes, Callable[[bytes], bool]]) -> None:
    text, holds = case
    left = windows(Context(ask(holds), JSON).lawful(text), text)
    assert holds(left)
    assert len(left) <= len(text)
