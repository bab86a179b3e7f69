"""Scopes: a namespace goes with its name in front of its members."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.original import Original
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, ask_for, asked_in_vain, asks_nothing, left_for, tight

CASES = [
    ("typescript", b"namespace A { function f() {} } A.f();", b"function f() {} f();"),
    ("cpp", b"namespace a { int f, g; } int b = a::f;", b"int f, g; int b = f;"),
    ("cpp", b"namespace a { int f(); int b = a::f(); }", b"int f(); int b = f();"),
    ("cpp", b"class A { int f() { g(); } };", b"int f() { g(); } ;"),
    # The content of the type of a variable whose members alone are mentioned takes its place.
    ("c", b"struct { int a; int b; } c; int d = c.a + c.b;", b"int a; int b; int d = a + b;"),
    ("cpp", b"struct { int a; int f(); } c; g() { c.f(); }", b"int a; int f(); g() { f(); }"),
    ("rust", b"mod a { pub fn f() {} } fn g() { a::f() }", b"pub fn f() {} fn g() { f() }"),
    # What is given a value only for its members need not be there.
    ("javascript", b"const a = new A; a.b = 1; f(a.b);", b"b = 1; f(b);"),
    ("python", b"a = A()\na.b = 1\nf(a.b)\n", b"b = 1\nf(b)\n"),
    ("lua", b"local a = {} a.b = 1 f(a.b)", b"b = 1 f(b)"),
    ("php", b"<?php $a = new A; $a->b = 1; f($a->b);", b"<?php ; $b = 1; f($b);"),
    ("ruby", b"module A\n  class B\n  end\nend\nA::B.new\n", b"class B\n  end\nB.new\n"),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_a_scope_goes_with_its_name_in_front_of_others(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("cpp", b"class A { B<A> b; int c; };", b"B<int> b; int c; ;"),
        ("cpp", b"class A { a::A<A> b; int c; };", b"a::A<int> b; int c; ;"),
        ("java", b"class B { class A { A b; int c() {} } }", b"class B { int b; int c() {} }"),
    ],
)
def test_a_type_that_is_no_more_gives_way_to_another_in_what_was_its_content(
    language: str, text: bytes, wanted: bytes
) -> None:
    parsing = Parsing(named(language))
    given = Original(parsing.syntax(text).tree)
    context = Context(ask_for(text, wanted), parsing, original=given)
    assert tight(scopes(context.lawful(text), text)) == tight(wanted)


def test_a_word_of_the_language_is_no_type_that_is_no_more() -> None:
    text = b"int f() { int c = f; } typedef char a;"
    parsing, asker = Parsing(named("c")), ask(lambda candidate: False)
    given = Original(parsing.syntax(text).tree)
    assert scopes(Context(asker, parsing, original=given).lawful(text), text) == text
    assert asker.runs == 0


@pytest.mark.parametrize(
    "word,left",
    [(b"f()", b"int f(); int b = f();"), (b"a::", b"namespace a { int f(); } int b = a::f();")],
)
def test_scopes_in_scopes_go_together_or_alone(word: bytes, left: bytes) -> None:
    text = b"namespace a { namespace c { int f(); } } int b = a::c::f();"
    context = Context(ask(lambda candidate: word in candidate), Parsing(named("cpp")))
    assert tight(scopes(context.lawful(text), text)) == tight(left)


@pytest.mark.parametrize(
    "text",
    [
        b"namespace a { int f(); } int b = a::f() + a;",  # used by itself
        b"int f() { f(); }",
        b"int f() { g(); }",
        b"namespace a { } int b = a::f();",  # nothing in it
        b"int f() { a = 1; a.b + a; }",
        b"struct { int a; int b; } c; int d = c + c.a;",
        b"struct { int a; int b; } c;",
        b"",
    ],
)
def test_nothing_is_asked_about_other_names(text: bytes) -> None:
    assert asks_nothing(scopes, "cpp", text)


def test_nothing_is_asked_that_makes_a_text_larger() -> None:
    """A string that a name is given looks like a scope, with quotes for brackets."""
    assert asked_in_vain(scopes, "javascript", b'x = "f()";') == [b"f();"]
    assert asked_in_vain(scopes, "javascript", b'x = "f(a, b, c)";') == []


def test_what_may_not_change_stays() -> None:
    text = b"namespace a { int f(); } int b = a::f();"
    assert asks_nothing(scopes, "cpp", text, tail=len(text) - 24)
    assert asks_nothing(scopes, "cpp", text, head=10)


def test_a_member_that_is_given_a_value_is_none_of_its_own() -> None:
    assert asked_in_vain(scopes, "javascript", b"c.a = 1;\na.b;\n") == []
