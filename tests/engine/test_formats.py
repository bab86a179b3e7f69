"""Formats: a place in a string that is filled in goes with what fills it in."""

import time

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.formats import formats
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, left_for, tight

CASES = [
    (
        "rust",
        b'fn f() { println!("{} {:?} {}", a.b, c(1, 2), d); }',
        b'fn f() { println!("{} {}", a.b, d); }',
    ),
    ("rust", b'fn f() { println!("{}", a); }', b'fn f() { println!(""); }'),
    ("rust", b'fn f() { println!("{a} {:?}", b.c); }', b'fn f() { println!("{a} "); }'),
    ("c", b'int i = printf("%5.2f%% %lu", a->b, c(1, 2));', b'int i = printf("%5.2f%% ", a->b);'),
    ("c", b'int i = fprintf(f, "%d%s", a, b);', b'int i = fprintf(f, "%d", a);'),
    ("go", b'package a\nvar b = f("%d %v", c, d.e)\n', b'package a\nvar b = f(" %v", d.e)\n'),
    ("java", b'class A { B b = f("%d %s", c, d()); }', b'class A { B b = f("%d ", c); }'),
    ("python", b'"%d %s" % (a, b)\n', b'"%s" % (b)\n'),
    ("python", b'"{{{} {x}}}".format(a, x=1)\n', b'"{{{x}}}".format(x=1)\n'),
    ("javascript", b'f("%s %o", a, b)', b'f("%s", a)'),
    ("php", b'<?php f("%s %d", $a, $b);', b'<?php f("%d", $b);'),
    ("lua", b'f("%s %d", a, b)', b'f("%d", b)'),
    ("lua", b'f(("%s %d"):format(a, b))', b'f(("%d"):format(b))'),
    ("ruby", b'f "%s %d" % [a, b]\n', b'f "%d" % [b]\n'),
    ("sqlite", b"select f('%s %d', a, b);", b"select f('%s ', a);"),
    ("sqlite", b'select f("%s%d", a, g(b, c));', b'select f("%d", g(b, c));'),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_a_place_goes_with_what_fills_it_in(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(formats, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text",
    [
        ("c", b'int i = f("100%%", a);'),
        ("c", b'int i = f("%d", a, b);'),  # which of them nobody knows
        ("c", b'int i = f(a, "%d");'),
        ("python", b'"{{}}".format(a)\n'),
        ("python", b'"%d" % a\n'),
        ("json", b'["%d", {"%s": 1}, 2]'),
        ("c", b""),
    ],
)
def test_where_there_are_not_as_many_nothing_is_asked_about(language: str, text: bytes) -> None:
    assert asked_in_vain(formats, language, text) == []


def test_all_that_can_go_does_at_once() -> None:
    text = b'int i = f("%d %d %d %d", a, b, c, d);'
    asker = ask(lambda candidate: b"b" in candidate)
    left = formats(Context(asker, Parsing(named("c"))).lawful(text), text)
    assert tight(left) == b'inti=f("%d",b);'


def test_what_may_not_change_stays() -> None:
    text = b'int i = f("%d %d", a, b);'
    context = Context(ask(lambda candidate: True), Parsing(named("c")), tail=4)
    assert tight(formats(context, text)) == b'inti=f("%d",b);'


def test_a_long_row_of_zeros_takes_no_time() -> None:
    begun = time.process_time()
    assert asked_in_vain(formats, "c", b'int i = f("%' + b"0" * 100_000 + b'", a);') == []
    assert time.process_time() - begun < 5
