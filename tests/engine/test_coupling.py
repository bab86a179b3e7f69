"""Definitions that go with their uses, in the large cuts."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import large_cuts
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, tight

HELPER = b"int f(int a) { a += 1; b(a); c(a); d(a); return a * a; } "


def left_by_cuts(text: bytes, needed: bytes) -> tuple[bytes, list[bytes]]:
    """Return what the large cuts leave where a call needs its function, and what they ask."""
    asked: list[bytes] = []

    def links(candidate: bytes) -> bool:
        asked.append(tight(candidate))
        return needed in asked[-1] and (b"f(1)" not in asked[-1] or b"intf(" in asked[-1])

    context = Context(ask(links), Parsing(named("c")))
    return tight(large_cuts(context.lawful(text), text)), asked


@pytest.mark.parametrize(
    "text",
    [
        HELPER + b"int main() { f(1); stop(); }",
        HELPER + b"int main() { f(1); if (g) { f(1); } stop(); return f(1); }",
    ],
)
def test_a_definition_goes_with_the_parts_that_use_it(text: bytes) -> None:
    left, asked = left_by_cuts(text, b"stop();")
    assert left == b"intmain(){stop();}"
    pieces = [one for one in asked if b"intf(inta){" in one and b"b(a);c(a);d(a);" not in one]
    assert all(b"intf(inta){}" in one for one in pieces)
    assert len(asked) < 16


def test_a_run_of_definitions_goes_with_all_that_uses_them() -> None:
    count = 16
    helpers = b"".join(HELPER.replace(b"f(", b"f%d(" % n) for n in range(count))
    calls = b"".join(b"f%d(1); " % n for n in range(count))
    text = helpers + b"int main() { " + calls + b"stop(); }"
    asked: list[bytes] = []

    def links(candidate: bytes) -> bool:
        asked.append(candidate)
        called = [n for n in range(count) if b"f%d(1)" % n in candidate]
        return b"stop();" in candidate and all(b"int f%d(" % n in candidate for n in called)

    context = Context(ask(links), Parsing(named("c")))
    assert tight(large_cuts(context.lawful(text), text)) == b"intmain(){stop();}"
    assert len(asked) < 2 * count


def test_an_argument_does_not_go_with_what_it_uses() -> None:
    """Without it the others would stand for something else."""
    left, asked = left_by_cuts(HELPER + b"int main() { g(f(1), 2); stop(); }", b"g(f(1),2);stop();")
    assert left == b"intf(){}intmain(){g(f(1),2);stop();}"
    assert not any(b"g(2)" in one and b"intf(" not in one for one in asked)


VARIANTS = b"""enum M { A { x: u8 }, B { y: u8 } }
fn f(m: M) -> u8 { match m { M::A { x } => x + x * x, M::B { y } => y } }
fn g() -> M { match h() { "a" => { let x = k(1); M::A { x } } _ => { M::B { y: 2 } } } }
"""


def asked_of(language: str, text: bytes) -> list[bytes]:
    """Return what the large cuts ask about a text, all of them refused."""
    return [*map(tight, asked_in_vain(large_cuts, language, text))]


def test_a_variant_goes_with_the_branches_for_it_and_those_that_end_with_it() -> None:
    """A `match` without one of the branches, or a block without its value, would be refused."""
    left = b"""    enum M { B { y: u8 } }
    fn f(m: M) -> u8 { match m { M::B { y } => y } }
    fn g() -> M { match h() { _ => { M::B { y: 2 } } } }
    """
    assert tight(left) in asked_of("rust", VARIANTS)


def test_a_name_goes_with_the_case_that_begins_with_it_and_not_with_one_that_binds_it() -> None:
    text = b"enum e { A, B, C }; int f(int n) { switch (n) { case A: g(n); h(n); case B: k(n); } }"
    wanted = b"enum e { B, C }; int f(int n) { switch (n) { case B: k(n); } }"
    assert tight(wanted) in asked_of("c", text)
    bound = b"struct s { y: u8, z: u8 } fn f(m: s) -> u8 { match m { s { y, z } => g(z, 1, 2) } }"
    assert not any(b"match m {}" in one for one in asked_of("rust", bound) if b"y:u8" not in one)


def test_a_method_goes_with_its_calls_and_not_with_its_name_alone() -> None:
    text = b"struct a { void m(int n) { b(n); c(n); } }; void f(a x) { x.m(1); x.k(2); }"
    asked = asked_of("cpp", text)
    without = [one for one in asked if b"voidm(" not in one and b"voidf(" in one]
    assert any(b"x.m" not in one and b"x.k(2)" in one for one in without)
    assert not any(b"x(1)" in one for one in without)
