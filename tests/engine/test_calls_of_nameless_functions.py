"""A function without its name stands in its only call."""

import re

import pytest

from nubbin.engine.algorithms.calls import calls
from oracles import asked_in_vain, tight

NAMELESS = [
    (
        "go",
        b"package a\ntype B struct{ d int }\nfunc (c *B) f(x int) int {\n\tg(c.d, e.c)\n"
        b"\treturn x\n}\nfunc h() {\n\ti := z.f(1)\n}\n",
        b"package a\ntype B struct{ d int }\nfunc h() {\n\ti := func(x int) int {\n"
        b"\tg(z.d, e.c)\n\treturn x\n}(1)\n}\n",
    ),
    (
        "javascript",
        b"function f(x) { g(x); return x } y = f(1)",
        b"y = function(x) { g(x); return x }(1)",
    ),
]


@pytest.mark.parametrize("language,text,wanted", NAMELESS)
def test_a_function_without_its_name_stands_in_its_only_call(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(calls, language, text))


@pytest.mark.parametrize(
    "language,text",
    [
        ("c", b"int f(int x) { g(); return x; } int y = f(1);"),
        ("javascript", b"class A { f(x) { g(); return x } } y = a.f(1)"),
        ("go", b"package a\nfunc f() {\n\tg()\n}\nfunc h() {\n\tf()\n\tf()\n}\n"),
    ],
)
def test_a_function_that_is_called_twice_or_cannot_lack_its_name_stays(
    language: str, text: bytes
) -> None:
    """Nor where nothing but the name says that it is one."""
    asked = b"".join(map(tight, asked_in_vain(calls, language, text)))
    assert not re.search(rb"func(tion)?\(|int\(", asked)
