"""Comments go first, all in one question or in parts; of what stays little is left."""

from pathlib import Path

import pytest

from nubbin.engine.algorithms.canonical import literals
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import comments
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.trees.language import detect, named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asks_nothing, reduce_inline


@pytest.mark.parametrize(
    "name, text, left",
    [
        ("a.c", b"int a/* x */b; // y\n/* z */", b"int a b; \n"),
        ("a.py", b"#!/bin/env a\nb = 1  # c\n'''no # d'''\n", b"\nb = 1  \n'''no # d'''\n"),
        ("a.go", b"package a // b\n", b"package a \n"),
        ("a.sql", b"SELECT a /* x */; -- y\n", b"SELECT a ; \n"),
        ("a.rs", b"mod a {\n  /// x\n  /// y\n  fn b() {}\n}\n", b"mod a {\n  fn b() {}\n}\n"),
        ("a.html", b"<p><!-- x --></p>", b"<p></p>"),
        ("a.js", b"f('// no comment') /* x */", b"f('// no comment') "),
    ],
)
def test_all_comments_go_in_one_question(name: str, text: bytes, left: bytes) -> None:
    asker = ask(lambda candidate: True)
    assert comments(_context(name, asker), text) == left
    assert asker.runs == 1


def test_where_one_is_needed_those_side_by_side_with_it_stay_and_go_later() -> None:
    lines = [f"// {index}\nf();\n".encode() for index in range(40)]
    text = b"".join(lines)
    asker = ask(lambda candidate: b"// 20\n" in candidate)
    left = comments(_context("a.js", asker), text)
    assert left.count(b"//") == 3  # of sixteen parts, that with the one
    assert asker.runs <= 1 + 16 + 1
    left = reduce_inline(text, lambda each: b"// 20" in each, name="a.js").text
    assert left.strip() == b"// 20"


@pytest.mark.parametrize(
    "name, text, left",
    [
        ("a.c", b"int a; /* one two */", b"int a; /**/"),
        ("a.py", b"a = 1  # one: two\n", b"a = 0  #\n"),
        ("a.html", b"<p><!-- one, two. --></p>", b"<p><!----></p>"),
        ("a.rs", b"/// one two\nfn f() {}", b"///\nfn f() {}"),
        ("a.lua", b"a() --[[ one ]]\n", b"a() --[[]]\n"),
    ],
)
def test_of_a_comment_that_is_needed_its_signs_are_left(
    name: str, text: bytes, left: bytes
) -> None:
    context = _context(name, ask(lambda candidate: True))
    assert literals(context.lawful(text), text, fine=False) == left


def test_of_what_a_comment_says_what_is_needed_is_left() -> None:
    text = b"f(); // one two three four\n"
    context = _context("a.js", ask(lambda candidate: b"two" in candidate))
    assert literals(context.lawful(text), text, fine=True) == b"f(); //two\n"


def test_nothing_is_asked_where_there_are_none_or_none_may_go() -> None:
    assert asks_nothing(comments, "javascript", b"f();")
    text = b"f(); // one\ng(); // two\n"
    assert asks_nothing(comments, "javascript", text, head=len(text) - 1)
    head = len(b"f(); // one\n")
    asker = ask(lambda candidate: True)
    context = Context(asker, _context("a.js", asker).reader, head=head)
    assert comments(context, text) == b"f(); // one\ng(); \n"


def _context(name: str, asker: WindowAsker) -> Context:
    language = detect(Path(name), b"", None)
    assert language is not None
    return Context(asker, Parsing(language))


@pytest.mark.parametrize(
    "language, text, found",
    [
        ("c", b"struct { int /* one two */ ) ) ) a b\n", [b"/* one two */"]),
        ("python", b"def f(:\n  # two words\n  x = )\n", [b"# two words"]),
        ("rust", b"/// one two\nfn f() {} // three\n", [b"/// one two\n", b"// three"]),
    ],
)
def test_comments_are_found_whole_in_errors_too_and_their_parts_are_none(
    language: str, text: bytes, found: list[bytes]
) -> None:
    tree = Parsing(named(language)).syntax(text).tree
    assert [tree.source(row) for row in tree.comments()] == found


@pytest.mark.parametrize(
    "name, text, left",
    [
        ("a.css", b"a /* x */, b { c: d }\n", b"a , b { c: d }\n"),
        ("a.sql", b"SELECT a /* x */, b FROM t;\n", b"SELECT a , b FROM t;\n"),
        ("a.js", b"f(a /* x */, b);\n", b"f(a , b);\n"),
    ],
)
def test_a_comment_does_not_take_the_separator_of_what_stands_before_it(
    name: str, text: bytes, left: bytes
) -> None:
    assert reduce_inline(text, {text, left}.__contains__, "hddr", name).text == left
