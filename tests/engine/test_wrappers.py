"""Wrappers: a type that does no more than wrap one thing is the type of that thing."""

import pytest

from nubbin.engine.algorithms.scopes import scopes
from oracles import asked_in_vain, left_for, tight

CASES = [
    (
        "rust",
        b"use b::{Mul};\n#[derive(Copy)] pub struct S(f32);\n"
        b"impl Mul<f32> for S { fn mul(self) -> S { S(1.) } }\n"
        b"fn a(x: &[S]) -> f32 { for i in x { g(i) } S((x[0] * x[1]).0) }",
        b"fn a(x: &[f32]) -> f32 { for i in x { g(i) } x[0] * x[1] }",
    ),
    (
        "rust",
        b"struct S { pub a: u8 } fn f(x: S) -> S { S { a: x.a } }",
        b"fn f(x: u8) -> u8 { x }",
    ),
    (
        "c",
        b"struct n { int **a; }; int f(struct n *s) { return s->a[0]; }",
        b"int f(int **s) { return s[0]; }",
    ),
    (
        "go",
        b"package p\ntype S struct { x string }\n"
        b'func f(a []S, b S) string { c := S{x: b.x}; d := S{"e"}; return a[0].x }\n',
        b'package p\nfunc f(a []string, b string) string { c := b; d := "e"; return a[0] }\n',
    ),
    ("c", b"struct n { int a; }; int f(struct n s) { return s.a; }", b"int f(int s) { return s; }"),
    # nothing asks for the member
    (
        "cpp",
        b"struct n { char a; } *b; void f(char c) { n d{c}; b = &d; }",
        b"char *b; void f(char c) { char d{c}; b = &d; }",
    ),
    ("rust", b"struct N { a: u8 } fn f(b: N) { g(N { a: 1 }) }", b"fn f(b: u8) { g(1) }"),
    (  # with its other name
        "c",
        b"typedef struct n { int a; } n; int f(n s) { return s.a; }",
        b"int f(int s) { return s; }",
    ),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_what_is_wrapped_stands_for_the_type(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text",
    [
        ("rust", b"struct S(u8, u8); fn f(x: S) -> u8 { x.0 }"),
        ("c", b"struct n { int a, b; }; int f(struct n s) { return s.a; }"),
        ("c", b"struct n { int a[2]; }; int f(struct n s) { return s.a[0]; }"),
    ],
)
def test_with_more_than_one_thing_in_it_nothing_is_asked(language: str, text: bytes) -> None:
    assert not asked_in_vain(scopes, language, text)
