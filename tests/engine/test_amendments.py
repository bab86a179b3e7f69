"""What a language says beyond its grammar is what its compiler says."""

import ast
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golang import refusal
from javac import taken_of
from nubbin.engine.trees.amendments import Amendments, amendments_for
from nubbin.engine.trees.language import load, named
from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.vocabulary.text import Span
from oracles import reduce_inline

C = b"""\
struct s { int a; };
typedef int t;
int f(int *p, t n) {
    int i = 0;
    while (i < n) { p[i] = n; i++; }
    switch (n) { case 1: case 2: return i; default: { case 3: break; } }
    return sizeof(int);
}
int g(void) __attribute__((unused));
#define USED(a)
int h(void) USED(1);
"""
CPP = b"""\
#include <cstddef>
namespace n {
template <class T, unsigned N> class s;
template <class T> class s<T, 1> {
public:
    explicit s(T t) : t_(static_cast<T>(t)) { }
    template <class U> operator U() const noexcept { return U(t_); }
    template <class U> s<U, 1> &with(U u);
private:
    T t_;
};
template <class T> template <class U> s<U, 1> &s<T, 1>::with(U u) { static s<U, 1> a(u); return a; }
template <> class s<int, 1> { public: s() = default; virtual ~s() { } };
template <class T> concept c = requires(T t) { t + 1; };
template <class T> constexpr T v = T(1);
template <c T> using t = decltype([](T t) { return t; });
template <> const int v<int> = 2;
auto f(c auto a) -> int { switch (a) { case 1: return unsigned(a); default: return {}; } }
}
class s { s(); friend class a; union { int i; float f; }; };
s::s() : i(1) { try { throw 1; } catch (...) { } }
extern "C" { int g(void); }
static_assert(sizeof(int) == 4);
"""
JAVA = b"""\
import java.util.*;
import static java.util.List.*;
interface I<T> {
    int i = 1;
    T m(T t);
    default int d() { return 1; }
    static void s() { }
    private int p() { while (true) ; }
}
abstract class A<T extends List<int[]> & I<T>> implements I<T> {
    A() { this(1); }
    A(int a, Object... b) { super(); }
    abstract int a();
    native int n();
    A<T> b(Object o) {
        if (o == null) return null; else throw new Error();
    }
    int c(int i) {
        List<Integer> l = new ArrayList<>();
        a: for (i = 0; i < 1; i++) { if (i > 0) continue; else break a; }
        int j = switch (i) { case 1 -> 2; case 2 -> { yield 3; } default -> throw new Error(); };
        switch (i) { case 1: i++; break; case 2: return j; default: { } }
        switch (i) { case 1 -> { } default -> l.forEach(k -> { return; }); }
        Runnable r = () -> { }, s = this::d;
        try { return 1; } finally { i--; new B(); }
    }
    class B { B() { return; } int f() { synchronized (this) { return 1; } } }
}
enum E { X { int m() { return 1; } }; E() { } abstract int m(); }
record R(int i) { R { } R() { this(1); } int f() throws Error { throw null; } }
@interface N { int m() default 1; }
"""
RUST = b"""\
#![allow(dead_code)]
use std::ops::{Deref, Not as N};
macro_rules! m { ($a:tt) => { struct $a { x: u8 } }; ($($a:ident),*) => { m!{A} }; }
m!(B);
m!{C}
extern "C" { fn g(a: u8); }
trait T { type O; const K: u8; fn f(&self) { } fn h(self: Box<Self>, _: u8); }
#[derive(Clone, Copy)]
pub struct S<F>(pub F, u8);
impl<F> S<F> {
    pub const K: u8 = 1;
    pub fn f(self, (a, _): (u8, u8)) -> u8 {
        struct D { d: u8, }
        let D { d, .. } = D { d: 1 };
        let x = 'a: { if a > 1 { break 'a 1; } d };
        let y = loop { if x > 1 { break 2; } else { continue } };
        while x > y { return x; }
        for _ in [1, 2] { let c = |b: u8| b; (c)(1); }
        #[cfg(any())] h();
        1
    }
}
impl Deref for S<u8> { type Target = u8; fn deref(&self) -> &u8 { &self.0 } }
enum E { #[allow(unused)] X(u8), Y { a: u8 } }
mod a { pub(crate) type T = u8; fn b(_: T) { } }
static mut A: u8 = 1;
"""
JAVASCRIPT = b"""\
class A extends Array { constructor(a) { super(a); } m() { return super.length; } }
function f({ a }, ...b) { try { f(a); } catch (e) { for (;;) break; } finally { a = 1; } }
const g = function () {}, [h] = [new class { n() {} }];
({ a: 1 });
"""
PYTHON = b"""\
def f(*a):
    try:
        x, *y = [*a]
    except ValueError as e:
        return f(*a); f()
        x = 1  # one
        y = (
            2); z = 3
        # said
    with x as y, open(y) as z:
        return x

class A:
    b = 1
    c = 2
"""

