"""Parameters go together with the arguments in their places."""

import time
from importlib.util import find_spec

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Span
from oracles import ask, asks_nothing, left_for, tight

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
    (  # of two functions of one name, only one is called so
        "rust",
        b"impl A { fn f(&self, a: u8) {} } fn f(b: u8) { A.f(b) }",
        b"impl A { fn f(&self) {} } fn f(b: u8) { A.f() }",
    ),
    ("javascript", b"((a, b) => g(b))(1, 2);", b"((b) => g(b))(2);"),
    ("javascript", b"(function f(a) { f(1); })(2);", b"(function f() { f(); })();"),
    (
        "go",
        b"package a\nvar b = func(c int) int { return 1 }(2)\n",
        b"package a\nvar b = func() int { return 1 }()\n",
    ),
    ("ocaml", b"let f a b = g b\nlet c = f 1 (f 2 3)\n", b"let f b = g b\nlet c = f (f 3)\n"),
    ("ocaml", b"let f a = g a\nlet c = f 1\n", b"let f = g a\nlet c = f\n"),
    ("haskell", b"f 0 a = a\nf b c = c\nmain = f 1 2\n", b"f a = a\nf c = c\nmain = f 2\n"),
    ("ruby", b"def f(a)\nend\nf 1\n", b"def f()\nend\nf\n"),
    ("ruby", b"def f a, b\nend\nc.f 1, 2\n", b"def f a\nend\nc.f 1\n"),
    (
        "python",
        b"class A:\n  a: int\n  b: str = 1\n  def f(self): g()\nA(1, 2)\nA(3)\n",
        b"class A:\n  b: str = 1\n  def f(self): g()\nA(2)\nA()\n",
    ),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_neither_can_go_alone_and_both_do(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(parameters, language, text, wanted) == tight(wanted)


@pytest.mark.skipif(
    find_spec("tree_sitter_language_pack") is None,
    reason="the optional extra nubbin[all] is not installed",
)
def test_brackets_that_must_not_be_empty_go_with_what_is_in_them() -> None:
    text = b"procedure A is procedure B (C : D) is begin null; end; begin B (1); end;"
    wanted = b"procedure A is procedure B is begin null; end; begin B; end;"
    assert left_for(parameters, "ada", text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text",
    [
        ("c", b"f(1, 2); g(3);"),
        ("c", b"int f; int g = f;"),
        ("c", b"f(); f();"),
        ("c", b""),
        ("c", b"int a[2]; int b[3];"),  # no types of `int`
        ("bash", b"cat <a; cat <b"),  # nor is what begins with such a sign
        ("cpp", b"template <class T, class U> struct A { T<b> a; };"),  # those of `A`, not of `T`
        (  # of which none is used with types
            "cpp",
            b"template <class T, class U> struct A {}; template <class V, class W> struct A {};",
        ),
    ],
)
def test_nothing_is_asked_where_nothing_belongs_together(language: str, text: bytes) -> None:
    assert asks_nothing(parameters, language, text)


@pytest.mark.parametrize("length,is_data", [(16, False), (17, True), (100, True)])
def test_lists_as_long_as_data_are_left_alone(length: int, is_data: bool) -> None:
    text = b"f(1); f(" + b", ".join(b"%d" % number for number in range(length)) + b");"
    asker = ask(lambda candidate: False)
    assert parameters(Context(asker, Parsing(named("c"))), text) == text
    assert (asker.runs == 0) == is_data


def test_what_may_not_change_stays() -> None:
    text = b"void f(int a, int b); void g() { f(1, 2); }"
    head = text.index(b" void g")
    context = Context(ask(lambda candidate: True), Parsing(named("c")), head=head)
    assert context.within(text) == Span(head, len(text))
    assert parameters(context, text).startswith(text[:head])


@pytest.mark.parametrize(
    "language,text",
    [
        ("rust", b"fn f() { let x: " + b"A<" * 4_000 + b"B" + b"> " * 4_000 + b"; }"),
        (
            "javascript",
            b"class A { "
            + b"".join(b"f%d(a) { new A(1); } " % number for number in range(1_500))
            + b"}",
        ),
        ("javascript", b"class A { f(a) { " * 2_500 + b"} }" * 2_500),
        ("python", b"class A:\n  def f(s, a):\n    A(1)\n" * 1_500),
        ("python", b"class A(B):\n  a: int\n" * 1_500),
        ("json", b"[" + b"[1, 2], " * 10_000 + b"1]"),
        ("javascript", b"x = [" + b"a, " * 10_000 + b"1]"),
        ("python", b"".join(b"a%d\n" % (n // 2) for n in range(10_000))),
        (
            "javascript",
            b"class A0 { constructor(a) { } } "
            + b"".join(b"class A%d extends A%d { } " % (n, n - 1) for n in range(1, 2_500)),
        ),
    ],
)
def test_many_lists_that_may_belong_together_do_not_take_the_square_of_their_number(
    language: str, text: bytes
) -> None:
    began = time.process_time()
    context = Context(ask(lambda candidate: False), Parsing(named(language)))
    assert parameters(context.lawful(text), text) == text
    assert time.process_time() - began < 8  # each with each: a minute
