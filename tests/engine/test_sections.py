"""Sections: what is large is halved before anybody looks through it."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.sections import sections
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, asks_nothing

LINES = [f"int function_{number}(int a) {{ return a + {number}; }}\n" for number in range(20_000)]
TEXT = "".join([*LINES[:12_345], "int needle;\n", *LINES[12_345:]]).encode()


def test_of_a_large_text_the_section_that_matters_is_found_by_a_few_questions() -> None:
    asker = ask(lambda candidate: b"needle" in candidate)
    left = sections(Context(asker, Parsing(named("c"))), TEXT)
    assert b"needle" in left
    assert len(left) < len(TEXT) / 15
    assert asker.runs < 12
    assert all(line in LINES for line in left.decode().splitlines(True) if "needle" not in line)


def test_where_all_sections_are_needed_few_questions_are_in_vain() -> None:
    asker = ask(lambda candidate: candidate == TEXT)
    assert sections(Context(asker, Parsing(named("c"))), TEXT) == TEXT
    assert asker.runs < 40


def test_the_longest_list_is_cut_wherever_it_is() -> None:
    items = ",".join(f'{{"number": {number}}}' for number in range(30_000))
    text = f'{{"name": "x", "items": [{items}], "end": true}}'.encode()
    oracle = Noted(
        lambda candidate: (
            b'"name"' in candidate and b'"end"' in candidate and b": 9000}" in candidate
        )
    )
    left = sections(Context(ask(oracle), Parsing(named("json"))), text)
    assert left.startswith(b'{"name": "x", "items": [{')
    assert left.endswith(b'], "end": true}')
    assert len(left) < len(text) / 4


def test_bytes_that_may_not_change_stay() -> None:
    head, tail = len("".join(LINES[:3000])), len("".join(LINES[-3000:]))
    context = Context(ask(lambda text: True), Parsing(named("c")), head=head, tail=tail)
    assert sections(context, TEXT) == TEXT[:head] + TEXT[-tail:]


@pytest.mark.parametrize("text", [b"", TEXT[:400_000]])
def test_nothing_is_asked_about_a_text_that_is_small(text: bytes) -> None:
    assert asks_nothing(sections, "c", text)
