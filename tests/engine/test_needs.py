"""Needs: what a member of a text needs of the others, by the names that they mention."""

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.relations.needs import Needs
from nubbin.engine.relations.places import Places
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, tight

C = b"""\
#include <stdio.h>
typedef int word;
struct pair { word first; word second; };
int idle;
word add(struct pair it) { word sum = it.first + it.second; return sum; }
word twice(word it) { struct pair both; return add(both); }
"""
CLASSES = b"""\
interface Keyed { int key(); int idle(); }
class Room implements Keyed { int seats; public int key() { return seats; } void idle2() {} }
class Main { Room room; int f() { return room.seats; } int g() { return 0; } }
"""
TEMPLATES = b"""\
template<class A> struct box;
template<> struct box<int> { int n; };
template<class A> struct idle;
box<int> it;
"""
TORN = (
    b"namespace n { template <class T> class a { template<class K> auto f(const K& x) const"
    b" -> decltype(h.g(x), void(), true) { return h.g(x) != h.end(); }"
    b" K i(const L& y) { return h; } K j(const L& y) { return h; } }; int b; }"
)
"""To the grammar, `void()` is no argument: the class ends behind its first function."""
WHOLE = (
    b"void g(void) { h(1); } void f(void) { int i = 0; int j; g(); k(i); } void k(int n) { h(n); }"
)


def needs_of(text: bytes, language: str, depth: int) -> Needs:
    context = Context(ask(lambda text: True), Parsing(named(language)))
    return Needs(Places(bare(context, text)), depth)


def needed(text: bytes, language: str, depth: int, member: bytes) -> bytes:
    """Return the text with a member and what it needs: the last that begins with these words."""
    needs = needs_of(text, language, depth)
    tree = Parsing(named(language)).syntax(text).tree
    starts = [tree.source(row).startswith(member) for row in needs.members]
    index = len(starts) - 1 - starts[::-1].index(True)
    return tight(needs.render(needs.closed(needs.always | 1 << index)))


