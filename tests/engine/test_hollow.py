"""Hollow types: one with nothing in it gives way to one of the language's own."""

import pytest

from nubbin.engine.algorithms.scopes import scopes
from oracles import asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "c",
            b"struct a {} *b;\nint c() { struct a d; b = &d; }",
            b"int *b;\nint c() { int d; b = &d; }",
        ),
        ("c", b"struct a;\nchar f(struct a *b);", b"char f(char *b);"),
        ("cpp", b"struct a {};\nint f(a b);", b"int f(int b);"),
        (
            "cpp",
            b"class a {}; template <class b> class c {}; int f(c<a>);",
            b"template <class b> class c {}; int f(c<int>);",
        ),
    ],
)
def test_a_type_with_nothing_in_it_is_one_of_the_languages_own(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text",
    [
        ("c", b"struct a { int b, c; }; int f(struct a d) { return d.b + d.c; }"),
        ("c", b"struct a {}; int a(struct a b);"),
        ("c", b"struct a {}; struct a f(struct a b);"),
    ],
)
def test_a_type_with_members_or_with_the_name_of_something_else_stays(
    language: str, text: bytes
) -> None:
    assert not asked_in_vain(scopes, language, text)