WRONG = {
    "c": [
        b"return 1;",
        b"{ int i; }",
        b"f { int i; }",
        b"if (1) ;",
        b"int f { return 1; }",
        b"int *f { return 1; }",
        b"int int() { }",
        b"struct s { a; };",
        b"int f() { case 1: ; }",
        b"int f() { return int; }",
        b"f(1, n) { }",
        b"long(p) { }",
        b"#include stdio\n",
        b"struct s { int a; } b; int f() { return b.int; }",
        b"int f() a[7] = 0;",
        b"int f() g() { }",
        b'int f() { return g("" a); }',
        b"typedef f int;",
        b"int f() { return 0.f1; }",
    ],
    "cpp": [
        b"int f() { return 1; } return 1;",
        b"namespace a { { int i; } }",
        b"namespace a { for (int i : {1}) ; }",
        b"int f { return 1; }",
        b"int &f { return 1; }",
        b"struct s { auto f { return 1; } };",
        b"f() { }",
        b"struct s { f() { } };",
        b"struct s { constexpr int f() const { } };",
        b"void f() { int; }",
        b"struct s { int; };",
        b"#include <cstddef>\nvoid f() { std a; }",
        b"#include <cstddef>\nint a = std;",
        b"void f() { void g() { } }",
        b"void f() { template <class T> struct s; }",
        b"template <class T> int;",
        b"template <class T> enum e { a };",
        b"template <class T> class { };",
        b"template <> struct s { };",
        b"template <> using t = int;",
        b"template <class T> template <class U> struct s { };",
        b"template <class T> template <class U> concept c = true;",
        b"struct s { template <class T> concept c = true; };",
        b"void f() { case 1: ; }",
        b"#include stdio\n",
        b"int int(int i) { return i; }",
        b"struct s { int int[3]; };",
    ],
    "rust": [
        b"if true { }",
        b"f()",
        b"let a = 1;",
        b"type A; fn f();",
        b"struct A; impl A { type B; fn f(); struct C; let d = 1; }",
        b"struct A; impl A { mod a { let b = 1; } use b; }",
        b"trait A { pub fn f(); struct B; }",
        b"trait A { fn f(); } impl A for u8 { pub fn f() { } }",
        b"enum A { pub B }",
        b"fn f(u8) { }",
        b"fn f(_) { }",
        b"fn f(self) { }",
        b"struct A; #[cfg(any())]",
        b"fn f() { #[cfg(any())] }",
        b"#[derive] struct A;",
        b"struct A { , }",
        b"fn f() { g(,) } fn g() { }",
        b"use std::{,};",
        b"fn f() { break; }",
        b"fn f() { continue }",
        b"fn f() { 1(2) }",
        b"fn f() { (1, 2)(3) }",
        b"fn f() { if 1 { } }",
        b"fn f() { 1 = 2; }",
        b"fn f(a: $b) { }",
    ],
    "java": [
        b"class A { void f() { 1; } }",
        b"class A { void f(int i) { for (i; ; i + 1) ; } }",
        b"class A { } if (true) ;",
        b"class A { void f() { if (true) int i; } }",
        b"class A { void f() { for (; ; ) { yield 1; } } }",
        b"class A { void f() { break; } }",
        b"class A { void f() { return; ; } }",
        b"class A { f() { } }",
        b"class A { A { } }",
        b"class A { void f(); }",
        b"class A { abstract void f(); }",
        b"interface A { void f() { } default void g(); }",
        b"class A { int f() { } }",
        b"class A { int f() { return; } }",
        b"class A { int f(int i) { return switch (i) { default -> { } }; } }",
        b"class A { void a; }",
        b"class A { Object a = new int(); }",
        b"class A implements Comparable<int> { }",
        b"class A { Comparable<> a; }",
        b"class A { int f() { if (0) throw 0; return 0[1]; } }",
        b"import a;",
        b"class A { void f(int... a, int b) { } }",
        b"class A { void f(int a, int a) { } }",
        b"class A { void f() { int _; } }",
    ],
    "javascript": [
        b"class { }",
        b"({ , a })",
        b"({ a, , b })",
        b"let { , a } = b",
        b"f(, 2)",
        b"f(1, , 2)",
        b"a++\n.b",
        b"a++(b)",
        b"[a]++",
        b"--0",
        b"class extends Array { }",
        b"function () { }",
        b"{ a: 1, b: 2 }",
        b"{ f() { } }.a",
        b"super()",
        b"super.a",
        b"class A { constructor() { super() } }",
        b"class A extends B { m() { super() } }",
        b"try { }",
        b"break;",
        b"function f() { continue; }",
        b"const a;",
        b"var [a];",
        b"function f(...a, b) { }",
        b"var [...a, b] = c;",
        b"var { ...a, b } = c;",
    ],
    "go": [
        b"package p; return",
        b"package p; x := 1",
        b"package p; func f()",
        b"package p; type t int; func (t) f()",
        b"package p; func () f() { }",
    ],
    "python": [
        b"class A:\n",
        b"def f():\n    if 1:\n    x\n",
        b"x\n    y\n",
        b"class A:\n    x\n  y\n",
        b"try:\n    x\n",
        b"if * a:\n    b\n",
        b"  a\n",
        b"if a as b:\n    c\n",
        b"a: b : c\n",
        b"a: * b\n",
        b"def f(a: * b): 0\n",
        b"for a in b: (): 0\n",
        b"a, b: 0\n",
        b"a: b = c = d\n",
        b"a += b = c\n",
        b"a := b\n",
        b"def f((a)): 0\n",
        b"lambda (a): 0\n",
        b"def f(a=1, b): 0\n",
        b"f(a=1, b)\n",
        b"del f()\n",
        b"del a, 0\n",
        b"with a as f(): 0\n",
        b"type f() = 0\n",
    ],
}
RIGHT = {
    "go": [b"package p; type t int; func (t) f() { x := 1; _ = x; return }; var v = t(0)"],
    "c": [
        C,
        b"f(a) { return a; }",
        b"a;",
        b"f(int) { }",
        b"f(int a) { }",
        b"f(int a[]) { }",
        b"typedef unsigned int size_t;\nint f() { return 1.e5 + 0x1.ap3 + 1.f; }",
        b'#define A "a"\nchar a[] = "" A;',
    ],
    "cpp": [
        CPP,
        b"main() { }",
        b"struct s { int : 3; constexpr s() { } constexpr void f() { } };",
        b"template <class T> struct s { constexpr T f() { } };",
        b"template <class T> struct s { s() { } s(T) : a{} { } ~s() { } T a; };",
    ],
    "java": [JAVA],
    "rust": [RUST],
    "javascript": [
        JAVASCRIPT,
        b"f(a, [, b, , c], ({ a, }), (({ a, }) => a)({ a, b, }))",
        b"a++\n[].b",
        b"{ a: 1 }",
        b"(function () { })()",
        b"new class { }",
        b"({ m() { return super.a } })",
        b"class A extends B { a = super.a; static { super.a } }",
    ],
    "python": [
        PYTHON,
        b"if 1: x\ny\n",
        b"* a\n",
        b"x\n# said\ny; z\n",
        b"f(\n  a)\ng\n",
        b"\n\nx\ny\n",
        b"with (a as b, c as d): 0\n",
        b"try: a\nexcept (B, C) as d: 0\n",
        b"match a:\n  case [b] as c: 0\n  case (b as c): 0\n",
        b"def f(*a: *b): 0\n",
        b"(a): b = c, d\na.b: c\n",
        b"a = b = c\n(a := b)\n",
        b"def f(a, b=1, *c, d, **e): 0\nlambda a, b=1: 0\n",
        b"f(a, b=1, *c, d=2, **e)\n",
        b"del a.b, (c), d[0]\n",
        b"with a as (b, c): 0\n",
    ],
}


