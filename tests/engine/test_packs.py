"""A parameter for all further arguments becomes one for a single argument."""

from functools import partial

import pytest

from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.rewrites.packs import singled
from oracles import asks_nothing, left_for, tight

PACKS = [
    (
        "cpp",
        b"template <class T, class... A> void f(A&&... a) { g(new T(h<A>(a)...)); }",
        b"template <class T, class A> void f(A&& a) { g(new T(h<A>(a))); }",
    ),
    (
        "cpp",
        b"template <class... A> void f(A... a) { g(a...); } template <class... B> struct C {};",
        b"template <class A> void f(A a) { g(a); } template <class... B> struct C {};",
    ),
    (
        "cpp",
        b"template <class... A> void f(A... a) { g(h(a, k(a...))...); }",
        b"template <class A> void f(A a) { g(h(a, k(a))); }",
    ),
    ("javascript", b"function f(...a) { g(...a) } f(1, 2);", b"function f(a) { g(a) } f(1, 2);"),
    ("python", b"def f(*a):\n    g(*a)\nf(1, 2)\n", b"def f(a):\n    g(a)\nf(1, 2)\n"),
    ("go", b"package a\nfunc f(a ...A) { g(a...) }\n", b"package a\nfunc f(a A) { g(a) }\n"),
]


@pytest.mark.parametrize("language,text,wanted", PACKS)
def test_a_parameter_for_all_further_arguments_becomes_one_for_a_single_argument(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(parameters, language, text, wanted) == tight(wanted)


def test_the_sign_of_all_elements_in_a_shell_is_none_of_what_is_spread() -> None:
    text = b'f "${a[*]}" "${a[*]}"\n'
    assert asks_nothing(partial(try_changes, changes=singled), "bash", text)


@pytest.mark.parametrize(
    "text",
    [
        b"f(...a); f(...b);",  # two names
        b"function f(...a) {}",  # by itself
        b"".join(b"f(...a); " for _ in range(17)),  # too many
        b"f(...[%b]); g(...[a]);" % b", ".join(b"a" for _ in range(64)),  # too large
    ],
)
def test_other_signs_are_not_asked_about_together(text: bytes) -> None:
    assert asks_nothing(partial(try_changes, changes=singled), "javascript", text)
