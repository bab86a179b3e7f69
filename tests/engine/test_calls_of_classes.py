"""Calls of methods, constructors and functions with types give way to what these do."""

import pytest

from nubbin.engine.algorithms.calls import calls
from oracles import asked_in_vain, left_for, tight

GENERIC = [
    (
        "cpp",
        b"template <class T> T f(int a) { return T(a); } int b = f<long>(1) + f<A<int>>(2);",
        b"int b = long(1) + A<int>(2);",
    ),
    (
        "cpp",
        b"struct A { template <class T> auto f(int a) { g(new T(a)); } }; void h() { b.f<B>(1); }",
        b"void h() { g(new B(1));; }",
    ),
    ("rust", b"fn f<T>(a: u8) -> T { g::<T>(a) } fn h() { f::<B>(1); }", b"fn h() { g::<B>(1); }"),
    (  # those of a method, not of what it is in
        "rust",
        b"impl<T> A<T> { fn f<U>(&self) -> U { g::<U>(1) } } fn h() { a.f::<B>(); }",
        b"impl<T> A<T> { } fn h() { g::<B>(1); }",
    ),
    ("typescript", b"function f<T>(a) { return g<T>(a) } h(f<number>(1));", b"h(g<number>(1));"),
    (
        "csharp",
        b"class A { void f<T>(int a) { g(new T(a)); } void h() { f<B>(1); } }",
        b"class A { void h() { g(new B(1)); } }",
    ),
    (  # nothing of a class is left, its types neither
        "cpp",
        b"template <class T> struct A { A(T a) { delete a; } }; void f() { A(new B); }",
        b"void f() { delete new B; }",
    ),
    (
        "cpp",
        b"template <class T> struct A { A(T a) { g(a); } }; void f() { new A<int>(1); }",
        b"void f() { g(1); }",
    ),
    (  # a pack is spread where it was
        "cpp",
        b"template <class... T> void f(T... a) { g(a...); } void h() { f(1, 2); }",
        b"void h() { g(1, 2); }",
    ),
]


