"""Needs where the parser could not read a text, or took a bracket for another."""

import pytest

from needing import needed, needs_of
from oracles import tight

TORN = (
    b"namespace n { template <class T> class a { template<class K> auto f(const K& x) const"
    b" -> decltype(h.g(x), void(), true) { return h.g(x) != h.end(); }"
    b" K i(const L& y) { return h; } K j(const L& y) { return h; } }; int b; }"
)
"""To the grammar, `void()` is no argument: the class ends behind its first function."""


CASES = {
    "what the parser makes an end of in the middle": (
        (
            b"template<class T> int f(T) requires (sizeof(T) == 1) && a(T) && b(T) { return 1; }"
            b"int c;",
            "cpp",
            0,
            b"b(T)",
        ),
        b"template<class T> int f(T) requires (sizeof(T) == 1) && a(T) && b(T) { return 1; }",
    ),
    "where a bracket is that the parser takes for another": (
        (TORN + b" int c;", "cpp", 2, b"int b"),
        TORN,
    ),
    "nothing of what a bracket is in that the parser takes for another": (
        (TORN + b" int c;", "cpp", 2, b"int c"),
        b"int c;",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_the_parser_tears_apart_stays_together(name: str) -> None:
    (text, language, depth, member), kept = CASES[name]
    assert needed(text, language, depth, member) == tight(kept)


def test_what_the_parser_could_not_read_is_no_member() -> None:
    assert len(needs_of(b"int a; } int b;", "c", 0).members) == 2
