"""Of two nodes that begin or end alike one is left, with a comma."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.enumerations import enumerations
from nubbin.engine.strategy import lawful
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asks_nothing


@pytest.mark.parametrize(
    "language, text, left",
    [
        (
            "sql",
            b"INSERT INTO a VALUES (1); INSERT INTO a VALUES (2); INSERT INTO a VALUES (3);",
            b"INSERT INTO a VALUES (1), (2), (3);",
        ),
        (
            "sqlite",
            b"INSERT INTO a VALUES (1, 2); INSERT INTO a VALUES (1, 3);",
            b"INSERT INTO a VALUES (1, 2), (1, 3);",
        ),
        ("c", b"struct s a; struct s *b;", b"struct s a, *b;"),
        ("python", b"from a import b\nfrom a import c\n", b"from a import b, c\n"),
        ("go", b"package p\nvar a int\nvar b int\n", b"package p\nvar a, b int\n"),
        ("css", b"a { b: c }\nd { b: c }\n", b"a, d { b: c }\n"),
    ],
)
def test_what_is_the_same_in_both_is_said_once(language: str, text: bytes, left: bytes) -> None:
    context = Context(ask(lambda candidate: True), Parsing(named(language)))
    assert enumerations(context.lawful(text), text).split() == left.split()


def test_what_both_end_with_stays_with_both_where_it_has_to() -> None:
    text = b"let a = 1; let b = 1;"
    context = Context(ask(lambda text: text.count(b"= 1") == 2), Parsing(named("javascript")))
    assert enumerations(context.lawful(text), text) == b"let a = 1, b = 1;"


@pytest.mark.parametrize(
    "language, text",
    [
        ("javascript", b"f(a); f(b); x.y = 1; x.y = 2; if (a) b(); if (c) d();"),
        ("c", b"int f(int a, int b);"),
        ("python", b"import a\nimport b\n"),
        ("python", b"import a  # c\nimport b\n"),
        ("c", b""),
        ("css", b"{"),
    ],
)
def test_what_only_calls_something_or_would_be_no_smaller_is_left(
    language: str, text: bytes
) -> None:
    assert asks_nothing(lawful(enumerations), language, text)


def test_what_may_not_change_stays() -> None:
    text = b"int a; int b; int c;"
    context = Context(ask(lambda text: True), Parsing(named("c")), head=7, tail=0)
    assert enumerations(context.lawful(text), text) == b"int a; int b, c;"
