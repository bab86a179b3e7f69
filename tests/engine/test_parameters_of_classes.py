"""Parameters and arguments that belong together by way of a class or of types."""

import pytest

from nubbin.engine.algorithms.parameters import parameters
from oracles import asks_nothing, left_for, tight

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
    assert asks_nothing(parameters, "javascript", text)


def test_a_constructor_that_may_not_change_keeps_its_arguments() -> None:
    text = b"class A { constructor(a) {} }\nnew A(1);"
    assert asks_nothing(parameters, "javascript", text, head=text.index(b"new"))
