"""Files that are large or deep: no recursion over the tree, few questions, little time each."""

import time
import tracemalloc
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import pytest
from tree_sitter import Tree

from counting import calls
from inline_pool import InlinePool
from nubbin.engine.algorithms.calls import calls as inline_calls
from nubbin.engine.algorithms.cascades import cascades
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.enumerations import enumerations
from nubbin.engine.algorithms.exhaustive import windows
from nubbin.engine.algorithms.formats import formats
from nubbin.engine.algorithms.forms import forms
from nubbin.engine.algorithms.inline import inline
from nubbin.engine.algorithms.levels import levels
from nubbin.engine.algorithms.moves import moves
from nubbin.engine.algorithms.names import names
from nubbin.engine.algorithms.parallels import parallels
from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.algorithms.rewriting import rewrite
from nubbin.engine.algorithms.rules import Rule
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.algorithms.slices import slices
from nubbin.engine.algorithms.token_passes import joins
from nubbin.engine.algorithms.trying import bare, removable
from nubbin.engine.algorithms.twins import twins
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.configurations.descendants import named_below
from nubbin.engine.oracles.budget import Budget, Stopped
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.relations.definitions import attributes, definitions
from nubbin.engine.relations.mentions import mentions
from nubbin.engine.rewrites.collected import collected
from nubbin.engine.strategy import Pass
from nubbin.engine.trees.event_log import LoggedEvent
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, reduce_inline

C, JAVASCRIPT, JSON, PYTHON, TYPESCRIPT = (
    Parsing(named(name)) for name in ("c", "javascript", "json", "python", "typescript")
)


class Polled(Questioner):
    """Counts how often it is asked whether to end, as before each search for a Φ."""

    polls = 0

    def poll(self) -> None:
        self.polls += 1
        super().poll()


def test_brackets_nested_100_000_deep_are_hoisted_away_in_few_runs() -> None:
    deep = b"[" * 100_000 + b"1" + b"]" * 100_000
    reduction = reduce_inline(deep, lambda text: b"1" in text)
    assert reduction.text == b"1"
    assert reduction.oracle.runs < 200


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_so_are_brackets_without_a_grammar(end: bytes) -> None:
    """Where every third node is a bracket, what fits is no power of two levels away."""
    deep = (b"(" + end) * 12_000 + b"1" + (b")" + end) * 12_000
    began = time.process_time()
    reduction = reduce_inline(deep, lambda text: b"1" in text, name="case.txt")
    assert reduction.text == b"1" + end
    assert reduction.oracle.runs < 200
    assert time.process_time() - began < 10  # each by all that is in it: a minute


def test_brackets_that_a_grammar_wants_are_not_each_tried_on_the_parser() -> None:
    deep = b"x = " + b"(" * 20_000 + b"a" + b")" * 20_000 + b"\n"
    began = time.process_time()
    reduction = reduce_inline(deep, lambda text: b"a" in text, name="case.py")
    assert reduction.text.strip() == b"a"
    assert reduction.oracle.runs < 200
    assert time.process_time() - began < 30  # each by the parser: several minutes


def test_what_needs_some_depth_keeps_no_more_than_that() -> None:
    deep = b"[" * 2_000 + b"1" + b"]" * 2_000
    reduction = reduce_inline(
        deep, lambda text: text.count(b"[") >= 40 and text.count(b"[") == text.count(b"]")
    )
    assert reduction.text == b"[" * 40 + b"]" * 40


def test_equal_brackets_without_their_like_take_no_round_of_all_passes_each() -> None:
    text = b"(" * 80 + b"1" + b")" * 80
    reduction = reduce_inline(text, lambda text: text.count(b"(") >= 80, name="case.txt")
    assert reduction.text == b"(" * 80
    assert reduction.oracle.runs < 200


