"""Comments go first, all in one question, or stay for the passes to come."""

from pathlib import Path

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import comments
from nubbin.engine.asking.questioner import WindowAsker
from nubbin.engine.trees.language import detect
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, reduce_inline


@pytest.mark.parametrize(
    "name, text, left",
    [
        ("a.c", b"int a/* x */b; // y\n/* z */", b"int a b; \n"),
        ("a.py", b"#!/bin/env a\nb = 1  # c\n'''no # d'''\n", b"\nb = 1  \n'''no # d'''\n"),
        ("a.go", b"package a // b\n", b"package a \n"),
        ("a.html", b"<p><!-- x --></p>", b"<p></p>"),
        ("a.js", b"f('// no comment') /* x */", b"f('// no comment') "),
    ],
)
def test_all_comments_go_in_one_question(name: str, text: bytes, left: bytes) -> None:
    asker = ask(lambda candidate: True)
    assert comments(_context(name, asker), text) == left
    assert asker.runs == 1


def test_where_one_is_needed_all_stay_and_go_later() -> None:
    text = b"// one\nf();\n// two\ng();\n"
    asker = ask(lambda candidate: b"two" in candidate)
    assert comments(_context("a.js", asker), text) == text
    assert asker.runs == 1
    left = reduce_inline(text, lambda each: b"// two" in each, name="a.js").text
    assert left.strip() == b"// two"


def test_nothing_is_asked_where_there_are_none_or_none_may_go() -> None:
    asker = ask(lambda candidate: True)
    assert comments(_context("a.js", asker), b"f();") == b"f();"
    text = b"f(); // one\ng(); // two\n"
    head = len(b"f(); // one\n")
    context = Context(asker, _context("a.js", asker).parsing, head=head)
    assert asker.runs == 0
    assert comments(context, text) == b"f(); // one\ng(); \n"


def _context(name: str, asker: WindowAsker) -> Context:
    language = detect(Path(name), b"", None)
    assert language is not None
    return Context(asker, Parsing(language))
