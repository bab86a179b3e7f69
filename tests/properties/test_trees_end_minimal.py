"""Misherghi & Su 2006; Vince 2024, §2.2 and §7.1: what the starred algorithms claim is true.

Minimal is what nothing smaller comes of. Tokens count first, so in a text that does not parse
one sign less may be larger: `":4true` is two tokens, `:4true` three.
"""

import re
from collections.abc import Callable

import pytest
import tree_sitter_json
from hypothesis import example, given
from tree_sitter import Language

from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.replacement import Replacements
from nubbin.engine.strategy import BALANCED, Step, Strategy
from nubbin.engine.trees.language import named
from nubbin.engine.trees.outlining import Outline
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits
from oracles import reduce_inline, size, tight
from strategies import json_cases

GRAMMAR = Language(tree_sitter_json.language())
JSON = Parsing(named("json"))
Case = tuple[bytes, Callable[[bytes], bool]]
CONFIRM_ALONE = Strategy(
    (Step("nothing", lambda context, text: text),),
    joint=True,
    confirm=BALANCED.confirm,
    claims=BALANCED.claims,
)
"""The last sweep, which finds all by itself: other passes leave hardly anything for it."""


def removals(syntax: Syntax, tree: Tree) -> list[bytes]:
    """Every text that parses as well without one node, with or without a comma beside it."""
    texts = []
    commas = [leaf for leaf in tree.leaves() if tree.source(leaf) == b","]
    for node in range(1, len(tree)):
        for others in (
            [],
            *[[comma] for comma in commas if tree.parent[comma] == tree.parent[node]],
        ):
            edits = [Edit(tree.start[each], tree.end[each]) for each in [node, *others]]
            texts.append(apply_edits(tree.text, edits))
    return [text for text in texts if text != tree.text and not syntax.breaks(text)]


def array_around(tree: Tree, node: int) -> int:
    """Return the nearest array around a node, whose χ it may be; -1 without one."""
    node = tree.parent[node]
    while node >= 0 and tree.name(node) != "array":
        node = tree.parent[node]
    return node


def replaced(text: bytes) -> list[bytes]:
    """Every text with one node replaced by its Φ where that is not empty."""
    syntax = JSON.syntax(text)
    seen = Configuration(
        syntax.tree,
        Replacements(syntax.tree, syntax, JSON.table),
        JSON.labels,
        Span(0, len(text)),
        squeeze=False,
        flatten=False,
        hide=False,
    )
    places = (place for place in range(1, len(syntax.tree)) if seen.prunable(place))
    return [seen.render([Prune((place,))]) for place in places if not seen.vanishes(place)]


def larger(one: bytes, other: bytes, original: bytes) -> bool:
    """Whether a text comes behind another in the order of texts."""
    return size("case.json", original, one) > size("case.json", original, other)


@pytest.mark.parametrize(
    "strategy",
    [
        "hdd*",
        "hddr*",
        "hddhr*",
        "hddh*",
        "balanced",
        "thorough",
        pytest.param(CONFIRM_ALONE, id="confirm"),
    ],
)
@given(json_cases())
def test_no_node_can_be_removed(strategy: str | Strategy, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy)
    if not reduction.text:
        return
    assert "1-tree-minimal" in reduction.minimal
    syntax = Syntax(GRAMMAR, reduction.text)
    for smaller in removals(syntax, syntax.tree):
        assert not holds(smaller) or larger(smaller, reduction.text, text)


@pytest.mark.parametrize(
    "strategy", ["hddr*", "hddhr*", "balanced", pytest.param(CONFIRM_ALONE, id="confirm")]
)
@given(json_cases())
@example((b'{"a": [1]}', lambda text: text in (b'{"a": [1]}', b'{"a": 0}')))
def test_no_node_gives_way_to_its_replacement(strategy: str | Strategy, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy)
    assert "1-tree-minimal" in reduction.minimal
    for other in replaced(reduction.text):
        assert not holds(other) or larger(other, reduction.text, text)


def test_in_text_that_does_not_parse_a_node_goes_without_its_neighbour_too() -> None:
    """The parser takes the blank for a string's content, and the quotation mark goes with it."""

    def holds(text: bytes) -> bool:
        return re.fullmatch(rb'b a" ?', text) is not None

    assert reduce_inline(b'b a" ', holds, "hddhr*").text == b'b a"'


@pytest.mark.parametrize("strategy", ["hdd*", "hddr*", "hddh*", "hddhr*"])
@pytest.mark.parametrize(
    "name, text, left",
    [
        # In a sum `a + b` is a node; its operands, taken for siblings of `c`, go one at a time.
        ("case.c", b"x = a + b + c;", b"x = c;"),
        ("case.js", b"x = a + b + c;", b"x = c;"),
        # A type of one keyword, taken for that, is no member of a list, and has no comma.
        ("case.java", b"class A { F<int, X> m; }", b"class A { F<X> m; }"),
    ],
)
def test_nodes_that_are_none_for_the_walk_cannot_be_removed(
    strategy: str, name: str, text: bytes, left: bytes
) -> None:
    def holds(candidate: bytes) -> bool:
        return tight(candidate) in (tight(text), tight(left))

    assert tight(reduce_inline(text, holds, strategy, name).text) == tight(left)


@pytest.mark.parametrize("strategy", ["hdd*", "hddr*", "hddhr*", "hddh*", "balanced"])
def test_a_member_of_a_list_goes_though_the_comma_beside_it_has_to_stay(strategy: str) -> None:
    def holds(text: bytes) -> bool:
        return b"[a," in text and b"]" in text

    assert reduce_inline(b"[a, {}]", holds, strategy, "case.py").text in (b"[a, ]", b"[a,]")


@pytest.mark.parametrize(
    "strategy",
    [
        "hoist*",
        "hoistr*",
        "hddhr*",
        "balanced",
        "thorough",
        pytest.param(CONFIRM_ALONE, id="confirm"),
    ],
)
@given(json_cases())
@example((b'{"a": [0, [1]]}', lambda text: text in (b'{"a": [0, [1]]}', b'{"a": [1]}')))
def test_no_array_can_be_hoisted_into_the_array_around_it(
    strategy: str | Strategy, case: Case
) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy)
    assert "1-maximal" in reduction.minimal
    tree = Syntax(GRAMMAR, reduction.text).tree
    for other in range(len(tree)):
        node = array_around(tree, other)
        if tree.name(other) == "array" and node > 0 and tree.parent[node] > 0:
            edit = Edit(tree.start[node], tree.end[node], tree.source(other))
            hoisted = apply_edits(tree.text, [edit])
            assert not holds(hoisted) or larger(hoisted, reduction.text, text)


@pytest.mark.parametrize(
    "strategy", ["balanced", "thorough", pytest.param(CONFIRM_ALONE, id="confirm")]
)
@given(json_cases())
def test_no_token_can_be_removed(strategy: str | Strategy, case: Case) -> None:
    text, holds = case
    reduction = reduce_inline(text, holds, strategy)
    assert "1-minimal" in reduction.minimal
    tree = Syntax(GRAMMAR, reduction.text).tree
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