COMMANDS = {
    "c": "gcc -std=gnu89 -fsyntax-only -w -x c -",
    "cpp": "g++ -std=c++20 -fsyntax-only -x c++ -",
    "javascript": "node --check -",
    "rust": "rustc --edition=2021 --crate-type=lib --emit=metadata -Awarnings -",
}
"""What takes a text of each language from its standard input, and leaves files where it is run."""


@cache
def java() -> frozenset[bytes]:
    """Return what Java takes of its texts."""
    return taken_of(WRONG["java"] + RIGHT["java"])


def taken(language: str, text: bytes) -> bool:
    """Whether the language's own tool takes a text."""
    if language == "python":
        try:
            ast.parse(text)
        except SyntaxError:
            return False
        return True
    if language == "go":
        return not refusal(text)
    if language == "java":
        return text in java()
    with tempfile.TemporaryDirectory() as folder:
        command = ["sh", "-c", COMMANDS[language]]
        ended = subprocess.run(command, input=text, capture_output=True, check=False, cwd=folder)
        return ended.returncode == 0


class Count(NamedTuple):
    """All that is wrong with a text; the fewer, in this order, the better."""

    errors: int
    dated: int


def faults(language: str, text: bytes) -> Count:
    """Count a text's faults, as its language sees it; what is right after all was wrong before."""
    grammar = load(named(language))
    amendments = amendments_for(language, grammar)
    assert amendments is not None
    syntax = Syntax(Parser(grammar), text)
    found = amendments.faults(syntax.parsed.root_node, text, [Span(0, len(text))])
    assert found.mistakes >= 0
    return Count(syntax.errors + found.errors, found.dated)


