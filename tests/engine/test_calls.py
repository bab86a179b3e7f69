"""Calls give way to what functions do, with arguments for parameters."""

import re

import pytest

from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, asks_nothing, left_for, tight

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
    assert questions(language, text) == wanted


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
    assert questions(language, text)[0] == wanted


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
    assert questions("javascript", text) == []


@pytest.mark.parametrize(
    "language,text",
    [
        ("ruby", b"f(1)\nf(2)\ndef h\nend\n"),
        ("ruby", b"def f\nend\nf()\n"),
        ("java", b"interface A { int f(int x); } class B { int y = a.f(1); }"),
    ],
)
def test_what_has_no_body_does_not_go_where_it_is_called(language: str, text: bytes) -> None:
    assert questions(language, text) == []


def test_a_call_with_more_than_brackets_behind_it_stays() -> None:
    assert questions("ruby", b"def f(x)\n  g(x)\nend\nf(1) { h }\n") == []


def test_what_goes_with_another_function_is_no_gain_of_one_within_it() -> None:
    text = b"function f(x) { function g(y) { h(y, y); } k(x); } f(1); g(1); g(1); g(1);"
    parsing, held = Parsing(named("javascript")), list[bytes]()

    def holds(candidate: bytes) -> bool:
        held.append(candidate)
        return True

    left = calls(Context(ask(holds), parsing, window=1), text)
    tokens = parsing.measure().tokens
    assert tokens(left) <= min(map(tokens, held))


@pytest.mark.parametrize("head,tail", [(0, len(b" f(1);")), (len(b"function f(x) { g(x); }"), 0)])
def test_what_may_not_change_stays(head: int, tail: int) -> None:
    text = b"function f(x) { g(x); } f(1);"
    assert asks_nothing(calls, "javascript", text, head=head, tail=tail)


def questions(language: str, text: bytes) -> list[bytes]:
    """Return what is asked about a text if nothing of it holds."""
    return asked_in_vain(calls, language, text)


NAMELESS = [
    (
        "go",
        b"package a\ntype B struct{ d int }\nfunc (c *B) f(x int) int {\n\tg(c.d, e.c)\n"
        b"\treturn x\n}\nfunc h() {\n\ti := z.f(1)\n}\n",
        b"package a\ntype B struct{ d int }\nfunc h() {\n\ti := func(x int) int {\n"
        b"\tg(z.d, e.c)\n\treturn x\n}(1)\n}\n",
    ),
    (
        "javascript",
        b"function f(x) { g(x); return x } y = f(1)",
        b"y = function(x) { g(x); return x }(1)",
    ),
]


@pytest.mark.parametrize("language,text,wanted", NAMELESS)
def test_a_function_without_its_name_stands_in_its_only_call(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(calls, language, text))


@pytest.mark.parametrize(
    "language,text",
    [
        ("c", b"int f(int x) { g(); return x; } int y = f(1);"),
        ("javascript", b"class A { f(x) { g(); return x } } y = a.f(1)"),
        ("go", b"package a\nfunc f() {\n\tg()\n}\nfunc h() {\n\tf()\n\tf()\n}\n"),
    ],
)
def test_without_such_functions_or_with_two_calls_it_does_not(language: str, text: bytes) -> None:
    """Nor where nothing but the name says that it is one."""
    asked = b"".join(map(tight, asked_in_vain(calls, language, text)))
    assert not re.search(rb"func(tion)?\(|int\(", asked)


def test_a_function_in_what_the_parser_gave_up_on_is_looked_at_like_any() -> None:
    """That may stand anywhere, like a comment, and be all that a block has."""
    text = b"function g() { [function f(a) { return a } }\nf(1)\n"
    context = Context(ask(text.__eq__), Parsing(named("javascript")))
    assert calls(context, text) == text


def test_a_function_may_be_the_last_thing_of_a_text() -> None:
    text = b"f(1); const f = a => a + a"
    assert calls(Context(ask(text.__eq__), Parsing(named("javascript"))), text) == text


def test_what_a_function_is_called_on_has_no_name_where_nothing_says_the_functions() -> None:
    text = b"function f(a) { g(this, this); } b.c.each(f); z"
    assert not any(asked.startswith(b"z =") for asked in asked_in_vain(calls, "javascript", text))


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "python",
            b"def f(a):\n    try:\n        yield a\n    finally:\n        g()\n"
            b"if 1:\n  for b in f(1):\n    h(b)\n    k(b, b)\n",
            b"if 1:\n  try:\n      h(1)\n      k(1, 1)\n  finally:\n      g()\n",
        ),
        (
            "python",
            b"class A:\n    @b\n    def f(self):\n        try:\n            yield\n"
            b"        except:\n            g(self)\nwith A().f():\n    h()\n",
            b"try:\n    h()\nexcept:\n    g(A())\n",
        ),
        (
            "javascript",
            b"function* f(a) { g(a); yield a + 1; k(); } for (const b of f(2)) { h(b.c); }",
            b"g(2); h((2 + 1).c); k();",
        ),
        (
            "php",
            b"<?php function f() { g(); yield 1; } foreach (f() as $a) h($a);",
            b"<?php g(); h(1);",
        ),
    ],
)
def test_what_is_done_with_what_a_generator_hands_out_goes_where_it_does(
    language: str, text: bytes, wanted: bytes
) -> None:
    asked = asked_in_vain(calls, language, text)
    assert any(tight(each).endswith(tight(wanted)) for each in asked)


@pytest.mark.parametrize(
    "text",
    [
        b"function* f() { yield 1; yield 2; } for (const b of f()) { h(b); }",
        b"function* f() { a = yield 1; } for (const b of f()) { h(b); }",
        b"function* f() { yield; } for (const b of f()) { h(b); }",
        b"function* f() { yield 1; } for (const [b, c] of f()) { h(b); }",
        b"function* f() { yield 1; } g(f());",
        b"for (const b of f()) { h(b); function* f() { yield 1; } }",
    ],
)
def test_nothing_goes_where_a_generator_hands_out_several_things_or_is_no_loop_s(
    text: bytes,
) -> None:
    asked = asked_in_vain(calls, "javascript", text)
    assert not any(b"h(" in each and b"for" not in each for each in asked)
