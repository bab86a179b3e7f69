"""Torn: what the parser took apart is told by brackets, and by what it made up."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.torn import torn

C = Parsing(named("c"))
PIECES = st.lists(
    st.sampled_from(("{", "}", ";", "int a", "int f(void)", "= 1", "(", ")", "struct s")),
    max_size=20,
)


@given(PIECES)
def test_what_belongs_together_stands_beside_each_other(pieces: list[str]) -> None:
    tree = C.syntax(" ".join(pieces).encode()).tree
    met = set[int]()
    for rows in torn(tree):
        assert len({tree.parent[row] for row in rows}) == 1
        siblings = [*tree.children(tree.parent[rows[0]])]
        places = [siblings.index(row) for row in rows]
        assert all(one < other for one, other in pairwise(places))
        assert met.isdisjoint(rows)
        met |= {*rows}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"int a;",
        b"int f(void) { return 0; }",
        b"int f(void) { g(; } int a;",
        b"int a; } int b;",
    ],
)
def test_nothing_is_torn_where_brackets_close_in_what_they_open_in(text: bytes) -> None:
    tree = C.syntax(text).tree
    rows = [row for rows in torn(tree) for row in rows if tree.parent[row] == 0]
    assert rows == []


@pytest.mark.parametrize(
    "text, together",
    [
        (
            # To the grammar `void()` is no argument, and the class ends behind its first function.
            b"namespace n { template <class T> class a { template<class K> auto f(const K& x) const"
            b" -> decltype(h.g(x), void(), true) { return h.g(x) != h.end(); }"
            b" K i(const L& y) { return h; } K j(const L& y) { return h; } }; int b; } int c;",
            [b"namespace n {", b";", b"int b;", b"}"],
        ),
        (
            b"template<class T> int f(T) requires (sizeof(T) == 1) && a(T) && b(T) {} int c;",
            [b"template<class T> int f(T)", b"b(T) {}"],
        ),
    ],
)
def test_what_is_of_one_piece_goes_together(text: bytes, together: list[bytes]) -> None:
    tree = Parsing(named("cpp")).syntax(text).tree
    (rows,) = (rows for rows in torn(tree) if tree.parent[rows[0]] == 0)
    for row, start in zip(rows, together, strict=True):
        assert tree.source(row).startswith(start)
