"""Calls give way to what functions do, with arguments for parameters."""

import pytest

from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.context import Context
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, ask_for, tight

CASES = [
    (
        "python",
        b"def f():\n    g(h, a)\nf()\nif 1:\n  f()\n",
        b"\ng(h, a)\nif 1:\n  g(h, a)\n",
    ),
    (
        "javascript",
        b"class B { m(x) { return g(this.a, x); } } z = o.m(1) + o.p.m(2);",
        b"class B {} z = g(o.a, 1) + g(o.p.a, 2);",
    ),
    (
        "rust",
        b"impl A { fn f(&self, x: u8) -> u8 { self.a + x } } fn g() { a.b.f(1); }",
        b"impl A { } fn g() { a.b.a + 1; }",
    ),
    (
        "php",
        b"<?php class B { function f($x) { return $this->a + $x; } } $o->f(1);",
        b"<?php class B { } $o->a + 1;",
    ),
    ("ruby", b"def f(x)\n  g(x, x)\nend\nf(1)\nf(2)\n", b"g(1, 1)\ng(2, 2)\n"),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_calls_give_way_to_what_the_function_does(
    language: str, text: bytes, wanted: bytes
) -> None:
    context = Context(ask_for(text, wanted), Parsing(named(language)))
    assert tight(calls(context.lawful(text), text)) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"function f(x) { return g(x); } f();",  # with too little
        b"function f(x) { return f(x); } f(1);",  # calls itself
        b"function f(x) { return g(x); } f(1); h(f);",  # used without a call
        b"function f(x) { return g(x); } f(f(1));",  # in its own arguments
    ],
)
def test_nothing_with_a_parameter_is_asked_where_calls_cannot_give_way(text: bytes) -> None:
    asked = list[bytes]()

    def holds(candidate: bytes) -> bool:
        asked.append(candidate)
        return False

    assert calls(Context(ask(holds), Parsing(named("javascript"))).lawful(text), text) == text
    assert not asked


def test_what_may_not_change_stays() -> None:
    text = b"function f(x) { return g(x); } f(1);"
    asker = ask(lambda candidate: True)
    context = Context(asker, Parsing(named("javascript")), tail=len(b" f(1);"))
    assert calls(context, text) == text
    assert asker.runs == 0
