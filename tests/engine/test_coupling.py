"""Definitions that go with their uses, in the large cuts."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import large_cuts
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, tight

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
