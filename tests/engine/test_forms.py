"""Structure forms: what a construct's own parts make, by the rules of the grammar."""

from functools import partial

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.forms import fillers, forms
from nubbin.engine.strategy import Pass
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import Noted, Oracle, ask, ask_for, tight

C = b"""\
int f(int n) { int i; for (i = 0; i < n; i++) { g(i, n); } return a[i + 1] ? n : h(&n); }
"""
JAVASCRIPT = (
    b"a = b.c.d; for (let x of [1, 2]) { f(x, `y`); } function g() { return { k: h(1) } }\n"
)
CASES = [
    ("c", b"void f() { for (a = 0; b < c; d++) e(); }", b"void f() { while (b < c) e(); }"),
    ("c", b"void f() { if (a == b) c(); else d(); }", b"void f() { { c(); d(); } }"),
    ("c", b"void f() { int a = b; }", b"void f() { return b; }"),
    ("c", b"void f() { a = b.c.d; }", b"void f() { !b.c; }"),
    ("javascript", b"x = [a.b, c.d];", b"a.b, c.d;"),
    ("javascript", b"(function f(a) { a(); });", b"(a => { a(); });"),
    ("python", b"for a in b.c:\n    d()\n", b"while b.c:\n    d()\n"),
    ("rust", b"fn f() { if a { b() } else { c() } }", b"fn f() { while a { c() } }"),
    ("go", b"package p\nfunc f() { var a = b.c }\n", b"package p\nfunc f() { return b.c }\n"),
    ("java", b"class A { int a = b + c; }", b"class A { int a = !c; }"),
]


wide, likely = partial(forms, wide=True), partial(forms, wide=False)


def never(candidate: bytes) -> bool:
    """Hold on nothing."""
    return False


def candidates(
    language: str, text: bytes, run: Pass, *, lawful: bool = True, holds: Oracle = never
) -> tuple[bytes, list[bytes]]:
    """Return what is left of a text, and all that was asked about."""
    oracle = Noted(holds)
    context = Context(ask(oracle), Parsing(named(language)))
    return run(context.lawful(text) if lawful else context, text), oracle.asked


