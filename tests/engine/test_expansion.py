"""A macro that says by a pattern what it takes gives way to what it makes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, left_for, tight

CASES = [
    (
        b"macro_rules! m { ($a:expr, $b:tt => [$c:ty]) => { f::<$c>($a, $b) } }\n"
        b"fn g() { m!(x + 1, y => [Vec<u8>]) }",
        b"fn g() { f::<Vec<u8>>((x + 1), y) }",
    ),
    (
        b"#[macro_export]\nmacro_rules! m { ($a:ident) => { struct $a; struct B($a); }; }\nm!{A}",
        b"struct A; struct B(A);",
    ),
    (b"macro_rules! m { () => { 1 } } fn f() { m!() + m![] }", b"fn f() { 1 + 1 }"),
    (
        b"macro_rules! m { ($a:expr) => { match $a { _ => {} } } } fn f() { m!(a.b); }",
        b"fn f() { match (a.b) { _ => {} } }",
    ),
    (b"macro_rules! m { () => { { 1 } } } fn f() -> u8 { m!() }", b"fn f() -> u8 { { 1 } }"),
]


@pytest.mark.parametrize("text,wanted", CASES)
def test_all_its_calls_give_way_at_once(text: bytes, wanted: bytes) -> None:
    assert left_for(calls, "rust", text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"macro_rules! m { ($($a:expr),*) => { [$($a),*] } } fn f() { m!(1, 2); }",
        b"macro_rules! m { ($a:ident = $b:tt) => { $a } } fn f() { m!(a + b); }",
        b"macro_rules! m { ($a:tt) => { $b } } fn f() { m!(1); }",
        b"macro_rules! m { ($a:tt) => { $a } } fn f() { n!(m!(1)); }",
        b"macro_rules! m { ($a:tt) => { $a }; () => { 1 } } fn f() { m!(2); }",
        b"macro_rules! m { ($a:tt $b:tt) => { $a } } fn f() { m!(1); m!(1 2 3); }",
        b"macro_rules! m { (a) => { b } } fn f() { m!(a b); }",
        b"macro_rules! m { ([a] b) => { c } } fn f() { m!(d b); m!([e] b); }",
    ],
)
def test_one_that_repeats_something_or_does_not_fit_stays(text: bytes) -> None:
    assert asked_in_vain(calls, "rust", text) == []


@settings(max_examples=100)
@given(st.data())
def test_a_damaged_text_is_no_matter(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([text for text, _ in CASES]))
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 8)))
    damaged = text[:start] + text[end:]
    context = Context(ask(lambda candidate: False), Parsing(named("rust")))
    assert calls(context, damaged) == damaged


def test_brackets_of_any_depth_in_a_pattern_are_no_matter() -> None:
    deep = b"[" * 1_500 + b"a" + b"]" * 1_500
    text = b"macro_rules! m { (%b) => { 1 } } fn f() { m!(%b) }" % (deep, deep)
    assert not asked_in_vain(calls, "rust", text)