@pytest.mark.parametrize(
    "text, more",
    [
        (b"function(){}; '\xff'", 1),
        (b"function(){'\xff'}", 1),
        (b"function(\xff){}", 1),
        (b"f();\nfunction(){K/\xddk", 1),
        (b"class {} /\xff/.\xfe()", 0),
    ],
)
def test_a_fault_is_found_where_a_string_or_a_name_is_no_utf_8(text: bytes, more: int) -> None:
    syntax = Parsing(named("javascript")).syntax(text)
    assert faults("javascript", text) == Count(syntax.errors + more, 0)


def cases(texts: dict[str, list[bytes]]) -> list[object]:
    tools = {"c": "gcc", "cpp": "g++", "go": "go", "java": "javac", "javascript": "node"}
    tools["rust"] = "rustc"
    return [
        pytest.param(
            language,
            text,
            marks=pytest.mark.skipif(
                language in tools and shutil.which(tools[language]) is None,
                reason="the language's own tool is not installed",
            ),
        )
        for language in texts
        for text in texts[language]
    ]


@pytest.mark.parametrize("language, text", cases(WRONG))
def test_what_the_compiler_refuses_has_an_error_that_the_grammar_does_not_know(
    language: str, text: bytes
) -> None:
    assert not taken(language, text)
    assert faults(language, text).errors > 0


