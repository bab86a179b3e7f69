"""Two classes become one that has the members of both."""

import pytest

from nubbin.engine.algorithms.scopes import scopes
from oracles import asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "cpp",
            b"struct A { int f(); }; struct B { B g(); }; int c = A().f() + B().g();",
            b"struct B { B g(); int f(); }; int c = B().f() + B().g();",
        ),
        (
            "java",
            b"class A { A f() { return this; } } class B extends A { A g() { return f(); } }",
            b"class A { A f() { return this; } A g() { return f(); } }",
        ),
        (
            "c",
            b"struct a { int b; }; struct c { int d; }; f(struct a *e, struct c *g) {}",
            b"struct c { int d; int b; }; f(struct c *e, struct c *g) {}",
        ),
        (
            "typescript",
            b"interface A { a: B }\ninterface B { b: A }\nlet c: B\n",
            b"interface B { b: B a: B }\nlet c: B\n",
        ),
    ],
)
def test_the_members_of_a_class_move_to_those_of_its_neighbour(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text, wanted",
    [
        (
            b"struct A { struct B { B f(); }; B g(); }; A::B h() { return A().g(); }",
            b"struct A { A f(); A g(); }; A h() { return A().g(); }",
        ),
        (
            b"namespace n { struct A { int f(); }; } struct B { B g(); }; n::A h(B b);",
            b"namespace n { } struct B { B g(); int f(); }; B h(B b);",
        ),
        (
            b"namespace n { struct A { int f(); }; struct B { B g(); }; } n::A h(n::B b);",
            b"namespace n { struct B { B g(); int f(); }; } n::B h(n::B b);",
        ),
        (
            b"struct A { struct B { int f(); }; }; struct C { using B = A::B; };",
            b"struct A { int f(); }; struct C { using B = A; };",
        ),
    ],
)
def test_a_class_that_became_part_of_another_is_called_by_its_name_alone(
    text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, "cpp", text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "python",
            b"class A(E):\n    def f(self):\n        A.g(self)\n\nclass B(A):\n    pass\nraise B\n",
            b"class B(E):\n    def f(self):\n        B.g(self)\n\nraise B\n",
        ),
        (
            "python",
            b"class A(E):\n    def f(a):\n        pass\nclass B(A):\n    def g(b):\n        0\n",
            b"class B(E):\n    def f(a):\n        pass\n    def g(b):\n        0\n",
        ),
        (
            "ruby",
            b"class A < E\n  def f\n    1\n  end\nend\nclass B < A\nend\nraise B\n",
            b"class B < E\n  def f\n    1\n  end\nend\nraise B\n",
        ),
        (
            "php",
            b"<?php class A extends E { function f() {} } class B extends A { function g() {} }",
            b"<?php class B extends E { function f() {} function g() {} }",
        ),
        (
            "java",
            b"class A extends E { A(int c) {} } class B extends A { int f() { return 1; } }",
            b"class B extends E { B(int c) {} int f() { return 1; } }",
        ),
        (
            "cpp",
            b"struct A : E { A() {} }; struct C {}; struct B : A { B f(A); }; B b;",
            b"struct B : E { B() {} B f(B); }; struct C {}; B b;",
        ),
    ],
)
def test_a_base_takes_the_name_and_the_members_of_what_is_derived_from_it(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"template<class T> struct A { T a; }; struct B { B f(); }; A<int> c;",
        b"template<> struct A<int> { int a; }; struct B { B f(); }; A<int> c;",
        b"struct A { int a; } b; struct C { int d; } e;",
    ],
)
def test_about_what_is_more_than_a_class_with_a_name_nothing_is_asked(text: bytes) -> None:
    assert asked_in_vain(scopes, "cpp", text) == []


def test_a_class_without_a_name_becomes_one_with_no_other() -> None:
    text = b"struct A; struct B { B f(); }; struct { int c; } d;"
    (asked,) = asked_in_vain(scopes, "cpp", text)
    assert asked.count(b"struct") >= 2


@pytest.mark.parametrize(
    "language, text",
    [
        ("ruby", b"class A\n  @@a += 1\nend\n"),
        ("ocaml", b"class a = object method f = 1 end\n"),
    ],
)
def test_a_kind_that_only_sounds_like_a_class_is_none(language: str, text: bytes) -> None:
    """`class_variable` and `class_name` are leaves."""
    assert tight(text) not in map(tight, asked_in_vain(scopes, language, text))


def test_what_moves_comes_behind_the_files_own_line_end() -> None:
    text = b"struct A { int f(); };\r\nstruct B { B g(); };\r\nint c = A().f() + B().g();\r\n"
    asked = [each for each in asked_in_vain(scopes, "cpp", text) if each.count(b"struct") < 2]
    assert asked
    assert all(each.count(b"\n") == each.count(b"\r\n") for each in asked)
