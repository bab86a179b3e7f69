"""Which tree the texts of a reduction get: by grammar, or without."""

import contextlib
import sqlite3
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reading import Reading
from nubbin.engine.request import Options, Request
from nubbin.engine.trees.language import Language, available, languages, named
from nubbin.engine.trees.outlining import Outline, Outlining
from nubbin.engine.trees.parsing import Parsing, levels
from nubbin.engine.vocabulary.errors import UnknownLanguage
from nubbin.engine.vocabulary.events import Event, Warned
from nubbin.engine.vocabulary.text import Edit, Size, apply_edits
from oracles import reduce_inline

TEXT = b"int a;\n"


def read(name: str, text: bytes = TEXT, language: str | None = None) -> tuple[Reading, list[Event]]:
    """Return how a text is read, and what the user is told of it."""
    told: list[Event] = []
    oracle = OracleSpec(("true",), Path())
    request = Request(text, Path(name), oracle, Options(language=language))
    return Reading.of(request, told.append), told


@pytest.fixture
def missing() -> Language:
    """Return a language whose grammar is not installed."""
    absent = [language for language in languages() if not available(language)]
    if not absent:
        pytest.skip("the optional extra nubbin[all] is installed: every grammar is there")
    return next(language for language in absent if language.suffixes)


def test_a_language_with_a_grammar_is_read_by_it() -> None:
    reading, told = read("a.c")
    assert reading.reader is reading.parsing is not None
    assert (reading.language and reading.language.name, told) == ("c", [])


@pytest.mark.parametrize("name, language", [("a.unknown", None), ("a.c", "none"), ("a.c", "None ")])
def test_what_has_none_and_what_is_to_have_none_is_read_by_its_outline(
    name: str, language: str | None
) -> None:
    reading, told = read(name, language=language)
    assert (reading.language, reading.parsing, told) == (None, None, [])
    assert reading.reader.syntax(TEXT).errors == 0


@pytest.mark.parametrize("text", [b"\n  \n\n", b"/* x */\n", b"// x"])
def test_what_has_no_token_of_its_language_is_read_without_it_and_nothing_is_told(
    text: bytes,
) -> None:
    reading, told = read("a.c", text)
    assert (reading.language, reading.parsing, told) == (None, None, [])


def test_where_a_grammar_is_not_installed_the_user_is_told_and_it_goes_without(
    missing: Language,
) -> None:
    reading, [warning] = read("a" + missing.suffixes[0])
    assert (reading.language, reading.parsing) == (None, None)
    assert isinstance(warning, Warned)
    assert f"({missing.installing})" in warning.message


def test_a_grammar_that_was_asked_for_must_be_installed(missing: Language) -> None:
    with pytest.raises(UnknownLanguage, match='the language "none"'):
        read("a.c", language=missing.name)


DIALECT = b"PRAGMA x = 1;\nCREATE TABLE a (b PRIMARY KEY) WITHOUT ROWID;\n"


@pytest.mark.parametrize("language", [None, "c"])
def test_what_the_parser_finds_no_structure_in_is_read_by_its_outline(language: str | None) -> None:
    text = "\N{BYTE ORDER MARK}int a;\n".encode("utf-16-le")
    reading, [warning] = read("a.c", text, language)
    assert (reading.language, reading.parsing) == (None, None)
    assert isinstance(warning, Warned)
    assert warning.message.startswith(
        "a.c is in UTF-16 or UTF-32, which the grammar of c cannot read, "
    )
    assert warning.message.endswith(" Reduce a copy in UTF-8 if what you look for allows it.")


BROKEN_OFF = b"function f() { return 1 }\n" * 40 + b"class A { g() {\n"
TORN = b"int g( { return 1;\n" * 30 + b"}" * 30


def test_what_is_no_whole_but_leaves_little_over_is_read_by_its_grammar() -> None:
    parsing = Parsing(named("javascript"))
    assert parsing.syntax(BROKEN_OFF).tree.is_unread(0)
    reading, told = read("a.js", BROKEN_OFF)
    assert (reading.language, told) == (named("javascript"), [])
    assert parsing.reader_of(BROKEN_OFF) is parsing


def test_what_has_become_no_whole_is_read_by_its_outline_until_it_is_short() -> None:
    parsing = Parsing(named("c"))
    assert parsing.reader_of(TEXT) is parsing
    assert isinstance(parsing.reader_of(TORN), Outlining)
    assert parsing.reader_of(TORN[:40]) is parsing


