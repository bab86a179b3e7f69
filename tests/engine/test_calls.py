"""Calls give way to what functions do, with arguments for parameters."""

import pytest

from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, asked_in_vain, asks_nothing, left_for, tight

CASES = [
    (
        "python",
        b"def f():\n    g(h, a)\nf()\nif 1:\n  f()\n",
        b"\ng(h, a)\nif 1:\n  g(h, a)\n",
    ),
    (
        "javascript",
        b"class B { m(x) { return g(this.a, x); } } z = o.m(1) + o.p.m(2);",
        b"class B {} z = g(o.a, 1) + g(o.p.a, 2);",
    ),
    (
        "rust",
        b"impl A { fn f(&self, x: u8) -> u8 { self.a + x } } fn g() { a.b.f(1); }",
        b"impl A { } fn g() { a.b.a + 1; }",
    ),
    (
        "php",
        b"<?php class B { function f($x) { return $this->a + $x; } } $o->f(1);",
        b"<?php class B { } $o->a + 1;",
    ),
    ("ruby", b"def f(x)\n  g(x, x)\nend\nf(1)\nf(2)\n", b"g(1, 1)\ng(2, 2)\n"),
    ("php", b'<?php function f($a, $b) { g("$a{$b}c", $b); } f(1, "b");', b'<?php g("1bc", "b");;'),
    # of a decorator
    ("python", b"@a.f\nclass B:\n    pass\n", b"a.f(0)\n"),
    ("python", b"@f(1)\ndef g():\n    pass\n", b"f(1)\n"),
    ("typescript", b"@f class B { a = 1 }", b"f(0)"),
    # called like something else
    ("javascript", b"function log(x) { console.log(x); } log(1);", b"console.log(1);;"),
    (
        "javascript",
        b"class A { f(x) { this.g.f(x); } } a.f(1); b.f(2); a.f(3);",
        b"class A { } a.g.f(1);; b.f(2); a.g.f(3);;",
    ),
    ("javascript", b"function f(x) { g(x); } f(1); o.f = h;", b"g(1);; o.f = h;"),
    (
        "lua",
        b"a = {} function a:f(x) g(x) end f = a f:f(1)",
        b"a = {} f = a g(1)",
    ),
    # in brackets where these have to be
    ("lua", b'function f(a) g(a:h()) end f("b")', b'g(("b"):h())'),
    ("javascript", b"function f(a) { g(a.h()); } f(-1);", b"g((-1).h());;"),
    ("javascript", b"function f(a) { g(a.h()); } f('b');", b"g('b'.h());;"),
    ("javascript", b"function f(a) { g(a(1)); } f(x => h(x));", b"g((x => h(x))(1));;"),
    ("python", b"def f(a):\n    g(a(1))\nf(lambda x: h(x))\n", b"g((lambda x: h(x))(1))\n"),
    ("rust", b"fn f(a: A) { g(a(1)) } fn k() { f(|x| h(x)); }", b"fn k() { g((|x| h(x))(1)); }"),
    ("javascript", b"function f(a) { if (!a) g(); } f(b in c);", b"if (!(b in c)) g();;"),
    ("javascript", b"function f(a) { g(a * 2); } f(b + c);", b"g((b + c) * 2);;"),
    ("javascript", b"function f(a) { g(1 + a); } f(b + c);", b"g(1 + b + c);;"),
    ("javascript", b"function f(a) { g(a, -a); } f(b(c));", b"g(b(c), -b(c));;"),
    ("python", b"def f(a):\n    g(-a)\nf(b or c)\n", b"g(-(b or c))\n"),
    ("c", b"void f(int a) { g(!a); } int h() { f(b < c); }", b"int h() { g(!(b < c));; }"),
    ("c", b"void f(int a) { g(-a); } int h() { f(1); }", b"int h() { g(-1);; }"),
    ("javascript", b"function f(a) { return a + 1; } g(-f(2));", b"g(-(2 + 1));"),
    ("javascript", b"function f(a) { return h ? a : 1; } g(f(2).b);", b"g((h ? 2 : 1).b);"),
    ("python", b"def f(a):\n    return a or b\ng(not f(c))\n", b"g(not (c or b))\n"),
    # as a member that is called like it
    ("javascript", b"function f(a) { g({ a }); } f(1);", b"g({ a: 1 });;"),
    ("rust", b"fn f(a: u8) { g(A { a }) } fn k() { f(1); }", b"fn k() { g(A { a: 1 }); }"),
    # all further arguments
    ("lua", b"function f(a, ...) g(a:h(...)) end f(x, 1, 2)", b"g(x:h(1, 2))"),
    ("javascript", b"function f(a, ...b) { g(a, ...b); } f(1, 2, 3);", b"g(1, 2, 3);;"),
    ("javascript", b"function f(a) { g(...a); } f(b);", b"g(...b);;"),
    ("python", b"def f(*a):\n    g(*a)\nf(1, 2)\n", b"g(1, 2)\n"),
    ("ruby", b"def f(*a)\n  g(*a)\nend\nf(1, 2)\n", b"g(1, 2)\n"),
    ("php", b"<?php function f(...$a) { g(...$a); } f(1, 2);", b"<?php g(1, 2);;"),
    (
        "go",
        b"package a\nfunc f(b ...int) { g(b...) }\nfunc h() { f(1, 2) }",
        b"package a\nfunc h() { g(1, 2) }",
    ),
    # which are a list where they are not spread
    ("javascript", b"function f(...a) { g(a.b); } f(1, 2);", b"g([1, 2].b);;"),
    ("python", b"def f(*a):\n    g(a)\nf(1, 2)\n", b"g([1, 2])\n"),
    ("ruby", b"def f(*a)\n  a.map { |b| b }\nend\nf(1)\n", b"[1].map { |b| b }\n"),
    ("php", b"<?php function f(...$a) { g($a); } f(1, 2);", b"<?php g([1, 2]);;"),
    # handed to what calls it
    ("lua", b"function f(a) g(a) end pcall(f, 1)", b"g(1)"),
    ("javascript", b"function f(a) { g(a); } [1].forEach(f);", b"g([1]);"),
    ("python", b"def f(a):\n    g(a)\nlist(map(f, b))\n", b"list(g(b))\n"),
    ("php", b"<?php function f($a) { g($a); } h('f', 1);", b"<?php g(1);;"),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_calls_give_way_to_what_the_function_does(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(calls, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("python", b"def f(a):\n  for a in b:\n    g(a)\nf(c())\n", b"for a in b:\n  g(a)\n"),
        ("python", b"def f(a):\n  for a in b:\n    g(a)\nf(c)\n", b"for c in b:\n  g(c)\n"),
    ],
)
def test_a_parameter_that_is_given_a_value_keeps_its_name_unless_the_argument_has_one(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(calls, language, text, wanted) == tight(wanted)


INDENTED = [
    (
        "javascript",
        b"function f(x) {\n  if (x) {\n    g(`\n  a`);\n  }\n}\n{\n      f(1);\n}\n",
        b"\n{\n      if (1) {\n        g(`\n  a`);\n      };\n}\n",
    ),
    (
        "javascript",  # begins behind a brace
        b"function f(x) { if (x) {\n    g();\n  }\n}\n{\n      f(1);\n}\n",
        b"\n{\n      if (1) {\n    g();\n  };\n}\n",
    ),
    (
        "javascript",  # goes behind a word
        b"function f(x) {\n  g(x,\n    h)\n}\n{\n      y = f(1);\n}\n",
        b"\n{\n      y = g(1,\n    h);\n}\n",
    ),
    (
        "go",  # line ends are tokens
        b"package a\nfunc f() {\n\tg()\n\th()\n}\nfunc k() {\n\tif x {\n\t\tf()\n\t}\n}\n",
        b"package a\n\nfunc k() {\n\tif x {\n\t\tg()\n\t\th()\n\t}\n}\n",
    ),
]


@pytest.mark.parametrize("language,text,wanted", INDENTED)
def test_lines_are_as_deep_as_the_call_if_both_begin_their_lines(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert asked_in_vain(calls, language, text)[0] == wanted


def test_what_goes_with_another_function_is_no_gain_of_one_within_it() -> None:
    text = b"function f(x) { function g(y) { h(y, y); } k(x); } f(1); g(1); g(1); g(1);"
    parsing = Parsing(named("javascript"))
    always = Noted(lambda candidate: True)
    left = calls(Context(ask(always), parsing, window=1), text)
    tokens = parsing.measure().tokens
    assert tokens(left) <= min(map(tokens, always.asked))


@pytest.mark.parametrize("head,tail", [(0, len(b" f(1);")), (len(b"function f(x) { g(x); }"), 0)])
def test_what_may_not_change_stays(head: int, tail: int) -> None:
    text = b"function f(x) { g(x); } f(1);"
    assert asks_nothing(calls, "javascript", text, head=head, tail=tail)


def test_a_function_in_what_the_parser_gave_up_on_is_looked_at_like_any() -> None:
    """That may stand anywhere, like a comment, and be all that a block has."""
    text = b"function g() { [function f(a) { return a } }\nf(1)\n"
    context = Context(ask(text.__eq__), Parsing(named("javascript")))
    assert calls(context, text) == text


def test_a_function_may_be_the_last_thing_of_a_text() -> None:
    text = b"f(1); const f = a => a + a"
    assert calls(Context(ask(text.__eq__), Parsing(named("javascript"))), text) == text
