"""Tokens that may go: all of a text but its white space, whatever the grammar has leaves for."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.token_passes import (
    brackets,
    digits,
    joins,
    seams,
    token_windows,
    tokens,
)
from nubbin.engine.oracles.budget import Budget, Stopped
from nubbin.engine.trees.language import named
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, ask_for, asks_nothing, reduce_inline, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("css", b"a{color:#e07a5f}", [b"a", b"{", b"color", b":", b"#", b"e07a5f", b"}"]),
        ("css", b"#x { }", [b"#", b"x", b"{", b"}"]),
        ("c", b"int a; /* b */", [b"int", b"a", b";", b"/* b */"]),
    ],
)
def test_what_belongs_to_no_leaf_is_a_token_too(
    language: str, text: bytes, wanted: list[bytes]
) -> None:
    context = Context(ask(lambda candidate: True), Parsing(named(language)))
    assert [text[token.start : token.end] for token in tokens(context, text)] == wanted


def test_a_window_reaches_over_what_belongs_to_no_leaf() -> None:
    text = b"a{border:0 #e07a5f}"
    asker = ask(lambda candidate: candidate in (text, b"a{border:}"))
    context = Context(asker, Parsing(named("css")))
    assert token_windows(context, text, (3,)) == b"a{border:}"


@pytest.mark.parametrize("text", [b"f(a, b);", b"f(a, ;"])
def test_of_paired_windows_none_parts_brackets_where_the_text_parses(text: bytes) -> None:
    never = Noted()
    context = Context(ask(never), Parsing(named("javascript")))
    token_windows(context, text, (1, 2), paired=True)
    parted = [each for each in never.asked if each.count(b"(") != each.count(b")")]
    assert never.asked
    assert bool(parted) == bool(context.reader.syntax(text).errors)


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("rst", b"- a\n\n  - b\n", b"- - b\n"),
        ("python", b"a = 1\nb = 2\n", b"a = b = 2\n"),
        ("yaml", b"a: b\nc: d\n", b"a: c: d\n"),
    ],
)
def test_a_token_goes_with_its_line_end_where_that_means_something(
    language: str, text: bytes, wanted: bytes
) -> None:
    context = Context(ask_for(text, wanted), Parsing(named(language)))
    assert joins(context, text) == wanted


def test_nothing_is_asked_where_line_ends_are_blanks() -> None:
    text = b"int a;\nint b;\n"
    assert asks_nothing(joins, "c", text)


def test_looking_at_line_ends_can_be_cancelled() -> None:
    asker = ask(lambda candidate: True, budget=Budget(cancelled=lambda: True))
    with pytest.raises(Stopped):
        joins(Context(asker, Parsing(named("c"))), b"int a;\nint b;\n")


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("c", b"int f() { g(); } int h() { f(); }", b"int f() { g(); f(); }"),
        ("javascript", b"f(a)[0](b)", b"f(a b)"),
        ("javascript", b"if (a) { b } else { c }", b"if (a) { b c }"),
    ],
)
def test_neighbouring_brackets_become_one_pair(language: str, text: bytes, wanted: bytes) -> None:
    context = Context(ask_for(text, wanted), Parsing(named(language)))
    assert tight(seams(context, text)) == tight(wanted)


@pytest.mark.parametrize(
    "text", [b"{ a } ]", b"(a) { (b) }", b") (", b"}" * 9 + b"{" * 9, b"f(a)[b]{c}"]
)
def test_brackets_that_are_no_neighbours_stay_as_they_are(text: bytes) -> None:
    assert asks_nothing(seams, "javascript", text)


def test_brackets_around_nothing_go_whatever_the_grammar_says() -> None:
    text = b"fn a() -> impl for<Y> Fn(Y) { [] }"
    context = Context(ask_for(text, b"fn a -> impl for<Y> Fn(Y) { [] }"), Parsing(named("rust")))
    assert tight(brackets(context, text)) == b"fna->implfor<Y>Fn(Y){[]}"


def test_brackets_that_are_no_node_go_with_what_is_in_them() -> None:
    text = b"for (a; b; c) d(e);"
    asked = []

    def oracle(candidate: bytes) -> bool:
        asked.append(tight(candidate))
        return True

    context = Context(ask(oracle), Parsing(named("javascript")))
    assert tight(brackets(context, text)) == b"ford(e);"
    assert asked == [b"ford(e);"]  # `(e)` is a node, which other passes take out


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("sqlite", b"SELECT count(a, (b)), c;", b"SELECT 0, c;"),  # a call is no node
        ("none", b"for (i = 0; i < 9; i++) a(b)", b"a(b)"),
        ("none", b"for (i = 0; i < 9; i++) a(b)", b"for (i = 0; i < 9; i++) 0"),
    ],
)
def test_brackets_that_are_no_node_with_the_word_before_them_give_way_with_it(
    language: str, text: bytes, wanted: bytes
) -> None:
    reader = Outlining() if language == "none" else Parsing(named(language))
    context = Context(ask_for(text, wanted), reader)
    assert tight(brackets(context, text)) == tight(wanted)


@pytest.mark.parametrize("text", [b"f(a)", b"f((a))", b"if (a) b"])
def test_brackets_that_are_in_a_node_with_the_word_before_them_are_left_to_other_passes(
    text: bytes,
) -> None:
    assert asks_nothing(brackets, "javascript", text)


@pytest.mark.parametrize("row", [b"(0, 1)", b"(2, 3)", b"(4, 5)"])
def test_rows_that_are_no_nodes_go_with_their_commas(row: bytes) -> None:
    text, wanted = (
        b"INSERT INTO a VALUES (0, 1), (2, 3), (4, 5);",
        b"INSERT INTO a VALUES %s;" % row,
    )

    def oracle(candidate: bytes) -> bool:
        rows = tight(candidate).removeprefix(b"INSERTINTOaVALUES").removesuffix(b";").split(b"),(")
        return tight(row)[1:-1] in [each.strip(b"()") for each in rows]

    context = Context(ask(oracle), Parsing(named("sqlite")))
    once = brackets(context, text)  # the last two have one comma, and do not go together
    assert tight(brackets(context, once)) == tight(wanted)


@pytest.mark.parametrize(
    "first_line, least",
    [(b"int x = f(1;\n", b"int 2;"), (b"int x = f(1);\n", b"int b = 2;")],
)
def test_what_the_parser_does_not_understand_goes_in_pairs_too(
    first_line: bytes, least: bytes
) -> None:
    def oracle(text: bytes) -> bool:
        kept = set(text.replace(b";", b" ; ").split())
        return kept >= {b"int", b"2", b";"} and (b"b" in kept) == (b"=" in kept)

    reduction = reduce_inline(first_line + b"int b = 2;\n", oracle, name="a.c")
    assert reduction.text.strip() == least


def test_a_digit_right_before_a_word_does_for_a_name() -> None:
    text, wanted = b"CREATE TABLE t (name NULL)", b"CREATE TABLE t (0NULL)"
    context = Context(ask(lambda candidate: candidate in (text, wanted)), Parsing(named("sql")))
    assert digits(context, text) == wanted


def test_no_digit_is_asked_about_where_it_leaves_as_many_tokens() -> None:
    assert asks_nothing(digits, "python", b"1 if a else b\n")


def test_a_digit_is_put_in_front_of_words_alone() -> None:
    """What is in front of a point and a name is read by nobody: `0.b`."""
    text = b"a.b(c)[d]\n"
    assert asks_nothing(digits, "javascript", text)


def test_digits_put_side_by_side_touch_no_word_twice() -> None:
    text = b"int a b; int c d;"
    context = Context(ask(lambda candidate: True), Parsing(named("c")))
    assert digits(context, text) == b"int 0b; int 0d;"