def test_ten_megabytes_of_c_come_down_to_one_word() -> None:
    filler = b'static const char *text = "' + b"all work and no play " * 400 + b'";\n'
    large = filler * (10 * 2**20 // len(filler) // 2)
    large = large + b"int keep;\n" + large
    reduction = reduce_inline(large, lambda text: b"keep" in text, name="large.c")
    assert reduction.text == b"keep\n"
    assert reduction.oracle.runs < 200


def test_a_list_of_2_000_elements_takes_a_few_runs_for_each_that_stays() -> None:
    wide = b"[" + b", ".join(b"%d" % (number * 7) for number in range(2_000)) + b"]"
    reduction = reduce_inline(wide, lambda text: b"7007" in text and b"13993" in text)
    assert reduction.oracle.runs < 300
    assert len(reduction.text) < 20


@pytest.mark.parametrize("strategy", ["balanced", "hddhr*"])
def test_a_stop_is_heard_while_candidates_are_refused_unasked(strategy: str) -> None:
    wide = b"int f(void) {" + b"if (a) { b(); } else { c(); } " * 3_000 + b"}\n"
    began = time.monotonic()
    reduction = reduce_inline(wide, wide.__eq__, strategy, name="wide.c", max_time=1.0)
    assert reduction.stopped == "max-time"
    assert time.monotonic() - began < 30
    assert reduction.text == wide


def test_moves_in_a_list_twice_as_long_take_twice_the_steps() -> None:
    def steps(length: int) -> int:
        text = b"[" + b"1, " * length + b"1]"
        return calls(lambda: moves(Context(ask(text.__eq__), JSON), text, wide=False))

    assert steps(400) < 2.2 * steps(200)


def test_a_text_that_many_changes_come_to_is_parsed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever of many equal signs goes, the same text is left."""
    parsed = list[bytes]()
    parse = Parser.parse

    def counted(parser: Parser, text: bytes, base: Tree | None = None) -> Tree:
        parsed.append(text)
        return parse(parser, text, base)

    monkeypatch.setattr(Parser, "parse", counted)
    text = b"'" * 400
    reduce_inline(text, text.__eq__, "fast", name="case.tsx")
    assert len(parsed) < 200


def test_names_in_one_declaration_of_twice_as_many_take_twice_the_steps() -> None:
    def steps(length: int) -> int:
        names = [b"t%d" % number for number in range(length)]
        text = b"double %b; int f() { return %b; }" % (b", ".join(names), b" + ".join(names))
        return calls(lambda: slices(Context(ask(text.__eq__), C), text))

    assert steps(600) < 2.4 * steps(300)


def test_parts_of_a_deep_nest_are_compared_without_a_copy_of_each() -> None:
    text = b"[" * 6_000 + b"1" + b"]" * 6_000
    context = Context(ask(text.__eq__), JSON)
    context.reader.syntax(text)
    tracemalloc.start()
    try:
        assert twins(context, text) == text
        assert tracemalloc.get_traced_memory()[1] < 30_000_000
    finally:
        tracemalloc.stop()


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


def functions(count: int) -> bytes:
    """Return a text of so many functions, all of which something mentions."""
    calls = b"".join(b"int f%d(int a) { return f%d(a); }\n" % (n, n + 1) for n in range(count))
    return calls + b"int f%d(int a) { return f0(a); }\n" % count


def test_a_stop_is_heard_while_it_is_found_out_what_needs_what() -> None:
    asker = Polled(InlinePool(lambda text: False), ContentCache(), Budget())
    text = functions(1_000)
    assert slices(Context(asker, C), text) == text
    assert asker.polls > 2_000


def test_of_a_huge_text_halves_go_before_that_is_found_out() -> None:
    text, asked = functions(38_000), list[int]()

    def hear(candidate: bytes) -> bool:
        asked.append(len(candidate))
        return True

    asker = Questioner(InlinePool(hear), ContentCache(), Budget(max_tests=1))
    with pytest.raises(Stopped):
        slices(Context(asker, C), text)
    assert 0.4 * len(text) < asked[0] < 0.6 * len(text)


def test_of_thousands_of_parts_two_that_can_go_are_looked_for() -> None:
    text = b"[[" + b"1, " * 2_000 + b"1]]"
    asker = Polled(InlinePool(text.__eq__), ContentCache(), Budget())
    configuration = bare(Context(asker, JSON), text)
    (inner,) = named_below(configuration, 1, levels=4, leaps=False)
    assert configuration.tree.source(inner) == text[1:-1]
    assert asker.polls < 10


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


def test_mentions_of_a_name_that_a_path_ends_with_are_put_in_order_once() -> None:
    text = b'import "a/x"\n' + b"x\n" * 10_000
    configuration = bare(Context(ask(text.__eq__), JAVASCRIPT), text)
    began = time.process_time()
    assert len(mentions(configuration.tree)[b"x"]) == 10_001
    assert time.process_time() - began < 0.5  # once for each mention: seconds


def test_inlining_looks_for_nothing_around_names_that_are_mentioned_once() -> None:
    text = b"int x = " + b" + ".join(b"a%d" % number for number in range(1_000)) + b";"
    asker = Polled(InlinePool(text.__eq__), ContentCache(), Budget())
    assert inline(Context(asker, C), text, wide=True) == text
    assert asker.runs == 0
    assert asker.polls < 10


def test_a_thousand_line_ends_that_are_blanks_are_not_each_tried_on_the_parser() -> None:
    text = b"[" + b"1,\n" * 1_000 + b"1]\n"
    asker = Polled(InlinePool(text.__eq__), ContentCache(), Budget())
    assert joins(Context(asker, JSON), text) == text
    assert asker.polls < 30


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


def test_many_attributes_before_one_thing_are_listed_once() -> None:
    text = b"#[a]\n" * 99 + b"fn f() {}\n"
    tree = Parsing(named("rust")).syntax(text).tree
    function = tree.last_named(0)
    found = attributes(tree)
    assert [*found[function]] == [*tree.named_children(0)][-2::-1]
    assert sum(map(len, found.values())) < 4 * 99


def test_where_nothing_has_a_form_whether_to_end_is_asked_all_the_same() -> None:
    text = b"class A { void f() " + 300 * b"{" + b"a();" + 300 * b"}" + b"}"
    asker = Polled(InlinePool(lambda text: False), ContentCache(), Budget())
    assert forms(Context(asker, Parsing(named("java"))), text, wide=False) == text
    assert asker.runs < 50
    assert asker.polls > 300


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


def test_columns_take_little_more_memory_while_they_are_written() -> None:
    syntax = JSON.syntax(b"[" + b"1, " * 50_000 + b"1]")
    tracemalloc.start()
    try:
        rows = len(syntax.tree)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert rows > 100_000
    assert peak < 40 * rows  # five numbers of four bytes and one of one byte; lists took 150
