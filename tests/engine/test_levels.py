"""Levels: stars and brackets go from all mentions of a name at once."""

import pytest

from nubbin.engine.algorithms.levels import levels
from oracles import asked_in_vain, asks_nothing, left_for, tight

CASES = [
    ("c", b"int a[2]; f() { a[1] = 0; }", b"int a; f() { a = 0; }"),
    ("c", b"int a[2][3]; f() { a[1][0] = 0; }", b"int a[3]; f() { a[0] = 0; }"),
    ("c", b"int a() { int a[2]; a[1]; }", b"int a() { int a; a; }"),
    ("c", b"int *a; f() { *a = a[0]; }", b"int a; f() { a = a; }"),
    ("c", b"int *a; f() { *a = a[0]; }", b"int a; f() { a = a[0]; }"),
    ("c", b"int **a; f() { a[1][0]; }", b"int *a; f() { a[0]; }"),
    (
        "c",
        b"struct { int b; } *a; f() { a->b = a[0].b; }",
        b"struct { int b; } a; f() { a.b = a.b; }",
    ),
    ("c", b"int **a; f() { **a; }", b"int *a; f() { *a; }"),
    ("c", b"int *a[2]; f() { *a[1]; }", b"int a[2]; f() { a[1]; }"),
    ("c", b"int b, *a = &b; f() { *a; }", b"int b, a = b; f() { a; }"),
    ("c", b"int b, *a = &b; f() { *a; }", b"int b, a = &b; f() { a; }"),
    ("c", b"int b, *a; f() { a = &b; *a; }", b"int b, a; f() { a = b; a; }"),
    (
        "c",
        b"struct { int *a; } b, *c; f() { *b.a + *c->a; }",
        b"struct { int a; } b, *c; f() { b.a + c->a; }",
    ),
    # An address is followed at once.
    ("c", b"f() { (&a)->b = (&a[1])->c; }", b"f() { a.b = a[1].c; }"),
    ("c", b"f() { (&a)->b = (&c)->d; }", b"f() { a.b = (&c)->d; }"),
    ("cpp", b"int f() { return (*a).b; }", b"int f() { return a->b; }"),
    ("go", b"var a [2]int\nvar b = a[1]\n", b"var a int\nvar b = a\n"),
    ("python", b"def f(*a):\n    g(*a)\n", b"def f(a):\n    g(a)\n"),
]


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_what_several_mentions_have_goes_from_all_of_them(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(levels, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"int a[2];",  # at one mention: any pass takes it away
        b"int *a; f() { a; }",
        b"f() { a * b; b * a; }",  # no stars of a name
        b"int a[2]; f() { a[",
        b"f() { (&*a)->b; (&a).b; (a)->b; (&a, c)->b; }",  # `*a.b` would be another value
        b"int *a = ",
        b"",
    ],
)
def test_nothing_is_asked_about_other_signs(text: bytes) -> None:
    assert asks_nothing(levels, "c", text)


def test_without_what_a_name_is_given_it_is_asked_about_once() -> None:
    [less] = asked_in_vain(levels, "c", b"int *a; f() { *a; }")
    assert tight(less) == tight(b"int a; f() { a; }")


def test_what_may_not_change_stays() -> None:
    text = b"int a[2]; f() { a[1] = 0; }"
    assert asks_nothing(levels, "c", text, head=10)
