"""Queries without what they read: a value stands for columns."""

import pytest

from nubbin.engine.algorithms.binders import binders
from oracles import asked_in_vain, left_for, tight


@pytest.mark.parametrize("language", ["sql", "sqlite"])
@pytest.mark.parametrize(
    "text, wanted",
    [
        (
            b"CREATE TABLE t(a INT); SELECT a >> 1, max(t.a) AS b FROM t;",
            b"CREATE TABLE t(a INT); SELECT 0 >> 1, max(0) AS b;",
        ),
        (
            b"CREATE TABLE t(a INT); SELECT count(t.*), a, count(*), a AS b FROM t;",
            b"CREATE TABLE t(a INT); SELECT count(t.*), 0, count(*), 0 AS b;",
        ),
        (
            b"INSERT INTO t VALUES ('b'); CREATE VIEW v AS SELECT x(a) FROM t;",
            b"INSERT INTO t VALUES ('b'); CREATE VIEW v AS SELECT x('b');",
        ),
        (
            b"CREATE VIEW v AS SELECT 'b' a, 1; CREATE TABLE t(a INT); SELECT a, max(a) FROM v;",
            b"CREATE TABLE t(a INT); SELECT 'b' a, 1;",
        ),
    ],
)
def test_a_query_needs_no_table_for_a_value(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(binders, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language, text",
    [
        ("sqlite", b"SELECT count(*) FROM t;"),
        ("sqlite", b"DELETE FROM t;"),
        ("python", b"from a import b\nb\n"),
    ],
)
def test_what_names_no_column_reads_what_it_read(language: str, text: bytes) -> None:
    assert asked_in_vain(binders, language, text) == []


def test_a_query_that_reads_another_one_stays() -> None:
    asked = asked_in_vain(binders, "sqlite", b"SELECT a FROM (SELECT 1 FROM t);")
    assert not any(b"SELECT 0" in text for text in asked)
