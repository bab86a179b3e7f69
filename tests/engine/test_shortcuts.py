"""Shortcuts: a value stands where it arrives in the end, with only what that needs."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.shortcuts import shortcuts
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, asks_nothing, tight

WAYS = [
    (
        "python",
        b"class A:\n    def __iter__(self):\n        yield from B\nclass C:\n    d = 0\n"
        b"B = []\na = A()\nfor e in 1, 2:\n    B.append(C(3))\nf, g = a\nprint(g, h)\n",
        b"class C:\n    d = 0\nprint(C(3), h)\n",
    ),
    (
        "javascript",
        b"import { B } from 'b'; const a = new Map(); a.set(1, new B(2)); a.delete(3);"
        b" const c = a.get(1); const d = [c, c]; const e = d.pop(); f(e);",
        b"import { B } from 'b'; f(new B(2));",
    ),
    (
        "ruby",
        b"a = {}\na.store(1, b(2))\nc = a.keys.map { |d| a[d] }\ne = c.first\nputs(e)\n",
        b"puts(b(2))\n",
    ),
]


@pytest.mark.parametrize("language,text,wanted", WAYS)
def test_a_value_stands_where_it_arrives_with_what_that_needs(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(shortcuts, language, text))


def test_it_is_asked_for_again_in_what_is_left() -> None:
    first, second = b"a = [b(1)]\nc = a.pop(2, [3])\n", b"d = [e(2)]\nf = d.pop()\n"
    text, once, twice = first + second + b"g(c, f)\n", second + b"g(b(1), f)\n", b"g(b(1), e(2))\n"
    held = [*map(tight, (text, once, twice))]
    context = Context(ask(lambda each: tight(each) in held), Parsing(named("python")))
    assert tight(shortcuts(context, text)) == held[-1]


@pytest.mark.parametrize(
    "text",
    [
        b"a = b(1)\nc(a)\n",  # two thirds are no more than what smaller steps leave
        b"def f():\n    a = [b(1)]\n    c = a[0]\n    d(c)\n",  # in a function
        b"a = [b]\nc = a[0]\nd(c)\n",  # no call
        b"a = [b(1)]\nc = a[0]\nc(2)\n",  # called
        b"a = [b(1)]\nc = a[0]\nd(c.e)\n",  # asked for a member
        b"a = [b(1)]\nd(c)\nf = g\nh(i)\n",  # made nowhere
        b"a = [b(1)]\nc = a[0]\nd(c)\n" + b"e = f\n" * 128,  # large
    ],
)
def test_nothing_is_asked_where_smaller_steps_do_or_nothing_arrives(text: bytes) -> None:
    assert asks_nothing(shortcuts, "python", text)