CASES = {
    "what a variant of the same name has in it": (
        (b"struct A; struct B; enum E { A(A), C }", "rust", 0, b"enum E"),
        b"struct A; enum E { A(A), C }",
    ),
    "all that a trait asks for": (
        (
            b"struct A; trait T { fn f(); fn g(); } impl T for A { fn f() { } fn g() { } }"
            b" impl A { fn h() { } fn i() { } }",
            "rust",
            1,
            b"fn g() {",
        ),
        b"struct A; trait T { fn f(); fn g(); } impl T for A { fn f() { } fn g() { } }",
    ),
    "itself, and what is included": (
        (C, "c", 0, b"int idle"),
        b"#include <stdio.h>\nint idle;",
    ),
    "what it mentions, and what that mentions": (
        (C, "c", 0, b"word add"),
        C.replace(b"int idle;\n", b"").partition(b"word twice")[0],
    ),
    "whom it calls": ((C, "c", 0, b"word twice"), C.replace(b"int idle;\n", b"")),
    "a member of a class needs the class alone": (
        (CLASSES, "java", 1, b"int g"),
        b"class Main { int g() { return 0; } }",
    ),
    "of a class what is mentioned, not what else it has": (
        (CLASSES, "java", 1, b"Room room"),
        b"interface Keyed { } class Room implements Keyed { } class Main { Room room; }",
    ),
    "what a class has to define for the sake of another": (
        (
            b"class A { int f() { return g(); } int g() { return 1; } } class B extends A { int n; "
            b"int g() { return n; } } class C { B it; int h() { return it.f(); } }",
            "java",
            1,
            b"int h",
        ),
        b"class A { int f() { return g(); } int g() { return 1; } } class B extends A { int n; "
        b"int g() { return n; } } class C { B it; int h() { return it.f(); } }",
    ),
    "a field, of structures that it knows": (
        (
            b"struct a { int n; }; struct b { int n; }; struct c { struct b it; };"
            b"int f(struct c *it) { return it->it.n; }",
            "c",
            0,
            b"int f",
        ),
        b"struct b { int n; }; struct c { struct b it; }; int f(struct c *it) { return it->it.n; }",
    ),
    "a field of a structure that is called by another name": (
        (
            b"typedef struct { int n; } a; typedef struct { int n; } b;"
            b"int f(a *it) { return it->n; }",
            "c",
            0,
            b"int f",
        ),
        b"typedef struct { int n; } a; int f(a *it) { return it->n; }",
    ),
    "values of an enumeration that has no name": (
        (b"enum { A, B }; enum { C }; int f() { return B; }", "c", 0, b"int f"),
        b"enum { A, B }; int f() { return B; }",
    ),
    "a method, of types that it knows": (
        (
            b"package p; type T struct{}; func (t T) f() {}; type U struct{}; func (t U) f() {};"
            b"func h() { T{}.f() }",
            "go",
            0,
            b"func h",
        ),
        b"package p; type T struct{}; func (t T) f() {}; func h() { T{}.f() }",
    ),
    "what is added to a type that it knows": (
        (
            b"struct A; struct B; impl A { fn f(&self) {} fn g(&self) {} }"
            b"impl B { fn f(&self) {} } fn h(a: A) { a.f() }",
            "rust",
            1,
            b"fn h",
        ),
        b"struct A; impl A { fn f(&self) {} } fn h(a: A) { a.f() }",
    ),
    "all that is added to a type, where that has no members of its own": (
        (
            b"struct A; struct B; impl A { fn f(&self) {} fn g(&self) {} }"
            b"impl B { fn f(&self) {} } fn h(a: A) { a.f() }",
            "rust",
            0,
            b"fn h",
        ),
        b"struct A; impl A { fn f(&self) {} fn g(&self) {} } fn h(a: A) { a.f() }",
    ),
    "of functions that are called alike the first, and those that take what it knows": (
        (
            b"struct a; struct b; void f(int); void f(a *); void f(b *); void g(a *it) { f(it); }",
            "cpp",
            0,
            b"void g",
        ),
        b"struct a; void f(int); void f(a *); void g(a *it) { f(it); }",
    ),
    "of specialisations those for what it knows": (
        (
            b"struct a; struct b; template<class T> struct c {}; template<> struct c<a> {};"
            b"template<> struct c<b> {}; c<int> f(a *);",
            "cpp",
            0,
            b"c<int> f",
        ),
        b"struct a; template<class T> struct c {}; template<> struct c<a> {}; c<int> f(a *);",
    ),
    "operators for what it knows": (
        (
            b"struct a {}; struct b {}; bool operator<(a, a); bool operator<(b, b);"
            b"bool f(a it) { return it < it; }",
            "cpp",
            0,
            b"bool f",
        ),
        b"struct a {}; bool operator<(a, a); bool f(a it) { return it < it; }",
    ),
    "operators, friends and what is used of a class": (
        (
            b"struct b { int n; int m; }; struct a : b { using b::n; bool operator!() { return n; }"
            b"friend struct c; int m; }; a it;",
            "cpp",
            1,
            b"a it",
        ),
        b"struct b { int n; }; struct a : b { using b::n; bool operator!() { return n; }"
        b"friend struct c; }; a it;",
    ),
    "what is made known of what it knows": (
        (
            b"int f(); int g(); namespace n { using ::f; using ::g; } int x = n::f();",
            "cpp",
            0,
            b"int x",
        ),
        b"int f(); namespace n { using ::f; } int x = n::f();",
    ),
    "what a class declares, and is defined outside of it": (
        (
            b"struct a { int f(); int g(); }; int a::f() { return 1; } int a::g() { return 2; }",
            "cpp",
            1,
            b"int a::f",
        ),
        b"struct a { int f(); }; int a::f() { return 1; }",
    ),
    "what is declared for another language": (
        (b'extern "C" int f(); extern "C" int g(); int x = f();', "cpp", 0, b"int x"),
        b'extern "C" int f(); int x = f();',
    ),
    "what is required of what it takes": (
        (
            b"template<class T> concept a = true; template<class T> concept b = true;"
            b"template<class T> requires a<T> void f(T);",
            "cpp",
            0,
            b"template<class T> requires",
        ),
        b"template<class T> concept a = true; template<class T> requires a<T> void f(T);",
    ),
    "the package, and what does not say what it makes known": (
        (b'package main; import "fmt"; func main() { f() }; func f() {}', "go", 0, b"func f"),
        b'package main; import "fmt"; func f() {}',
    ),
    "of what is imported what it mentions, and what may be anything": (
        (
            b"package p; import a.b.C; import a.b.D; import e.*; class F { C c; }",
            "java",
            0,
            b"class",
        ),
        b"package p; import a.b.C; import e.*; class F { C c; }",
    ),
    "what the parser makes an end of in the middle": (
        (
            b"template<class T> int f(T) requires (sizeof(T) == 1) && a(T) && b(T) { return 1; }"
            b"int c;",
            "cpp",
            0,
            b"b(T)",
        ),
        b"template<class T> int f(T) requires (sizeof(T) == 1) && a(T) && b(T) { return 1; }",
    ),
    "where a bracket is that the parser takes for another": (
        (TORN + b" int c;", "cpp", 2, b"int b"),
        TORN,
    ),
    "nothing of what a bracket is in that the parser takes for another": (
        (TORN + b" int c;", "cpp", 2, b"int c"),
        b"int c;",
    ),
    "the template of a specialisation, and the other way round": (
        (TEMPLATES, "cpp", 0, b"template<> struct box<int>"),
        TEMPLATES.partition(b"template<class A> struct idle")[0],
    ),
    "all that specialises what it mentions": (
        (TEMPLATES, "cpp", 0, b"box<int> it"),
        TEMPLATES.replace(b"template<class A> struct idle;\n", b""),
    ),
    "a statement needs its function, not what else is in that": (
        (WHOLE, "c", 2, b"int j"),
        b"void f(void) { int j; }",
    ),
    "a statement needs all of a function that it calls, and its variables": (
        (WHOLE, "c", 2, b"k(i)"),
        b"void f(void) { int i = 0; k(i); } void k(int n) { h(n); }",
    ),
    "variables of other functions are not meant": (
        (b"int f() { int i = 1; return i; } int g() { int i = 2; return i; }", "c", 2, b"return i"),
        b"int g() { int i = 2; return i; }",
    ),
    "a function that calls itself needs not all of itself": (
        (b"int f(int n) { g(); return f(n); } int h;", "c", 2, b"return"),
        b"int f(int n) { return f(n); }",
    ),
    "parameters are another's names outside of their function": (
        (b"int n; int f(int n) { g(); return n; }", "c", 2, b"return"),
        b"int f(int n) { return n; }",
    ),
    "what stands for who may see a class goes with it": (
        (b"class a { public: int n; int m; }; a it; int x;", "cpp", 1, b"a it"),
        b"class a { public: }; a it;",
    ),
    "what is in a namespace is in it": (
        (b"namespace n { int one; int two; } int three = n::one;", "cpp", 1, b"int three"),
        b"namespace n { int one; } int three = n::one;",
    ),
    "what nothing defines is known to all": (
        (b"f(x); g(y); h(y);", "javascript", 0, b"h(y)"),
        b"h(y);",
    ),
    "an attribute and what it is about": (
        (
            b"#![feature(a)] #[repr(C)] struct S(u8); #[derive(B)] struct T(S);",
            "rust",
            0,
            b"struct T",
        ),
        b"#![feature(a)] #[repr(C)] struct S(u8); #[derive(B)] struct T(S);",
    ),
    "an attribute goes with what it is about": (
        (
            b"#![feature(a)] #[repr(C)] struct S(u8); #[derive(B)] struct T(u8);",
            "rust",
            0,
            b"struct T",
        ),
        b"#![feature(a)] #[derive(B)] struct T(u8);",
    ),
    "a name in brackets": (
        (
            b"int (f)(int n) { return n; } int (g)(int n) { return n; } int x = f(1);",
            "c",
            0,
            b"int x",
        ),
        b"int (f)(int n) { return n; } int x = f(1);",
    ),
    "a type that the grammar takes for one of the language's own": (
        (
            b"typedef long int int16_t; typedef long int int8_t; int16_t (f)(int16_t n) {}",
            "c",
            0,
            b"int16_t (f)",
        ),
        b"typedef long int int16_t; int16_t (f)(int16_t n) {}",
    ),
    "a type that is called what its structure is": (
        (
            b"struct a; typedef struct a a; typedef struct b b; extern int f(a *it);",
            "c",
            0,
            b"extern",
        ),
        b"struct a; typedef struct a a; extern int f(a *it);",
    ),
    "what it sets, and what it calls others with": (
        (
            b"int i; int j[2]; int k; int l; void g(int); void f() { i = 1; j[0]++; g(k); }",
            "c",
            0,
            b"void f",
        ),
        b"int i; int j[2]; int k; void g(int); void f() { i = 1; j[0]++; g(k); }",
    ),
    "what is declared, not all that set it": (
        (b"var a; a = 1; a = 2; var b; f(a);", "javascript", 0, b"f(a)"),
        b"var a; f(a);",
    ),
    "all that set what is not declared": (
        (b"a = 1\nb = 2\na = 3\nf(a)\n", "python", 0, b"f(a)"),
        b"a = 1\na = 3\nf(a)\n",
    ),
    "a method that it calls, and its own name, not what its parameters are called": (
        (
            b"class A { int n; int m; int f(int n) { return g() + n; } int g() { return m; } }",
            "java",
            1,
            b"int f",
        ),
        b"class A { int m; int f(int n) { return g() + n; } int g() { return m; } }",
    ),
    "a method of which what it is called does not look like a name to go": (
        (
            b"class a { long f(int); long g(int) {} int n; }; a it; int x = it.g(1);",
            "cpp",
            1,
            b"int x",
        ),
        b"class a { long g(int) {} }; a it; int x = it.g(1);",
    ),
    "what stands in a template, in its arguments, in its bases": (
        (
            b"struct a; struct b; template<class T> struct c {}; struct e: c<a>, b {}; int f;",
            "cpp",
            0,
            b"struct e",
        ),
        b"struct a; struct b; template<class T> struct c {}; struct e: c<a>, b {};",
    ),
    "what is built": (
        (b"struct A { n: i8 } struct B; fn f() { A { n: 1 }; }", "rust", 0, b"fn f"),
        b"struct A { n: i8 } fn f() { A { n: 1 }; }",
    ),
    "an element": (
        (b"function A() {} function B() {} function f() { return <A/>; }", "tsx", 0, b"function f"),
        b"function A() {} function f() { return <A/>; }",
    ),
    "used before it is defined": (
        (
            b"function f() { return g(); } function g() { return 1; } var h;",
            "javascript",
            0,
            b"function f",
        ),
        b"function f() { return g(); } function g() { return 1; }",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_member_needs_what_its_names_stand_for(name: str) -> None:
    (text, language, depth, member), kept = CASES[name]
    assert needed(text, language, depth, member) == tight(kept)


def test_what_two_need_together_neither_may_need_alone() -> None:
    text = b"interface A { int f(); int g(); } class B implements A { int f() {} int g() {} } A it;"
    needs = needs_of(text, "java", 1)
    tree = Parsing(named("java")).syntax(text).tree
    of = {tree.source(row)[:9]: index for index, row in enumerate(needs.members)}
    declared, user = needs.closed(1 << of[b"int f();"]), of[b"class B i"]
    assert tight(needs.render(declared)) == tight(b"interface A { int f(); }")
    both = needs.closed(declared | 1 << user)
    wanted = b"interface A { int f(); } class B implements A { int f() {} }"
    assert tight(needs.render(both)) == tight(wanted)
    assert declared | needs.growing(declared)(user) == both


def test_what_the_parser_could_not_read_is_no_member() -> None:
    assert len(needs_of(b"int a; } int b;", "c", 0).members) == 2


HEADER = b"""\
typedef int word;
typedef word wide;
struct pair;
struct pair { wide first; word second; };
enum kind { SMALL, LARGE };
extern int strlen(const char *text);
extern int idle(struct lonely *of);
struct lonely { struct lonely *next; enum mood mood; };
enum mood { GOOD, BAD };
"""


def mentioned(text: bytes, language: str = "c") -> bytes:
    needs = needs_of(text, language, 0)
    return tight(needs.render(needs.mentioned))


@pytest.mark.parametrize(
    "use, lines",
    [
        (b"int main(void) { return 0; }", []),
        (b"int main(void) { return strlen(0); }", [5]),
        (b"wide main(void) { return 0; }", [0, 1]),
        (b"int main(void) { struct pair it; return 0; }", [0, 1, 2, 3]),
        (b"int main(void) { return LARGE; }", [4]),
        (b"int main(void) { return idle(0); }", [6, 7, 8]),
    ],
)
def test_what_is_mentioned_stays_with_what_that_mentions(use: bytes, lines: list[int]) -> None:
    header = HEADER.splitlines(keepends=True)
    assert mentioned(HEADER + use) == tight(b"".join(header[line] for line in lines) + use)


def test_functions_and_statements_stay_though_nothing_mentions_them() -> None:
    text = b"var idle = [1, 2, 3]; var idler = idle; function f() { g(1); } g(2); var one = g;"
    assert mentioned(text, "javascript") == tight(b"function f() { g(1); } g(2);")


def test_members_of_namespaces_and_conditions_go_and_these_stay() -> None:
    text = b"""\
namespace n { int one; extern "C" { int two; int used; } }
#ifdef THREE
int three;
#else
int four;
#endif
int main() { return n::used; }
"""
    kept = b"""\
namespace n { extern "C" { int used; } }
#ifdef THREE
#else
#endif
int main() { return n::used; }
"""
    assert mentioned(text, "cpp") == tight(kept)


def test_of_a_text_that_declares_only_nothing_is_mentioned() -> None:
    assert needs_of(HEADER, "c", 0).mentioned == 0


def test_what_a_condition_mentions_stays() -> None:
    main = b"int main(void) { return 0; }\n"
    text = b"#define THREE 3\n#define FOUR 4\n#ifdef THREE\nint x;\n#endif\n" + main
    kept = b"#define THREE 3\n#ifdef THREE\n#endif\n"
    assert mentioned(text) == tight(kept + main)
    needs = needs_of(text, "c", 0)
    assert tight(needs.render(needs.always)) == tight(kept)


@pytest.mark.parametrize("depth, members", [(0, 3), (1, 11), (2, 14)])
def test_members_are_those_of_the_text_of_its_classes_and_of_its_functions(
    depth: int, members: int
) -> None:
    assert len(needs_of(CLASSES, "java", depth).members) == members


def test_each_token_of_a_member_counts_once() -> None:
    needs = needs_of(CLASSES, "java", 2)
    whole = Parsing(named("java")).syntax(CLASSES).tree.tokens()
    assert needs.weight((1 << len(needs.members)) - 1) == whole


def test_needs_in_circles_and_chains_against_the_order_are_followed_to_the_end() -> None:
    chain = b"".join(b"int f%d() { return f%d(); }\n" % (n, (n + 1) % 200) for n in range(200))
    needs = needs_of(chain, "c", 0)
    assert {needs.closed(1 << member) for member in range(200)} == {needs.every}
    assert needs.order == [*range(199, -1, -1)]


def test_what_may_not_change_is_no_member() -> None:
    reader = Parsing(named("c"))
    context = Context(ask(lambda text: True), reader, head=C.index(b"int idle"))
    needs = Needs(Places(bare(context, C)), 0)
    assert len(needs.members) == 3
