"""What a function gives back goes with its type."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.results import results
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Span
from oracles import Noted, ask, asks_nothing, left_for, tight

CASES = [
    ("rust", b"fn f() -> u8 { if a { return 1; } 2 }", b"fn f() { if a { return; } }"),
    ("rust", b"fn f() -> u8 { g(1) }", b"fn f() { g(1); }"),
    ("rust", b"fn f() -> Result<u8> { Ok(g(1)) }", b"fn f() -> u8 { g(1) }"),
    (
        "rust",
        b"fn f() -> u8 { if a { g(1) } else if b { unsafe { h(2) } } else { 3 } }",
        b"fn f() { if a { } else if b { unsafe { h(2); } } else { } }",
    ),
    (
        "rust",
        b"fn f() -> u8 { match a { 1 => g(1), _ => { h(2) } } }",
        b"fn f() { match a { 1 => { g(1); }, _ => { } } }",
    ),
    ("go", b"package a\nfunc f() int { return 1 }", b"package a\nfunc f() { return }"),
    (
        "go",
        b"package a\nfunc f() (int, error) { return 1, nil }",
        b"package a\nfunc f() int { return 1 }",
    ),
    ("java", b"class A { int f() { return g(1); } }", b"class A { void f() { return; } }"),
    (
        "java",
        b"class A { static T f() { return g(1); } }",
        b"class A { static void f() { return; } }",
    ),
    ("csharp", b"class A { int F() { return 1; } }", b"class A { void F() { return; } }"),
    ("cpp", b"int f() { return 1; }", b"void f() { return; }"),
    (
        "typescript",
        b"class A { f(): Promise<number> { return Promise.resolve(1); } }",
        b"class A { f(): number { return 1; } }",
    ),
    ("python", b"def f() -> List[int]:\n    return [1]\n", b"def f():\n    return\n"),
    (
        "rust",
        b"fn f() -> u8 { let g = |x| -> u8 { return x; }; return 1; }",
        b"fn f() { let g = |x| -> u8 { return x; }; return; }",
    ),
]

UNUSED = [
    ("cpp", b"int f() { int a; if (g) return a; }", b"void f() { if (g) return; }"),
    ("c", b"int f() { int a = 1, b; g(b); return a; }", b"void f() { int b; g(b); return; }"),
    (
        "rust",
        b"fn f() -> u8 { let a = g(); for b in c { h(b) } a }",
        b"fn f() { for b in c { h(b) } }",
    ),
    ("typescript", b"function f(): T { let a = 1; return a }", b"function f() { return }"),
    ("java", b"class A { int f() { int a = 1; return a; } }", b"class A { void f() { return; } }"),
]
"""What only the values use has to go with them."""


@pytest.mark.parametrize("language,text,wanted", UNUSED)
def test_what_only_they_use_goes_with_them(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(results, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_neither_can_change_alone_and_both_do(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(results, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_every_candidate_has_fewer_tokens(language: str, text: bytes, wanted: bytes) -> None:
    parsing = Parsing(named(language))
    never = Noted()
    assert results(Context(ask(never), parsing), text) == text
    assert never.asked
    tokens = parsing.measure().tokens
    assert all(tokens(candidate) < tokens(text) for candidate in never.asked)


@pytest.mark.parametrize(
    "language,text",
    [
        ("rust", b"fn f() { return; }"),
        ("java", b"class A { void f() { } int a = 1; }"),
        ("rust", b"fn f() -> u8 { loop {} /* never */ }"),
        ("javascript", b"function f() { return 1; }"),
        ("c", b""),
    ],
)
def test_nothing_is_asked_where_nothing_is_given_back(language: str, text: bytes) -> None:
    assert asks_nothing(results, language, text)


def test_what_may_not_change_stays() -> None:
    text = b"fn f() -> u8 { 1 }"
    head = text.index(b"{")
    context = Context(ask(lambda candidate: True), Parsing(named("rust")), head=head)
    assert context.within(text) == Span(head, len(text))
    assert results(context, text) == text
