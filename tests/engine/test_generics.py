"""A function takes along the type parameters of what it is in, or belongs to."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain


@pytest.mark.parametrize(
    "language, text, left",
    [
        ("rust", b"impl<T> S<T> { fn f(a: T) {} }", b"fn f<T>(a: T) {}"),
        ("typescript", b"class A<T> { f(a: T) {} }", b"function f<T>(a: T) {}"),
        (
            "go",
            b"package p\ntype S[T any] int\nfunc (S[T]) f(a T) { g() }\n",
            b"package p\ntype S[T any] int\nfunc f[T any](a T) { g() }\n",
        ),
    ],
)
def test_the_function_has_what_it_needs_of_them(language: str, text: bytes, left: bytes) -> None:
    context = Context(ask(lambda candidate: candidate == left), Parsing(named(language)))
    assert scopes(context.lawful(text), text) == left


@pytest.mark.parametrize(
    "language, text, left",
    [
        ("rust", b"fn f<S>(a: S) where S: A {}", b"fn f<S: A>(a: S) {}"),
        ("rust", b"impl<S, T> A for S where T: B + C {}", b"impl<S, T: B + C> A for S {}"),
        ("kotlin", b"fun <T> f(a: T) where T : A { }", b"fun <T : A> f(a: T) { }"),
    ],
)
def test_what_a_clause_says_of_them_they_say_themselves(
    language: str, text: bytes, left: bytes
) -> None:
    context = Context(ask(lambda candidate: candidate == left), Parsing(named(language)))
    assert scopes(context.lawful(text), text) == left


@pytest.mark.parametrize("text", [b"fn f<S: B>(a: S) where S: A {}", b"fn f<S>() where &S: A {}"])
def test_a_clause_about_something_else_stays(text: bytes) -> None:
    context = Context(ask(lambda candidate: b"where" not in candidate), Parsing(named("rust")))
    assert scopes(context.lawful(text), text) == text


@pytest.mark.parametrize(
    "language, text",
    [
        ("rust", b"impl<T> S<T> { fn f<U>(a: T) {} }"),
        ("rust", b"impl<T> S<T> { fn f(a: T) {} fn g(a: T) {} }"),
        ("go", b"package p\ntype S[T any] int\nfunc f(a S[int]) { g() }\n"),
        ("typescript", b"class A<T> { }"),
        ("typescript", b"<T"),
    ],
)
def test_where_it_could_not_none_is_given_any(language: str, text: bytes) -> None:
    asked = asked_in_vain(scopes, language, text)
    assert not any(b"f<T>(" in each or b"f[T any](" in each for each in asked)
