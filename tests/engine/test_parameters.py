"""Parameters go together with the arguments in their places."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Span
from oracles import ask, ask_for, tight

CASES = [
    ("c", b"int f(int a, int b); int i = f(1, 2);", b"int f(int b); int i = f(2);"),
    ("c", b"void f(int a, int b) { f(1, 2); f(3, 4); }", b"void f(int a) { f(1); f(3); }"),
    ("java", b"class A { A(int a) { new A(0); } }", b"class A { A() { new A(); } }"),
    ("python", b"def f(self, a):\n    x.f(1)\n", b"def f(self):\n    x.f()\n"),
    ("go", b"package a\nfunc f(a int) { f(1) }\n", b"package a\nfunc f() { f() }\n"),
    ("rust", b"fn f(a: u8, b: u8) { f(1, 2) }", b"fn f(a: u8) { f(1) }"),
    (
        "cpp",
        b"struct A { void f(int); }; void A::f(int) {}",
        b"struct A { void f(); }; void A::f() {}",
    ),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_neither_can_go_alone_and_both_do(language: str, text: bytes, wanted: bytes) -> None:
    context = Context(ask_for(text, wanted), Parsing(named(language)))
    assert tight(parameters(context.lawful(text), text)) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "c",
            b"int f(int a, int b) { return b; } int i = f(1, 2);",
            b"int f(int a) { return 2; } int i = f(1);",
        ),
        ("javascript", b"f(x); function f(a) { g(a, a); }", b"f(); function f() { g(x, x); }"),
        ("python", b"def f(a):\n    return a[0]\nf(b)\n", b"def f():\n    return b[0]\nf()\n"),
        ("lua", b"function f(a) print(a) end f(0)", b"function f() print(0) end f()"),
        (
            "rust",
            b"fn f(a: u8) -> u8 { a } fn g() { f(7); }",
            b"fn f() -> u8 { 7 } fn g() { f(); }",
        ),
    ],
)
def test_the_only_argument_goes_where_the_parameter_is_used(
    language: str, text: bytes, wanted: bytes
) -> None:
    context = Context(ask_for(text, wanted), Parsing(named(language)))
    assert tight(parameters(context.lawful(text), text)) == tight(wanted)


def test_of_two_arguments_nobody_knows_which() -> None:
    text = b"void f(int a) { g(a); } void h() { f(1); f(2); }"
    asked = []

    def holds(candidate: bytes) -> bool:
        asked.append(candidate)
        return False

    assert parameters(Context(ask(holds), Parsing(named("c"))), text) == text
    assert not any(b"g(1)" in candidate or b"g(2)" in candidate for candidate in asked)


@pytest.mark.parametrize("text", [b"f(1, 2); g(3);", b"int f; int g = f;", b"f(); f();", b""])
def test_nothing_is_asked_where_nothing_belongs_together(text: bytes) -> None:
    asker = ask(lambda candidate: True)
    assert parameters(Context(asker, Parsing(named("c"))), text) == text
    assert asker.runs == 0


def test_lists_as_long_as_data_are_left_alone() -> None:
    values = b", ".join(b"%d" % number for number in range(100))
    text = b"f(" + values + b"); f(" + values + b");"
    asker = ask(lambda candidate: False)
    assert parameters(Context(asker, Parsing(named("c"))), text) == text
    assert asker.runs == 0


def test_what_may_not_change_stays() -> None:
    text = b"void f(int a, int b); void g() { f(1, 2); }"
    head = text.index(b" void g")
    context = Context(ask(lambda candidate: True), Parsing(named("c")), head=head)
    assert context.within(text) == Span(head, len(text))
    assert parameters(context, text).startswith(text[:head])
