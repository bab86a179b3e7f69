"""What follows a guard goes into its condition, and conditions into operations."""

import pytest

from nubbin.engine.algorithms.guards import guards
from oracles import asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "javascript",
            b"function f() { if (a === b) return; var c = a; }",
            b"function f() { if (a !== b) { var c = a; } }",
        ),
        (
            "javascript",
            b"function f() { if (!a) { /* no a */ return b; } throw a; }",
            b"function f() { if (a) throw a; }",
        ),
        (
            "javascript",
            b"function f() { if (!a) return b; throw a; }",
            b"function f() { if (a) throw a; }",
        ),
        (
            "c",
            b"void f() { for (;;) { if (a < b) { continue; } int c; g(); h(); } }",
            b"void f() { for (;;) { if (a >= b) { int c; g(); h(); } } }",
        ),
        (
            "java",
            b"class A { void f() { if (g()) return; throw a; } }",
            b"class A { void f() { if (!g()) throw a; } }",
        ),
        (
            "python",
            b"def f():\n    if a is None:\n        return\n    b = a.c\n",
            b"def f():\n    if a is not None: b = a.c\n",
        ),
        (
            "go",
            b"package p\nfunc f() {\n\tif a == b {\n\t\treturn\n\t}\n\tg()\n\th()\n}\n",
            b"package p\nfunc f() {\n\tif a != b { g()\n\th() }\n}\n",
        ),
        (
            "lua",
            b"function f() if not a then return end local b = a end",
            b"function f() if a then local b = a end end",
        ),
    ],
)
def test_what_follows_a_guard_is_under_its_opposite(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(guards, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("c", b"void f() { if (a) { int b; c(b); } }", b"void f() { int b; if (a) c(b); }"),
        ("javascript", b"while (a) { b(); c(); d(); }", b"b(); c(); while (a) d();"),
        ("javascript", b"if (a) { b(); c(); } else d();", b"b(); if (a) c(); else d();"),
        (
            "java",
            b"class A { void f() { if (a) { b(); c(); } } }",
            b"class A { void f() { b(); if (a) c(); } }",
        ),
    ],
)
def test_all_but_the_last_goes_ahead_of_what_it_is_under(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(guards, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"if (e) if (a) { b(); c(); }",
        b"if (a) { b(); }",
    ],
)
def test_nothing_goes_ahead_of_a_single_statement_or_where_one_alone_may_stand(text: bytes) -> None:
    assert not any(each.startswith(b"b()") for each in asked_in_vain(guards, "javascript", text))


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("javascript", b"if (!(a === b) && c) d()", b"if (a !== b && c) d()"),
        ("c", b"int f() { return !(a[1] < b); }", b"int f() { return a[1] >= b; }"),
        ("python", b"f(not a.b == c)\n", b"f(a.b != c)\n"),
        ("ruby", b"f unless !(a == b)\n", b"f unless a != b\n"),
    ],
)
def test_a_negated_comparison_is_the_opposite_one(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(guards, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text", [b"f(!(a == b) + c)", b"f(!(a && b))", b"f(!(a instanceof b))", b"f(-(a == b))"]
)
def test_a_negation_of_anything_else_or_beside_a_tighter_sign_stays(text: bytes) -> None:
    assert not asked_in_vain(guards, "javascript", text)


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("javascript", b"switch (a) { case 'b': c.d }", b"if (a == 'b') c.d"),
        (
            "typescript",
            b"switch (a.b) { case c || d: f(); g(); break; }",
            b"if (a.b == (c || d)) { f(); g(); }",
        ),
        (
            "c",
            b"void f() { switch (a + 1) { case -1: { g(); } break; } }",
            b"void f() { if ((a + 1) == -1) { g(); } }",
        ),
        (
            "java",
            b"class A { void f() { switch (a) { case 1: int b = g(); break; } } }",
            b"class A { void f() { if (a == 1) { int b = g(); } } }",
        ),
    ],
)
def test_what_is_done_in_one_case_only_is_under_a_condition(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(guards, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"switch (a) { case 1: case 2: b() }",
        b"switch (a) { case 1: b(); break; default: c() }",
        b"switch (a) { default: c() }",
        b"switch (a) { case 1: }",
    ],
)
def test_a_choice_of_several_cases_stays(text: bytes) -> None:
    assert asked_in_vain(guards, "javascript", text) == []


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("javascript", b"function f() { if (a) return; g(a) }", b"function f() { a || g(a) }"),
        ("javascript", b"if (a == b) { g() }", b"a == b && g()"),
        ("javascript", b"if (a); else g();", b"a || g();"),
        ("javascript", b"if (!a) g();", b"a || g();"),
        ("javascript", b"if (!a && b) g();", b"!a && b && g();"),
        ("c", b"void f() { if (a) g(); else h(); }", b"void f() { a ? g() : h(); }"),
        ("c", b"int f() { if (a) return b; return c; }", b"int f() { return a ? b : c; }"),
        ("python", b"if a:\n    g()\n", b"a and g()\n"),
        ("python", b"if not a: g(b)\n", b"a or g(b)\n"),
        ("python", b"if a: g()\nelse: h()\n", b"g() if a else h()\n"),
        ("python", b"if a:\n    pass\nelse:\n    h()\n", b"a or h()\n"),
        (
            "python",
            b"def f():\n    if a: return b\n    return c\n",
            b"def f():\n    return b if a else c\n",
        ),
        ("python", b"def f():\n    if a: return\n    g()\n", b"def f():\n    a or g()\n"),
        ("bash", b"if [ a ]; then b c; fi\n", b"[ a ] && b c\n"),
        ("bash", b"if [ a ]; then b c; fi\n", b"! [ a ] || b c\n"),
        ("bash", b"if ! a\nthen\n  b=c\nfi\n", b"a || b=c\n"),
        ("bash", b"f() { if a; then return; fi; b; }\n", b"f() { a || b; }\n"),
        ("php", b"<?php if ($a) g();", b"<?php $a && g();"),
        ("c", b"void f() { if (a) { g(); } }", b"void f() { a && g(); }"),
        ("c", b"void f() { if (a) { g(); } else { h(); } }", b"void f() { a ? g() : h(); }"),
    ],
)
def test_a_condition_is_an_operation(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(guards, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "python",
            b"def f():\n    if next(a):\n        yield\n        b\n",
            b"def f():\n    next(a)\n    yield\n    b\n",
        ),
        ("python", b"if a := b: g(a)\n", b"a = b\ng(a)\n"),
        ("python", b"while a():\n    b = c\n", b"a()\nb = c\n"),
        ("c", b"void f() { if (a()) { int b; g(b); } }", b"void f() { a(); int b; g(b); }"),
        ("c", b"void f() { if (a()) g(); }", b"void f() { a(); g(); }"),
        ("javascript", b"if (a = b) { g(); h(); }", b"a = b; g(); h();"),
        ("javascript", b"while (a()) { g(); h() }", b"a(); g(); h()"),
        ("javascript", b"while (a()) { g(); break }", b"a(); g();"),
        ("python", b"while a():\n    b = c\n    break\n", b"a()\nb = c\n"),
        ("bash", b"if [ a ]; then b; fi\n", b"[ a ]\nb\n"),
        ("bash", b"while read a; do b; c; done\n", b"read a\nb; c;\n"),
        ("lua", b"if a() then b() end", b"a()\nb()"),
    ],
)
def test_a_condition_goes_in_front_of_what_is_done_under_it(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(guards, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language, text",
    [
        ("javascript", b"function f() { if (a) return; }"),
        ("javascript", b"if (a) b = c;"),
        ("javascript", b"function f() { if (a) if (b) return; else g(); }"),
        ("javascript", b"if (a) b || c();"),
        ("php", b"<?php if ($a and $b) {} else g();"),
        ("python", b"if a:\n    g()\nelif b:\n    h()\n"),
    ],
)
def test_what_would_mean_something_else_is_not_asked_about(language: str, text: bytes) -> None:
    assert asked_in_vain(guards, language, text) == []


@pytest.mark.parametrize(
    "language, text",
    [
        ("cpp", b"void f() { if (a or b) g(); }"),
        ("cpp", b"void f() { if (A *b = c) b->g(); }"),
        ("javascript", b"if (a || b) g();"),
    ],
)
def test_a_condition_that_binds_less_than_an_operation_is_no_operand(
    language: str, text: bytes
) -> None:
    (asked,) = asked_in_vain(guards, language, text)
    assert b"&& " not in asked
    assert b"|| g" not in asked


def test_what_turns_a_shells_condition_turns_all_of_it() -> None:
    asked = asked_in_vain(guards, "bash", b"if a && b; then c || d; fi\n")
    assert asked == [b"a && b\nc || d\n"]


def test_what_a_loop_goes_on_with_is_given_back_by_nobody() -> None:
    asked = asked_in_vain(guards, "javascript", b"b: for (;;) { if (a) continue b; return c; }")
    assert [*map(tight, asked)] == [tight(b"b: for (;;) { if (!a) return c; }")]


def test_many_statements_behind_many_guards_are_not_looked_at() -> None:
    """Each would be asked about with all that follow."""
    text = b"function f() {" + b" if (a) return;" * 4000 + b" }"
    assert sum(map(len, asked_in_vain(guards, "javascript", text))) < 32 * len(text)


@pytest.mark.parametrize(
    "language, text",
    [("c", b"( ! ;"), ("javascript", b"( ! a b ) c"), ("haskell", b"(a (not b")],
)
def test_a_torn_text_that_begins_with_a_bracket_comes_to_an_end(language: str, text: bytes) -> None:
    """What is negated may be missing: it is not the whole text then, again and again."""
    asked_in_vain(guards, language, text)
