"""Parameters go together with the arguments in their places."""

import time
from functools import partial
from importlib.util import find_spec

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.rewrites.packs import singled
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


PACKS = [
    (
        "cpp",
        b"template <class T, class... A> void f(A&&... a) { g(new T(h<A>(a)...)); }",
        b"template <class T, class A> void f(A&& a) { g(new T(h<A>(a))); }",
    ),
    (
        "cpp",
        b"template <class... A> void f(A... a) { g(a...); } template <class... B> struct C {};",
        b"template <class A> void f(A a) { g(a); } template <class... B> struct C {};",
    ),
    (
        "cpp",
        b"template <class... A> void f(A... a) { g(h(a, k(a...))...); }",
        b"template <class A> void f(A a) { g(h(a, k(a))); }",
    ),
    ("javascript", b"function f(...a) { g(...a) } f(1, 2);", b"function f(a) { g(a) } f(1, 2);"),
    ("python", b"def f(*a):\n    g(*a)\nf(1, 2)\n", b"def f(a):\n    g(a)\nf(1, 2)\n"),
    ("go", b"package a\nfunc f(a ...A) { g(a...) }\n", b"package a\nfunc f(a A) { g(a) }\n"),
]


@pytest.mark.parametrize("language,text,wanted", PACKS)
def test_a_parameter_for_all_further_arguments_becomes_one_for_a_single_argument(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(parameters, language, text, wanted) == tight(wanted)


def test_the_sign_of_all_elements_in_a_shell_is_none_of_what_is_spread() -> None:
    text = b'f "${a[*]}" "${a[*]}"\n'
    assert asks_nothing(partial(try_changes, changes=singled), "bash", text)


@pytest.mark.parametrize(
    "text",
    [
        b"f(...a); f(...b);",  # two names
        b"function f(...a) {}",  # by itself
        b"".join(b"f(...a); " for _ in range(17)),  # too many
        b"f(...[%b]); g(...[a]);" % b", ".join(b"a" for _ in range(64)),  # too large
    ],
)
def test_other_signs_are_not_asked_about_together(text: bytes) -> None:
    assert asks_nothing(partial(try_changes, changes=singled), "javascript", text)


CONSTRUCTORS = [
    (  # of its bases, where a class has none
        "python",
        b"class A:\n  def __init__(self, a):\n    0\nclass B(A):\n  0\n"
        b"class C(B):\n  def __init__(self, a):\n    super().__init__(a)\n"
        b"class D(B, C):\n  0\nD(1)\n",
        b"class A:\n  def __init__(self):\n    0\nclass B(A):\n  0\n"
        b"class C(B):\n  def __init__(self):\n    super().__init__()\nclass D(B, C):\n  0\nD()\n",
    ),
    (
        "javascript",
        b"class A { constructor(a) { } } class B extends A { } new B(1);",
        b"class A { constructor() { } } class B extends A { } new B();",
    ),
    (
        "php",
        b"<?php class A { function __construct($a) { } } class B extends A { } new B(1);",
        b"<?php class A { function __construct() { } } class B extends A { } new B();",
    ),
    (
        "ruby",
        b"class A\n  def initialize(a)\n  end\nend\nclass B < A\n  0\nend\nB.new(1)\n",
        b"class A\n  def initialize()\n  end\nend\nclass B < A\n  0\nend\nB.new()\n",
    ),
    (
        "python",
        b"class A:\n  def __init__(self, a):\n    0\nA(1)\n",
        b"class A:\n  def __init__(self):\n    0\nA()\n",
    ),
    (  # called by its name, but only out of one that has the same
        "python",
        b"class A(B):\n  def __init__(s, a):\n    super().__init__()\nA(1)\nA(2)\n",
        b"class A(B):\n  def __init__(s):\n    super().__init__()\nA()\nA()\n",
    ),
    (
        "javascript",
        b"class A { constructor(a, b) {} c() { return new A(1, 2); } }",
        b"class A { constructor(a) {} c() { return new A(1); } }",
    ),
    (
        "php",
        b"<?php final class A { function __construct($a) {} } new A(1);",
        b"<?php final class A { function __construct() {} } new A();",
    ),
    (  # what has no brackets is not the first
        "ruby",
        b"class A\n  def f\n  end\n  def initialize(a)\n  end\nend\nA.new(1)\n",
        b"class A\n  def f\n  end\n  def initialize()\n  end\nend\nA.new()\n",
    ),
    (  # the first of its class, though the second has its name from another
        "javascript",
        b"class C { b(d) {} } class A { e(a) {} b(c) {} } new A(1);",
        b"class C { b(d) {} } class A { e() {} b(c) {} } new A();",
    ),
    (  # the last word before it is its class
        "javascript",
        b"[A, B, { f(a) {} }]; new B(1);",
        b"[A, B, { f() {} }]; new B();",
    ),
    (  # a number is no word
        "javascript",
        b"A = [1, { f(a) {} }]; new A(1);",
        b"A = [1, { f() {} }]; new A();",
    ),
    (
        "ruby",
        b"class A < B\n  def initialize(a, b)\n  end\nend\nA.new(1, 2)\n",
        b"class A < B\n  def initialize(a)\n  end\nend\nA.new(1)\n",
    ),
    (
        "ruby",
        b"class A\n  def initialize(a)\n  end\nend\nA.new 1\n",
        b"class A\n  def initialize()\n  end\nend\nA.new\n",
    ),
]
BEHIND_TYPES = [
    ("rust", b"fn f<T>(a: T) { f::<u8>(1) }", b"fn f<T>() { f::<u8>() }"),
    ("typescript", b"function f<T>(a: T) {} f<A>(1);", b"function f<T>() {} f<A>();"),
    (
        "typescript",
        b"class A { constructor(a) {} } new A<B>(1);",
        b"class A { constructor() {} } new A<B>();",
    ),
    (
        "go",
        b"package a\nfunc f[A any, B any](a A, b B) { f[int, bool](1, 2) }\n",
        b"package a\nfunc f[A any, B any](a A) { f[int, bool](1) }\n",
    ),
    (
        "cpp",
        b"template <class T> void f(T a) { f<int>(1); }",
        b"template <class T> void f() { f<int>(); }",
    ),
]
TYPES = [
    ("rust", b"struct A<B, C>(B); fn f(a: A<u8, i8>) {}", b"struct A<B>(B); fn f(a: A<u8>) {}"),
    ("rust", b"fn f<T>(a: u8) { f::<T>(1) }", b"fn f(a: u8) { f(1) }"),
    ("java", b"class A<B, C> { A<D, E> a; }", b"class A<C> { A<E> a; }"),
    (
        "go",
        b"package a\ntype A[B any, C any] struct{}\nvar a A[int, bool]\n",
        b"package a\ntype A[B any] struct{}\nvar a A[int]\n",
    ),
    (
        "cpp",
        b"template <class A, class B> struct C {}; C<int, char> c;",
        b"template <class A> struct C {}; C<int> c;",
    ),
]


@pytest.mark.parametrize("language,text,wanted", [*CONSTRUCTORS, *BEHIND_TYPES, *TYPES])
def test_what_belongs_together_by_way_of_a_class_or_of_types_goes_together(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(parameters, language, text, wanted) == tight(wanted)


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
    "text",
    [
        b"class A { f(a) {} } a.f(); new A(1);",  # called by its name
        b"class A { f(a) {} static g() {} } A.g(1);",  # what is behind the sign is a function here
        b"class A { f() { function g(a) {} } } new A(1);",  # what is in a function is no method
        b"f = function () { function g(a) {} }; new f(1);",  # nor is that a class
        b"[{ f(a) {} }, A]; new A(1);",  # what comes behind is no name of it
        b"function f(a) {} new A(1);",  # of no class
    ],
)
def test_of_a_class_only_the_brackets_of_its_constructor_belong_to_those_behind_its_name(
    text: bytes,
) -> None:
    asked = []

    def holds(candidate: bytes) -> bool:
        asked.append(candidate)
        return False

    assert parameters(Context(ask(holds), Parsing(named("javascript"))), text) == text
    assert not any(b"(a)" not in each and b"(1)" not in each for each in asked)


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
    asked = []

    def holds(candidate: bytes) -> bool:
        asked.append(candidate)
        return False

    assert parameters(Context(ask(holds), Parsing(named("c"))), text) == text
    assert not any(b"g(x)" in candidate or b"g(y)" in candidate for candidate in asked)


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


def test_a_constructor_that_may_not_change_keeps_its_arguments() -> None:
    text = b"class A { constructor(a) {} }\nnew A(1);"
    assert asks_nothing(parameters, "javascript", text, head=text.index(b"new"))


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
