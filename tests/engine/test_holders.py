"""Holders: what holds but one member is that member."""

import pytest

from nubbin.engine.algorithms.scopes import scopes
from oracles import asked_in_vain, left_for, tight

CASES = [
    (
        "javascript",
        b"f(function () { return { a: g() } }().a)",
        b"f(function () { return g() }())",
    ),
    ("javascript", b"let x = { a: 1 }; f(x.a, x?.a); x.a++", b"let x = 1; f(x, x); x++"),
    (
        "javascript",
        b"!{ a(b) { b++; g(); b = 1; return 1 } }.a(b)",
        b"!function(b) { b++; g(); b = 1; return 1 }(b)",
    ),
    ("lua", b"x = {a = 1}\nprint(x.a)\n", b"x = 1\nprint(x)\n"),
    (
        "typescript",
        b"function f(x: { a: B }) { return x.a } f({ a: 1 })",
        b"function f(x: B) { return x } f(1)",
    ),
    (
        "go",
        b"package b\nvar c struct {\n\ta *int\n}\nfunc f() { g(c.a, c.a) }\n",
        b"package b\nvar c *int\nfunc f() { g(c, c) }\n",
    ),
    (
        "c",
        b"union { unsigned int a; } s, *t; int f() { return s.a + t->a; }",
        b"unsigned int s, *t; int f() { return s + t; }",
    ),
    (
        "c",
        b"struct { char *a; } **s; int f() { g(s[0]->a); }",
        b"char **s; int f() { g(s[0]); }",
    ),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_the_only_member_stands_for_what_holds_it(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,unwanted",
    [
        ("javascript", b"x = { a: 1, b: 2 }; f(x.a)", b"x = 1; f(x)"),
        ("javascript", b"x = { a: 1 }; f(x.a, a)", b"x = 1; f(x, a)"),
        ("javascript", b"x = { a: 1 }; f(x)", b"x = 1; f(x)"),
        ("cpp", b"struct S { int a; } s; int f() { return s.a; }", b"int s; int f() { return s; }"),
    ],
)
def test_with_others_or_a_name_or_nobody_who_asks_for_it_it_does_not(
    language: str, text: bytes, unwanted: bytes
) -> None:
    assert tight(unwanted) not in map(tight, asked_in_vain(scopes, language, text))
