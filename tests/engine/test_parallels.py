"""Parallels: what has the same place in lists that are as long goes at once."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.parallels import parallels
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, left_for, tight

BESIDE = [
    ("sql", b"INSERT INTO t (a, b) VALUES (1, 2), (3, 4);", b"INSERT INTO t (b) VALUES (2), (4);"),
    ("python", b"a, b = 1, 2\n", b"b = 2\n"),
    ("python", b"(a, b, c) = (1, 2, 3)\n", b"(a, c) = (1, 3)\n"),
    ("javascript", b"const [a, b] = [1, 2];", b"const [a] = [1];"),
    ("rust", b"fn f() { let (a, b, c) = (1, 2, 3); }", b"fn f() { let (a, c) = (1, 3); }"),
    ("go", b"package a\nfunc f() { a, b := 1, 2 }\n", b"package a\nfunc f() { b := 2 }\n"),
]
TABLES = [
    ("json", b"[[1, 2, 3], [4, 5, 6]]", b"[[1, 3], [4, 6]]"),
    (
        "python",
        b"for a, b in [(1, 2), (3, 4), (5, 6)]:\n    c\n",
        b"for b in [(2), (4), (6)]:\n    c\n",
    ),
    ("python", b"for a, b in [(1, 2)]: c\n", b"for b in [(2)]: c\n"),  # a row is left
    (  # each row is in a node of its own
        "go",
        b"package a\nvar a = []T{{1, 2}, {3, 4}, {5, 6}}\n",
        b"package a\nvar a = []T{{2}, {4}, {6}}\n",
    ),
    (
        "go",
        b"package a\nvar a = []struct { b, c int; d T }{{1, 2, 3}, {4, 5, 6}}\n",
        b"package a\nvar a = []struct { b, c int; d T }{{1, 2}, {4, 5}}\n",
    ),
    (
        "go",
        b"package a\nvar a = []struct { b int; c T }{{1, 2}, {4, 5}, {6, 7}}\n",
        b"package a\nvar a = []struct { c T }{{2}, {5}, {7}}\n",
    ),
    (
        "go",
        b"package a\ntype T struct { b int; c T }\nvar a = map[int]*T{0: {1, 2}, 3: {4, 5}}\n",
        b"package a\ntype T struct { b int }\nvar a = map[int]*T{0: {1}, 3: {4}}\n",
    ),
    (
        "go",
        b"package a\nvar a = map[int]struct { b int; c T }{0: {1, 2}}\n",
        b"package a\nvar a = map[int]struct { b int }{0: {1}}\n",
    ),
    (
        "go",
        b"package a\ntype T struct { b int; c T }\nvar a = map[int]T{0: T{1, 2}, 3: T{4, 5}}\n",
        b"package a\ntype T struct { b int }\nvar a = map[int]T{0: T{1}, 3: T{4}}\n",
    ),
]
BY_NAME = [
    (
        "sql",
        b"CREATE TABLE t (a INT, b INT); INSERT INTO t VALUES (1, 2); INSERT INTO t VALUES (3, 4);",
        b"CREATE TABLE t (a INT); INSERT INTO t VALUES (1); INSERT INTO t VALUES (3);",
    ),
    (  # a grammar that knows no lists
        "sqlite",
        b"CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2), (3, 4); "
        b"INSERT INTO t (a, b) VALUES (5, 6);",
        b"CREATE TABLE t (b); INSERT INTO t VALUES (2), (4); INSERT INTO t (b) VALUES (6);",
    ),
    (
        "c",
        b"struct A { int a; int b; }; struct A c = {1, 2}, d[] = {{3, 4}, {5, 6}, {7, 8}};",
        b"struct A { int b; }; struct A c = {2}, d[] = {{4}, {6}, {8}};",
    ),
    (
        "javascript",
        b"a = [[1, 2], [3, 4], [5, 6]]; for ([b, c] of a) {}",
        b"a = [[1], [3], [5]]; for ([b] of a) {}",
    ),
]


@pytest.mark.parametrize("language,text,wanted", [*BESIDE, *TABLES, *BY_NAME])
def test_what_has_the_same_place_goes_at_once(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(parallels, language, text, wanted) == tight(wanted)


def test_of_many_places_the_one_that_is_needed_is_found_in_a_few_questions() -> None:
    rows = [b", ".join(b"%d" % cell for cell in range(first, first + 64)) for first in (100, 200)]
    text = b"INSERT INTO t VALUES (%s), (%s);" % (*rows,)
    asker = ask(lambda candidate: b"137" in candidate and b"237" in candidate)
    left = parallels(Context(asker, Parsing(named("sql"))).lawful(text), text)
    assert tight(left) == b"INSERTINTOtVALUES(137),(237);"
    assert asker.runs <= 16


@pytest.mark.parametrize(
    "language,text",
    [
        ("json", b"[[1, 2], [3, 4, 5]]"),
        ("c", b"void f() { a(1, 2); b(3, 4); { c; d; } { e; g; } }"),  # chance
        ("javascript", b"a + b; c + d;"),
        ("rust", b"fn f() { g!(a, b); g!(c, d); }"),
        ("sqlite", b"select f(a, b), g(c, d) from e;"),
        ("json", b"[%s]" % b", ".join([b"[%s]" % b", ".join([b"0"] * 65)] * 2)),
        ("python", b""),
    ],
)
def test_lists_that_are_not_as_long_or_no_lists_are_not_asked_about(
    language: str, text: bytes
) -> None:
    assert asked_in_vain(parallels, language, text) == []


def test_what_may_not_change_keeps_all_that_has_the_same_place() -> None:
    text = b"[[1, 2, 3], [4, 5, 6]]"
    context = Context(ask(lambda candidate: True), Parsing(named("json")), head=3)
    assert tight(parallels(context, text)) == b"[[1],[4]]"


def test_many_names_around_no_list_take_time_in_proportion() -> None:
    """With all that is below looked through for each, it took minutes."""
    many = b", ".join(b"a%d: A" % number for number in range(10_000))
    assert not asked_in_vain(parallels, "typescript", b"let f: (%b) => B;" % many)