@pytest.mark.parametrize("language, text", cases(RIGHT))
def test_what_the_compiler_takes_has_no_more_errors_than_the_grammar_says(
    language: str, text: bytes
) -> None:
    assert taken(language, text)
    assert faults(language, text).errors <= Parsing(named(language)).syntax(text).errors


def test_a_word_of_the_compiler_s_own_is_no_error() -> None:
    text = b"int f(char __seg_gs *p) { return *p; }"
    assert taken("c", text)
    assert faults("c", text) == (0, 0)
    assert faults("c", text.replace(b"__seg_gs", b"seg_gs")).errors > 0


def test_a_function_without_a_type_is_worse_than_one_with_it_and_better_than_its_block() -> None:
    counts = [faults("c", text) for text in (b"int f() { ; }", b"f() { ; }", b"{ ; }")]
    assert counts == [(0, 0), (0, 1), (1, 0)]


def test_statements_of_python_2_are_dated() -> None:
    syntax = Parsing(named("python")).syntax(b"print(a)\n")
    assert syntax.forbids(b"print a\n")
    assert not syntax.forbids(b"print a\n", dated=True)


def test_what_is_dated_is_no_fault_where_that_is_allowed_and_an_error_is() -> None:
    syntax = Parsing(named("c")).syntax(b"int f() { return 1; }")
    assert syntax.forbids(b"f() { return 1; }")
    assert not syntax.forbids(b"f() { return 1; }", dated=True)
    assert syntax.forbids(b"int f() { return 1; ", dated=True)


def test_where_a_function_has_no_type_other_errors_are_no_better_than_elsewhere() -> None:
    syntax = Parsing(named("c")).syntax(b"f(a, b) { a[b] = 0; }")
    for worse in (b"a[b] = 0", b"f(a, b)", b"f(a, b) { a[b] = 0 }", b"int f { a[b] = 0; }"):
        assert syntax.forbids(worse)
    for other in (b"int f() { a[b] = 0; }", b"f(a, b) { 0; }", b"int f(a) { }"):
        assert not syntax.forbids(other)


HTML = b"<!DOCTYPE html><div><p>a</p><b>x <i>y</i></b></div><a href='b'>z</a>"


@pytest.mark.parametrize(
    "text",
    [
        b"<!DOCTYPE html></p>",
        b"<div><p>a</p><b>x</div>",
        b"<p>a</p>x</b> y z</div><b>",
        b"</p></q> x",
        b"<b></q>",
    ],
)
def test_an_element_of_html_may_lack_either_of_its_ends(text: bytes) -> None:
    assert faults("html", text) == Count(0, 0)
    assert not Parsing(named("html")).syntax(HTML).forbids(text)


@pytest.mark.parametrize("text", [b"<", b"<a", b"</a", b"a</>", b"<b></b", b"<b c=>x</b>"])
def test_half_a_tag_of_html_is_an_error(text: bytes) -> None:
    assert faults("html", text).errors > 0


def test_ends_of_html_elements_go_where_the_oracle_does_without() -> None:
    reduction = reduce_inline(
        HTML, lambda text: b"</b>" in text and b"<div>" in text, name="case.html"
    )
    assert b"".join(reduction.text.split()) == b"<div></b>"


@pytest.mark.parametrize("name", ["typescript", "tsx"])
def test_a_constructor_calls_super_in_whatever_class_has_one(name: str) -> None:
    for kind in (b"class", b"abstract class"):
        assert faults(name, kind + b" A extends B { constructor() { super(); } }").errors == 0
        assert faults(name, kind + b" A { constructor() { super(); } }").errors == 1


@pytest.mark.parametrize(
    "name", ["c", "cpp", "go", "html", "java", "javascript", "typescript", "tsx", "python"]
)
def test_the_queries_suit_the_installed_grammar(name: str) -> None:
    assert amendments_for(name, load(named(name))) is not None


