"""Trees and reductions of which only a part may change."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.algorithms.context import Context
from nubbin.engine.strategies import THOROUGH
from nubbin.engine.trees.focused import Focused
from nubbin.engine.trees.language import named
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.reader import Reader
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Span
from oracles import ask, reduce_inline

TEXT = b"int a[] = {1, 22, f(3)};\nint f(int b) {\n  if (b) { return b + a[0]; }\n  return 2;\n}\n"
READERS = [Parsing(named("c")), Outlining()]


def described(tree: Tree, row: int) -> tuple[object, ...]:
    """Return what tells a node from others of the same text, and how it lies in the tree."""
    above = tree.parent[row]
    around = None if above < 0 else (tree.span(above), tree.name(above))
    return tree.span(row), tree.name(row), tree.flags[row], around


@pytest.mark.parametrize("reader", READERS, ids=["grammar", "outline"])
@given(st.integers(0, len(TEXT) - 1), st.data())
def test_nodes_with_bytes_in_the_focus_are_all_there_and_others_are_leaves(
    reader: Reader, head: int, data: st.DataObject
) -> None:
    end = data.draw(st.integers(head + 1, len(TEXT)))
    whole, judge = reader.syntax(TEXT), Focused(reader, head, len(TEXT) - end).syntax(TEXT)
    tree, fields = judge.tree, judge.tree.fields

    def is_in(each: Tree, row: int) -> bool:
        return each.start[row] < end and each.end[row] > head

    for row in range(len(tree)):
        assert is_in(tree, row) or tree.is_leaf(row)
        assert [tree.parent[child] for child in tree.children(row)] == [row] * len(
            [*tree.children(row)]
        )
    expected = [
        (described(whole.tree, row), field)
        for row, field in enumerate(whole.tree.fields)
        if not row or is_in(whole.tree, whole.tree.parent[row])
    ]
    assert [(described(tree, row), fields[row]) for row in range(len(tree))] == expected
    inside = [row for row in whole.tree.leaves() if is_in(whole.tree, row)]
    assert tree.tokens() == sum(map(whole.tree.weight, inside))
    assert tree.weight(0) == tree.tokens()


def test_once_nothing_is_left_of_a_selection_no_pass_begins() -> None:
    text, selected = b"int keep;\nint b;\nint c;\n", b"int b;\n"
    start = text.index(selected)
    within = Span(start, start + len(selected))
    reduction = reduce_inline(text, lambda each: b"keep" in each, name="a.c", within=within)
    assert reduction.text == b"int keep;\nint c;\n"
    assert reduction.fixpoint
    assert reduction.passes[-1].runs > 0


def test_what_is_selected_becomes_as_small_as_if_it_were_alone() -> None:
    function = b"int g(int x) {\n  if (x > 1) { h(x, 22, 3); }\n  return x + 1;\n}\n"
    within = Span(len(TEXT), len(TEXT) + len(function))

    def holds(candidate: bytes) -> bool:
        return b"22" in candidate[len(TEXT) : -len(TEXT)]

    left = reduce_inline(TEXT + function + TEXT, holds, name="a.c", within=within).text
    alone = reduce_inline(function, lambda candidate: b"22" in candidate, name="a.c").text
    assert left[len(TEXT) : -len(TEXT)].strip() == alone.strip()


@pytest.mark.parametrize(
    "language, outside",
    [
        ("typescript", b"class A { a() { return b } }\n"),
        ("java", b"class A { int a() { return b; } }\n"),
        ("c", b"struct A { int a; };\n"),
        ("cpp", b"struct A { int a() { return b; } };\n"),
        ("rust", b"struct A { a: B }\n"),
        ("python", b"class A:\n    a: int = 1\n"),
    ],
)
def test_a_class_outside_of_a_selection_has_no_parts_for_the_passes(
    language: str, outside: bytes
) -> None:
    text, head = outside + b"f(1);\n", len(outside)
    context = Context(ask(text.__eq__), Focused(Parsing(named(language)), head, 0), head=head)
    for step in THOROUGH.steps:
        assert step.run(context, text) == text, step.name
