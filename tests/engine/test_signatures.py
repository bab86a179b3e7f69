"""What the type of a function says of its parameters is said by these."""

import pytest

from nubbin.engine.algorithms.signatures import signatures
from oracles import asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "typescript",
            b"let f: (a: A) => any = (b) => { b.c }",
            b"let f = (b: A) => { b.c }",
        ),
        (
            "typescript",
            b"let f: (a: A, b?: B[]) => any = ({ c }, d = []) => c",
            b"let f = ({ c }: A, d: B[] = []) => c",
        ),
        ("typescript", b"let f: (a: A) => any = b => b.c", b"let f = (b: A) => b.c"),
        ("typescript", b"let f: (a?: A) => any = (b) => b", b"let f = (b?: A) => b"),
        ("typescript", b"let f: (this: A, a: B) => any = (c) => c", b"let f = (c: B) => c"),
        ("typescript", b"(): (a: A) => any => (b) => b.c", b"() => (b: A) => b.c"),
        (
            "typescript",
            b"class C { f: (a: A) => any = function (b) {} }",
            b"class C { f = function (b: A) {} }",
        ),
        (
            "rust",
            b"fn f() { let g: fn(A, B) -> C = |a, b| a; }",
            b"fn f() { let g = |a: A, b: B| a; }",
        ),
    ],
)
def test_parameters_have_the_types_that_a_type_before_them_says(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(signatures, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"let f: (a: A) => any = (b: B) => b",
        b"let f: (a: A) => any = (b, c) => b",
        b"let f: (a: A) => any = g",
        b"let f: (a: A) => any = () => 0",
        b"let f: () => any = b => b",
        b"let f: (a: A) => any, g = b => b",
    ],
)
def test_nothing_is_asked_where_types_and_parameters_do_not_meet(text: bytes) -> None:
    assert asked_in_vain(signatures, "typescript", text) == []
