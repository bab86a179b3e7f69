"""Unwrapping: what is between brackets, tags or quotes, in place of all that is around it."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.unwrapping import unquoting, unwrapping
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, ask_for, asks_nothing, left_for, tight


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


@pytest.mark.parametrize(
    "language, text, left",
    [
        ("json", b"[0, [1, 2], 3]", b"[0, 1, 2, 3]"),
        ("json", b'{"a": {"b": 1, "c": 2}}', b'{"b": 1, "c": 2}'),
        ("html", b"<p><b>a</b><i>c</i></p>", b"<b>a</b><i>c</i>"),
        ("bash", b"{ y; z; }\n", b"y; z;\n"),
        ("cpp", b"namespace { class A {}; }", b"class A {};"),
        ("c", b"struct { struct { int b; int c; } d; } e;", b"struct { int b; int c; } e;"),
        ("c", b"#if x\nint b;\nint c;\n#endif\n", b"int b;\nint c;\n"),
        ("cpp", b"#ifndef H\nstruct a;\n  struct b;\n#endif\n", b"struct a; struct b;"),
        ("c", b"f() { switch (1) { case 1: g(); h(); } }", b"f() { switch (1) { g(); h(); } }"),
    ],
)
def test_several_things_take_the_place_of_what_is_around_them(
    language: str, text: bytes, left: bytes
) -> None:
    context = Context(ask_for(text, left), Parsing(named(language)))
    found = unwrapping(context.lawful(text), text)
    assert found.split() == left.split()


@pytest.mark.parametrize(
    "language, text, left",
    [
        ("go", b"package p\nconst (\n\ta = 1\n)\n", b"package p\nconst a = 1\n"),
        ("python", b"from a import (b)\n", b"from a import b\n"),
        ("python", b"from a import (\r\n  b\r\n)\r\n", b"from a import b\r\n"),
        ("sqlite", b"SELECT(max(b)) FROM a;", b"SELECT max(b) FROM a;"),
        ("rust", b"use a::{b};", b"use a::b;"),
    ],
)
def test_brackets_that_need_not_be_there_go(language: str, text: bytes, left: bytes) -> None:
    context = Context(ask_for(text, left), Parsing(named(language)))
    assert unwrapping(context.lawful(text), text) == left


@pytest.mark.parametrize(
    "language, text, left",
    [
        ("javascript", b"`a ${2}x${b}`", b"`a 2x${b}`"),
        ("javascript", b"`${'a'}${b}`", b"`a${b}`"),
        ("python", b'f"{3} {a}"\n', b'f"3 {a}"\n'),
        ("ruby", b'"a#{1}b#{c}"\n', b'"a1b#{c}"\n'),
    ],
)
def test_a_literal_that_is_filled_into_a_string_is_a_part_of_it(
    language: str, text: bytes, left: bytes
) -> None:
    context = Context(ask_for(text, left), Parsing(named(language)))
    assert unwrapping(context.lawful(text), text) == left


@pytest.mark.parametrize(
    "language,text,left",
    [
        ("python", b"(a,) = (1,)\n", b"a = 1\n"),
        ("javascript", b"let [a] = [1];", b"let a = 1;"),
        ("php", b"<?php [$a] = [1];", b"<?php $a = 1;"),
        ("rust", b"fn f() { let (a,) = (1,); }", b"fn f() { let a = 1; }"),
    ],
)
def test_the_same_brackets_around_all_of_several_parts_go_at_once(
    language: str, text: bytes, left: bytes
) -> None:
    assert left_for(unwrapping, language, text, left) == tight(left)


def test_brackets_that_are_all_of_a_node_are_left_to_hoists() -> None:
    text = b"f((1)); [2];"
    assert asks_nothing(unwrapping, "javascript", text)


@pytest.mark.parametrize("text", [b"[1]", b"[]", b"{}", b'{"a": [1]}', b"[[[1]]]", b"", b"["])
def test_nothing_is_unwrapped_where_hoists_do(text: bytes) -> None:
    assert asks_nothing(unwrapping, "json", text)


@pytest.mark.parametrize("text", [b"f(1);", b"f('');", b"f(' ');", b"f('a' + ", b"", b"'", b"#"])
def test_nothing_is_asked_where_no_string_says_anything(text: bytes) -> None:
    oracle = Noted()
    assert unquoting(Context(ask(oracle), Parsing(named("javascript"))), text) == text
    assert all(b"'a'" not in candidate for candidate in oracle.asked)
    assert bool(oracle.asked) == (b"a" in text)


def test_what_may_not_change_stays() -> None:
    text = b"a('b'); c('d');"
    context = Context(ask(lambda candidate: True), Parsing(named("javascript")), head=7)
    assert unquoting(context, text).startswith(b"a('b');")
