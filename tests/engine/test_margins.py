"""Where indentation is syntax, what is left of a line begins where the line did."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.configurations.changes import Hoist, Prune
from nubbin.engine.configurations.margins import flush
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits
from oracles import ask, reduce_inline


def left(language: str, text: bytes, *gone: bytes) -> bytes:
    """Return what is left of a text without the first node of each of these texts."""
    configuration = bare(Context(ask(bool), Parsing(named(language))), text)
    tree = configuration.tree
    rows = [next(row for row in range(len(tree)) if tree.source(row) == each) for each in gone]
    return configuration.render([Prune((row,)) for row in rows])


@pytest.mark.parametrize(
    "language,text,gone,wanted",
    [
        ("python", b"if a:\n  b, c = d\n  e\n", [b"b"], b"if a:\n  c = d\n  e\n"),
        ("python", b"if a:\n\tb , c, d = e\n", [b"b", b"c"], b"if a:\n\td = e\n"),
        ("python", b"a, b, c = d\n", [b"b"], b"a,  c = d\n"),
        ("python", b"a; b\r\n", [b"a"], b"b\r\n"),
        ("python", b"async def a(): b\n", [b"async"], b"def a(): b\n"),
        ("python", b"a  # b\nc\n", [b"a"], b"# b\nc\n"),
        ("python", b"  \ta\nb\n", [b"a"], b"  \t\nb\n"),
        ("c", b"  static int a;\n", [b"static"], b"   int a;\n"),  # there nobody minds
    ],
)
def test_what_follows_what_goes_from_a_margin_stands_there(
    language: str, text: bytes, gone: list[bytes], wanted: bytes
) -> None:
    assert left(language, text, *gone) == wanted


@pytest.mark.parametrize(
    "language,text,gone,wanted",
    [
        ("c", b"#define a  b\n#define c d\n", b"b", b"#define a\n#define c d\n"),
        ("c", b"#define a(b) b c\nint d;", b"b c", b"#define a(b)\nint d;"),
        ("c", b"int a; b;\nc;\n", b"b;", b"int a; \nc;\n"),  # nobody minds the line end
    ],
)
def test_what_goes_from_before_a_line_end_that_is_syntax_leaves_no_blank(
    language: str, text: bytes, gone: bytes, wanted: bytes
) -> None:
    assert left(language, text, gone) == wanted


def test_a_macro_without_its_value_does_not_take_the_next_line_for_it() -> None:
    text = b"#define a b\n#define c d\nint e;\n"
    reduced = reduce_inline(text, lambda text: b"c" in text.split(), name="case.c").text
    assert reduced.split() == [b"c"]


def test_a_block_that_is_hoisted_keeps_what_is_deeper_in_it() -> None:
    text = b"class A:\n    for b in c:\n        d\n"
    configuration = bare(Context(ask(bool), Parsing(named("python"))), text)
    tree = configuration.tree
    loop = next(row for row in range(len(tree)) if tree.name(row) == "for_statement")
    assert configuration.render([Hoist(1, loop)]) == b"for b in c:\n    d\n"


def test_blanks_outside_of_what_may_change_stay() -> None:
    text = b"a   b\n"
    assert apply_edits(text, flush(text, [Edit(0, 1)], Span(0, 3))) == b" b\n"


@pytest.mark.parametrize("strategy", ["balanced", "hddr*"])
def test_blanks_before_a_selection_stay_where_what_is_behind_them_goes(strategy: str) -> None:
    before, selected, behind = b"#define A   ", b"1", b"\nint x;\n"
    found = reduce_inline(
        before + selected + behind,
        lambda text: text.startswith(b"#"),
        strategy,
        "case.c",
        within=Span(len(before), len(before + selected)),
    )
    assert found.text == before + behind


def test_what_is_given_a_value_goes_from_the_front_of_a_line() -> None:
    def needs_b(text: bytes) -> bool:
        try:
            names: dict[str, object] = {}
            exec(compile(text, "case", "exec"), names)
        except Exception:
            return False
        return names.get("b") == 2

    found = reduce_inline(b"def f():\n    return 1, 2\na, b = f()\n", needs_b, name="case.py")
    assert found.text == b"b = 2\n"