@pytest.mark.parametrize("language,text,wanted", GENERIC)
def test_types_that_a_call_gives_stand_for_those_of_the_function(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(calls, language, text, wanted) == tight(wanted)


def test_no_types_are_left_without_their_function() -> None:
    text = b"template <class T> void f(int a) { g(new T(a)); } void h() { f<B>(1); }"
    asked = [tight(each) for each in asked_in_vain(calls, "cpp", text)]
    wanted = tight(b"void h() { g(new B(1)); }")
    assert wanted in asked
    assert tight(b"template <class T>") + wanted not in asked


def test_new_in_front_of_a_class_with_types_is_nothing_that_a_method_is_called_on() -> None:
    text = b"template <class T> struct A { A(T a) { g(b, a); } int b; }; void f() { new A<B>(1); }"
    assert asked_in_vain(calls, "cpp", text) == []


OWN = [
    (
        "cpp",
        b"struct A { char *b; void f(char c) { b = &d; } }; void h() { x.a->f(1); g(b); }",
        b"struct A { char *b; }; void h() { x.a->b = &d;; g(b); }",
    ),
    (
        "cpp",
        b"struct A { int b, c; template <class T> T f() { return b + c; } }; int d = e.f<int>();",
        b"struct A { int b, c; }; int d = e.b + e.c;",
    ),
    (
        "java",
        b"class A { int b; int g() { return 1; } int f() { return b + g() + this.b; } }"
        b" class B { int h(A a) { return a.f(); } }",
        b"class A { int b; int g() { return 1; } }"
        b" class B { int h(A a) { return a.b + a.g() + a.b; } }",
    ),
    (
        "csharp",
        b"class A { int B { get; } int f(int b) { return B + b; } int h(A a) { return a.f(1); } }",
        b"class A { int B { get; } int h(A a) { return a.B + 1; } }",
    ),
    (  # what is asked of another object is that one's
        "cpp",
        b"struct A { int b; int f() { return b + c.b + d->b + N::b; } }; int e = a.f();",
        b"struct A { int b; }; int e = a.b + c.b + d->b + N::b;",
    ),
    (
        "cpp",
        b"struct A { int c; int f(int c) { return g(c); } }; int d = a.f(1);",
        b"struct A { int c; }; int d = g(1);",
    ),
    (  # what the method declares is its own; so is a parameter
        "java",
        b"class A { int b; int c; int f(int c) { int b = d; return b + c; } int h(A a)"
        b" { g(); return a.f(1); } }",
        b"class A { int b; int c; int h(A a) { g(); int b = d;\nreturn b + 1; } }",
    ),
]


@pytest.mark.parametrize("language,text,wanted", OWN)
def test_what_a_method_mentions_of_its_object_is_asked_of_what_it_is_called_on(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(calls, language, text, wanted) == tight(wanted)


CONSTRUCTORS = [
    ("python", b"class A:\n  def __init__(self, b):\n    g(b)\nA(1)\n", b"g(1)\n"),
    ("php", b"<?php class A { function __construct($b) { g($b); } } new A(1);", b"<?php g(1);;"),
    (
        "java",
        b"class A { A(int b) { g(b); } } class C { void f() { new A(1); } }",
        b"class C { void f() { g(1);; } }",
    ),
    ("ruby", b"class A\n  def initialize(b)\n    g b\n  end\nend\nA.new(1)\n", b"g 1\n"),
]


@pytest.mark.parametrize("language,text,wanted", CONSTRUCTORS)
def test_a_class_gives_way_to_what_its_constructor_does(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(calls, language, text, wanted) == tight(wanted)


DERIVED = [
    (
        "python",
        b"class A(B):\n  def __init__(self, c):\n    super().__init__(f(c))\nraise A(1)\n",
        b"raise B(f(1))\n",
    ),
    (
        "javascript",
        b"class A extends B { constructor(c) { super(c, 2); } } throw new A(1);",
        b"throw new B(1, 2);",
    ),
    (
        "java",
        b'class C { static class A extends B { A() { super("x"); } } B f() { return new A(); } }',
        b'class C { B f() { return new B("x"); } }',
    ),
    (
        "php",
        b"<?php class A extends B { function __construct($c) { parent::f($c); } } new A(1);",
        b"<?php new B(1);",
    ),
    (
        "ruby",
        b"class A < B\n  def initialize(c)\n    super c\n  end\nend\nraise A.new(1)\n",
        b"raise B.new(1)\n",
    ),
    (
        "java",
        b"class A extends B { A(int c) { super(c); } } class D { A f() throws A { new A(1); } }",
        b"class D { B f() throws B { new B(1); } }",
    ),
]


@pytest.mark.parametrize("language,text,wanted", DERIVED)
def test_a_class_that_hands_on_what_it_is_made_with_is_its_base(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(calls, language, text, wanted) == tight(wanted)


ONLY_METHODS = [
    ("ruby", b"class A\n  def f\n    g 1\n  end\nend\nA.new.f\n", b"g 1\n"),
    (
        "java",
        b"class A { static class B extends C { void f() { g(); } } void h() { new B().f(); } }",
        b"class A { void h() { g();; } }",
    ),
    ("python", b"class A:\n  def f(self):\n    g(1)\nA().f()\n", b"g(1)\n"),
    ("javascript", b"class A { f() { g(1) } } new A().f()", b"g(1)"),
    ("javascript", b"class A { f() { g(1) } } new A().f()", b"class A { } g(1)"),
    (  # which has to have something in it
        "python",
        b"class A(B):\n  def f(self):\n    self.g\nA().f()\n",
        b"class A(B):\n  pass\nA().g\n",
    ),
]


@pytest.mark.parametrize("language,text,wanted", ONLY_METHODS)
def test_a_class_goes_with_its_only_method_or_without(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(calls, language, text, wanted) == tight(wanted)