def test_every_file_of_queries_is_of_a_language() -> None:
    folder = files("nubbin.engine.trees.grammars").joinpath("amendments")
    names = [each.name.removesuffix(".scm") for each in folder.iterdir()]
    assert names
    assert all(named(name).name == name for name in names)


def test_queries_of_another_grammar_are_left_out() -> None:
    assert amendments_for("c", load(named("json"))) is None


def test_an_unknown_predicate_is_no_silent_match() -> None:
    grammar = load(named("json"))
    with pytest.raises(ValueError, match="prime"):
        Amendments(grammar, "((number) @wrong (#prime? @wrong))")


def test_bytes_that_are_no_utf_8_are_no_matter() -> None:
    syntax = Parsing(named("c")).syntax(b'int f() { "\xff"; \xff\xfe }')
    assert syntax.forbids(b'f { "\xff"; \xff\xfe }')
    assert not syntax.forbids(b'int f() { "\xff"; }')


def test_names_and_strings_that_are_no_utf_8_are_no_matter_either() -> None:
    for text in (
        b"var a\xe9=1;\nfoo();bar(a\xe9);\n",
        b'var a="\xff";\nfoo(bar("\xed\xa0\x80"));\n',
    ):
        for name in ("case.js", "case.ts"):
            reduction = reduce_inline(text, lambda one: b"foo" in one and b"bar" in one, name=name)
            assert reduction.output.tokens == 2


def test_what_is_nested_very_deep_is_judged_by_the_grammar() -> None:
    deep = b"void f() " + b"{" * 1_100 + b"}" * 1_100
    assert not Parsing(named("c")).syntax(deep).forbids(deep[9:])
    assert Parsing(named("c")).syntax(b"void f() { }").forbids(b"{ }")


@given(
    st.sampled_from(
        [
            ("c", C),
            ("html", HTML),
            ("java", JAVA),
            ("javascript", JAVASCRIPT),
            ("python", PYTHON),
            ("rust", RUST),
        ]
    ),
    st.data(),
)
def test_a_judgement_around_what_differs_is_that_of_the_whole(
    sample: tuple[str, bytes], data: st.DataObject
) -> None:
    language, text = sample
    judge = Parsing(named(language)).syntax(text)
    for _ in range(3):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
        candidate = text[:start] + text[end:]
        forbidden = judge.forbids(candidate)
        assert forbidden == (faults(language, candidate) > faults(language, text))
        if not forbidden:
            judge, text = judge.rebased(candidate), candidate


@pytest.mark.parametrize("language, text", [("java", JAVA), ("c", C), ("python", PYTHON)])
def test_what_is_torn_is_refused_by_its_errors_alone(
    language: str, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There, the amendments would be looked for in all that the parser reads otherwise."""
    judge = Parsing(named(language)).syntax(text)
    assert not judge.forbids(text + b"\n")
    monkeypatch.setattr(Amendments, "faults", None)
    assert judge.forbids(text.replace(b"(", b"", 3))


def test_pythons_own_library_has_no_faults() -> None:
    modules = sorted(Path(ast.__file__).parent.glob("*.py"))
    assert len(modules) > 100
    assert [module.name for module in modules if faults("python", module.read_bytes()).errors] == []


def test_judging_many_candidates_takes_no_memory() -> None:
    """The binding keeps a list for each node that it asks about in Python."""
    text = b"def f(a):\n    return [a, *a]\n\n\n" * 100
    syntax = Parsing(named("python")).syntax(text)
    candidates = [text[:cut] + text[cut + 9 :] for cut in range(0, 900, 9)]
    for candidate in candidates[:9]:
        syntax.forbids(candidate)
    before = sys.getallocatedblocks()
    for candidate in candidates:
        syntax.forbids(candidate)
    assert sys.getallocatedblocks() - before < 1000
