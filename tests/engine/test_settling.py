"""What a declaration leaves open gives way to a type that it may be."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.rewrites.settling import settled
from nubbin.engine.trees.kinds import smallest
from oracles import asked_in_vain, asks_nothing, left_for, tight


def settle(context: Context, text: bytes) -> bytes:
    """Make what is asked about settled types a pass, for an input that is the text."""
    return try_changes(context, text, lambda tree: settled(tree, smallest(tree.tree)))


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "cpp",
            b"template <class T> class A { T f(); T a; }; int g();",
            b"class A { int f(); int a; }; int g();",
        ),
        (
            "cpp",
            b"template <class T> T f(T a); template <class T> T g(T a) { return f<char>(0); }",
            b"char f(char a); template <class T> T g(T a) { return f(0); }",
        ),
        (  # the same in all
            "cpp",
            b"template <class T> struct A { T a; T b; }; A<char> f(A<char> a); int g();",
            b"struct A { char a; char b; }; A f(A a); int g();",
        ),
        (  # not the same in all
            "cpp",
            b"template <class T> struct A { T a; T b; }; A<char> f(A<bool> a); int g();",
            b"struct A { int a; int b; }; A f(A a); int g();",
        ),
        (
            "java",
            b"class A<T> { T a; T b; A<String> c; A<String> d; }",
            b"class A { String a; String b; A c; A d; }",
        ),
        ("java", b"class A { <T> T f(T a) { } int b; }", b"class A { int f(int a) { } int b; }"),
        (
            "typescript",
            b"class A<T> { a: T; b: T; c: A<any>; d: A<any>; }",
            b"class A { a: any; b: any; c: A; d: A; }",
        ),
        (
            "rust",
            b"struct A<T>(T, T); fn f(a: A<u8>, b: A<u8>) { }",
            b"struct A(u8, u8); fn f(a: A, b: A) { }",
        ),
    ],
)
def test_all_that_is_kept_by_a_name_for_a_type_goes_together(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(settle, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "cpp",
            b"template <int N, int M> struct A { B<3, M> a; int b[N]; }; B<4, 3> c; A d(c);",
            b"template <int M> struct A { B<3, M> a; int b[4]; }; B<4, 3> c; A d(c);",
        ),
        (
            "cpp",
            b"template <class T, int N> T f(B<T, N>); int i = f(B<char, 3>());",
            b"template <int N> char f(B<char, N>); int i = f(B<char, 3>());",
        ),
        (
            "cpp",
            b"template <int N> struct A { B<N> a; }; B<3> c; A d(c);",
            b"struct A { B<3> a; }; B<3> c; A d(c);",
        ),
        (
            "rust",
            b"struct A<T>(T, T); impl<T> A<T> { fn f(a: T) {} } fn g(a: Vec<u8>) {}",
            b"struct A<T>(T, T); impl A<u8> { fn f(a: u8) {} } fn g(a: Vec<u8>) {}",
        ),
        (
            "java",
            b"class A { <T, U> T f(T a, U b) {} B<int> c; }",
            b"class A { <T> T f(T a, int b) {} B<int> c; }",
        ),
        (
            "rust",
            b"fn f<T, const N: usize>(a: A<T, N>) -> T { f(A::<u8, 2>::b()) }",
            b"fn f<const N: usize>(a: A<u8, N>) -> u8 { f(A::<u8, 2>::b()) }",
        ),
    ],
)
def test_what_uses_leave_to_be_found_out_is_what_stands_in_brackets_elsewhere(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(settle, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text",
    [
        ("cpp", b"template <class T> struct A { }; A<int> a;"),  # needs no other word
        ("cpp", b"template <class T> struct A { T a; };"),  # of which nothing is known
        ("cpp", b"template <int N, int M> struct A { int a[N]; }; B<char> c;"),  # no number
        ("cpp", b"template <class T, class U> struct A { T a; }; A<int, char> c;"),  # given
        ("javascript", b"a[b](b); a = [b, b[b]]; [b] = b;"),
        ("python", b"def f(a: list[b]) -> b:\n    return a[b]\n"),
    ],
)
def test_what_leaves_no_type_open_is_not_asked_about(language: str, text: bytes) -> None:
    assert asked_in_vain(settle, language, text) == []


@pytest.mark.parametrize("head, tail", [(30, 0), (0, 20)])
def test_what_may_not_change_stays(head: int, tail: int) -> None:
    text = b"template <class T> struct A { T a; T b; }; A<int> c; int d;"
    assert asks_nothing(settle, "cpp", text, head=head, tail=tail)
    assert not asks_nothing(settle, "cpp", text)
