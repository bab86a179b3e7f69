"""Texts in strings and comments: they lose their lines before the code around them is looked at."""

import re

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.inner_texts import inner_texts
from nubbin.engine.trees.language import available, named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asks_nothing, reduce_inline

LINES = "".join(f"  let v{number} = f({number});\n" for number in range(40))
TEXTS = {
    "python": f'TEXT = """\nfn f(x) {{\n{LINES}}}\n"""\nrun(TEXT)\n',
    "javascript": f"const text = `\nfn f(x) {{\n{LINES}}}\n`;\nrun(text);\n",
    "bash": f"run <<EOF\nfn f(x) {{\n{LINES}}}\nEOF\n",
    "c": f"int i;\n/**\nfn f(x) {{\n{LINES}}}\n*/\nint j;\n",
}


@pytest.mark.parametrize("language", TEXTS)
def test_what_is_not_needed_of_a_string_of_many_lines_goes_and_nothing_else(language: str) -> None:
    text = TEXTS[language].encode()
    asker = ask(lambda candidate: b"v7 = f(7)" in candidate)
    left = inner_texts(Context(asker, Parsing(named(language))), text)
    first, last = text[: text.index(b"\nfn")], text.rpartition(b"}\n")[2]
    assert left.startswith(first + b"\n")
    assert left.endswith(b"\n" + last)
    assert b"v7 = f(7)" in left
    assert left.count(b"\n") <= text.count(b"\n") - 36
    assert asker.runs < 30


UNREAD = {
    "yaml": ("a: 1\nb: |", "c: 3\n"),
    "toml": ('a = 1\nb = """', '"""\nc = 3\n'),
    "markdown": ("# a\n\n```sh", "```\n\nc\n"),
    "rst": ("a\n=\n\nb::\n", "\nc\n"),
    "dart": ("void main() {\n  run('''", "''');\n}\n"),
    "kotlin": ('val x = """', '"""\nval y = x\n'),
}
"""What is before a text that is in no token, or in one with its quotes, and what is behind it."""


@pytest.mark.parametrize("language", UNREAD)
def test_what_is_not_needed_of_a_text_between_tokens_or_with_its_quotes_goes_as_well(
    language: str,
) -> None:
    if not available(named(language)):
        pytest.skip("the optional extra nubbin[all] is not installed")
    head, tail = (part.encode() for part in UNREAD[language])
    text = head + b"\n" + LINES.encode() + tail
    asker = ask(lambda candidate: b"v7 = f(7)" in candidate)
    left = inner_texts(Context(asker, Parsing(named(language))), text)
    assert left.startswith(head)
    assert left.endswith(tail)
    assert b"v7 = f(7)" in left
    assert left.count(b"\n") <= text.count(b"\n") - 36
    assert asker.runs < 30


def test_brackets_in_it_go_in_pairs() -> None:
    text = TEXTS["python"].encode()

    def oracle(candidate: bytes) -> bool:
        assert candidate.count(b"{") == candidate.count(b"}")
        return b"v7" in candidate

    inner_texts(Context(ask(oracle), Parsing(named("python"))), text)


def test_short_strings_small_ones_and_what_is_not_selected_are_left_alone() -> None:
    text = TEXTS["python"].encode()
    assert asks_nothing(inner_texts, "python", b'a = """\nb\nc\n"""\n')
    assert asks_nothing(inner_texts, "python", text + b"run(TEXT)\n" * 10_000)
    assert asks_nothing(inner_texts, "python", text, head=text.index(b"run"))


def test_a_program_that_works_on_a_text_is_left_with_little_of_both() -> None:
    names = [f"v{number}" for number in range(40)]
    handlers = "".join(f"def do_{name}(x):\n    return x\n\n" for name in names)
    text = f"{handlers}{TEXTS['python']}".encode()

    def oracle(candidate: bytes) -> bool:
        used = set(re.findall(rb"let (v\d+)", candidate))
        return b"v7" in used and all(b"def do_%s(" % name in candidate for name in used)

    reduction = reduce_inline(text, oracle, name="case.py")
    assert reduction.text.count(b"def") == 1
    assert reduction.oracle.runs < 200


def test_a_paragraph_that_is_mostly_signs_loses_its_lines_as_well() -> None:
    if not available(named("markdown")):
        pytest.skip("the optional extra nubbin[all] is not installed")
    line = b"A *b* `c` [d](e).\n"
    text = line * 40 + b"Now *keep* it.\n" + line * 40
    asker = ask(lambda candidate: b"keep" in candidate)
    left = inner_texts(Context(asker, Parsing(named("markdown"))), text)
    assert left.count(b"\n") <= 2
    assert asker.runs < 30
