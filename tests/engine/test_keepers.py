"""An object that only keeps one thing is that thing."""

import pytest

from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, ask, asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "python",
            b"class A:\n    def __init__(self, b):\n        self.c = b\nf(A(1).c, A(2).c)\n",
            b"f(1, 2)\n",
        ),
        (
            "python",
            b"class A:\n    def __init__(self):\n        self.c = {}\na = A()\na.c[0] = a.c\n",
            b"a = {}\na[0] = a\n",
        ),
        (
            "javascript",
            b"class A { constructor(b) { this.c = [b]; } }\nconst a = new A(1);\nf(a.c, a.c.d);\n",
            b"const a = [1];\nf(a, a.d);\n",
        ),
        (
            "javascript",
            b"class A { constructor() { this.c = 1; } }\nf(new A().c);\nf(new A);\n",
            b"f(1);\nf(1);\n",
        ),
        (
            "javascript",
            b"class A { constructor(b) { this.c = b.g; } }\nf(new A(d + e).c);\n",
            b"f((d + e).g);\n",
        ),
        (
            "javascript",
            b"function A(b) { this.c = b; }\nf(new A(d).c, new A(e));\n",
            b"f(d, e);\n",
        ),
        (
            "php",
            b"<?php class A { function __construct($b) { $this->c = $b; } } f((new A($d))->c);",
            b"<?php f(($d));",
        ),
    ],
)
def test_what_an_object_keeps_stands_for_it(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(calls, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"class A { constructor(b) { this.c = b; this.d = b; } }\nf(new A(1).c);\n",
        b"class A { constructor(b) { this.c += b; } }\nf(new A(1).c);\n",
        b"class A { constructor(b) { e.c = b; } }\nf(new A(1).c);\n",
        b"class A { constructor(b) { this.c = b; } }\nf(new A(1).c, c);\n",
        b"class A { b(d) { this.c = d; } }\na.b(1);\nf(a.c);\n",
    ],
    ids=(
        "two things",
        "adds to it",
        "of another",
        "its own name",
        "a method",
    ),
)
def test_what_does_more_than_to_keep_one_thing_stays(text: bytes) -> None:
    candidates = asked_in_vain(calls, "javascript", text)
    assert candidates
    assert all(b".c" in candidate for candidate in candidates)


@pytest.mark.parametrize(
    "text",
    [
        b"class A { constructor(b) { this.c = b; } }\nf(new A(1).c, A);\n",
        b"class A { constructor(b) { this.c = b; } g() {} }\nf(new A(1).c);\n",
    ],
    ids=("a value itself", "more than that"),
)
def test_about_a_class_that_is_more_than_a_keeper_nothing_is_asked(text: bytes) -> None:
    assert asked_in_vain(calls, "javascript", text) == []


def test_what_asks_for_it_and_may_not_change_keeps_it() -> None:
    text, tail = b"function A(b) { this.c = b; } f(new A(1));", b" g(d.c);"
    never = Noted()
    calls(Context(ask(never), Parsing(named("javascript")), tail=len(tail)), text + tail)
    assert never.asked
    assert all(each.endswith(tail) for each in never.asked)


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "javascript",
            b"class A { c = []; }\nconst a = new A;\nf(a.c, new A().c);\n",
            b"const a = [];\nf(a, []);\n",
        ),
        (
            "typescript",
            b"class A { private c: B = []; }\nconst a = new A;\nf(a.c);\n",
            b"const a = [];\nf(a);\n",
        ),
        (
            "php",
            b"<?php class A { public $c = [1]; } $a = new A; f($a->c, $a->c);",
            b"<?php $a = [1]; f($a, $a);",
        ),
        (
            "java",
            b"class A { int c = 1; } class B { int f() { return new A().c; } }",
            b"class B { int f() { return 1; } }",
        ),
    ],
)
def test_the_value_of_an_only_field_stands_for_what_has_it(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"class A { c = 1; d = 2; }\nf(new A().c);\n",
        b"class A { c(d = 1) {} }\nf(new A().c, 2);\n",
        b"class A { c = 1; }\nf(new A().c, c);\n",
        b"class A { c = 1; }\nf(new A().c, A);\n",
    ],
    ids=("two", "a method", "its own name", "a class as a value"),
)
def test_more_than_a_field_stays(text: bytes) -> None:
    asked = asked_in_vain(scopes, "javascript", text)
    assert all(b"class A" in each or b"function c" in each for each in asked)
