"""Words with hyphens give way to one of their parts."""

import pytest

from nubbin.engine.algorithms.compounds import compounds
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asks_nothing

CSS = b"a{margin-top:0}b{margin-top:0;border-left-width:1px}"


@pytest.mark.parametrize(
    "needed, left",
    [
        ([b"top", b"left"], b"a{top:0}b{top:0;left:1px}"),
        ([b"margin-top"], b"a{margin-top:0}b{margin-top:0;left:1px}"),
        ([b"margin", b"border"], b"a{margin:0}b{margin:0;border:1px}"),
    ],
)
def test_one_part_stands_wherever_the_word_stood(needed: list[bytes], left: bytes) -> None:
    asker = ask(lambda text: all(part in text for part in needed))
    assert compounds(Context(asker, Parsing(named("css"))), CSS) == left


def test_a_word_loses_what_says_for_whom_it_is() -> None:
    text, needed = b"a{b:-moz-linear-gradient()}", b"linear-gradient"
    asker = ask(lambda text: needed in text)
    assert compounds(Context(asker, Parsing(named("css"))), text) == b"a{b:linear-gradient()}"


@pytest.mark.parametrize(
    "language, text",
    [("c", b"int a = b-c;"), ("css", b"a{--b-c:0;color:-d}"), ("javascript", b"a - b")],
)
def test_what_is_no_single_word_is_asked_nothing(language: str, text: bytes) -> None:
    assert asks_nothing(compounds, language, text)
