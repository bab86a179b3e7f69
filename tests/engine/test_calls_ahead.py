"""What goes ahead of the statement where a call gives way, and where a call is brought to."""

import pytest

from nubbin.engine.algorithms.calls import calls
from oracles import asked_in_vain, tight

AHEAD = [
    (
        "python",
        b"def f(x):\n    a = []\n    for y in x:\n        a.append(y)\n    return a\n"
        b"if b:\n    print(f(c)[0])\n",
        b"if b:\n    a = []\n    for y in c:\n        a.append(y)\n    print(a[0])\n",
    ),
    (
        "c",
        b"int f(int a)\r\n{\r\n  g(a);\r\n  return -a;\r\n}\r\nint h()\r\n{\r\n"
        b"  int b = f(1) + 2;\r\n}\r\n",
        b"int h()\r\n{\r\n  g(1);\r\n  int b = -1 + 2;\r\n}\r\n",
    ),
    (
        "javascript",
        b"for (x of function () {\n  a = []\n  a.push(1)\n  return a\n}()) g(x)\n",
        b"a = []\n  a.push(1)\nfor (x of a) g(x)\n",
    ),
    ("javascript", b"let x = ((y) => { g(y); return h })(2).z\n", b"g(2);\nlet x = h.z\n"),
    ("javascript", b"x = !((y) => { g(); return y < 3 })(2)\n", b"g();\nx = !(2 < 3)\n"),
    (  # a constructor gives back what it makes
        "javascript",
        b"function A(b) { this.b = b; } x = new A(1).b;",
        b"this.b = 1;\nx = this.b;",
    ),
    (
        "cpp",
        b"int f() { int x = [](int y) { g(); return 1; }(2); }",
        b"int f() { g(); int x = 1; }",
    ),
    (
        "go",
        b"package a\nfunc f() {\n\tx := func(y int) int { g(y); return 1 }(2)\n}\n",
        b"package a\nfunc f() {\n\tg(2);\n\tx := 1\n}\n",
    ),
]


@pytest.mark.parametrize("language,text,wanted", AHEAD)
def test_what_is_done_before_something_is_given_back_goes_ahead_of_the_statement(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(calls, language, text))


NOTHING = [
    (
        "javascript",
        b"f(a = function () {\n  for (let a of b) g(a)\n}())\n",
        b"for (let a of b) g(a)\nf(a = 0)\n",
    ),
    ("python", b"def f(x):\n    g(x)\n    h()\ni(1, f(2))\n", b"g(2)\nh()\ni(1, 0)\n"),
]


@pytest.mark.parametrize("language,text,wanted", NOTHING)
def test_what_gives_nothing_back_goes_ahead_of_the_statement_and_leaves_a_number(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(calls, language, text))


VARIABLES = [
    (
        "javascript",  # the statement is the call
        b"function f(a, b) { g(a); g(a, b); } f(h(1), 2);",
        b"a = h(1);\ng(a); g(a, 2);",
    ),
    (
        "javascript",  # what is given back, alone
        b"const f = (a, b) => a + a; if (f(h(1))) k();",
        b"a = h(1);\nif (a + a) k();",
    ),
    ("python", b"def f(a):\n  return a + a\nx = f(g(1))\n", b"a = g(1)\nx = a + a\n"),
    (
        "python",  # what is done before that, too
        b"def f(a):\n  g(a)\n  return a\nx = f(h(1))\n",
        b"a = h(1)\ng(a)\nx = a\n",
    ),
    (
        "javascript",  # called where it stands
        b"(function (a) { g(a, a); })(h(1));",
        b"a = h(1);\ng(a, a);",
    ),
    (
        "c",  # a parameter says of what type its variable is
        b"int f(int a) { return a * a; } void k() { g(f(h(1))); }",
        b"void k() { int a = h(1);\ng(a * a); }",
    ),
    (  # what is given back is another one
        "javascript",
        b"function f(a, b) { g(a, a); return b } x = f(h(1), 2)",
        b"a = h(1)\ng(a, a);\nx = 2",
    ),
    (  # gives back nothing, and that is asked for
        "javascript",
        b"function f(a) { g(a, a); } x = f(h(1));",
        b"a = h(1);\ng(a, a);\nx = 0;",
    ),
    (
        "php",
        b"<?php function f($a) { g($a, $a); } f(h(1));",
        b"<?php $a = h(1);\ng($a, $a);",
    ),
]


