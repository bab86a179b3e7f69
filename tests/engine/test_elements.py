"""Elements: an array of which one element is used gives way to that element."""

import pytest

from nubbin.engine.algorithms.scopes import scopes
from oracles import asked_in_vain, left_for, tight


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "c",
            b"int a[4] = {1, b(), 3}; int c() { return a[1]; }",
            b"int a = b(); int c() { return a; }",
        ),
        (
            "c",
            b"int f() { int a[9]; a[i] = 1; return g(a[i]); }",
            b"int f() { int a; a = 1; return g(a); }",
        ),
        ("cpp", b"int a[] = {}; int b = a[0];", b"int a; int b = a;"),
        (
            "c",
            b"extern int a[]; int a[2]; int b() { return a[7]; }",
            b"extern int a; int a; int b() { return a; }",
        ),
        (
            "c",
            b"int *a[] = {0, b}; int c() { return a[1]; }",
            b"int *a = b; int c() { return a; }",
        ),
        ("c", b"int *a[2] = {{b, 0}};", b"int *a = {b, 0};"),  # read nowhere
        ("javascript", b"let a = [f(), 2]; a[0]++; g(a[0]);", b"let a = f(); a++; g(a);"),
        ("python", b"a = [b]\na[-1] += 1\nc(a[-1])\n", b"a = b\na += 1\nc(a)\n"),
    ],
)
def test_an_array_of_which_one_element_is_used_gives_way_to_it(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"int a[2]; int b() { return a[0] + a[1]; }",
        b"int a[2]; int b() { return *a + a[0]; }",
        b"int a[2]; int b() { return 0; }",
        b"int *a; int b() { return a[0]; }",
    ],
)
def test_about_an_array_that_is_used_in_another_way_nothing_is_asked(text: bytes) -> None:
    assert asked_in_vain(scopes, "c", text) == []


@pytest.mark.parametrize("text", [b"let a = f(); g(a[0]);", b"g(a[0], a[0]);"])
def test_what_is_not_known_to_be_an_array_keeps_its_brackets(text: bytes) -> None:
    (asked,) = asked_in_vain(scopes, "javascript", text)
    assert asked.count(b"[") == text.count(b"[")


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("javascript", b"for (; i < [0].length;) f()", b"for (; i < 1;) f()"),
        ("python", b"f(len([a, b]) + 1)\n", b"f(2 + 1)\n"),
        ("rust", b"fn f() { g([1, 2].len()); }", b"fn f() { g(2); }"),
    ],
)
def test_of_one_that_is_only_asked_for_its_length_the_number_is_left(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(scopes, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text",
    [
        ("javascript", b"f([...a].length)"),
        ("javascript", b"f([1].length(2))"),
        ("javascript", b"f([1].at, len([1], 2), a[1].length)"),
        ("javascript", b"a[1]"),
        ("javascript", b"[1]"),
        ("rust", b"fn f() { g([a; 5].len()); }"),
    ],
)
def test_of_another_length_none_is_asked(language: str, text: bytes) -> None:
    numbers = b"f(1", b"f(2", b"fn f() { g(2"
    assert not any(each.startswith(numbers) for each in asked_in_vain(scopes, language, text))


def test_one_that_is_all_of_a_text_is_asked_for_nothing() -> None:
    assert asked_in_vain(scopes, "yaml", b"[1]") == asked_in_vain(scopes, "json", b"[1]") == []
