"""Binders: what is inside, with what the name is given, in the place of the construct."""

from functools import partial

import pytest

from nubbin.engine.algorithms.binders import binders
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import asked_in_vain, left_for, tight

CASES = [
    ("python", b"for a in b:\n    f(a)\n", b"f(b)\n"),
    ("python", b"with b as a:\n    f(a)\n", b"f(b)\n"),
    ("python", b"(lambda a: f(a))(b)\n", b"f(b)\n"),
    ("python", b"x = [f(a) for a in b]\n", b"x = f(b)\n"),
    ("javascript", b"for (const a of [b]) { f(a); g(a) }", b"{ f([b]); g([b]) }"),
    ("javascript", b"for (const a of [b]) { f(a); g(a) }", b"{ f(b); g(b) }"),
    ("javascript", b"try { x() } catch (e) { f(e) }", b"{ f(x()) }"),
    ("rust", b"fn f() { match 0 { a => g(a) } }", b"fn f() { g(0) }"),
    ("cpp", b"void f() { for (auto a : b) g(a); }", b"void f() { g(b); }"),
    ("php", b"<?php foreach ([new N] as $o) (string) $o;", b"<?php (string) new N;"),
    # what a generator hands out, and what is thrown elsewhere
    (
        "python",
        b"def g():\n    yield b\nfor a in g():\n    f(a)\n",
        b"def g():\n    yield b\nf(b)\n",
    ),
    ("ruby", b"g(def h\n  yield 1\nend).each { |a| f(a) }\n", b"f(1)\n"),
    (
        "lua",
        b"for a in coroutine.wrap(function() coroutine.yield(b * 2) end) do f(a) end",
        b"f(b * 2)",
    ),
    (
        "javascript",
        b'function g() { throw new E("b"); } try { g(); } catch (e) { f(e.a); }',
        b'function g() { throw new E("b"); } { f("b"); }',
    ),
    ("php", b'<?php foreach (["b"] as $a) echo "x$a";', b'<?php echo "xb";'),
    ("ruby", b"[b].each { |a| f(a) }\n", b"f(b)\n"),
    ("javascript", b"[b].forEach(a => { f(a) })", b"{ f(b) }"),  # which is given no f
    ("java", b"class A { { for (int a : b) f(a); } }", b"class A { { f(b); } }"),
    ("java", b"class A { { if (b instanceof B a) f(a); } }", b"class A { { f(b); } }"),
    ("javascript", b'try { throw new E("a") } catch ({b}) { f(b) }', b'{ f("a") }'),
    ("python", b'try:\n    raise E("a")\nexcept E as e:\n    f(e.b)\n', b'f("a")\n'),
    (
        "java",
        b'class A { { try { throw new E("a"); } catch (E e) { f(e.b()); } } }',
        b'class A { { { f("a"); } } }',
    ),
    ("php", b'<?php try { throw new E("a"); } catch (E $e) { f($e->b()); }', b'<?php { f("a"); }'),
]


candidates = partial(asked_in_vain, binders)
"""Of a language, and a text in it."""


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_what_is_inside_takes_the_place_of_what_binds_a_name(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(binders, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize("language,text", sorted({case[:2] for case in CASES}))
def test_every_candidate_has_fewer_tokens(language: str, text: bytes) -> None:
    parsing = Parsing(named(language))
    whole = parsing.syntax(text).tree.tokens()
    asked = candidates(language, text)
    assert asked
    assert all(parsing.syntax(candidate).tree.tokens() < whole for candidate in asked)


@pytest.mark.parametrize(
    "language,text",
    [
        ("c", b"int f(int a) { return a; }"),  # which gives it nothing
        ("javascript", b"function f(a) { g(a); }"),  # what it is called is not what it gives
        ("javascript", b"{ f(x); g(x); }"),  # an argument is given nothing
        ("javascript", b"{ a = f(x); g(a); }"),  # what is assigned is put where it is used
        ("python", b"self.a in (self, self.b)\n"),
        ("python", b"for a in b:\n    f(c)\n"),
        ("python", b"for a in b:\n    f(a)\nelse:\n    g(a)\n"),  # what is inside is two parts
        ("javascript", b""),
    ],
)
def test_what_binds_no_name_or_gives_it_nothing_stays(language: str, text: bytes) -> None:
    assert not candidates(language, text)


def test_a_name_is_given_one_of_four_texts_the_outermost_first() -> None:
    text = b"for (const a of [b, c, d, e]) g(a);"
    assert candidates("javascript", text) == [
        b"g([b, c, d, e]);",
        *(b"g(%c);" % letter for letter in b"bcd"),
    ]


def test_the_smallest_construct_that_gives_a_name_something_is_asked_about() -> None:
    text = b"for (x of y) for (a of b) { f(a) }"
    assert candidates("javascript", text) == [b"for (x of y) { f(b) }"]


def test_what_a_name_is_given_may_make_the_text_no_larger() -> None:
    long = b"[" + b", ".join([b"b"] * 20) + b"]"
    once = candidates("javascript", b"for (a of b.c) f(a);")
    assert once == [b"f(b.c);", b"f(b);"]
    assert candidates("javascript", b"for (a of b.c) f(a, a, a, a, a);") == [b"f(b, b, b, b, b);"]
    assert not candidates("javascript", b"for (a of " + long + b") f(a, a);")  # too far around


DEEP = [
    b"[" * 20_000 + b"a" + b",a]" * 20_000,
    b"(a => " * 3_000 + b"a" + b")(a)" * 3_000,
    b"[" + b"a, b, " * 20_000 + b"]",
]


@pytest.mark.parametrize("text", DEEP, ids=("nested", "functions", "list"))
def test_many_mentions_take_time_in_proportion(text: bytes) -> None:
    assert len(candidates("javascript", text)) < 100
