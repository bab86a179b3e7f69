"""Files that are large or deep come down in few runs, without recursion over the tree."""

import time

import pytest

from oracles import reduce_inline


def test_brackets_nested_100_000_deep_are_hoisted_away_in_few_runs() -> None:
    deep = b"[" * 100_000 + b"1" + b"]" * 100_000
    reduction = reduce_inline(deep, lambda text: b"1" in text)
    assert reduction.text == b"1"
    assert reduction.oracle.runs < 200


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_nested_brackets_without_a_grammar_are_hoisted_away_in_few_runs_too(end: bytes) -> None:
    """Where every third node is a bracket, what fits is no power of two levels away."""
    deep = (b"(" + end) * 12_000 + b"1" + (b")" + end) * 12_000
    began = time.process_time()
    reduction = reduce_inline(deep, lambda text: b"1" in text, name="case.txt")
    assert reduction.text == b"1" + end
    assert reduction.oracle.runs < 200
    assert time.process_time() - began < 10  # each by all that is in it: a minute


def test_brackets_that_a_grammar_wants_are_not_each_tried_on_the_parser() -> None:
    deep = b"x = " + b"(" * 20_000 + b"a" + b")" * 20_000 + b"\n"
    began = time.process_time()
    reduction = reduce_inline(deep, lambda text: b"a" in text, name="case.py")
    assert reduction.text.strip() == b"a"
    assert reduction.oracle.runs < 200
    assert time.process_time() - began < 30  # each by the parser: several minutes


def test_what_needs_some_depth_keeps_no_more_than_that() -> None:
    deep = b"[" * 2_000 + b"1" + b"]" * 2_000
    reduction = reduce_inline(
        deep, lambda text: text.count(b"[") >= 40 and text.count(b"[") == text.count(b"]")
    )
    assert reduction.text == b"[" * 40 + b"]" * 40


def test_equal_brackets_without_their_like_take_no_round_of_all_passes_each() -> None:
    text = b"(" * 80 + b"1" + b")" * 80
    reduction = reduce_inline(text, lambda text: text.count(b"(") >= 80, name="case.txt")
    assert reduction.text == b"(" * 80
    assert reduction.oracle.runs < 200


def test_ten_megabytes_of_c_come_down_to_one_word() -> None:
    filler = b'static const char *text = "' + b"all work and no play " * 400 + b'";\n'
    large = filler * (10 * 2**20 // len(filler) // 2)
    large = large + b"int keep;\n" + large
    reduction = reduce_inline(large, lambda text: b"keep" in text, name="large.c")
    assert reduction.text == b"keep\n"
    assert reduction.oracle.runs < 200


def test_a_list_of_2_000_elements_takes_a_few_runs_for_each_that_stays() -> None:
    wide = b"[" + b", ".join(b"%d" % (number * 7) for number in range(2_000)) + b"]"
    reduction = reduce_inline(wide, lambda text: b"7007" in text and b"13993" in text)
    assert reduction.oracle.runs < 300
    assert len(reduction.text) < 20
