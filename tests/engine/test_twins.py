"""Twins: what goes from one part has to go from the other that is the same."""

import pytest

from nubbin.engine.algorithms.twins import twins
from oracles import asks_nothing, left_for, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("css", b"a{b:0 red}*{b:0 red}", b"a{b:0}*{b:0}"),
        ("javascript", b"f(a, 0); g(); f(a, 0);", b"f(a); g(); f(a);"),
        ("c", b"static int f(void); static int f(void) {}", b"int f(void); int f(void) {}"),
    ],
)
def test_parts_that_are_the_same_go_together(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(twins, language, text, wanted) == tight(wanted)


def test_what_occurs_once_is_not_asked_about() -> None:
    text = b"int a; char b;"
    assert asks_nothing(twins, "c", text)
