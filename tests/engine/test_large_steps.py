"""What a pass does about a text twice as long takes twice the steps, not four times as many."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress

import pytest

from counting import calls
from nubbin.engine.algorithms.calls import calls as inline_calls
from nubbin.engine.algorithms.cascades import cascades
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.enumerations import enumerations
from nubbin.engine.algorithms.exhaustive import windows
from nubbin.engine.algorithms.formats import formats
from nubbin.engine.algorithms.levels import levels
from nubbin.engine.algorithms.moves import moves
from nubbin.engine.algorithms.names import names
from nubbin.engine.algorithms.parallels import parallels
from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.algorithms.rewriting import rewrite
from nubbin.engine.algorithms.rules import Rule
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.algorithms.slices import slices
from nubbin.engine.algorithms.trying import bare, removable
from nubbin.engine.configurations.changes import Cut
from nubbin.engine.oracles.budget import Budget, Stopped
from nubbin.engine.relations.definitions import definitions
from nubbin.engine.rewrites.collected import collected
from nubbin.engine.strategy import Pass
from nubbin.engine.trees.event_log import LoggedEvent
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.vocabulary.text import Edit
from oracles import ask, untouched

C, JAVASCRIPT, JSON, PYTHON, TYPESCRIPT, YAML = (
    Parsing(named(name)) for name in ("c", "javascript", "json", "python", "typescript", "yaml")
)


def test_moves_in_a_list_twice_as_long_take_twice_the_steps() -> None:
    def steps(length: int) -> int:
        text = b"[" + b"1, " * length + b"1]"
        return calls(lambda: moves(Context(ask(text.__eq__), JSON), text, wide=False))

    assert steps(400) < 2.2 * steps(200)


def test_names_in_one_declaration_of_twice_as_many_take_twice_the_steps() -> None:
    def steps(length: int) -> int:
        names = [b"t%d" % number for number in range(length)]
        text = b"double %b; int f() { return %b; }" % (b", ".join(names), b" + ".join(names))
        return calls(lambda: slices(Context(ask(text.__eq__), C), text))

    assert steps(600) < 2.4 * steps(300)


WIDE: dict[str, tuple[Pass, Parsing, Callable[[int], bytes]]] = {
    "names in one list": (
        scopes,
        PYTHON,
        lambda n: b"f(" + b", ".join(b"a%d" % k for k in range(n)) + b")",
    ),
    "holders in one list": (scopes, JAVASCRIPT, lambda n: b"[" + b"{ a: 1 }, " * n + b"x.a, a]"),
    "holders in holders": (scopes, JAVASCRIPT, lambda n: b"x = " + b"{ a: " * n + b"a" + b" }" * n),
    "types of one member": (
        scopes,
        C,
        lambda n: b"".join(
            b"struct s%d { int m%d; } v%d;\nstruct s%d w%d = v%d.m%d;\n" % ((k,) * 7)
            for k in range(n)
        ),
    ),
    "types of one name": (
        scopes,
        TYPESCRIPT,
        lambda n: b"class A<T> { f(a: A<T>) {} g() {} }\n" * n,
    ),
    "blocks in blocks": (enumerations, JAVASCRIPT, lambda n: b"{ let a; " * n + b"}" * n),
    "pointers": (
        levels,
        C,
        lambda n: (
            b"int *a, *b;\n" + b"".join(b"*a%d = a[%d] + *a + b->c;\n" % (k, k) for k in range(n))
        ),
    ),
    "dimensions": (levels, C, lambda n: b"int *a" + b"[2]" * n + b"; f() { *a" + b"[1]" * n + b"}"),
}


@pytest.mark.parametrize("name", WIDE)
def test_a_text_twice_as_long_takes_twice_the_steps_for_as_many_questions(name: str) -> None:
    made, parsing, text_of = WIDE[name]

    def steps(length: int) -> int:
        text = text_of(length)
        context = Context(ask(text.__eq__, budget=Budget(max_tests=1)), parsing)

        def work() -> None:
            with suppress(Stopped):
                made(context, text)

        return calls(work)

    assert steps(400) < 2.2 * steps(200)


@pytest.mark.parametrize("piece", [b"f(a, b);", b'f("%d", a, b);', b"x = f(a, b);"])
@pytest.mark.parametrize("make", [parallels, formats])
def test_what_is_no_list_and_no_format_in_twice_as_many_statements_takes_twice_the_steps(
    make: Pass, piece: bytes
) -> None:
    def steps(count: int) -> int:
        text = b"void g() {" + piece * count + b"}"
        return calls(lambda: make(Context(ask(text.__eq__), C), text))

    assert steps(400) < 2.5 * steps(200)


@pytest.mark.parametrize(
    "make, method",
    [(inline_calls, b"m%d(a) { return a }"), (parameters, b"m%d(a) { return 1 }")],
    ids=["calls", "parameters"],
)
def test_twice_as_many_methods_of_a_class_with_parameters_of_one_name_take_twice_the_steps(
    make: Pass, method: bytes
) -> None:
    def steps(count: int) -> int:
        methods = b" ".join(method % number for number in range(count))
        uses = b" ".join(b"x.m%d(1)\n" % number for number in range(count))
        text = b"class A { " + methods + b" }\n" + uses
        return calls(lambda: make(Context(ask(text.__eq__), JAVASCRIPT), text))

    assert steps(200) < 2.3 * steps(100)


def test_twice_as_many_fields_of_one_type_take_twice_the_steps() -> None:
    def steps(count: int) -> int:
        record = b"class A%d:\n  a: int\n  b: int\nA%d(1, 2)\n"
        text = b"".join(record % (number, number) for number in range(count))
        return calls(lambda: parameters(Context(ask(text.__eq__), PYTHON), text))

    assert steps(80) < 2.5 * steps(40)


def test_twice_as_many_names_that_something_is_added_to_take_twice_the_steps() -> None:
    def steps(count: int) -> int:
        text = b"function f() {" + b"".join(b"a%d = g(); a%d.b = 1;" % (n, n) for n in range(count))
        configuration = bare(Context(ask(text.__eq__), JAVASCRIPT), text + b"}")
        places = removable(configuration)
        return calls(lambda: deque(collected(configuration, places), maxlen=0))

    assert steps(100) < 2.3 * steps(50)


def test_windows_over_a_tree_twice_as_deep_take_twice_the_steps() -> None:
    def steps(depth: int) -> int:
        text = b"[" * depth + b"1" + b"]" * depth
        return calls(lambda: windows(Context(ask(text.__eq__), JSON, window=4096), text))

    assert steps(240) < 2.2 * steps(120)


def blocks(depth: int) -> bytes:
    """Return blocks in blocks, each with a variable that it uses."""
    return b"".join(b"{ let v%d = 1; v%d++; " % (n, n) for n in range(depth)) + b"}" * depth


def test_definitions_in_a_tree_twice_as_deep_take_twice_the_steps() -> None:
    def steps(depth: int) -> int:
        text = blocks(depth)
        configuration = bare(Context(ask(text.__eq__), JAVASCRIPT), text)
        return calls(lambda: list(definitions(configuration)))

    assert steps(400) < 2.2 * steps(200)


def test_cascades_in_a_tree_twice_as_deep_take_twice_the_steps() -> None:
    def steps(depth: int) -> int:
        text = blocks(depth)
        return calls(lambda: cascades(Context(ask(text.__eq__), JAVASCRIPT), text))

    assert steps(600) < 2.2 * steps(300)


def test_cascades_along_a_chain_twice_as_long_take_the_square_not_the_cube_of_the_steps() -> None:
    def steps(length: int) -> int:
        links = (b"function f%d() { f%d(); }\n" % (n + 1, n) for n in range(length))
        text = b"function f0() {}\n" + b"".join(links)
        return calls(lambda: cascades(Context(ask(text.__eq__), JAVASCRIPT), text))

    assert steps(80) < 4.5 * steps(40)


@pytest.mark.parametrize("times", [1, 2])
def test_cascades_of_a_sum_twice_as_long_take_twice_the_steps(times: int) -> None:
    """Each sum is part of the next, so that all together have the square of the terms."""

    def steps(length: int) -> int:
        names = [b"a%d" % number for number in range(length)]
        text = b"".join(b"let %b;\n" % name for name in names) + b" + ".join(names * times)
        context = Context(ask(text.__eq__, budget=Budget(max_tests=1)), JAVASCRIPT)

        def work() -> None:
            with suppress(Stopped):
                cascades(context, text)

        return calls(work)

    assert steps(600) < 2.2 * steps(300)


def test_names_in_a_sum_twice_as_long_take_twice_the_steps() -> None:
    """No part around a term of a deep sum can go."""

    def steps(length: int) -> int:
        text = b"x = a" + b" + a" * length + b";"
        return calls(lambda: names(Context(ask(text.__eq__), JAVASCRIPT), text))

    assert steps(2_000) < 2.2 * steps(1_000)


def test_of_events_that_all_commute_those_without_a_rule_that_shortens_are_not_moved() -> None:
    rules = [Rule("commutation", ("read", "read")), Rule("overwrite", ("write", "write"))]

    def steps(length: int) -> int:
        events = [LoggedEvent("read", str(number)) for number in range(length)]
        return calls(lambda: rewrite(events, rules))

    assert steps(2000) < 2.2 * steps(1000)


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Edit, ...]]:
    """The changes that the parser is asked about."""
    asked: list[tuple[Edit, ...]] = []
    judge = Syntax.breaks_with

    def breaks_with(syntax: Syntax, edits: tuple[Edit, ...]) -> bool:
        asked.append(edits)
        return judge(syntax, edits)

    monkeypatch.setattr(Syntax, "breaks_with", breaks_with)
    return asked


ITEMS = b"".join(b"- item %d\n" % number for number in range(300))
"""Elements of a list in a language without a table of its grammar's rules."""


def test_what_went_at_once_is_not_tried_on_the_parser_one_by_one(
    judged: list[tuple[Edit, ...]],
) -> None:
    syntax = YAML.syntax(ITEMS)
    tree, configuration = syntax.tree, untouched(syntax)
    items = [row for row in range(len(tree)) if tree.name(row) == "block_sequence_item"]
    configuration.apply([Cut(tuple(items[1:]))])
    assert configuration.render().strip() == b"- item 0"
    assert not judged


def test_one_answer_of_the_parsers_is_good_for_all_that_have_the_same_neighbours(
    judged: list[tuple[Edit, ...]],
) -> None:
    assert slices(Context(ask(ITEMS.__eq__), YAML), ITEMS) == ITEMS
    assert len(judged) < 30
