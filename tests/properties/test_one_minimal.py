"""Design §2.4: what is called 1-minimal loses no token any more, nor, of words, a character."""

import pytest
from hypothesis import given

from claims import CONFIRM_ALONE, PARSER, larger
from nubbin.engine.strategy import Strategy
from nubbin.engine.trees.outlining import Outline
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.vocabulary.text import Edit, apply_edits
from oracles import reduce_inline, size
from strategies import Case, json_cases


@pytest.mark.parametrize(
    "strategy", ["balanced", "thorough", pytest.param(CONFIRM_ALONE, id="confirm")]
)
@given(json_cases())
def test_no_token_can_be_removed(strategy: str | Strategy, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy)
    assert "1-minimal" in reduction.minimal
    tree = Syntax(PARSER, reduction.text).tree
    for leaf in tree.leaves():
        edit = Edit(tree.start[leaf], tree.end[leaf])
        shorter = apply_edits(tree.text, [edit])
        assert not holds(shorter) or larger(shorter, reduction.text, text)


@pytest.mark.parametrize("strategy", ["balanced", "thorough"])
@given(json_cases())
def test_without_a_grammar_no_token_can_go_and_no_character_of_one(
    strategy: str, case: Case
) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy, name="case.unknown")
    assert reduction.minimal == ("1-minimal",)
    tree = Outline(reduction.text).tree
    for leaf in tree.leaves():
        start, end = tree.start[leaf], tree.end[leaf]
        assert not holds(apply_edits(tree.text, [Edit(start, end)]))
        for at in range(start, end if end - start > 1 else start):
            assert not holds(tree.text[:at] + tree.text[at + 1 :])


@pytest.mark.parametrize("window", [1, 16])
def test_a_token_goes_though_one_asked_before_it_may_go_for_a_larger_text(window: int) -> None:
    """Without the quote that opens a string, the words in it are tokens: that text is no gain."""
    text = b"'a b c d e' + [" + b"1, " * 20 + b"1]\n"
    larger, smaller = text[1:], text[:-2] + b"\n"
    assert size("case.py", text, larger) > size("case.py", text, text)
    reduction = reduce_inline(
        text, lambda each: each in (text, larger, smaller), name="case.py", window=window
    )
    assert reduction.text == smaller
