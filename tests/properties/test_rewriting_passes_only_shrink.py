"""Design §2.2: what a rewriting pass leaves holds, and is smaller in the order of texts."""

from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nubbin.engine.algorithms.arguments import arguments
from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.exhaustive import windows
from nubbin.engine.algorithms.forms import fillers, forms
from nubbin.engine.algorithms.inline import inline
from nubbin.engine.algorithms.moves import moves
from nubbin.engine.algorithms.slices import slices
from nubbin.engine.algorithms.token_passes import brackets
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Size
from oracles import ask
from strategies import json_cases

PASSES: dict[str, Callable[[Context, bytes], bytes]] = {
    "windows": windows,
    "slices": slices,
    "brackets": brackets,
    "calls": calls,
    "inline": partial(inline, wide=True),
    "arguments": arguments,
    "moves": partial(moves, wide=True),
    "forms": partial(forms, wide=True),
    "fillers": fillers,
}
JSON, JAVASCRIPT = (Parsing(named(name)) for name in ("json", "javascript"))
STATEMENTS = [
    b"f(a, [b]);",
    b"var a = b + 1;",
    b"function b(a) { return a.b; }",
    b"if (a) { b(0); } else a++;",
    b"for (let a of [1, b]) f({ a: b });",
    b"class A extends B { a() {} }",
    b"new A(x => b);",
    b"a = b([f], 0);",
    b"function c(a) { return [a, b]; } c(1);",
    b"if (a) { { b([[]]); } }",
]
VALUES = b'[1, [22, "a b"], {"a": [3, {"b": [[]]}]}]'
OF_JSON = sorted(PASSES.keys() - {"slices", "calls", "inline", "arguments"})


@pytest.mark.parametrize(
    "name, parsing, text",
    [(name, JSON, VALUES) for name in OF_JSON]
    + [(name, JAVASCRIPT, b"\n".join(STATEMENTS)) for name in PASSES],
)
def test_there_is_something_to_ask_about(name: str, parsing: Parsing, text: bytes) -> None:
    asker = ask(text.__eq__)
    assert PASSES[name](Context(asker, parsing, window=16).lawful(text), text) == text
    assert asker.runs > 0


@pytest.mark.parametrize("name", OF_JSON)
@settings(max_examples=8)
@given(json_cases())
def test_what_is_left_of_json_holds_and_is_smaller(
    name: str, case: tuple[bytes, Callable[[bytes], bool]]
) -> None:
    text, holds = case
    _check(name, JSON, text, holds)


@pytest.mark.parametrize("name", PASSES)
@settings(max_examples=8)
@given(st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=3), st.data())
def test_what_is_left_of_a_program_holds_and_is_smaller(
    name: str, statements: list[bytes], data: st.DataObject
) -> None:
    text = b"\n".join(statements)
    words = data.draw(st.sets(st.sampled_from([b"a", b"b", b"(", b"[", b"=", b"f", b"new"])))
    wanted = [word for word in sorted(words) if word in text]
    _check(name, JAVASCRIPT, text, lambda each: all(word in each for word in wanted))


def _size(parsing: Parsing, text: bytes) -> Size:
    return parsing.measure().size(text)


def _check(name: str, parsing: Parsing, text: bytes, holds: Callable[[bytes], bool]) -> None:
    """Run a pass and look at what it leaves."""
    left = PASSES[name](Context(ask(holds), parsing, window=16).lawful(text), text)
    assert holds(left)
    assert left == text or _size(parsing, left) < _size(parsing, text)
    assert not parsing.syntax(text).breaks(left)
