"""Needs of classes: of their members what is asked for, and of what is added to them."""

import pytest

from needing import needed, needs_of
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import tight

CLASSES = b"""\
interface Keyed { int key(); int idle(); }
class Room implements Keyed { int seats; public int key() { return seats; } void idle2() {} }
class Main { Room room; int f() { return room.seats; } int g() { return 0; } }
"""


CASES = {
    "all that a trait asks for": (
        (
            b"struct A; trait T { fn f(); fn g(); } impl T for A { fn f() { } fn g() { } }"
            b" impl A { fn h() { } fn i() { } }",
            "rust",
            1,
            b"fn g() {",
        ),
        b"struct A; trait T { fn f(); fn g(); } impl T for A { fn f() { } fn g() { } }",
    ),
    "a member of a class needs the class alone": (
        (CLASSES, "java", 1, b"int g"),
        b"class Main { int g() { return 0; } }",
    ),
    "of a class what is mentioned, not what else it has": (
        (CLASSES, "java", 1, b"Room room"),
        b"interface Keyed { } class Room implements Keyed { } class Main { Room room; }",
    ),
    "what a class has to define for the sake of another": (
        (
            b"class A { int f() { return g(); } int g() { return 1; } } class B extends A { int n; "
            b"int g() { return n; } } class C { B it; int h() { return it.f(); } }",
            "java",
            1,
            b"int h",
        ),
        b"class A { int f() { return g(); } int g() { return 1; } } class B extends A { int n; "
        b"int g() { return n; } } class C { B it; int h() { return it.f(); } }",
    ),
    "a field, of structures that it knows": (
        (
            b"struct a { int n; }; struct b { int n; }; struct c { struct b it; };"
            b"int f(struct c *it) { return it->it.n; }",
            "c",
            0,
            b"int f",
        ),
        b"struct b { int n; }; struct c { struct b it; }; int f(struct c *it) { return it->it.n; }",
    ),
    "a field of a structure that is called by another name": (
        (
            b"typedef struct { int n; } a; typedef struct { int n; } b;"
            b"int f(a *it) { return it->n; }",
            "c",
            0,
            b"int f",
        ),
        b"typedef struct { int n; } a; int f(a *it) { return it->n; }",
    ),
    "a method, of types that it knows": (
        (
            b"package p; type T struct{}; func (t T) f() {}; type U struct{}; func (t U) f() {};"
            b"func h() { T{}.f() }",
            "go",
            0,
            b"func h",
        ),
        b"package p; type T struct{}; func (t T) f() {}; func h() { T{}.f() }",
    ),
    "what is added to a type that it knows": (
        (
            b"struct A; struct B; impl A { fn f(&self) {} fn g(&self) {} }"
            b"impl B { fn f(&self) {} } fn h(a: A) { a.f() }",
            "rust",
            1,
            b"fn h",
        ),
        b"struct A; impl A { fn f(&self) {} } fn h(a: A) { a.f() }",
    ),
    "all that is added to a type, where that has no members of its own": (
        (
            b"struct A; struct B; impl A { fn f(&self) {} fn g(&self) {} }"
            b"impl B { fn f(&self) {} } fn h(a: A) { a.f() }",
            "rust",
            0,
            b"fn h",
        ),
        b"struct A; impl A { fn f(&self) {} fn g(&self) {} } fn h(a: A) { a.f() }",
    ),
    "operators, friends and what is used of a class": (
        (
            b"struct b { int n; int m; }; struct a : b { using b::n; bool operator!() { return n; }"
            b"friend struct c; int m; }; a it;",
            "cpp",
            1,
            b"a it",
        ),
        b"struct b { int n; }; struct a : b { using b::n; bool operator!() { return n; }"
        b"friend struct c; }; a it;",
    ),
    "what a class declares, and is defined outside of it": (
        (
            b"struct a { int f(); int g(); }; int a::f() { return 1; } int a::g() { return 2; }",
            "cpp",
            1,
            b"int a::f",
        ),
        b"struct a { int f(); }; int a::f() { return 1; }",
    ),
    "what stands for who may see a class goes with it": (
        (b"class a { public: int n; int m; }; a it; int x;", "cpp", 1, b"a it"),
        b"class a { public: }; a it;",
    ),
    "a method that it calls, and its own name, not what its parameters are called": (
        (
            b"class A { int n; int m; int f(int n) { return g() + n; } int g() { return m; } }",
            "java",
            1,
            b"int f",
        ),
        b"class A { int m; int f(int n) { return g() + n; } int g() { return m; } }",
    ),
    "a method of which what it is called does not look like a name to go": (
        (
            b"class a { long f(int); long g(int) {} int n; }; a it; int x = it.g(1);",
            "cpp",
            1,
            b"int x",
        ),
        b"class a { long g(int) {} }; a it; int x = it.g(1);",
    ),
    "what is built": (
        (b"struct A { n: i8 } struct B; fn f() { A { n: 1 }; }", "rust", 0, b"fn f"),
        b"struct A { n: i8 } fn f() { A { n: 1 }; }",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_member_needs_of_a_class_what_is_asked_of_it(name: str) -> None:
    (text, language, depth, member), kept = CASES[name]
    assert needed(text, language, depth, member) == tight(kept)


def test_what_two_need_together_neither_may_need_alone() -> None:
    text = b"interface A { int f(); int g(); } class B implements A { int f() {} int g() {} } A it;"
    needs = needs_of(text, "java", 1)
    tree = Parsing(named("java")).syntax(text).tree
    of = {tree.source(row)[:9]: index for index, row in enumerate(needs.members)}
    declared, user = needs.closed(1 << of[b"int f();"]), of[b"class B i"]
    assert tight(needs.render(declared)) == tight(b"interface A { int f(); }")
    both = needs.closed(declared | 1 << user)
    wanted = b"interface A { int f(); } class B implements A { int f() {} }"
    assert tight(needs.render(both)) == tight(wanted)
    assert declared | needs.growing(declared)(user) == both


@pytest.mark.parametrize("depth, members", [(0, 3), (1, 11), (2, 14)])
def test_members_are_those_of_the_text_of_its_classes_and_of_its_functions(
    depth: int, members: int
) -> None:
    assert len(needs_of(CLASSES, "java", depth).members) == members


def test_each_token_of_a_member_counts_once() -> None:
    needs = needs_of(CLASSES, "java", 2)
    whole = Parsing(named("java")).syntax(CLASSES).tree.tokens()
    assert needs.weight((1 << len(needs.members)) - 1) == whole