@pytest.mark.parametrize("language,text,wanted", VARIABLES)
def test_what_a_parameter_is_mentioned_for_twice_may_be_a_variable_ahead_of_the_statement(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(calls, language, text))


def test_what_a_function_is_called_on_and_mentions_twice_is_a_variable_of_its_name() -> None:
    text = b"A.prototype.f = function () { g(this); return this; }; new A(1).f().h();"
    assert b"f=newA(1);g(f);f.h();" in map(tight, asked_in_vain(calls, "javascript", text))


@pytest.mark.parametrize(
    "text, wanted",
    [
        (b"A.prototype.f = function (x) { g(this.y, x); }; a.f(1);", b"g(a.y,1);;"),
        (b"o = { f: function (x) { g(x); }, a }; o.f(1);", b"o={a};g(1);;"),
    ],
)
def test_what_is_assigned_to_a_member_or_is_one_is_put_in_place_of_its_calls(
    text: bytes, wanted: bytes
) -> None:
    assert wanted in map(tight, asked_in_vain(calls, "javascript", text))


@pytest.mark.parametrize(
    "text",
    [
        b"function f(a) { g(a, a); } f(1);",  # as short as its name
        b"function f(a) { g(a); } f(h(1));",  # mentioned once
        b"function f(a) { g(a, a); } f(h(1)); f(h(2));",  # of which call?
    ],
)
def test_other_parameters_become_no_variables(text: bytes) -> None:
    assert not any(b"a = " in each for each in asked_in_vain(calls, "javascript", text))


BROUGHT = [
    (
        "typescript",
        b"namespace A { let b = 1; export function f() { b } } A.f()",
        b"namespace A { let b = 1; b } ",
    ),
    (
        "typescript",  # what is given back, and what is done before that
        b"namespace A { let b = 1; export function f(x) { h(x); return b } } g(A.f(2));",
        b"namespace A { let b = 1; h(2);\ng(b); } ",
    ),
    (
        "python",  # as deep as the function is
        b"if a:\n    b = 1\n    def f(x):\n        g(x)\n        g(b)\nf(2)\n",
        b"if a:\n    b = 1\n    g(2)\n    g(b)\n\n",
    ),
]


@pytest.mark.parametrize("language,text,wanted", BROUGHT)
def test_a_call_from_another_block_is_brought_to_the_function(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert wanted in asked_in_vain(calls, language, text)


@pytest.mark.parametrize(
    "text",
    [
        b"class A { m() { g(b) } } new A().m()",  # a class has no statements
        b"{ let b; function m() { g(b) } } h(m())",  # it gives nothing back
        b"{ let b; function m() { g(b) } } m(); m()",  # which of the calls?
    ],
)
def test_no_call_is_brought_to_where_it_cannot_stand(text: bytes) -> None:
    asked = asked_in_vain(calls, "typescript", text)
    brought = (b"class A { g", b"{ let b; g", b"{ let b; h")
    assert not any(each.startswith(brought) for each in asked)


@pytest.mark.parametrize("uses, is_ahead", [(b"f()", True), (b"f() + f()", False)])
def test_only_of_a_single_call_it_is(uses: bytes, is_ahead: bool) -> None:
    asked = asked_in_vain(calls, "javascript", b"function f() { g(); return h } x = " + uses)
    assert any(b"g();\nx =" in each for each in asked) == is_ahead
