"""Slices: few members of a text are found, with all that they need, by few questions."""

import re
from collections.abc import Callable

import pytest

from nubbin.engine.algorithms import tree_passes
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.slices import cuts, slices
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, tight

TYPES = b"".join(b"struct s%d { int n%d; };\n" % (n, n) for n in range(64))
"""Of which each function takes one, and calls one that is 32 before it."""


def function(number: int) -> bytes:
    call = b"f%d((struct s%d){1})" % (number - 32, number - 32) if number >= 32 else b"1"
    return b"int f%d(struct s%d it) { return it.n%d + %s; }\n" % (number, number, number, call)


PROGRAM = TYPES + b"".join(map(function, range(64)))


def compiles(text: bytes) -> bool:
    """Whether all functions that are called are there, and all types."""
    called = {*re.findall(rb"(f\d+)\(", text)}
    defined = {*re.findall(rb"int (f\d+)\(", text)}
    used = {*re.findall(rb"struct (s\d+)", text)}
    return called <= defined and used <= {*re.findall(rb"struct (s\d+) \{", text)}


def sliced(
    text: bytes,
    *wanted: bytes,
    language: str = "c",
    run: Callable[[Context, bytes], bytes] = slices,
) -> tuple[bytes, int]:
    """Return what is left of a text of which some parts are needed, and how many questions."""
    holds = Noted(
        lambda candidate: all(part in candidate for part in wanted) and compiles(candidate)
    )
    return run(Context(ask(holds), Parsing(named(language))), text), len(holds.asked)


@pytest.mark.parametrize("number", [0, 20, 31, 40, 50, 63])
def test_one_function_is_left_with_what_it_needs(number: int) -> None:
    left, questions = sliced(PROGRAM, b"int f%d(" % number)
    needed = (number - 32, number) if number >= 32 else (number,)
    types = b"".join(b"struct s%d { int n%d; };\n" % (n, n) for n in needed)
    assert tight(left) == tight(types + b"".join(map(function, needed)))
    assert questions <= 14


def test_of_two_that_are_needed_both_are_found() -> None:
    left, questions = sliced(PROGRAM, b"int f5(", b"int f40(")
    assert {*re.findall(rb"int (f\d+)", left)} == {b"f5", b"f8", b"f40"}
    assert questions <= 28


def test_where_all_is_needed_few_questions_tell() -> None:
    left, questions = sliced(PROGRAM, *PROGRAM.splitlines())
    assert left == PROGRAM
    assert questions <= 3 * 6


def test_what_nothing_mentions_goes_at_once() -> None:
    idle = b"".join(b"struct idle%d { int n; };\n" % number for number in range(32))
    left, questions = sliced(idle + PROGRAM, *PROGRAM.splitlines())
    assert tight(left) == tight(PROGRAM)
    assert questions <= 1 + 3 * 6


@pytest.mark.parametrize("calls, at_once", [(3, True), (4, False)])  # 3 of 47 tokens, and of 57
def test_what_is_no_sixteenth_of_a_text_does_not_go_at_once(calls: int, at_once: bool) -> None:
    used = b"".join(b"int %s(void) { %s}" % (name, b"f(0); " * calls) for name in (b"g", b"h"))
    never = Noted()
    slices(Context(ask(never), Parsing(named("c"))), b"int idle; " + used)
    assert (tight(never.asked[0]) == tight(used)) == at_once


def test_a_method_is_left_of_a_class() -> None:
    methods = b"".join(b"  int m%d() { return %d; }\n" % (n, n) for n in range(40))
    text = b"class A {\n  int x;\n" + methods + b"  int y() { return m7(); }\n}\n"
    left, _ = sliced(text, b"int m7()", b"int y()", language="java")
    assert tight(left) == tight(b"class A { int m7() { return 7; } int y() { return m7(); } }")


def test_a_statement_is_left_of_a_function_with_what_it_calls() -> None:
    calls = b"".join(b"  f%d((struct s%d){2});\n" % (n, n) for n in range(64))
    text = PROGRAM + b"int main(void) {\n" + calls + b"}\n"
    left, _ = sliced(text, b"main", b"f9((struct s9){2});")
    wanted = b"struct s9 { int n9; };" + function(9) + b"int main(void) { f9((struct s9){2}); }"
    assert tight(left) == tight(wanted)


def test_what_does_not_hold_with_more_ends_with_what_does() -> None:
    holds = Noted(lambda text: b"int f10(" in text and text.count(b"struct s") % 2 == 0)
    left = slices(Context(ask(holds), Parsing(named("c"))), PROGRAM)
    assert left == PROGRAM or left in holds.asked
    assert left == PROGRAM or holds(left)


@pytest.mark.parametrize("text", [b"", b"int a;", b"{", b"int f(void) { return 0; }"])
def test_of_what_has_hardly_a_member_nothing_is_asked_in_vain(text: bytes) -> None:
    left, questions = sliced(text, text)
    assert left == text
    assert questions <= 3


def test_more_members_than_closures_can_hold_are_left_to_other_passes() -> None:
    text = b"".join(b"int a%d;\n" % number for number in range(8193))
    assert sliced(text, b"b") == (text, 0)


def test_once_half_of_much_has_gone_the_rest_goes_by_slices() -> None:
    idle = b"".join(b"int idle%d = %d;\n" % (number, number) for number in range(2000))
    _, many = sliced(idle + PROGRAM, b"int f63(", run=tree_passes.large_cuts)
    left, few = sliced(idle + PROGRAM, b"int f63(", run=cuts)
    assert {*re.findall(rb"int (f\d+)\(", left)} <= {b"f31", b"f63"}
    assert 2 * few < many


def test_of_little_no_slices_are_looked_for_between_cuts() -> None:
    wanted = [b"int f%d(" % number for number in range(0, 64, 2)]
    assert sliced(PROGRAM, *wanted, run=cuts) == sliced(
        PROGRAM, *wanted, run=tree_passes.large_cuts
    )
