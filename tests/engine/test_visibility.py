"""Visibility: a class whose members may all be seen is a struct."""

import pytest

from nubbin.engine.algorithms.scopes import scopes
from oracles import asks_nothing, left_for, tight


@pytest.mark.parametrize(
    "text,wanted",
    [
        (
            b"class A { int a; public: int b; private: int c; }; int d(A e) { return e.b; }",
            b"struct A { int a; int b; int c; }; int d(A e) { return e.b; }",
        ),
        (
            b"class A : public virtual B, protected C { int a, b; }; A c; A d;",
            b"struct A : virtual B, C { int a, b; }; A c; A d;",
        ),
        (
            b"struct A { class B { public: int a, b; public: }; private: B c, d; };",
            b"struct A { struct B { int a, b; }; private: B c, d; };",
        ),
    ],
)
def test_a_class_in_which_all_can_be_reached_is_a_struct(text: bytes, wanted: bytes) -> None:
    assert left_for(scopes, "cpp", text, wanted) == tight(wanted)


def test_a_class_without_words_of_access_stays() -> None:
    assert asks_nothing(scopes, "cpp", b"class A : B { int a, b; }; class A c, d;")
