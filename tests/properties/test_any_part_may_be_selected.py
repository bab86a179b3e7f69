"""With any part of a text selected, each pass has a tree that is folded up outside; none trips."""

from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from nubbin.engine.algorithms.context import Context
from nubbin.engine.strategies import THOROUGH
from nubbin.engine.trees.focused import Focused
from nubbin.engine.trees.language import detect
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Span
from oracles import Noted, ask, reduce_inline
from strategies import SAMPLES

_LONG = 120
"""So many bytes are selected at most: with nothing that holds, each pass asks all it can ask."""


def asks_within(name: str, before: bytes, selected: bytes, behind: bytes) -> None:
    """Make each pass over a text of which a part is selected; nothing holds."""
    text = before + selected + behind

    def holds_never(candidate: bytes) -> bool:
        assert candidate.startswith(before)
        assert candidate[len(before) :].endswith(behind)
        return False

    language = detect(Path(name), text)
    assert language is not None
    head, tail = len(before), len(behind)
    parsing = Focused(Parsing(language), head, tail)
    context = Context(ask(holds_never), parsing, head=head, tail=tail, window=16)
    for step in THOROUGH.steps:
        assert step.run(context, text) == text, step.name


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
@settings(max_examples=2, phases=[Phase.reuse, Phase.generate])  # to shrink one takes minutes
@given(st.data())
def test_no_pass_trips_or_asks_about_a_change_outside_of_a_selection(
    sample: Path, data: st.DataObject
) -> None:
    text = sample.read_bytes()
    head = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(head + 1, min(len(text), head + _LONG)))
    asks_within(sample.name, text[:head], text[head:end], text[end:])


@pytest.mark.parametrize(
    "name, before, selected, behind",
    [
        ("a.js", b"function f(a) { ", b"if (a) return;", b" b(); }\nf(1)\n"),
        (
            "a.js",
            b"",
            b"class B extends E { constructor(a) { super(a) } }\nthrow new B(1)\n",
            b"x(B)\nB\n",
        ),
        (
            "a.rs",
            b"#[macro_export]\n",
            b"macro_rules! m { ($a:expr) => { $a + 1 }; }\nfn f() { m!(2); }\n",
            b"",
        ),
        ("a.rs", b"fn f<", b"T>(a: T) -> Box<u8> { Box::new(1) }", b"\n"),
        ("A.java", b"class A<", b"T> { T f(T a) { return a; } }", b"\n"),
        ("a.ts", b"let f: fn(", b"A) -> B = |b| b.c;", b"\n"),
    ],
)
def test_what_goes_together_stays_where_a_part_of_it_is_not_selected(
    name: str, before: bytes, selected: bytes, behind: bytes
) -> None:
    asks_within(name, before, selected, behind)


@pytest.mark.parametrize("name", ["a.txt", "a.py", "a.sh", "a.go"])
@pytest.mark.parametrize("squeeze", [False, True])
@pytest.mark.parametrize("max_tests", [None, 6])
def test_a_line_end_that_came_to_stand_at_the_border_takes_nothing_with_it(
    name: str, squeeze: bool, max_tests: int | None
) -> None:
    """Its first half, a CR that ended a line by itself, is outside."""
    before, text = b"x\r", b"x\ra\nb\nc\n\n"
    holds = Noted(bool)
    reduce_inline(
        text,
        holds,
        name=name,
        within=Span(len(before), len(text) - 1),
        squeeze=squeeze,
        max_tests=max_tests,
    )
    assert all(each.startswith(before) and each.endswith(b"\n") for each in holds.asked if each)
