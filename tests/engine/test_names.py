"""Names: a definition and its uses go together, whatever alphabet they are written in."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.names import names
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.relations.mentions import occurrences
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, left_for, tight


@pytest.mark.parametrize("name", ["size", "größe", "$size", "размер", "_1"])
def test_a_name_goes_everywhere_at_once(name: str) -> None:
    text = f"let {name} = 1;\nkeep();\nlet other = {name};\n".encode()
    parsing = Parsing(named("javascript"))

    def oracle(candidate: bytes) -> bool:
        return b"keep" in candidate and candidate.count(name.encode()) in (0, 2)

    context = Context(ask(oracle), parsing)
    found = occurrences(bare(context, text).tree)
    assert len(found[name.encode()]) == 2
    assert b"1" not in found
    assert name.encode() not in names(context.lawful(text), text)


def test_a_definition_goes_as_a_whole_where_another_name_does_for_it() -> None:
    """The name alone could go too (`class`), and then the parameter would be there for nothing."""
    text = b"template <class A, class B> struct S { A a; B b; };"
    wanted = b"template <class A> struct S { A a; A b; };"
    asker = ask(lambda candidate: tight(candidate) in (tight(text), tight(wanted)))
    context = Context(asker, Parsing(named("cpp")))
    assert tight(names(context.lawful(text), text)) == tight(wanted)


def test_what_only_it_uses_goes_with_a_name() -> None:
    text = b"struct S<I, F> { a: I, f: F } fn f() { S { a: b, f: c }; }"
    wanted = b"struct S<F> { f: F } fn f() { S { f: c }; }"
    assert left_for(names, "rust", text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        (
            "java",
            b"interface I { } class A implements I { } class B { I a = new A(); I b() { } }",
            b"class A { } class B { A a = new A(); A b() { } }",
        ),
        (
            "python",
            b"class A:\n  0\nclass B(A):\n  f()\ng(A, B)\n",
            b"class B():\n  f()\ng(B, B)\n",
        ),
        (
            "cpp",
            b"struct A { }; struct B : A { int b; }; A a; B b;",
            b"struct B { int b; }; B a; B b;",
        ),
    ],
)
def test_where_a_class_does_for_its_base_it_has_none(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(names, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize("name, left", [("v", b"v"), ("longer", b"other")])
def test_of_two_names_that_become_one_the_shorter_stays(name: str, left: bytes) -> None:
    text = f"int other(int {name}) {{ other(1); return {name} <= {name}; }}".encode()

    def oracle(candidate: bytes) -> bool:
        words = candidate.split(b"return ")[-1].strip(b"; }").split(b" <= ")
        return (
            len(words) == 2 and words[0] == words[1] and words[0].isalpha() and b"(1)" in candidate
        )

    context = Context(ask(oracle), Parsing(named("c")))
    found = names(context.lawful(text), text)
    assert tight(found) == tight(b"int %s() { %s(1); return %s <= %s; }" % (4 * (left,)))


def test_what_is_called_by_a_name_goes_with_it_where_the_name_alone_could() -> None:
    """The grammar lets the name go from `type B = i64;`, and the sign behind it; Rust does not."""
    text = b"trait T { type A; type B; } impl T for S { type A = u8; type B = i64; }"
    wanted = b"trait T { type A; } impl T for S { type A = u8; }"
    context = Context(
        ask(lambda candidate: tight(candidate) == tight(wanted)), Parsing(named("rust"))
    )
    assert tight(names(context.lawful(text), text)) == tight(wanted)


def test_a_name_comes_in_place_of_those_only_that_the_grammar_takes_for_the_same() -> None:
    text = b"struct s { int a; char b; } t; int f(int c) { return t.a + t.b + c; }"
    asked = [*map(tight, asked_in_vain(names, "c", text))]
    member_for_member = tight(b"struct s { char b; } t; int f(int c) { return t.b + t.b + c; }")
    assert member_for_member in asked
    assert not any(
        b"t.%s" % other in each for each in asked for other in (b"int", b"c", b"t", b"f")
    )


def test_a_word_of_the_language_s_own_comes_in_place_of_no_name() -> None:
    text = b"int f(int b) { int d = b; return d + b + __seg + __seg; }"
    asked = [*map(tight, asked_in_vain(names, "c", text))]
    assert any(b"returnb+b+" in each for each in asked)
    assert not any(b"return__seg" in each or b"=__seg" in each for each in asked)


@pytest.mark.parametrize(
    "language, text, never",
    [
        ("java", b"class A { } class B { A f(int a) { int b = a; return b; } }", b"return A"),
        ("java", b"class A { int f(int a) { a.b(); a.b(); int c = 1; return c + c; } }", b"b + b"),
        ("c", b"int f(int a) { return a; } int g(int b) { return b - b; }", b"a - a"),
        ("java", b"import a.b.C; import a.b.D; class E { int x; int f() { x; C d; D e; }}", b"x.b"),
    ],
)
def test_a_name_comes_in_no_place_where_it_is_unknown_or_used_in_another_way(
    language: str, text: bytes, never: bytes
) -> None:
    assert not [one for one in asked_in_vain(names, language, text) if never in one]


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("c", b"f() { int a; g(a, &b); }", b"f() { g(0, &b); }"),
        ("c", b"int f(int a) { g(a); h(a); }", b"int f() { g(0); h(0); }"),
        ("javascript", b"{ let a; f(a); }", b"{ f(0); }"),
    ],
)
def test_a_number_stands_for_a_name_without_a_value(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(names, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language, text",
    [
        ("c", b"int f() { return f; }"),
        ("c", b"f() { struct a b; b.c = 1; }"),
        ("cpp", b"template<class T> T f();"),
        ("javascript", b"{ let a = b(); f(a); }"),
        ("python", b"from a import b\nb\n"),
    ],
)
def test_no_number_stands_for_what_is_no_variable(language: str, text: bytes) -> None:
    assert not any(b"0" in asked for asked in asked_in_vain(names, language, text))


def test_a_name_stays_in_functions_that_do_not_know_the_definition() -> None:
    text = b"int d; int f(int a) { return a + d; } int g(int b) { int a = b; return a; }"
    wanted = b"int d; int f() { return d + d; } int g(int b) { int a = b; return a; }"
    assert left_for(names, "c", text, wanted) == tight(wanted)


def test_each_definition_of_a_name_goes_with_its_own_uses() -> None:
    text = b"int d; int f(int a) { } int g(int a) { h(a); h(d); }"
    asked = [*map(tight, asked_in_vain(names, "c", text))]
    assert tight(b"int d; int f(int a) { } int g() { h(d); h(d); }") in asked
    assert not [each for each in asked if each.startswith(b"intd;intf(){}intg(int")]


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        (
            "rust",
            b"fn f<'f>(a: A<'f>) { g; }\nfn main() {}\n",
            b"fn main<'main>(a: A<'main>) { g; }\n",
        ),
        (
            "go",
            b"package main\nfunc f() { g }\nfunc main() {}\n",
            b"package main\nfunc main() { g }\n",
        ),
        ("c", b"int main() { /* a */ } int f(int b) { f(1); }", b"int main(int b) { main(1); }"),
    ],
)
def test_a_function_takes_the_name_of_one_that_does_nothing(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(names, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text, unwanted",
    [
        (b"fn main() { g; } fn f() { h; }", b"fn main() { h; }"),
        (b"fn main() { f(); } fn f() {}", b"fn f() { f(); }"),
    ],
)
def test_the_name_of_a_function_that_does_something_or_is_called_stays_its_own(
    text: bytes, unwanted: bytes
) -> None:
    assert tight(unwanted) not in map(tight, asked_in_vain(names, "rust", text))


def test_only_a_few_names_are_passed_on() -> None:
    text = b"".join(b"fn a%d() {} " % number for number in range(40)) + b"fn f() { g; }"
    asked = asked_in_vain(names, "rust", text)
    assert sum(b"{ g; }" in each and b"fn f(" not in each for each in asked) == 6
