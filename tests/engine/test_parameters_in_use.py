"""An argument goes where its parameter is used, and the parameter goes."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.original import Original
from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, ask_for, left_for, tight


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "c",
            b"int f(int a, int b) { return b; } int i = f(1, 2);",
            b"int f(int a) { return 2; } int i = f(1);",
        ),
        (
            "javascript",  # called where it stands
            b"((a, b) => { g(a, b); })(1, 2);",
            b"((b) => { g(1, b); })(2);",
        ),
        ("javascript", b"f(x); function f(a) { g(a, a); }", b"f(); function f() { g(x, x); }"),
        ("python", b"def f(a):\n    return a[0]\nf(b)\n", b"def f():\n    return b[0]\nf()\n"),
        ("lua", b"function f(a) print(a) end f(0)", b"function f() print(0) end f()"),
        (
            "rust",
            b"fn f(a: u8) -> u8 { a } fn g() { f(7); }",
            b"fn f() -> u8 { 7 } fn g() { f(); }",
        ),
        (
            "php",
            b"<?php function f($a) { return $a; } f(7);",
            b"<?php function f() { return 7; } f();",
        ),
        (
            "java",
            b"class A<T> { T f(T a) { return a; } } class C { A<B> a; }",
            b"class A { B f(B a) { return a; } } class C { A a; }",
        ),
        ("rust", b"struct A<T>(T); fn f(a: A<B>) {}", b"struct A(B); fn f(a: A) {}"),
        ("typescript", b"class A<T> { a: T } let a: A<B>;", b"class A { a: B } let a: A;"),
    ],
)
def test_the_only_argument_goes_where_the_parameter_is_used(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(parameters, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "c",
            b"int f(int a, int b) { return b; } int i = f(1, 2) + f(3, 4);",
            b"int f(int a) { return 2; } int i = f(1) + f(3);",
        ),
        (
            "c",
            b"int f(int a, int b) { return b; } int i = f(1, 2) + f(3, 4);",
            b"int f(int a) { return 4; } int i = f(1) + f(3);",
        ),
        (  # of one name, which all give
            "python",
            b"def f(a, b):\n    return b\nf(c, e)\nf(d, e)\n",
            b"def f(a):\n    return e\nf(c)\nf(d)\n",
        ),
        (  # to itself it gives what it is given
            "javascript",
            b"function f(a) { f(a); g(a); } f(1);",
            b"function f() { f(); g(1); } f();",
        ),
        (
            "cpp",
            b"template <class T, int N> struct A { T a[N]; }; A<int, 3> b; A<char, 3> c;",
            b"template <class T> struct A { T a[3]; }; A<int> b; A<char> c;",
        ),
        (  # the mentions are those nearest to the parameter
            "cpp",
            b"template <class T, int N> struct A { T a[N]; };"
            b"template <int N> struct B { A<int, N> b; A<char, 3> c; };",
            b"template <class T> struct A { T a[3]; };"
            b"template <int N> struct B { A<int> b; A<char> c; };",
        ),
    ],
)
def test_one_of_several_arguments_goes_where_the_parameter_is_used(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(parameters, language, text, wanted) == tight(wanted)


def test_of_two_names_nobody_knows_which() -> None:
    text = b"void f(int a) { g(a); } void h() { f(x); f(y); }"
    never = Noted()
    assert parameters(Context(ask(never), Parsing(named("c"))), text) == text
    assert not any(b"g(x)" in candidate or b"g(y)" in candidate for candidate in never.asked)


def test_an_argument_goes_where_a_node_with_nothing_but_the_name_may_stand() -> None:
    """In Haskell, the expression around a name stands where the string may, not the name itself."""
    text, wanted = b'f a = h a\nmain = f "b"\n', b'f = h "b"\nmain = f\n'
    parsing = Parsing(named("haskell"))
    given = Original(parsing.syntax(text).tree)
    context = Context(ask_for(text, wanted), parsing, original=given)
    assert tight(parameters(context.lawful(text), text)) == tight(wanted)
