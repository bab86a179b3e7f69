"""Bodies: what a function does goes before the function does."""

import pytest

from golang import needs_go, refusal
from nubbin.engine.algorithms.bodies import bodies, prototypes
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Span
from oracles import Noted, ask, ask_for, left_for, tight

ONE = b"func f%d(n int) (int, error) { if n > 0 { return n + 1, nil }; return f%d(n - 1) }\n"
EMPTY = b"func f%d(n int) (int, error) { panic(0) }\n"


def context(*texts: bytes) -> Context:
    return Context(ask_for(*texts), Parsing(named("go")))


def test_every_body_goes_at_once_where_none_is_needed() -> None:
    text = b"package p\nfunc g() { f(1) }\nfunc f(n int) int { return n + n * n }\n"
    wanted = b"package p\nfunc g() {}\nfunc f(n int) int { panic(0) }\n"
    assert tight(bodies(context(wanted), text)) == tight(wanted)


def test_of_many_bodies_the_one_that_is_needed_is_found_in_a_few_questions() -> None:
    text = b"package p\n" + b"".join(ONE % (n, n) for n in range(64))
    needed = tight(ONE % (37, 37))
    oracle = Noted(lambda candidate: needed in tight(candidate))
    reduced = bodies(Context(ask(oracle), Parsing(named("go"))), text)
    wanted = b"".join((ONE % (n, n)) if n == 37 else EMPTY % n for n in range(64))
    assert tight(reduced) == tight(b"package p\n" + wanted)
    assert len(oracle.asked) < 24


def test_a_body_no_larger_than_what_would_take_its_place_stays() -> None:
    text = b"package p\nfunc f() int { return 1 }\nfunc g() {}\ntype t interface { h() int }\n"
    assert bodies(context(), text) == text


def test_a_body_outside_of_what_may_change_stays() -> None:
    text = b"package p\nfunc f() { a(); b(); c() }\nfunc g() { a(); b(); c() }\n"
    within = Span(text.index(b"func g"), len(text))
    half = Context(ask(lambda text: True), Parsing(named("go")), head=within.start)
    assert tight(bodies(half, text)) == tight(text[: within.start] + b"func g() {}")


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "rust",
            b"fn f() -> u8 { g(); h(); 1 } fn g() { f(); }",
            b"fn f() -> u8 { panic!() } fn g() {}",
        ),
        (
            "java",
            b"class A { A() { f(); } void f() { f(); } int g(int a) { f(); return a; } }",
            b"class A { A() {} void f() {} int g(int a) { throw null; } }",
        ),
    ],
)
def test_where_something_is_given_back_the_body_never_comes_to_its_end(
    language: str, text: bytes, wanted: bytes
) -> None:
    taken = Context(ask_for(wanted), Parsing(named(language)))
    assert tight(bodies(taken, text)) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "rust",
            b"fn f(a: u8) -> u8 { match a { 1 => g(a, 1) + 2, 2 => { h(); k(a) } _ => a } }",
            b"fn f(a: u8) -> u8 { match a { 1 => panic!(), 2 => { panic!() } _ => a } }",
        ),
        (
            "go",
            b"func f(n int) int { if n > 1 { return n*n*n }; for n > 2 { g(n); g(n) }; return n }",
            b"func f(n int) int { if n > 1 { panic(0) }; for n > 2 { panic(0) }; return n }",
        ),
        (
            "java",
            b"class A { int f(int n) { if (n > 1) { while (n > 2) { return n*n; } } return n; } }",
            b"class A { int f(int n) { if (n > 1) { while (n > 2) { throw null; } } return n; } }",
        ),
    ],
)
def test_in_a_body_that_stays_the_branches_go_that_are_not_needed(
    language: str, text: bytes, wanted: bytes
) -> None:
    """What a branch gives as a value, or returns, is of some type; what never returns is of any."""
    assert left_for(bodies, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize("language", ["c", "javascript", "python", "typescript"])
def test_nothing_is_asked_where_any_body_may_be_empty(language: str) -> None:
    sample = b"f() { g(); h(); }"
    assert bodies(Context(ask_for(), Parsing(named(language))), sample) == sample


@needs_go
def test_the_compiler_takes_what_never_comes_to_its_end() -> None:
    text = b"package p\nfunc f(n int) (int, error) { for n > 0 { n-- }; return n, nil }\n"
    taken = Context(ask(lambda candidate: not refusal(candidate)), Parsing(named("go")))
    wanted = b"package p\nfunc f(n int) (int, error) { panic(0) }\n"
    assert tight(bodies(taken, text)) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("c", b"int f(int a) { return g(a); } int h(void) {}", b"int f(int a); int h(void) {}"),
        ("cpp", b"class A { T f() { return {}; } };", b"class A { T f(); };"),
        ("typescript", b"class A { f(): B { g(); } }", b"class A { f(): B; }"),
        ("rust", b"trait A { fn f() -> u8 { g() } }", b"trait A { fn f() -> u8; }"),
    ],
)
def test_a_declaration_takes_the_place_of_a_function(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(prototypes, language, text, wanted) == tight(wanted)


def test_where_a_function_is_more_than_its_body_no_declaration_takes_its_place() -> None:
    for language, text in (
        ("python", b"def f(a):\n    return a\n"),
        ("javascript", b"function f(a) { g(a); } (a) => a;"),
        ("c", b"struct s { int a; }; int f(void);"),
    ):
        parsing = Parsing(named(language))
        context = Context(ask(lambda text: True), parsing)
        assert prototypes(context.lawful(text), text) == text


@pytest.mark.parametrize("language", ["java", "csharp"])
def test_only_what_gives_something_back_never_ends(language: str) -> None:
    text = b"class A { void f() { g(1, 2); } int g(int n, int m) { return n + n * n * m; } }"
    wanted = b"class A { void f() { } int g(int n, int m) { throw null; } }"
    assert left_for(bodies, language, text, wanted) == tight(wanted)


def test_a_body_is_emptied_however_deeply_its_blocks_are_nested() -> None:
    deep = 5_000
    text = b"fn f() -> u8 " + b"{" * deep + b" g(1) " + b"}" * deep
    assert left_for(bodies, "rust", text, b"fn f() -> u8 { panic!() }") == b"fnf()->u8{panic!()}"
    assert left_for(bodies, "rust", text, b"fn f() -> u8 { { panic!() } }").count(b"{") == 2
