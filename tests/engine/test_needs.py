"""Needs: what a member of a text needs of the others, by the names that they mention."""

import pytest

from needing import needed, needs_of
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.relations.membership import Depth
from nubbin.engine.relations.needs import Needs
from nubbin.engine.relations.places import Places
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, tight

C = b"""\
#include <stdio.h>
typedef int word;
struct pair { word first; word second; };
int idle;
word add(struct pair it) { word sum = it.first + it.second; return sum; }
word twice(word it) { struct pair both; return add(both); }
"""


CASES = {
    "what a variant of the same name has in it": (
        (b"struct A; struct B; enum E { A(A), C }", "rust", 0, b"enum E"),
        b"struct A; enum E { A(A), C }",
    ),
    "itself, and what is included": (
        (C, "c", 0, b"int idle"),
        b"#include <stdio.h>\nint idle;",
    ),
    "what it mentions, and what that mentions": (
        (C, "c", 0, b"word add"),
        C.replace(b"int idle;\n", b"").partition(b"word twice")[0],
    ),
    "whom it calls": ((C, "c", 0, b"word twice"), C.replace(b"int idle;\n", b"")),
    "values of an enumeration that has no name": (
        (b"enum { A, B }; enum { C }; int f() { return B; }", "c", 0, b"int f"),
        b"enum { A, B }; int f() { return B; }",
    ),
    "what is made known of what it knows": (
        (
            b"int f(); int g(); namespace n { using ::f; using ::g; } int x = n::f();",
            "cpp",
            0,
            b"int x",
        ),
        b"int f(); namespace n { using ::f; } int x = n::f();",
    ),
    "what is declared for another language": (
        (b'extern "C" int f(); extern "C" int g(); int x = f();', "cpp", 0, b"int x"),
        b'extern "C" int f(); int x = f();',
    ),
    "the package, and what does not say what it makes known": (
        (b'package main; import "fmt"; func main() { f() }; func f() {}', "go", 0, b"func f"),
        b'package main; import "fmt"; func f() {}',
    ),
    "of what is imported what it mentions, and what may be anything": (
        (
            b"package p; import a.b.C; import a.b.D; import e.*; class F { C c; }",
            "java",
            0,
            b"class",
        ),
        b"package p; import a.b.C; import e.*; class F { C c; }",
    ),
    "what is in a namespace is in it": (
        (b"namespace n { int one; int two; } int three = n::one;", "cpp", 1, b"int three"),
        b"namespace n { int one; } int three = n::one;",
    ),
    "what nothing defines is known to all": (
        (b"f(x); g(y); h(y);", "javascript", 0, b"h(y)"),
        b"h(y);",
    ),
    "an attribute and what it is about": (
        (
            b"#![feature(a)] #[repr(C)] struct S(u8); #[derive(B)] struct T(S);",
            "rust",
            0,
            b"struct T",
        ),
        b"#![feature(a)] #[repr(C)] struct S(u8); #[derive(B)] struct T(S);",
    ),
    "an attribute goes with what it is about": (
        (
            b"#![feature(a)] #[repr(C)] struct S(u8); #[derive(B)] struct T(u8);",
            "rust",
            0,
            b"struct T",
        ),
        b"#![feature(a)] #[derive(B)] struct T(u8);",
    ),
    "a name in brackets": (
        (
            b"int (f)(int n) { return n; } int (g)(int n) { return n; } int x = f(1);",
            "c",
            0,
            b"int x",
        ),
        b"int (f)(int n) { return n; } int x = f(1);",
    ),
    "a type that the grammar takes for one of the language's own": (
        (
            b"typedef long int int16_t; typedef long int int8_t; int16_t (f)(int16_t n) {}",
            "c",
            0,
            b"int16_t (f)",
        ),
        b"typedef long int int16_t; int16_t (f)(int16_t n) {}",
    ),
    "a type that is called what its structure is": (
        (
            b"struct a; typedef struct a a; typedef struct b b; extern int f(a *it);",
            "c",
            0,
            b"extern",
        ),
        b"struct a; typedef struct a a; extern int f(a *it);",
    ),
    "what it sets, and what it calls others with": (
        (
            b"int i; int j[2]; int k; int l; void g(int); void f() { i = 1; j[0]++; g(k); }",
            "c",
            0,
            b"void f",
        ),
        b"int i; int j[2]; int k; void g(int); void f() { i = 1; j[0]++; g(k); }",
    ),
    "what is declared, not all that set it": (
        (b"var a; a = 1; a = 2; var b; f(a);", "javascript", 0, b"f(a)"),
        b"var a; f(a);",
    ),
    "all that set what is not declared": (
        (b"a = 1\nb = 2\na = 3\nf(a)\n", "python", 0, b"f(a)"),
        b"a = 1\na = 3\nf(a)\n",
    ),
    "an element": (
        (b"function A() {} function B() {} function f() { return <A/>; }", "tsx", 0, b"function f"),
        b"function A() {} function f() { return <A/>; }",
    ),
    "used before it is defined": (
        (
            b"function f() { return g(); } function g() { return 1; } var h;",
            "javascript",
            0,
            b"function f",
        ),
        b"function f() { return g(); } function g() { return 1; }",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_member_needs_what_its_names_stand_for(name: str) -> None:
    (text, language, depth, member), kept = CASES[name]
    assert needed(text, language, depth, member) == tight(kept)


def test_needs_in_circles_and_chains_against_the_order_are_followed_to_the_end() -> None:
    chain = b"".join(b"int f%d() { return f%d(); }\n" % (n, (n + 1) % 200) for n in range(200))
    needs = needs_of(chain, "c", 0)
    assert {needs.closed(1 << member) for member in range(200)} == {needs.every}
    assert needs.order == [*range(199, -1, -1)]


def test_what_may_not_change_is_no_member() -> None:
    reader = Parsing(named("c"))
    context = Context(ask(lambda text: True), reader, head=C.index(b"int idle"))
    needs = Needs(Places(bare(context, C)), Depth.TEXT)
    assert len(needs.members) == 3
