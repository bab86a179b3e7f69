"""Cascades: what only a part uses goes with it."""

import pytest

from nubbin.engine.algorithms.cascades import cascades
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, asks_nothing, left_for, tight

GO = b"""package a
import (
\t"fmt"
\t"sync/atomic"
)
func f() { atomic.AddInt32(nil, 0) }
func g() { fmt.Print() }
"""
CASES = [
    ("go", GO, b'package a import ("fmt") func g() { fmt.Print() }'),  # the path's last word
    ("rust", b"use std::fmt; fn f() {} fn g() { fmt::a() }", b"fn f() {}"),
    ("rust", b"#[a] struct A; #[b] struct B; fn g(_: A) {}", b"#[b] struct B;"),
    ("rust", b"#[a] #[b] use c; fn d() {}", b"fn d() {}"),
    ("rust", b"use a::{B, C}; struct D { c: C } fn f() -> B {}", b"use a::{B}; fn f() -> B {}"),
    ("python", b"import a\nimport b\na.f()\nb.f()\n", b"import b\nb.f()\n"),
    # The last of several names goes with its comma, though the grammar would leave that.
    ("python", b"from a import b, c\nb.f()\nc.f()\n", b"from a import b\nb.f()\n"),
    # One after the other: the call, what it calls, and what that does.
    (
        "c",
        b"int a() {} int b() { a(); } int c() { b(); } int main() { c(); d(); }",
        b"int main() { d(); }",
    ),
    # A parameter goes with its argument.
    (
        "c",
        b"int a(int b, int c) { d(b); e(c); } int f() { a(0, 1); }",
        b"int a(int c) { e(c); } int f() { a(1); }",
    ),
    # One declarator of several, and of two that are called alike each with what uses it.
    ("c", b"int f() { int a, b; c(&a); c(&b); return a; }", b"int f() { int a; c(&a); return a; }"),
    (
        "c",
        b"int f(int a) { return a; } int main() { int a; b(&a); c(f(0)); }",
        b"int f(int a) { return a; } int main() { c(f(0)); }",
    ),
    # What calls itself is used by nobody else.
    ("c", b"int a() { a(); } int main() { a(); d(); }", b"int main() { d(); }"),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_what_only_a_part_uses_goes_with_it(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(cascades, language, text, wanted) == tight(wanted)


def test_what_a_part_uses_itself_goes_where_more_must_stay() -> None:
    text = b"int a() {} int b() { a(); } int main() { b(); d(); }"
    wanted = b"int a() {} int main() { d(); }"
    assert left_for(cascades, "c", text, wanted) == tight(wanted)


def test_more_is_asked_as_long_as_some_holds() -> None:
    text = b"".join(b"static int f%d(void) {}\n" % n for n in range(40)) + b"int main() {\n"
    text += b"".join(b"f%d();\n" % n for n in range(40)) + b"}\n"

    def nothing_unused(candidate: bytes) -> bool:
        words = candidate.replace(b"(", b" ").replace(b";", b" ").split()
        return b"main" in words and all(words.count(b"f%d" % n) in (0, 2) for n in range(40))

    context = Context(ask(nothing_unused), Parsing(named("c")))
    assert tight(cascades(context.lawful(text), text)) == b"intmain(){}"


@pytest.mark.parametrize(
    "text",
    [
        b"int main() { a(); b(); }",  # nothing here says what they are
        b"int main(a b) { a c; }",  # types of another file
        b"",
    ],
)
def test_nothing_is_asked_where_nothing_is_defined(text: bytes) -> None:
    assert asks_nothing(cascades, "c", text)


def test_what_is_used_twice_goes_with_both_uses_only() -> None:
    text = b"int a() {} int main() { a(); a(); }"
    assert [*map(tight, asked_in_vain(cascades, "c", text))] == [b""]


def test_what_may_not_change_stays() -> None:
    text = b"int a() {} int main() { a(); d(); }"
    assert asks_nothing(cascades, "c", text, tail=len(text) - 20)
    assert asks_nothing(cascades, "c", text, head=11)
