"""Needs of the statements of a function."""

import pytest

from needing import needed
from oracles import tight

WHOLE = (
    b"void g(void) { h(1); } void f(void) { int i = 0; int j; g(); k(i); } void k(int n) { h(n); }"
)


CASES = {
    "a statement needs its function, not what else is in that": (
        (WHOLE, "c", 2, b"int j"),
        b"void f(void) { int j; }",
    ),
    "a statement needs all of a function that it calls, and its variables": (
        (WHOLE, "c", 2, b"k(i)"),
        b"void f(void) { int i = 0; k(i); } void k(int n) { h(n); }",
    ),
    "variables of other functions are not meant": (
        (b"int f() { int i = 1; return i; } int g() { int i = 2; return i; }", "c", 2, b"return i"),
        b"int g() { int i = 2; return i; }",
    ),
    "a function that calls itself needs not all of itself": (
        (b"int f(int n) { g(); return f(n); } int h;", "c", 2, b"return"),
        b"int f(int n) { return f(n); }",
    ),
    "parameters are another's names outside of their function": (
        (b"int n; int f(int n) { g(); return n; }", "c", 2, b"return"),
        b"int f(int n) { return n; }",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_statement_needs_its_function_and_whom_it_calls(name: str) -> None:
    (text, language, depth, member), kept = CASES[name]
    assert needed(text, language, depth, member) == tight(kept)
