"""What would leave a name without its first mention is put off, not dropped; nothing else is."""

from functools import partial
from pathlib import Path

import pytest

from inline_pool import InlinePool
from nubbin.engine.algorithms import tree_passes
from nubbin.engine.algorithms.original import Original
from nubbin.engine.asking.orphans import Orphans
from nubbin.engine.asking.questioner import Proposals
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Request
from nubbin.engine.strategy import Step, Strategy, lawful
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import Noted, ask

TEXT = b"int one; int two; f(one, two);"
NAMES = frozenset({b"one", b"two", b"f"})


def orphans(text: bytes = TEXT) -> Orphans:
    """Return an asker over an oracle that always holds."""
    return Orphans(ask(lambda text: True), NAMES, text, light=0)


@pytest.mark.parametrize(
    "text, asked",
    [
        (b"int two; f(one, two);", False),
        (b"f(one, two);", False),
        (b"int one; f(one, two);", False),
        (b"int one; int two;", True),
        (b"int one; int two; f(two);", True),
        (b"int two; f(two);", True),  # the definition and its use
        (b"int two; f(two, two);", True),  # the use has another name now
        (b"f(one", False),  # what was around it went
        (b"two; f(two);", True),
        (b"long one; int two; f(one, two);", True),  # `int` is no name
    ],
)
def test_only_what_keeps_a_name_and_loses_its_first_mention_is_put_off(
    text: bytes, asked: bool
) -> None:
    candidate = Candidate(None, text)
    assert orphans().costs(candidate) == asked
    assert orphans().window([candidate]) == [asked]


def test_a_first_mention_may_go_once_it_is_the_last() -> None:
    asker = orphans()
    assert asker.on_top(
        Proposals(b"int one; int two;", [Candidate(None, b"int two;")], known=True)
    ) == [True]


def test_a_part_of_a_word_is_no_mention() -> None:
    text = b"int someone; int one; f(one);"
    assert orphans(text).window([Candidate(None, b"int some; int one; f(one);")]) == [True]


@pytest.mark.parametrize(
    "text, candidate, asked",
    [
        (b"int v1; int v2; f(v1);", b"int v2; f(v1);", False),
        (b"int v1; int v2; f(v2);", b"int v2; f(v2);", True),
        (b"int v1; int w1; f(v1);", b"int w1; f(v1);", False),
        (b"f(v1, v12); v1 = v12;", b"f(v12); v1 = v12;", False),
        (b"f(v1, v12); v1 = v12;", b"f(v1); v1 = v1;", True),
    ],
)
def test_names_that_begin_or_end_alike_are_told_apart(
    text: bytes, candidate: bytes, asked: bool
) -> None:
    asker = Orphans(ask(lambda text: True), {b"v1", b"v12", b"v2", b"w1", b"f"}, text, light=0)
    assert asker.window([Candidate(None, candidate)]) == [asked]


def test_what_leaves_orphans_comes_last_and_is_not_dropped() -> None:
    """The oracle does not care for definitions: in the end the one there goes too."""
    text = b"int one;\nint two(void) { return one; }\n"
    oracle = Noted(lambda candidate: b"return one" in candidate)
    nodes = Step("nodes", lawful(partial(tree_passes.nodes, levels=1, leaps=True)))
    request = Request(text, Path("case.c"), OracleSpec(("a Python function",), Path()))
    reduction = reduce(request, pool=InlinePool(oracle), strategy=Strategy((nodes,), joint=True))
    orphaned = [one.count(b"one") == 1 and b"return one" in one for one in oracle.asked]
    before = oracle.asked[: orphaned.index(True)]
    assert any(b"two()" in one and one.count(b"one") == 2 for one in before)
    assert reduction.text.count(b"one") == 1


def test_names_are_what_the_grammar_calls_identifiers() -> None:
    text = b'struct s { int f; } g; /* c */ int h(void) { return g.f + 1; } char *t = "q";'
    tree = Parsing(named("c")).syntax(text).tree
    assert Original(tree).names == {b"s", b"f", b"g", b"h", b"t"}