def tight_left(run: Pass, language: str, text: bytes, wanted: bytes) -> bytes:
    """Return what is left of a text without its blanks, if only what is wanted holds."""
    left, _ = candidates(language, text, run, holds=lambda each: tight(each) == tight(wanted))
    return tight(left)


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_a_construct_becomes_another_made_of_its_parts(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight_left(wide, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "javascript",
            b"let f = async (a, b = f) => { g(a); return 1; };\n",
            b"function f(a, b = f) { g(a); return 1; }\n",
        ),
        ("javascript", b"let f = (a = f) => 0\n", b"function f(a = f) {}\n"),
        ("typescript", b"const f = function (a: A) { g(a); };\n", b"function f(a: A) { g(a); }\n"),
    ],
)
def test_a_function_that_a_name_is_given_has_it_in_itself(
    language: str, text: bytes, wanted: bytes
) -> None:
    context = Context(ask_for(text, wanted), Parsing(named(language)))
    assert forms(context.lawful(text), text, wide=False) == wanted


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("bash", b"case 0 in\n\ta) x=\n\t;;\nesac\n", b"(x=\n)\n"),
        ("c", b"int f() { for (a; b; c) d = e; }\n", b"int f() { { d = e; } }\n"),
    ],
)
def test_brackets_around_what_is_in_a_statement_are_a_form_of_their_own(
    language: str, text: bytes, wanted: bytes
) -> None:
    """With what ended it: where lines matter that is a token, which no grammar shows."""
    context = Context(ask_for(text, wanted), Parsing(named(language)))
    assert wide(context.lawful(text), text) == wanted


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("javascript", b"a.b = 1;", b"a.b ++;"),
        ("c", b"void f() { a = b; }", b"void f() { a ++; }"),
        ("c", b"int f() { int a = b; }", b"int f() { return b; }"),
        ("go", b"package p\nfunc f() { a = b }\n", b"package p\nfunc f() { a ++ }\n"),
    ],
)
def test_what_sets_a_name_may_set_it_all_the_same_or_give_the_value_away(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight_left(likely, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("javascript", b"f(function (a) { return 0 + a; });", b"f(a => 0 + a);"),
        ("javascript", b"f(function (a, b) { g(a); });", b"f((a, b) => g(a));"),
        ("javascript", b"f(function (a) { b(); c(); });", b"f(a => { b(); c(); });"),
        ("typescript", b"f(function (a: A) { return a; });", b"f((a: A) => a);"),
        ("java", b"class A { F a = b -> { return b + c; }; }", b"class A { F a = b -> b + c; }"),
        ("php", b"<?php f(function ($a) { return $a; });", b"<?php f(fn ($a) => $a);"),
    ],
)
def test_a_function_in_an_expression_has_neither_a_keyword_nor_braces_that_it_can_do_without(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight_left(likely, language, text, wanted) == tight(wanted)


def test_a_parameter_that_the_parser_invents_is_part_of_no_form() -> None:
    text = b"|,move|{}"
    assert candidates("rust", text, likely, lawful=False)[0] == text


def test_a_form_loses_three_tokens_or_half_of_a_node_unless_more_is_wanted() -> None:
    text = b"void f() { for (; b;) d = e; }"
    _, narrow = candidates("c", text, likely)
    _, everything = candidates("c", text, wide)
    assert set(narrow) < set(everything)
    assert b"void f() { if(d = e); }" in narrow
    assert b"void f() { { d = e; } }" in everything  # four less
    assert b"void f() { { d = e; } }" not in narrow
    assert b"void f() { while(b) d = e; }" in everything  # two less, and of two parts
    assert b"void f() { while(b) d = e; }" not in narrow
    assert b"void f() { return b; }" in everything
    assert b"void f() { return b; }" not in narrow


@pytest.mark.parametrize(
    "text, wanted",
    [(b"[ $((a)) = b ]\n", b"[ $a = b ]\n"), (b"echo ${a}\n", b"[ echo ]\n")],
)
def test_a_shells_words_are_apart_and_what_expands_is_one(text: bytes, wanted: bytes) -> None:
    assert wanted in candidates("bash", text, likely)[1]


def test_a_form_has_the_files_own_line_ends() -> None:
    _, asked = candidates("bash", b"case 0 in\r\n\ta) x=\r\n\t;;\r\nesac\r\n", wide)
    assert b"(x=\r\n)\r\n" in asked
    assert all(each.count(b"\n") == each.count(b"\r\n") for each in asked)


def test_a_form_that_is_no_smaller_is_not_asked_about() -> None:
    text = b"void f() { while (a) b(); }"
    _, asked = candidates("c", text, wide)
    assert b"void f() { if(a) b(); }" not in asked  # as many tokens
    assert b"void f() { return a; }" in asked


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("javascript", b"a.b.c.sort();", b"[].sort();"),
        ("c", b"int a = f(b);", b"int a = {};"),
        ("python", b"a = f(b)\n", b"a = ()\n"),
    ],
)
def test_a_filler_stands_where_the_rules_let_it(language: str, text: bytes, wanted: bytes) -> None:
    left, _ = candidates(language, text, fillers, holds=lambda each: each == wanted)
    assert left == wanted


@pytest.mark.parametrize("run", [wide, fillers])
@pytest.mark.parametrize("language,text", [("c", C), ("javascript", JAVASCRIPT)])
def test_candidates_have_fewer_tokens_and_nearly_all_of_them_parse(
    language: str, text: bytes, run: Pass
) -> None:
    parsing = Parsing(named(language))
    tokens = parsing.measure().tokens
    left, asked = candidates(language, text, run)
    assert left == text
    assert all(tokens(each) < tokens(text) for each in asked)
    _, proposed = candidates(language, text, run, lawful=False)
    parsed = [each for each in proposed if not parsing.syntax(text).breaks(each)]
    assert len(parsed) > 0.75 * len(proposed) > 75


def test_without_a_table_nothing_is_asked() -> None:
    for run in (wide, fillers):
        assert candidates("yaml", b"a: [1, [2, 3]]\n", run) == (b"a: [1, [2, 3]]\n", [])
