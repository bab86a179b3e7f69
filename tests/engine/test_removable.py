"""What can go without a trace, and what around a leaf can."""

import ast
import re

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.parts_around import PartsAround
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask

TEXT = b"if (x) { f(a, b); }"


@pytest.mark.parametrize(
    "head, around",
    [
        (0, [b"a", b"(a, b)", b"f(a, b)", b"f(a, b);", TEXT]),
        (3, [b"a", b"(a, b)", b"f(a, b)", b"f(a, b);"]),
        (10, [b"a", b"(a, b)"]),
        (12, []),
    ],
)
def test_what_can_go_comes_from_the_smallest_up_as_far_as_it_may_change(
    head: int, around: list[bytes]
) -> None:
    context = Context(ask(TEXT.__eq__), Parsing(named("javascript")), head=head)
    configuration = bare(context, TEXT)
    tree = configuration.tree
    [leaf] = (leaf for leaf in tree.leaves() if tree.source(leaf) == b"a")
    found = list(PartsAround(configuration).of(leaf))
    assert [tree.source(place) for place in found] == around
    assert set(found) == {
        place
        for place in range(1, len(tree))
        if place <= leaf < tree.skip[place] and configuration.removable(place)
    }


def test_without_rules_the_parser_is_asked_about_one_of_those_that_look_alike() -> None:
    rows = b",".join(b"(%d, 'x')" % number for number in range(40))
    text = b"INSERT INTO t (a, b) VALUES " + rows + b";"
    configuration = bare(Context(ask(TEXT.__eq__), Parsing(named("sql"))), text)
    tree = configuration.tree
    numbers = [row for row in tree.leaves() if tree.source(row).isdigit()]
    by_rule = [configuration.goes_by_rule(row) for row in numbers]
    assert by_rule == [configuration.removable(row) for row in numbers]


@pytest.mark.parametrize(
    "text",
    [
        b"class a:\n  b(); c\n",
        b"def a():\n  b(); c\n",
        b"for a in a:\n  b(); c\n",
        b"while a:\n  b(); c\n",
        b"with a:\n  b(); c\n",
        b"if a:\n  b(); c\n",
        b"if a: a\nelif a:\n  b(); c\n",
        b"if a: a\nelse:\n  b(); c\n",
        b"try:\n  b(); c\nexcept a: a\n",
        b"try: a\nexcept a:\n  b(); c\n",
        b"try: a\nfinally:\n  b(); c\n",
        b"match a:\n  case a:\n    b(); c\n",
    ],
)
def test_a_block_of_python_leaves_a_statement_though_its_parser_takes_an_empty_one(
    text: bytes,
) -> None:
    configuration = bare(Context(ask(text.__eq__), Parsing(named("python"))), text)
    tree = configuration.tree
    blocks = tree.rows_where(re.compile("block").search)
    [block] = (row for row in blocks if tree.source(row) == b"b(); c")
    left = configuration.render([Prune((block,))])
    assert left == text.replace(b"b(); c", b"pass")
    ast.parse(left)
