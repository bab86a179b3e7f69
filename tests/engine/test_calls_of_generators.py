"""What is done with what a generator hands out goes where that is handed out."""

import pytest

from nubbin.engine.algorithms.calls import calls
from oracles import asked_in_vain, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "python",
            b"def f(a):\n    try:\n        yield a\n    finally:\n        g()\n"
            b"if 1:\n  for b in f(1):\n    h(b)\n    k(b, b)\n",
            b"if 1:\n  try:\n      h(1)\n      k(1, 1)\n  finally:\n      g()\n",
        ),
        (
            "python",
            b"class A:\n    @b\n    def f(self):\n        try:\n            yield\n"
            b"        except:\n            g(self)\nwith A().f():\n    h()\n",
            b"try:\n    h()\nexcept:\n    g(A())\n",
        ),
        (
            "javascript",
            b"function* f(a) { g(a); yield a + 1; k(); } for (const b of f(2)) { h(b.c); }",
            b"g(2); h((2 + 1).c); k();",
        ),
        (
            "php",
            b"<?php function f() { g(); yield 1; } foreach (f() as $a) h($a);",
            b"<?php g(); h(1);",
        ),
    ],
)
def test_what_is_done_with_what_a_generator_hands_out_goes_where_it_does(
    language: str, text: bytes, wanted: bytes
) -> None:
    asked = asked_in_vain(calls, language, text)
    assert any(tight(each).endswith(tight(wanted)) for each in asked)


@pytest.mark.parametrize(
    "text",
    [
        b"function* f() { yield 1; yield 2; } for (const b of f()) { h(b); }",
        b"function* f() { a = yield 1; } for (const b of f()) { h(b); }",
        b"function* f() { yield; } for (const b of f()) { h(b); }",
        b"function* f() { yield 1; } for (const [b, c] of f()) { h(b); }",
        b"function* f() { yield 1; } g(f());",
        b"for (const b of f()) { h(b); function* f() { yield 1; } }",
    ],
)
def test_nothing_goes_where_a_generator_hands_out_several_things_or_is_no_loop_s(
    text: bytes,
) -> None:
    asked = asked_in_vain(calls, "javascript", text)
    assert not any(b"h(" in each and b"for" not in each for each in asked)
