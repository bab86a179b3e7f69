"""Where the oracle minds what nothing uses, changes take the leftovers along."""

from functools import partial

import pytest

from nubbin.engine.algorithms.context import Context, Tolerance
from nubbin.engine.algorithms.inline import inline
from nubbin.engine.algorithms.tolerance import tolerance
from nubbin.engine.algorithms.tree_passes import nodes
from nubbin.engine.strategy import Pass
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, ask_for, tight

SINGLE_NODES = partial(nodes, levels=4, leaps=False)


def left_where_nothing_is_unused(
    run: Pass, language: str, text: bytes, wanted: bytes, *, functions: bool = True
) -> bytes:
    """Return what a pass leaves if only `wanted` and the text hold, and leftovers go along."""
    tolerance = Tolerance(unused=False, unused_functions=functions)
    context = Context(ask_for(text, wanted), Parsing(named(language)), tolerance=tolerance)
    return tight(run(context.lawful(text), text))


def asked_by_tolerance(language: str, text: bytes, accepted: str) -> tuple[list[bytes], Tolerance]:
    """Return what `tolerance` asks, and what it finds out, if texts with `accepted` hold.

    If that is empty, none holds.
    """
    holds = Noted(lambda candidate: bool(accepted) and accepted.encode() in candidate)
    context = Context(ask(holds), Parsing(named(language)))
    assert tolerance(context.lawful(text), text) == text
    return holds.asked, context.tolerance


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        # What is hoisted stays, and what it uses.
        (
            "c",
            b"int f() { int a, b; if (g(b)) k(a); return 0; }",
            b"int f() { int a; k(a); return 0; }",
        ),
        # One after the other: the call, what it is given, and what that is made of.
        (
            "c",
            b"int f() { int a = 1; int b = a; int c; g(b); h(c); }",
            b"int f() { int c; h(c); }",
        ),
        # A parameter with its arguments, and with what only these use.
        (
            "c",
            b"int f(int a, int b) { g(a); h(b); } int k() { int c = 0; f(c, 1); l(); }",
            b"int f(int b) { h(b); } int k() { f(1); l(); }",
        ),
        (
            "typescript",
            b"function f(a: A, b: B) { if (a) g(a); h(b) } function k() { const c = d; f(c, 1) }",
            b"function f(b: B) { h(b) } function k() { f(1) }",
        ),
        ("rust", b"fn f() { let a = 1; let b = 2; g(a); h(b); }", b"fn f() { let b = 2; h(b); }"),
    ],
)
def test_local_definitions_go_with_their_last_use(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_where_nothing_is_unused(SINGLE_NODES, language, text, wanted) == tight(wanted)


def test_what_is_put_in_place_of_a_node_still_uses_what_it_names() -> None:
    text = b"int f() { return 1; } int g() { int a = 0; return a + f(); }"
    wanted = b"int g() { int a = 0; return a + 1; }"
    into_uses = partial(inline, wide=False)
    assert left_where_nothing_is_unused(into_uses, "c", text, wanted) == tight(wanted)


def test_nothing_that_others_could_use_is_left_over() -> None:
    text = b"int a; int f() { return a; } int main() { f(); g(); }"
    never = Noted()
    context = Context(ask(never), Parsing(named("c")), tolerance=Tolerance(unused=False))
    assert SINGLE_NODES(context.lawful(text), text) == text
    assert b"int a; int f() { return a; } int main() {  g(); }" in never.asked


def test_functions_go_with_their_last_use_where_the_oracle_minds_unused_ones() -> None:
    text = b"""
int b;
int f(int *c) { return *c; }
int k() { return f(&b); }
int main() { k(); g(); }
"""
    wanted = b"int b; int main() { g(); }"  # other definitions stay
    accepted = left_where_nothing_is_unused(SINGLE_NODES, "c", text, wanted)
    minded = left_where_nothing_is_unused(SINGLE_NODES, "c", text, wanted, functions=False)
    assert (accepted, minded) == (tight(text), tight(wanted))


def test_a_small_statement_is_asked_about_before_larger_ones_if_it_alone_uses_much() -> None:
    text = b"int f() { a(0, 1, 2); b(3, 4, 5); } int main() { g(f()); e(0, 1, 2, 3, 4, 5); }"
    never = Noted()
    known = Tolerance(unused=False, unused_functions=False)
    context = Context(ask(never), Parsing(named("c")), window=1, tolerance=known)
    assert SINGLE_NODES(context.lawful(text), text) == text
    without_small = tight(b"int main() { e(0, 1, 2, 3, 4, 5); }")
    without_large = tight(text.replace(b" e(0, 1, 2, 3, 4, 5);", b""))
    asked = [*map(tight, never.asked)]
    assert asked.index(without_small) < asked.index(without_large)


@pytest.mark.parametrize("accepted", ["", "int c_ = 0;", "int e_;"])
def test_copies_of_two_local_definitions_tell(accepted: str) -> None:
    text = b"int a; int f(int b) { int c = 0; int d[4]; int e; return b + c + d[e]; }"
    asked, known = asked_by_tolerance("c", text, accepted)
    copies = ((b"int e;", b"int e; int e_;"), (b"int c = 0;", b"int c = 0; int c_ = 0;"))
    assert asked == [text.replace(*copy) for copy in copies]
    assert known.unused is bool(accepted)


def test_a_copy_of_what_begins_a_line_begins_one_too() -> None:
    text = b"def f():\n    a = 1\n    b = 2\n    return a + b\n"
    asked, known = asked_by_tolerance("python", text, "f")
    assert b"def f():\n    a = 1\n    a_ = 1\n    b = 2\n    return a + b\n" in asked
    assert known.unused is True


@pytest.mark.parametrize("accepted", ["", "int g_", "int h_"])
def test_where_local_ones_are_minded_copies_of_two_functions_tell(accepted: str) -> None:
    text = b"""
#define k(d) d
int g() { int a = 1; return a; } int h(int b) { int c = b; return b + c; }
int main() { return g() + h(0) + h(k(1)); }
"""
    asked, known = asked_by_tolerance("c", text, accepted)
    assert [b"int g_() {" in each or b"int h_(int b) {" in each for each in asked] == [
        False,
        False,
        True,
        True,
    ]
    assert known.unused is False
    assert known.unused_functions is bool(accepted)


@pytest.mark.parametrize(
    "text",
    [
        b"int f() { int a; return a; }",  # one is too few
        b"int f(int a, int b) { int c; return a + b + c; }",  # parameters
        b"int a, b; int f() { return a + b; }",  # known everywhere
        b"",
    ],
)
def test_nothing_is_asked_where_nothing_can_be_told(text: bytes) -> None:
    asker = ask(lambda candidate: True)
    context = Context(asker, Parsing(named("c")))
    assert tolerance(context.lawful(text), text) == text
    assert (asker.runs, context.tolerance.unused) == (0, True)
