"""Needs of templates, and of functions that are called alike: those for what a member knows."""

import pytest

from needing import needed
from oracles import tight

TEMPLATES = b"""\
template<class A> struct box;
template<> struct box<int> { int n; };
template<class A> struct idle;
box<int> it;
"""


CASES = {
    "of functions that are called alike the first, and those that take what it knows": (
        (
            b"struct a; struct b; void f(int); void f(a *); void f(b *); void g(a *it) { f(it); }",
            "cpp",
            0,
            b"void g",
        ),
        b"struct a; void f(int); void f(a *); void g(a *it) { f(it); }",
    ),
    "of specialisations those for what it knows": (
        (
            b"struct a; struct b; template<class T> struct c {}; template<> struct c<a> {};"
            b"template<> struct c<b> {}; c<int> f(a *);",
            "cpp",
            0,
            b"c<int> f",
        ),
        b"struct a; template<class T> struct c {}; template<> struct c<a> {}; c<int> f(a *);",
    ),
    "operators for what it knows": (
        (
            b"struct a {}; struct b {}; bool operator<(a, a); bool operator<(b, b);"
            b"bool f(a it) { return it < it; }",
            "cpp",
            0,
            b"bool f",
        ),
        b"struct a {}; bool operator<(a, a); bool f(a it) { return it < it; }",
    ),
    "what is required of what it takes": (
        (
            b"template<class T> concept a = true; template<class T> concept b = true;"
            b"template<class T> requires a<T> void f(T);",
            "cpp",
            0,
            b"template<class T> requires",
        ),
        b"template<class T> concept a = true; template<class T> requires a<T> void f(T);",
    ),
    "the template of a specialisation, and the other way round": (
        (TEMPLATES, "cpp", 0, b"template<> struct box<int>"),
        TEMPLATES.partition(b"template<class A> struct idle")[0],
    ),
    "all that specialises what it mentions": (
        (TEMPLATES, "cpp", 0, b"box<int> it"),
        TEMPLATES.replace(b"template<class A> struct idle;\n", b""),
    ),
    "what stands in a template, in its arguments, in its bases": (
        (
            b"struct a; struct b; template<class T> struct c {}; struct e: c<a>, b {}; int f;",
            "cpp",
            0,
            b"struct e",
        ),
        b"struct a; struct b; template<class T> struct c {}; struct e: c<a>, b {};",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_of_what_is_called_alike_a_member_needs_what_is_for_what_it_knows(name: str) -> None:
    (text, language, depth, member), kept = CASES[name]
    assert needed(text, language, depth, member) == tight(kept)