@pytest.mark.parametrize("strategy, outlined", [("balanced", True), ("hdd*", False)])
def test_another_reader_takes_turns_with_the_grammar_but_in_published_algorithms(
    strategy: str, outlined: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bytes] = []
    syntax = Outlining.syntax

    def noted(outlining: Outlining, text: bytes) -> Outline:
        seen.append(text)
        return syntax(outlining, text)

    monkeypatch.setattr(Outlining, "syntax", noted)
    text = b"int f() { return 1; }\n" * 400 + TORN
    reduction = reduce_inline(text, lambda candidate: TORN in candidate, strategy, name="a.c")
    assert reduction.language == "c"
    assert reduction.text.strip() == TORN
    assert bool(seen) == outlined


def test_what_all_parsers_find_errors_all_over_is_read_by_its_outline() -> None:
    reading, [warning] = read("a.sql", 8 * b"SELECT a )] then ([ 'x';\n")
    assert (reading.language, reading.parsing) == (None, None)
    assert isinstance(warning, Warned)
    assert "(--language sql)" in warning.message


@pytest.mark.parametrize(
    "name, text, dialect",
    [
        ("a.sql", 8 * DIALECT, "sqlite"),
        ("a.h", 8 * b"template <class A> struct B : C<A> { A &operator()(); };\n", "cpp"),
        ("a.inc", b"<?php\n" + 8 * b"function f($a) { return $a->b['c'] . \"$a\"; }\n", "php"),
        ("a.cl", 8 * b"(defun f (a &key (b 1)) (list :a a #'b `(,a ,@b)))\n", "commonlisp"),
        ("a.mm", 8 * b"namespace a { class B : C<A> { public: ~B() = default; }; }\n", "cpp"),
        ("a.js", 8 * b"interface A<B> { b?: B }\nabstract class C { d!: number }\n", "typescript"),
    ],
)
def test_what_only_the_parser_of_a_dialect_reads_is_taken_for_that(
    name: str, text: bytes, dialect: str
) -> None:
    if not available(named(dialect)):
        pytest.skip("tree-sitter-languages has no wheels from Python 3.13 on")
    reading, [warning] = read(name, text)
    assert (reading.language, reading.later) == (named(dialect), None)
    assert reading.reader is reading.parsing is not None
    assert isinstance(warning, Warned)
    assert f"{name}, so it is" in warning.message.replace(" as a whole", "")
    assert f" taken for {dialect}, whose grammar makes more of it." in warning.message


@pytest.mark.skipif(
    not available(named("xml")), reason="the optional extra nubbin[all] is not installed"
)
def test_xml_whose_data_ends_in_a_square_bracket_is_taken_for_html() -> None:
    """Settings of GNOME have that: `<![CDATA[['<Super>a']]]>`."""
    text = b"<a>\n" + 8 * b"<b c='d'><![CDATA[['<Super>a']]]></b>\n" + b"</a>\n"
    reading, [warning] = read("a.xml", text)
    assert reading.language == named("html")
    assert isinstance(warning, Warned)
    assert "is taken for html" in warning.message


@pytest.mark.parametrize("name", ["a.inc", "a.cl", "a.c"])
def test_what_is_in_no_language_is_not_taken_for_one_whose_grammar_reads_anything(
    name: str,
) -> None:
    reading, [warning] = read(name, 8 * b"PROCEDURE f(a: B); (* c *) BEGIN a := b^ DIV 2 END f;\n")
    assert (reading.language, reading.parsing) == (None, None)
    assert isinstance(warning, Warned)


MACROS = b"template <class T>\nstruct A : B<T>\n{\n  int f() NOEXCEPT { return 1; }\n};\n"


@pytest.mark.parametrize("name, told", [("a.hpp", 0), ("a.h", 1)])
def test_small_errors_all_over_keep_the_grammar_that_leaves_least_over(
    name: str, told: int
) -> None:
    """What stands for macros is an error each, and the tree around it is right."""
    reading, warnings = read(name, 8 * MACROS)
    assert reading.parsing is not None
    assert reading.parsing.syntax(8 * MACROS).at_odds
    assert (reading.language, len(warnings)) == (named("cpp"), told)


@pytest.mark.parametrize("text", [b"", b"x", b"int;", b"\n"])
def test_what_is_left_over_is_a_share(text: bytes) -> None:
    for language in ("c", "python", "json", "html"):
        assert 0 <= Parsing(named(language)).left_over(text) <= 1


