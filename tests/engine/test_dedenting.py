"""What is hoisted comes to the depth of its place, so that blocks of Python can stand for it."""

import ast
from collections.abc import Callable

import pytest

from nubbin.engine.configurations.changes import Hoist
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import reduce_inline, untouched

PIECES = (b"a(1)", b"a(2)", b"a(3)")


def is_python(text: bytes) -> bool:
    """Whether Python itself takes the text."""
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def wanting(*pieces: bytes) -> Callable[[bytes], bool]:
    """Return an oracle for texts of Python that hold some pieces."""
    return lambda text: all(piece in text for piece in pieces) and is_python(text)


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("step", [b"    ", b"  ", b"\t"])
def test_blocks_stand_for_the_statements_around_them(step: bytes, end: bytes) -> None:
    lines = (
        *(b"def f():", step + b"if x:", 2 * step + b"for y in z:"),
        *(3 * step + PIECES[0], 3 * step + PIECES[1], step + PIECES[2]),
    )
    text = end.join(lines) + end
    reduction = reduce_inline(text, wanting(*PIECES), name="a.py")
    assert reduction.text.split() == list(PIECES)
    assert (b"\r" in reduction.text) == (b"\r" in end)


def test_strings_of_several_lines_keep_their_blanks() -> None:
    string = b"'''q\n            r'''"
    text = b"class A:\n    def f(self):\n        with x:\n            s = " + string
    text += b"\n            print(s)\n        return 1\n"
    reduction = reduce_inline(text, wanting(string, b"print(s)"), name="a.py")
    assert reduction.text == string + b"\nprint(s)\n"


@pytest.mark.parametrize(
    "name, text",
    [
        ("a.c", b"int drop;\nint f(void)\n{\n    keep();\n}\n"),
        ("a.css", b"a {\n    b: c;\n}\nkeep {\n    d: e;\n}\n"),
        ("a.json", b'{\r\n    "a": ["keep", "drop"]\r\n}\r\n'),
        ("a.py", b"def f():\n    return drop\n\n\nkeep\n"),
        ("a.sql", b"SELECT a;\nSELECT keep\nFROM b;\n"),
        ("a.unknown", b"drop\n(\n    keep\n)\n"),
    ],
)
def test_what_takes_the_place_of_the_whole_file_leaves_its_last_line_end(
    name: str, text: bytes
) -> None:
    reduction = reduce_inline(text, lambda candidate: b"keep" in candidate, name=name)
    assert reduction.text.strip(b"\r\n") == b"keep"
    assert reduction.text.endswith(text[-2:] if b"\r" in text else b"\n")


def test_hoists_in_hoisted_text_are_as_deep_as_their_place() -> None:
    text = b"if a:\n    if b:\n        if c:\n            d\n            e\n        f\n"
    parsing = Parsing(named("python"))
    syntax = parsing.syntax(text)
    tree = syntax.tree
    blocks = [row for row in range(len(tree)) if tree.name(row) == "block"]
    ifs = [row for row in range(len(tree)) if tree.name(row) == "if_statement"]
    hoists = [Hoist(ifs[0], blocks[0]), Hoist(ifs[1], blocks[1]), Hoist(ifs[2], blocks[2])]
    for order in (hoists, hoists[::-1]):
        configuration = untouched(syntax)
        for hoist in order:
            configuration.apply([hoist])
        assert configuration.render() == b"d\ne\nf\n"
