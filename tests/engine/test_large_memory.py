"""Of a large text everything is found out once, and kept in little memory."""

import time
import tracemalloc

import pytest
from tree_sitter import Tree

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.algorithms.twins import twins
from nubbin.engine.relations.definitions import attributes
from nubbin.engine.relations.mentions import mentions
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, reduce_inline

JAVASCRIPT, JSON = (Parsing(named(name)) for name in ("javascript", "json"))


def test_a_text_that_many_changes_come_to_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of many equal signs goes, the same text is left."""
    parsed = list[bytes]()
    parse = Parser.parse

    def counted(parser: Parser, text: bytes, base: Tree | None = None) -> Tree:
        parsed.append(text)
        return parse(parser, text, base)

    monkeypatch.setattr(Parser, "parse", counted)
    text = b"'" * 400
    reduce_inline(text, text.__eq__, "fast", name="case.tsx")
    assert len(parsed) < 200


def test_parts_of_a_deep_nest_are_compared_without_a_copy_of_each() -> None:
    text = b"[" * 6_000 + b"1" + b"]" * 6_000
    context = Context(ask(text.__eq__), JSON)
    context.reader.syntax(text)
    tracemalloc.start()
    try:
        assert twins(context, text) == text
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


def test_mentions_of_a_name_that_a_path_ends_with_are_put_in_order_once() -> None:
    text = b'import "a/x"\n' + b"x\n" * 10_000
    configuration = bare(Context(ask(text.__eq__), JAVASCRIPT), text)
    began = time.process_time()
    assert len(mentions(configuration.tree)[b"x"]) == 10_001
    assert time.process_time() - began < 0.5  # once for each mention: seconds


def test_many_attributes_before_one_thing_are_listed_once() -> None:
    text = b"#[a]\n" * 99 + b"fn f() {}\n"
    tree = Parsing(named("rust")).syntax(text).tree
    function = tree.last_named(0)
    found = attributes(tree)
    assert [*found[function]] == [*tree.named_children(0)][-2::-1]
    assert sum(map(len, found.values())) < 4 * 99


def test_columns_take_little_more_memory_while_they_are_written() -> None:
    syntax = JSON.syntax(b"[" + b"1, " * 50_000 + b"1]")
    tracemalloc.start()
    try:
        rows = len(syntax.tree)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert rows > 100_000
    assert peak < 40 * rows  # five numbers of four bytes and one of one byte; lists took 150
