"""Swaps: another name in one place, so that something beside it can go."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.swaps import swaps
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, ask_for, tight


@pytest.mark.parametrize(
    "language, text, swapped, wanted",
    [
        (  # the new name is left of what is around it
            "c",
            b"void f(int *p, int n) { int i; for (; ++i < n;) p[i] = 0; }",
            b"void f(int *p, int n) { int i; for (; ++p < n;) p[i] = 0; }",
            b"void f(int *p, int n) { int i; for (; ++p;) p[i] = 0; }",
        ),
        (  # something beside another occurrence of the old one goes
            "javascript",
            b"let i = 0; f(i); g(h);",
            b"let i = 0; f(h); g(h);",
            b"let i; f(h); g(h);",
        ),
        (  # something beside the new name goes
            "python",
            b"f(a + b)\ng(c)\n",
            b"f(c + b)\ng(c)\n",
            b"f(c)\ng(c)\n",
        ),
    ],
)
def test_what_is_beside_a_name_goes_with_another_name_in_its_place(
    language: str, text: bytes, swapped: bytes, wanted: bytes
) -> None:
    context = Context(ask_for(text, swapped, wanted), Parsing(named(language)))
    assert tight(swaps(context.lawful(text), text)) == tight(wanted)


def test_a_swap_that_does_not_hold_by_itself_is_not_followed() -> None:
    text = b"let i = 0; f(i); g(h);"
    asker = ask_for(text, b"let i; f(h); g(h);")
    context = Context(asker, Parsing(named("javascript")))
    assert swaps(context.lawful(text), text) == text


def test_the_text_that_is_returned_has_fewer_tokens() -> None:
    text = b"f(a); g(b);"
    context = Context(ask(lambda candidate: candidate.count(b";") == 2), Parsing(named("c")))
    assert swaps(context.lawful(text), text) == b"a; a;"
