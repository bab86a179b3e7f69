"""A method that is all of a class is a function, and called as one."""

import sys
from types import FrameType

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.relations.mentions import occurrences
from nubbin.engine.rewrites.methods import freed
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "python",
            b"class A:\n    def f(self):\n        yield\nfor a in A().f():\n    h(a)\n",
            b"def f():\n    yield\nfor a in f():\n    h(a)\n",
        ),
        (
            "python",
            b"class A:\n    def f(self, b):\n        if b: self.f(b - 1)\nA().f(2)\n",
            b"def f(b):\n    if b: f(b - 1)\nf(2)\n",
        ),
        (
            "javascript",
            b"class A { f(a) { a && this.f(); } }\nnew A().f(1);\n",
            b"function f(a) { a && f(); }\nf(1);\n",
        ),
        (
            "php",
            b"<?php class A { function f($a) { yield $a; } } foreach ((new A)->f(1) as $b) {}",
            b"<?php function f($a) { yield $a; } foreach (f(1) as $b) {}",
        ),
        (
            "ruby",
            b"class A\n  def f(a)\n    f(a)\n  end\nend\nA.new.f(1)\n",
            b"def f(a)\n    f(a)\n  end\nf(1)\n",
        ),
    ],
)
def test_a_class_goes_with_what_is_asked_for_its_only_method(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


def test_a_method_that_needs_its_object_stays_in_its_class() -> None:
    (asked,) = asked_in_vain(
        scopes, "python", b"class A:\n    def f(self):\n        g(self)\nA().f()\n"
    )
    assert b"class" in asked


@pytest.mark.parametrize(
    "text",
    [
        b"class A:\n    def f(self): pass\n    def g(self): pass\nA().f()\n",
        b"class A:\n    def f(self): pass\nf()\nA().f()\n",
    ],
    ids=("another method", "another function of its name"),
)
def test_where_something_else_would_be_meant_no_method_is_moved(text: bytes) -> None:
    assert asked_in_vain(scopes, "python", text) == []


@pytest.mark.parametrize(
    "text",
    [b"class A { f() { return this.f(); } }\nnew A().f();\n", b"class A {}\nf();\n"],
    ids=("one name for all", "no methods"),
)
def test_many_classes_take_work_in_proportion(text: bytes) -> None:
    """None is looked at beside each other, nor all that there is."""
    assert _calls(text * 200) < 3 * _calls(text * 100)


def _calls(text: bytes) -> int:
    """Return how many calls of functions it takes to look at all classes."""
    context = Context(ask(bool), Parsing(named("javascript")))
    configuration = bare(context, text)
    words, calls = occurrences(configuration.tree), 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count)
    try:
        list(freed(configuration, words))
    finally:
        sys.setprofile(None)
    return calls


def test_a_class_without_a_method_is_not_taken_for_the_function_around_it() -> None:
    text = b"function f() { class A { } a.f(1); }\n"
    configuration = bare(Context(ask(bool), Parsing(named("javascript"))), text)
    assert not [*freed(configuration, occurrences(configuration.tree))]
