"""Squeezing, flattening and hiding (Vince 2024, ch. 3 and 7): lower trees, fewer questions."""

from collections.abc import Callable
from itertools import product

import pytest
import tree_sitter_javascript
from hypothesis import given
from tree_sitter import Language

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import large_cuts
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.transforms import TreeTransforms
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.syntax import Syntax
from oracles import Noted, ask, reduce_inline, untouched
from strategies import json_cases

PARSER = Parser(Language(tree_sitter_javascript.language()))
SWITCHES = ("squeeze", "flatten", "hide")

CHAIN = b"f(1)\ng(2)\nh(3)\n"
"""A statement is an expression is a call: three nodes over the same bytes, without semicolons."""
SUM = b"x = a + b + c + d + e + f + g + h;\n"
TOKENS = b"if (a) { b(); } else { c(); }\nfor (;;) { d(); break; }\n"


def configuration(text: bytes, off: str = "") -> Configuration:
    """Return a text's configuration with one switch off."""
    on = TreeTransforms(**{switch: switch != off for switch in SWITCHES})
    return untouched(Syntax(PARSER, text), transforms=on)


def levels(text: bytes, off: str = "") -> list[list[int]]:
    """Return the places of each level, as HDD sees them."""
    seen = configuration(text, off)
    level, found = [0], []
    while level:
        found.append(level)
        level = [child for place in level for child in seen.children(place)]
    return found


def questions(text: bytes, wanted: bytes, strategy: str) -> tuple[int, bytes]:
    """Return how much a strategy asks to keep what is wanted, and what it leaves."""
    found = reduce_inline(text, lambda candidate: wanted in candidate, strategy, "case.js")
    return found.oracle.runs + found.oracle.cache_hits, found.text


def test_squeezing_makes_one_place_of_a_chain_of_single_children() -> None:
    assert len(levels(CHAIN)) < len(levels(CHAIN, "squeeze"))
    assert len(levels(CHAIN)[1]) == len(levels(CHAIN, "squeeze")[1]) == 3
    tree = configuration(CHAIN).tree
    assert {tree.name(place) for place in levels(CHAIN)[1]} == {"call_expression"}
    assert {tree.name(place) for place in levels(CHAIN, "squeeze")[1]} == {"expression_statement"}


def test_squeezing_leaves_an_element_that_is_one_sign_an_element() -> None:
    """Or else `;`, of which a statement may be all that is left, would stand between the others."""
    text = b";" * 64 + b"keep()"
    seen = configuration(text)
    assert [len(run) for run in seen.runs(0)] == [65]


def test_an_item_without_content_goes_in_a_large_cut() -> None:
    """Not one by one: in a language without rules, that takes two parses for each of them."""
    text = b"-\n" * 600 + b"- keep\n"
    asked = Noted(lambda candidate: b"keep" in candidate)
    reader = Parsing(named("yaml"))
    left = large_cuts(Context(ask(asked), reader), text)
    assert left.count(b"-") == 1
    assert len(asked.asked) < 50


def test_flattening_makes_siblings_of_the_operands_of_a_repeated_rule() -> None:
    flat, nested = levels(SUM), levels(SUM, "flatten")
    assert len(nested) - len(flat) == 6  # of eight operands, seven nodes deep, one remains
    assert max(map(len, flat)) >= 8 > max(map(len, nested))


def test_of_more_than_two_operands_a_repeated_rule_stays_nested() -> None:
    text = b"x = a ? b : c ? d : e ? f : g;\n"
    assert levels(text) == levels(text, "flatten")


def test_a_comment_is_no_operand() -> None:
    assert max(map(len, levels(SUM.replace(b"+", b"/* */ +")))) >= 8


def test_hiding_leaves_out_what_nothing_smaller_can_replace() -> None:
    hidden, shown = configuration(TOKENS), configuration(TOKENS, "hide")
    places = [place for level in levels(TOKENS) for place in level[:] if place]
    for each in (hidden, shown):
        for place in [0, *places]:
            each.children(place)
    assert all(shown.worth_pruning(place) for place in places)
    left_out = [place for place in places if not hidden.worth_pruning(place)]
    assert left_out
    for place in left_out:
        tree = hidden.tree
        gone = TOKENS[: tree.start[place]] + TOKENS[tree.end[place] :]
        assert Syntax(PARSER, TOKENS).breaks(gone)


@pytest.mark.parametrize("algorithm", ["hdd*", "hddr*"])
@pytest.mark.parametrize("off,text,wanted", [("hide", TOKENS, b"c()"), ("flatten", SUM, b"d")])
def test_the_switch_saves_questions_and_changes_nothing_that_is_left(
    algorithm: str, off: str, text: bytes, wanted: bytes
) -> None:
    with_it, left = questions(text, wanted, algorithm)
    without, left_too = questions(text, wanted, f"{algorithm}:{off}=off")
    assert with_it < without
    assert left.split() == left_too.split()


ALL = [
    ",".join(f"{switch}={state}" for switch, state in zip(SWITCHES, states, strict=True))
    for states in product(["on", "off"], repeat=3)
]


@pytest.mark.parametrize("options", ALL)
@given(case=json_cases())
def test_with_any_of_them_off_the_result_holds_and_is_minimal(
    options: str, case: tuple[bytes, Callable[[bytes], bool]]
) -> None:
    text, holds = case
    found = reduce_inline(text, holds, f"hddhr*:{options}")
    assert holds(found.text)
    assert set(found.minimal) >= {"1-tree-minimal", "1-maximal"}


@pytest.mark.parametrize(
    "name, text, wanted",
    [
        ("case.html", b'<html lang="en" class="a"><p>x</p></html>', [b"<html", b"<p>"]),
        ("case.ts", b"let a: T[];", [b"let a: ", b"[]"]),
    ],
)
@pytest.mark.parametrize("strategy", ["hdd", "hddr", "hddh"])
def test_below_what_cannot_go_all_is_tried_whether_that_is_hidden_or_not(
    strategy: str, name: str, text: bytes, wanted: list[bytes]
) -> None:
    def holds(candidate: bytes) -> bool:
        return all(each in candidate for each in wanted)

    hidden, shown = (
        reduce_inline(text, holds, strategy + options, name).text for options in ("", ":hide=off")
    )
    assert hidden == shown != text
