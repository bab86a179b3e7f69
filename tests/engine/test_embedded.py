"""Texts in other languages: a script in a page goes to pieces by its own grammar."""

from functools import partial

import pytest

from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.canonical import literals
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.embedded import embedded
from nubbin.engine.algorithms.tree_passes import large_cuts
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, reduce_inline

HTML = Parsing(named("html"))
PAGE = b"""\
<p>One</p>
<style>
p { color: red; top: 0 }
</style>
<script>
on("load", function (event) { g(event); h(1, 2); });
</script>
<p>Two</p>
"""


def cut(text: bytes, *wanted: bytes, head: int = 0) -> tuple[bytes, int]:
    """Make large cuts in what is embedded in a page; return what is left, and the runs."""
    asker = ask(lambda candidate: all(want in candidate for want in wanted))
    context = Context(asker, HTML, head=head)
    return embedded(context, text, [large_cuts]), asker.runs


def test_each_is_cut_by_its_own_grammar_and_nothing_around_it_is() -> None:
    left, _ = cut(PAGE, b"p { ", b"top: 0", b"on(", b"h(1, 2)")
    assert [gone for gone in (b"color", b"g(event)", b"load") if gone in left] == []
    assert left.startswith(b"<p>One</p>\n<style>\np {")
    assert left.endswith(b"</script>\n<p>Two</p>\n")


def test_a_script_whose_end_is_gone_is_cut_by_its_own_grammar() -> None:
    left, _ = cut(PAGE.partition(b"</script>")[0], b"h(1, 2)")
    assert b"g(event)" not in left


@pytest.mark.parametrize(
    "text, head",
    [
        (PAGE, PAGE.index(b"h(1")),  # not selected as a whole
        (b'<a href="g(event)">g(event)</a>\n', 0),
        (b"g(event)", 0),
    ],
)
def test_where_there_is_none_nothing_is_asked(text: bytes, head: int) -> None:
    assert cut(text, head=head) == (text, 0)


def test_a_script_in_a_page_becomes_as_small_as_it_would_by_itself() -> None:
    def oracle(candidate: bytes) -> bool:
        _, found, script = candidate.partition(b"<script>")
        return bool(found) and b"h(1" in script and script.count(b"(") == script.count(b")")

    left = reduce_inline(PAGE, oracle, name="case.html").text
    assert left.split() == [b"<script>h(1)"]


def test_what_makes_the_page_larger_is_not_taken_for_a_gain() -> None:
    """As what a function does in place of two calls: to the page a string is all its words."""
    string = b'"%b"' % b" ".join(b"w%d" % number for number in range(40))
    called = b"function f(a) { return %b + a } p(f(1), f(2), " % string
    inlined = b"p(%b + 1, %b + 2, " % (string, string)

    def oracle(candidate: bytes) -> bool:
        return any(use in candidate for use in (called, inlined)) and b', "r' in candidate

    page = b"<script>" + called + b'"r s t");</script>\n'
    left = embedded(Context(ask(oracle), HTML), page, [calls, partial(literals, fine=False)])
    assert left == b"<script>" + called + b'"r");</script>\n'
