"""Texts in which a parser finds no structure are reduced as text, from the start or in the end."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from inline_pool import InlinePool
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from oracles import reduce_inline, tight


@pytest.mark.parametrize(
    "name, text, least",
    [
        ("a.c", b"\0" * 1000, b"\0\0"),
        ("a.c", b"x" * 1000, b"xx"),
        ("a.c", b"// a\n// b\n// keep\n// c\n", b"keep"),
        ("a.json", b'{"a": [12, 3456, "b"]}\n', b"45"),
        ("a.py", b"def f():\n    return keeping\n", b"keep"),
        ("a.unknown", b" \n\n \t \n\n", b"\t"),
        ("a.unknown", b"7f45" * 500, b"f4"),
    ],
)
def test_what_is_left_is_as_small_as_text(name: str, text: bytes, least: bytes) -> None:
    reduction = reduce_inline(text, lambda each: least in each, name=name)
    end = b"\n" if name != "a.unknown" and text.endswith(b"\n") else b""
    assert (reduction.status, reduction.text) == (0, least + end)
    assert "1-minimal" in reduction.minimal


def test_claims_speak_of_the_tokens_of_the_grammar_where_brackets_had_the_last_word() -> None:
    text = b'/*"p" {\n'  # to the outline `""` is one token, to JSON two
    holding = {text, b'/"p" {\n', b'/"" {\n', b'/" {\n'}
    reduction = reduce_inline(text, lambda each: each in holding, name="a.json")
    assert (reduction.text, reduction.output.tokens) == (b'/" {\n', 3)
    assert "1-minimal" in reduction.minimal


def test_a_line_break_behind_one_token_is_no_reason_to_reduce_again() -> None:
    reduction = reduce_inline(b"[1, 2]\n", lambda each: b"[" in each, name="a.json")
    assert reduction.text == b"[\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_what_is_in_wide_characters_is_reduced_without_its_grammar(encoding: str) -> None:
    text = "\N{BYTE ORDER MARK}int a;\nint keep;\nint b;\n".encode(encoding)
    keep = "keep".encode(encoding)
    reduction = reduce_inline(text, lambda candidate: keep in candidate, name="a.c")
    assert reduction.text == keep + b"\n"
    assert reduction.minimal == ("1-minimal",)


@pytest.mark.parametrize("strategy", ["balanced", "thorough"])
@pytest.mark.parametrize("text", [b"cmake -DFOO=bar\n", b"-FOO=bar\n"])
def test_two_orders_of_texts_do_not_undo_each_others_work_without_end(
    text: bytes, strategy: str
) -> None:
    reduction = reduce_inline(text, lambda each: b"FOO=bar" in each, strategy, name="build.sh")
    assert (reduction.text.rstrip(b"\n"), reduction.fixpoint) == (b"FOO=bar", True)


def test_a_word_of_which_the_parser_makes_nothing_is_a_token() -> None:
    text = b"SELECT 1;\nSELECT price FROM t;\n"
    reduction = reduce_inline(text, lambda each: b"price" in each, name="case.sql")
    assert (reduction.text, reduction.output.tokens) == (b"price\n", 1)


def test_words_of_which_the_parser_makes_nothing_go_by_brackets_and_lines() -> None:
    text = b"SELECT a;\n/* some */\n:= MINIMUM := ;\n"
    wanted = re.compile(rb"\S+\s*:=\s*MINIMUM\s*:=")
    reduction = reduce_inline(text, lambda each: bool(wanted.search(each)), name="case.sql")
    assert len(tight(reduction.text)) == len(b"*:=MINIMUM:=")


@pytest.mark.skipif(
    find_spec("tree_sitter_languages") is None,
    reason="tree-sitter-languages has no wheels from Python 3.13 on",
)
def test_the_last_token_goes_though_the_parser_counts_more_without_it() -> None:
    """Where characters alone count, the passes over tokens ask once more."""
    request = Request(
        b"/**\n  b\n */\n",
        Path("case"),
        OracleSpec(("a Python function",), Path()),
        Options(language="jsdoc"),
    )
    pool = InlinePool(lambda each: each.startswith(b"/**") and each.endswith(b"*/\n"))
    assert reduce(request, pool=pool).text == b"/**/\n"
