"""Misherghi & Su 2006; Vince 2024, §2.2: what is called 1-tree-minimal loses no node any more."""

import re

import pytest
from hypothesis import example, given

from claims import CONFIRM_ALONE, PARSER, larger
from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.transforms import BARE
from nubbin.engine.strategy import Strategy
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, apply_edits
from oracles import reduce_inline, tight, untouched
from strategies import Case, json_cases

JSON = Parsing(named("json"))


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


def replaced(text: bytes) -> list[bytes]:
    """Every text with one node replaced by its Φ where that is not empty."""
    syntax = JSON.syntax(text)
    seen = untouched(syntax, JSON.table, JSON.labels, BARE)
    places = (place for place in range(1, len(syntax.tree)) if seen.prunable(place))
    return [seen.render([Prune((place,))]) for place in places if not seen.vanishes(place)]


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
    syntax = Syntax(PARSER, reduction.text)
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