def test_a_language_that_is_named_is_taken_for_no_dialect_of_its() -> None:
    reading, _ = read("a.sql", 8 * DIALECT, "sql")
    assert reading.language == named("sql")


def test_errors_in_few_places_and_a_language_that_is_named_keep_the_grammar() -> None:
    for text, language in [(DIALECT, None), (8 * DIALECT, "sql")]:
        reading, told = read("a.sql", text, language)
        assert reading.reader is reading.parsing is not None
        assert told == []


def test_a_script_that_the_grammar_reads_only_in_parts_ends_as_small_as_by_the_grammar() -> None:
    """What is behind the query, and never run, is read as errors; the query, alone, as it is."""
    query = (
        "SELECT a.x, CASE WHEN a.x > 1 THEN a.x "
        "ELSE (SELECT max(y) FROM (SELECT 2 AS y)) + missing(a.x, 3) END AS z\n"
        "FROM (SELECT 1 AS x) AS a WHERE a.x < 5 ORDER BY a.x;\n"
    )
    script = query + 9 * ")] then ([ begin 'x'; end) -\n"

    def oracle(text: bytes) -> bool:
        with contextlib.closing(sqlite3.connect(":memory:")) as database:
            try:
                database.executescript(text.decode())
            except sqlite3.Error as error:
                return "no such function: missing" in str(error)
        return False

    reduction = reduce_inline(script.encode(), oracle, name="a.sql")
    assert reduction.language is None
    assert reduction.text == b"SELECT missing()\n"


@pytest.mark.parametrize("seed", [6, 16, 24, 112])
def test_what_the_grammar_reads_at_last_has_no_word_that_can_go(seed: int) -> None:
    """The outline's words are what is claimed of, also where the grammar made it smaller."""
    text = b"a: '\"x: [b, c}\n- {d: *e\n] f: >\n - 'g\n\t- h: [i, {j: k]\n'"

    def oracle(candidate: bytes) -> bool:
        wanted = b">" in candidate and b"[" in candidate
        luck = crc32(b"%d" % seed + b" ".join(candidate.split()))
        return candidate == text or (wanted and luck % 2 != 0)

    reduction = reduce_inline(text, oracle, name="a.yml")
    tree = Outline(reduction.text).tree
    words = [row for row in tree.leaves() if not tree.source(row).isspace()]
    without = [apply_edits(tree.text, [Edit(tree.start[row], tree.end[row])]) for row in words]
    smaller = [text for text in without if Size.of(text) < Size.of(tree.text)]
    assert (reduction.language, reduction.minimal) == (None, ("1-minimal",))
    assert smaller
    assert not any(map(oracle, smaller))


DEEP = {
    "lines": b"".join(b" " * level + b"a:\n" for level in range(400)) + b" " * 400 + b"b: 1\n",
    "items": b"- " * 400 + b"b\n",
}


@pytest.mark.parametrize("name", DEEP)
def test_what_is_deeper_than_its_parser_bears_is_read_by_it_once_less_is_left(name: str) -> None:
    """The scanner for YAML writes down its levels where there is room for 253 of them."""
    reading, [_] = read("a.yaml", DEEP[name])
    assert reading.parsing is None
    assert reading.later is not None
    left = reduce_inline(DEEP[name], lambda text: b"b" in text, name="a.yaml")
    assert left.text.strip() == b"b"


@given(st.lists(st.sampled_from([b" ", b"- ", b"> ", b"a", b"\n", b"\t", b"-"])).map(b"".join))
def test_no_text_has_more_levels_than_its_longest_beginning_of_a_line(text: bytes) -> None:
    longest = max(map(len, text.split(b"\n")))
    assert bool(text.split()) <= levels(text) <= longest


@pytest.mark.parametrize(
    "text, deep",
    [(b"", 0), (b"a\nb\n", 1), (b"a\n  b\n c\n", 2), (b"- - a\n  - b\n", 3), (b"----\n", 1)],
)
def test_levels_are_columns_in_which_something_begins(text: bytes, deep: int) -> None:
    assert levels(text) == deep


def test_the_rule_below_a_wide_table_ends_no_process() -> None:
    """The scanner of one of Markdown's grammars aborts on 255 hyphens in a row."""
    text = b"| a | b |\n|" + b"-" * 300 + b"|---|\n| c | d |\n"
    reduction = reduce_inline(text, lambda candidate: b"d" in candidate, name="case.md")
    assert reduction.text.strip() == b"d"
