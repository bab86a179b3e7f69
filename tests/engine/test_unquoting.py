"""Unquoting: what a string says, in place of the string and of what is around it."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.unquoting import unquoting
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask


@pytest.mark.parametrize(
    "language, text, left",
    [
        ("javascript", b'f(); eval("g``o"); h();', b"f(); g``o h();"),
        ("python", b"exec('''a = 1''')\n", b"a = 1\n"),
        ("bash", b"sh -c 'rm x'\n", b"rm x\n"),
        ("c", b'char *s = "a";', b"char *s = a;"),
    ],
)
def test_the_content_takes_the_place_of_all_that_can_go(
    language: str, text: bytes, left: bytes
) -> None:
    """As much as goes around it while what it says, and what is elsewhere, is there."""
    wanted = left.split()
    context = Context(
        ask(lambda candidate: all(word in candidate for word in wanted)), Parsing(named(language))
    )
    assert unquoting(context, text) == left


@pytest.mark.parametrize("text", [b"f(1);", b"f('');", b"f(' ');", b"f('a' + ", b"", b"'", b"#"])
def test_nothing_is_asked_where_no_string_says_anything(text: bytes) -> None:
    asked: list[bytes] = []

    def oracle(candidate: bytes) -> bool:
        asked.append(candidate)
        return False

    assert unquoting(Context(ask(oracle), Parsing(named("javascript"))), text) == text
    assert all(b"'a'" not in candidate for candidate in asked)
    assert bool(asked) == (b"a" in text)


def test_what_may_not_change_stays() -> None:
    text = b"a('b'); c('d');"
    context = Context(ask(lambda candidate: True), Parsing(named("javascript")), head=7)
    assert unquoting(context, text).startswith(b"a('b');")
