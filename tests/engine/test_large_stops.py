"""In a large text a stop is heard before each search, and few searches are made in vain."""

import time

import pytest

from inline_pool import InlinePool
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.forms import forms
from nubbin.engine.algorithms.hdd import Variant, walk
from nubbin.engine.algorithms.inline import inline
from nubbin.engine.algorithms.slices import slices
from nubbin.engine.algorithms.token_passes import joins
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.configurations.descendants import named_below
from nubbin.engine.oracles.budget import Budget, Stopped
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import reduce_inline, untouched

C, JSON = (Parsing(named(name)) for name in ("c", "json"))


class Polled(Questioner):
    """Counts how often it is asked whether to end, as before each search for a Φ."""

    polls = 0

    def poll(self) -> None:
        self.polls += 1
        super().poll()


@pytest.mark.parametrize("strategy", ["balanced", "hddhr*"])
def test_a_stop_is_heard_while_candidates_are_refused_unasked(strategy: str) -> None:
    wide = b"int f(void) {" + b"if (a) { b(); } else { c(); } " * 3_000 + b"}\n"
    began = time.monotonic()
    reduction = reduce_inline(wide, wide.__eq__, strategy, name="wide.c", max_time=1.0)
    assert reduction.stopped == "max-time"
    assert time.monotonic() - began < 30
    assert reduction.text == wide


def functions(count: int) -> bytes:
    """Return a text of so many functions, all of which something mentions."""
    calls = b"".join(b"int f%d(int a) { return f%d(a); }\n" % (n, n + 1) for n in range(count))
    return calls + b"int f%d(int a) { return f0(a); }\n" % count


def test_a_stop_is_heard_while_it_is_found_out_what_needs_what() -> None:
    asker = Polled(InlinePool(lambda text: False), ContentCache(), Budget())
    text = functions(1_000)
    assert slices(Context(asker, C), text) == text
    assert asker.polls > 2_000


def test_of_a_huge_text_halves_go_before_it_is_found_out_what_needs_what() -> None:
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


def test_where_nothing_has_a_form_whether_to_end_is_asked_all_the_same() -> None:
    text = b"class A { void f() " + 300 * b"{" + b"a();" + 300 * b"}" + b"}"
    asker = Polled(InlinePool(lambda text: False), ContentCache(), Budget())
    assert forms(Context(asker, Parsing(named("java"))), text, wide=False) == text
    assert asker.runs < 50
    assert asker.polls > 300


def test_a_stop_is_heard_at_each_place_that_nothing_can_be_hoisted_into() -> None:
    syntax = JSON.syntax(b"[%b]" % b", ".join([b"1"] * 1_000))
    asker = Polled(InlinePool(lambda text: False), ContentCache(), Budget())
    walk(untouched(syntax), Variant(prune=False, hoist=True), asker, Policy())
    assert asker.polls > 1_000
