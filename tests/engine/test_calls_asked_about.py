"""What is asked where a call may give way: the body of its function, and then what is in it."""

import pytest

from nubbin.engine.algorithms.calls import calls
from oracles import asked_in_vain

EIGHT = b"function f(x) { g(x); }" + b"f(1);" * 8
ASKED = {
    "a function that is assigned": (
        "javascript",
        b"var f = x => x[0]; f(a);",
        [b" a[0];", b" a;", b"var f  ; a[0];", b"var f  ; a;"],
    ),
    "one that has no name of its own": (
        "javascript",
        b"var f = function(x) { g(x); }; f(1);",
        [
            before + value
            for before in (b"", b"var f  ;")
            for value in (b" g(1);;", b" g(1);", b" 1;")
        ],
    ),
    "an operator is no bracket": (
        "javascript",
        b"var f = x => -x; f(a);",
        [b" -a;", b" a;", b"var f  ; -a;", b"var f  ; a;"],
    ),
    "a body that is its parameter": (
        "javascript",
        b"var f = x => x; f(1);",
        [b" 1;", b"var f  ; 1;"],
    ),
    "a call before the function": (
        "javascript",
        b"f(1); function f(x) { g(x); }",
        [b"g(1);; ", b"g(1); ", b"1; "],
    ),
    "a comment is no value, nor an argument": (
        "javascript",
        b"function f(x) { /* c */ g(x); } f(/* d */ 1);",
        [b" /* c */ g(1);;", b" g(1);;", b" g(1);", b" 1;"],
    ),
    "a word before a parameter stays": (
        "javascript",
        b"function f(x) { new x; } f(A);",
        [b" new A;;", b" new A;", b" A;"],
    ),
    "nothing is known of what a constructor is called on": (
        "javascript",
        b"function A(x) { g(this, x); } new A(1);",
        [b" g(this, 1);;", b" g(this, 1);", b" 1;"],
    ),
    "a member is not what a parameter is": (
        "javascript",
        b"function f(x) { g({ x: x }, o.x); } f(1);",
        [b" g({ x: 1 }, o.x);;", b" g({ x: 1 }, o.x);", b" { x: 1 };", b" o.x;", b" x: 1;", b" x;"],
    ),
    "a receiver with a name": (
        "go",
        b"package a\nfunc (b B) m(x int) int { return b.a + x }\nvar y = o.m(1)\n",
        [b"package a\n\nvar y = %b\n" % value for value in (b"o.a + 1", b"o.a", b"1")]
        + [b"package a\n\nvar y = func(x int) int { return o.a + x }(1)\n"],
    ),
    "parameters that share a type": (
        "go",
        b"package a\nfunc f(a, b int) int { return a - b }\nvar y = f(1, 2)\n",
        [b"package a\n\nvar y = %b\n" % value for value in (b"1 - 2", b"1", b"2")]
        + [b"package a\n\nvar y = func(a, b int) int { return a - b }(1, 2)\n"],
    ),
    "a sign of a parameter is not its name": (
        "c",
        b"int f(int *x) { return *x; } int y = f(&z);",
        [b" int y = *&z;", b" int y = &z;"],
    ),
    "nor is a type": (
        "cpp",
        b"int f(T x) { return T(x); } int y = f(1);",
        [b" int y = T(1);", b" int y = 1;"],
    ),
    "a parameter without a name": (
        "cpp",
        b"int f(T) { return T(1); } int y = f(2);",
        [b" int y = T(1);"],
    ),
    "nor is its default": (
        "python",
        b"def f(a=b):\n  return g(b)\ny = f(1)\n",
        [b"\ny = g(b)\n"],
    ),
    "a name within others": (
        "cpp",
        b"int A::B::C::D::f(int x) { return x; } int y = a.f(2);",
        [b" int y = 2;"],
    ),
    "nor another word": (
        "rust",
        b"fn f(mut x: u8) -> u8 { x + 1 } fn g() { f(2); }",
        [b" fn g() { 2 + 1; }", b" fn g() { 2; }"],
    ),
    "a function without brackets": ("ruby", b"def f\n  g(h)\nend\nf()\n", [b"\ng(h)\n"]),
    "at most eight parts of a body": (
        "javascript",
        b"function f(x) { a(x); b(x); c(x); d(x); e(x); } f(1);",
        [
            b" a(1); b(1); c(1); d(1); e(1);;",
            *(b" %c(1);;" % name for name in b"abcde"),
            *(b" %c(1);" % name for name in b"ab"),
        ],
    ),
    "eight calls": ("javascript", EIGHT, [b"g(1);;" * 8, b"g(1);" * 8, b"1;" * 8]),
    "what has as many tokens is not asked about": (
        "javascript",
        b"function f(x) { g(x, x); }" + b"f(1);" * 7,
        [b"1;" * 7],
    ),
    "arguments count": (
        "javascript",
        b"function f(x) { g(x, x); }" + b"f(h(1,2));" * 2,
        [b"h(1,2);" * 2],
    ),
    "what is nearly as large is": (
        "javascript",
        b"function f(x) { g(x, x); }" + b"f(h(1));" * 2,
        [b"g(h(1), h(1));;" * 2, b"g(h(1), h(1));" * 2, b"h(1);" * 2],
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_of_a_function_its_body_is_asked_about_and_then_what_is_in_it(name: str) -> None:
    language, text, wanted = ASKED[name]
    assert asked_in_vain(calls, language, text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        b"function f(x) { return g(x); } f();",  # with too little
        b"function f(x) { return g(x); } f(1); f();",  # once
        b"function f(x) { return g(x); } f(1); h(f);",  # used without a call
        b"function f(x) { return g(x); } f(f(1));",  # in its own arguments
        b"function f(x) { return g(x); }",  # not called at all
        b"function f() {} f();",  # does nothing
        b"function f(x) { g(x, h%b); } f(1);" % (b", h" * 128),  # large
        EIGHT + b"f(1);",  # called too often
        b"f(1); f(2);",  # known from elsewhere
        b"function h() { f; } f();",  # mentioned, within another function
        b"function h(x = f(1)) { g(x); } f(2);",  # called for the parameters of another function
        b"h(f => x => g(x), f(1));",  # what gives back a function is a parameter
    ],
)
def test_nothing_with_a_parameter_is_asked_where_calls_cannot_give_way(text: bytes) -> None:
    assert asked_in_vain(calls, "javascript", text) == []


@pytest.mark.parametrize(
    "language,text",
    [
        ("ruby", b"f(1)\nf(2)\ndef h\nend\n"),
        ("ruby", b"def f\nend\nf()\n"),
        ("java", b"interface A { int f(int x); } class B { int y = a.f(1); }"),
    ],
)
def test_what_has_no_body_does_not_go_where_it_is_called(language: str, text: bytes) -> None:
    assert asked_in_vain(calls, language, text) == []


def test_a_call_with_more_than_brackets_behind_it_stays() -> None:
    assert asked_in_vain(calls, "ruby", b"def f(x)\n  g(x)\nend\nf(1) { h }\n") == []


def test_what_a_function_is_called_on_has_no_name_where_nothing_says_the_functions() -> None:
    text = b"function f(a) { g(this, this); } b.c.each(f); z"
    assert not any(asked.startswith(b"z =") for asked in asked_in_vain(calls, "javascript", text))
