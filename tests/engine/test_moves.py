"""Moves: pieces of removable parts go into what stands near by."""

import re
from functools import partial

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.moves import moves
from nubbin.engine.strategy import Pass
from nubbin.engine.text_order import TextOrder
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from oracles import ask, asked_in_vain, left_for, tight

CASES = [
    ("javascript", b"f(a);\ng(0);\n", b"g(f(a));"),
    ("javascript", b"f(a);\n[] = [];\n", b"[] = [f(a)];"),
    ("javascript", b"var a = b;\nvar c = d, e;\n", b"var a = b, c = d, e;"),
    ("javascript", b"function f() { g(); }\nnew A(b);\n", b"new A(function f() { g(); });"),
    ("c", b"int *a; int b, c;", b"int *a, b, c;"),
    ("c", b"void f() { g(1); while (h) ; }", b"void f() { while (h) g(1); }"),
    ("python", b"f(1)\ng(0)\n", b"g(f(1))"),
    ("rust", b"fn f() { g(1); h(0) }", b"fn f() { h(g(1)) }"),
    ("json", b"[[1, 2], [3, 4]]", b"[[3, [1, 2]]]"),
]
NEAR = [
    ("javascript", b"new class { f() { a } }(g.h())", b"g.h(new class { f() { a } })"),
    ("python", b"f.a(g())\n", b"g(f.a)"),
    ("c", b"void f() { g(h ()); }", b"void f() { h(g); }"),
    ("python", b"def f(a):\n    f({0: 'b'}[a])\nf(0)\n", b"def f(a): f({}['b'])\nf(0)"),
    ("javascript", b"var a = new A();\ng(0);\n", b"g(new A());"),
    (
        "typescript",
        b"export class A { static a: B; c(d: e): void { f(A.a) } }",
        b"export class A { static a: B } f(A.a)",
    ),
    (  # what stands around the construct stays there
        "typescript",
        b"x();\nexport class A { static a: B; c(d: e): void { f(A.a) } }\ny();",
        b"x(); export class A { static a: B } f(A.a) y();",
    ),
    ("javascript", b"function a() { a++ } b(a)", b"function a() { b(a) }"),
    # A number gives way further off, and to what has nothing around it.
    ("javascript", b"new A\na.b(0)\n", b"a.b(new A)"),
    ("javascript", b"f(a)\nconsole.log(0)\n", b"console.log(f(a))"),
    # A variable goes to the parameters of its function, by its name or with its type.
    ("javascript", b"function f() { let a; g(a) }", b"function f(a) { g(a) }"),
    ("c", b"int f() { int a; g(a); }", b"int f(a) { g(a); }"),
    ("c", b"int f() { int a, b[a]; g(b); }", b"int f(a) { int b[a]; g(b); }"),
    ("c", b"int f() { struct s a = {0}; g(a); }", b"int f(struct s a) { g(a); }"),
    ("java", b"class A { int f() { int a = 0; g(a); } }", b"class A { int f(int a) { g(a); } }"),
    ("rust", b"fn f() { let a: B = c(d); a }", b"fn f(a: B) { a }"),
    ("go", b"package a\nfunc f() {\n\tvar a B\n\tg(a)\n}", b"package a\nfunc f(a B) {\n\tg(a)\n}"),
    ("javascript", b"function f(a) { for (let b of c) g(b) }", b"function f(a, b) { g(b) }"),
    ("python", b"def f():\n    for a in b:\n        g(a)\n", b"def f(a):\n    g(a)\n"),
    (
        "java",
        b"class A { int f() { for (B<C> a : b()) g(a); } }",
        b"class A { int f(B<C> a) { g(a); } }",
    ),
    (
        "java",
        b"class A { { for (B<C> a : b()) g(a); } }",
        b"class A { B<C> a; { g(a); } }",
    ),
    # A function that has only a value becomes a variable.
    ("java", b"class A { int f() { return g(); } }", b"class A { int f = g(); }"),
    ("cpp", b"int f(A a) { return a + 1; }", b"A a; int f = a + 1;"),
    ("python", b"def f():\n    return g(x)\n", b"f = g(x)"),
    ("go", b"package a\nfunc a(b C) {\n\tif b == d {}\n}\n", b"package a\nvar b C\nvar a = b == d"),
    ("go", b"package a\nfunc a(a C) {\n\tif a == d {}\n}\n", b"package a\nvar a C\nvar _ = a == d"),
    ("c", b"int f(void) { int my_v = 0; g(my_v); }", b"int f(int my_v) { g(my_v); }"),
    # What is added to a collection is in it from the beginning.
    ("javascript", b"a = []\na.push(b => 1)\nf(a)", b"a = [b => 1]\nf(a)"),
    ("typescript", b"const a: B[] = [1]; a.push(b); f(a)", b"const a: B[] = [1, b]; f(a)"),
    ("python", b"a = []\na.append(b)\nf(a)\n", b"a = [b]\nf(a)"),
    ("rust", b"fn f() { let a = vec![]; a.push(b); a }", b"fn f() { let a = vec![b]; a }"),
    ("python", b"a = {}\na[b] = c\nf(a)\n", b"a = {b: c}\nf(a)"),
    ("javascript", b"a = { b: 1 }\na.c = 2\nf(a)", b"a = { b: 1 , c: 2}\nf(a)"),
    ("lua", b"local a = {}\na.b = 1\nf(a)", b"local a = {b = 1}\nf(a)"),
    ("lua", b"local a = {}\na[b] = 1\nf(a)", b"local a = {[b] = 1}\nf(a)"),
    ("php", b"<?php $a = []; $a[b] = 1; f($a);", b"<?php $a = [b => 1]; f($a);"),
    ("c", b"int f() { A a = {}; a.b = 1; g(a); }", b"int f() { A a = {.b = 1}; g(a); }"),
    ("ruby", b"a = {}\na[b] = 1\nf(a)", b"a = {b => 1}\nf(a)"),
    # Or else what it is added to is defined there.
    ("javascript", b"a = []\nb = new B\na.push(b)\nf(a)", b"b = new B\na = [b]\nf(a)"),
    (
        "javascript",
        b"let a = []; let b = 1; a.push(b); f(a);",
        b"let b = 1; let a = [b]; f(a);",
    ),
    ("python", b"a = {}\nb = 1\na[b] = c\nf(a)\n", b"b = 1\na = {b: c}\nf(a)"),
    (
        "rust",
        b"fn f() { let mut a = vec![]; let b = 1; a.push(b); a }",
        b"fn f() { let b = 1; let mut a = vec![b]; a }",
    ),
    # Or else all that is done with that is done there.
    (
        "javascript",
        b"let a = []; for (let c of b) a.push(c); for (d in a) f(d);",
        b"for (let c of b) for (d in [c]) f(d);",
    ),
    (
        "python",
        b"a = []\nfor c in b:\n    a.append(c)\nfor d in a:\n    f(d)\n",
        b"for c in b:\n    for d in [c]:\n        f(d)\n",
    ),
    ("lua", b"local a = {}\nfor c in b do a[c] = 1 end\nf(a)", b"for c in b do f({[c] = 1}) end"),
    # What is put somewhere stands where it is taken out again, in brackets if it has to.
    ("javascript", b"a.set(0, new A(1, 2, 3))\nf(a.get(0).b)", b"f(new A(1, 2, 3).b)"),
    ("javascript", b"new class { b(a) { 1 } }\nf(a[0].b)", b"f((new class { b(a) { 1 } }).b)"),
    ("python", b"a[0] = f(1, 2)\ng(x, a[0].b)\n", b"g(x, f(1, 2).b)"),
    (
        "java",
        b"class A { void f() { a.b(0, c); g(a.d(0)); } }",
        b"class A { void f() { g(a.b(0, c)); } }",
    ),
    # What has to stay gives way to what is in its neighbour, of the same kind.
    ("sql", b"SELECT 1 FROM a JOIN b ON c JOIN d ON e;", b"SELECT 1 FROM b JOIN d ON e;"),
    ("rust", b"fn f() { let a = if b { c } else { d }; }", b"fn f() { let a = if b { d }; }"),
]
moved = partial(moves, wide=False)
moved_wide = partial(moves, wide=True)
LONG = b"int *a, b; void f() { int c = 1; g(a, b + 1); while (h(c)) i(-c, 2); return a + b; }"


@pytest.mark.parametrize(
    "make,language,text,wanted",
    [*((moved_wide, *case) for case in CASES), *((moved, *case) for case in NEAR)],
)
def test_a_piece_goes_where_it_can_stand(
    make: Pass, language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(make, language, text, wanted) == tight(wanted)


def test_what_comes_out_behind_a_construct_stands_behind_the_files_own_line_end() -> None:
    text = b"export class A {\r\n  static a: B; c(d: e): void { f(A.a) }\r\n}\r\n"
    asked = asked_in_vain(moved, "typescript", text)
    assert any(b"}\r\nf(A.a)" in candidate for candidate in asked)
    assert all(each.count(b"\n") == each.count(b"\r\n") for each in asked)


def test_what_a_method_takes_is_indented_as_the_method_was() -> None:
    text = b"class A:\n    def f(x: B):\n        return g(x)\n\n    def h(self): pass\n"
    asked = asked_in_vain(moved, "python", text)
    assert any(b":\n    x: B\n    f = g(x)\n" in candidate for candidate in asked)


def test_nothing_is_taken_out_by_what_has_no_word_of_it_or_is_a_whole_statement() -> None:
    for text in (b"a.set(0, b)\nf(g.get(1).h)", b"a.set(0, b)\na.get(0)"):
        asked = asked_in_vain(moved, "javascript", text)
        assert not {b"\nf(a.set(0, b).h)", b"\na.set(0, b)"} & {*asked}


SUMS = [
    ("javascript", b"let a = 5; a++; f(a);", b"let a = 6; f(a);"),
    ("bash", b"a=5; (( a++ ))\nf $a", b"a=6; f $a"),
    ("javascript", b"let a = 5; a = a - 2; f(a);", b"let a = 3; f(a);"),
    ("javascript", b"let a = 5; --a; f(a);", b"let a = 4; f(a);"),
    ("python", b"a = 1\ng(a)\na += 2\nf(a)\n", b"a = 3\ng(a)\nf(a)"),
    ("c", b"void f() { int a = 0; --a; g(a); }", b"void f() { int a = -1; g(a); }"),
    (
        "go",
        b"package a\nfunc f() { a := 1; a = a - 2; g(a) }",
        b"package a\nfunc f() { a := -1; g(a) }",
    ),
    ("php", b"<?php $a = 2; $a = $a + 3; f($a);", b"<?php $a = 5; f($a);"),
]


@pytest.mark.parametrize("language,text,wanted", SUMS)
def test_what_is_added_to_a_number_is_in_it_from_the_beginning(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(moved, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text",
    [
        b"let a = b; a++; f(a)",
        b"let a = 5; a *= 2; f(a)",
        b"a++; a = 5; f(a)",
        b"let a = 5; +-a; f(a)",
        b"for (let a = 5; g(a); a++) f(a)",  # would never end
        b"let a = 5; while (g(a)) { f(a); a++; }",
    ],
)
def test_nothing_but_what_is_added_to_a_number_before_it_is_in_a_sum(text: bytes) -> None:
    asked = asked_in_vain(moved, "javascript", text)
    assert not any(re.search(rb"= [^\W25ab]", each) for each in asked)


DISTANT = b"a; b(c); d; e"
ASKED = {
    "a piece, and the whole of it": (
        moved,
        b"f(a);\ng(0);\n",
        [
            b"(f);\ng(0);\n",
            b"\nf(a)(0);\n",
            b"\ng(f(a));\n",
            b"\n(a)(0);\n",
            b"\ng((a));\n",
            b";\n(a)(0);\n",
            b";\ng((a));\n",
            b"f(g(0));\n\n",
            b"f((0));\n\n",
            b"f((0));\n;\n",
        ],
    ),
    "a part where another stood alone, and tokens near by": (
        moved,
        DISTANT,
        [
            *(b"a; (b); d; e", b"a; b(); c; e", b"a; b(d); ; e", b"a; b(c); ; d", b"a; b(c); e; "),
            *(b"b(c);  d; e", b"a;  b(c); e", b"a;  d; b(c)"),
            *(b"(c);  d; e", b"a;  (c); e", b"a;  d; (c)"),
            *(b"(c); ; d; e", b"a; ; (c); e", b"a; ; d; (c)"),
        ],
    ),
    "between tokens, too": (
        moved_wide,
        b"var a = b;\nvar c = d, e;\n",
        [
            b"\nvar a = b = d, e;\n",
            b"\nvar a = b , c = d, e;\n",
            b"\nvar a = b = c = d, e;\n",
            b"\nvar c , a = b = d, e;\n",
            b"\nvar c = a = b = d, e;\n",
            b"\nvar c = a = b, e;\n",
            b"\nvar c = a = b , d, e;\n",
            b"\nvar c = d, a = b , e;\n",
            b"\nvar c = d= a = b , e;\n",
            b"\nvar c = d, a = b;\n",
            b"\nvar c = d, a = b = e;\n",
            b"\nvar c = d, e, a = b ;\n",
            b"\nvar c = d, e= a = b ;\n",
            b"var c = d = b;\nvar  e;\n",
            b"var a = c = d;\nvar  e;\n",
            b"var a = b;\nvar  c = d;\n",
        ],
    ),
}


@pytest.mark.parametrize("name", ASKED)
def test_of_a_short_text_this_is_asked_about(name: str) -> None:
    make, text, wanted = ASKED[name]
    assert asked_in_vain(make, "javascript", text) == wanted


@pytest.mark.parametrize(
    "language,text", [("c", LONG), *((case[0], case[1]) for case in (*CASES, *NEAR))]
)
def test_every_candidate_is_smaller_in_the_order_of_texts(language: str, text: bytes) -> None:
    order, asked = TextOrder(Parsing(named(language))), asked_in_vain(moved_wide, language, text)
    assert asked
    assert all(order.size(candidate) < order.size(text) for candidate in asked)


def test_the_questions_about_a_long_list_are_in_proportion_to_it() -> None:
    runs = []
    for length in (50, 100):
        asker = ask(lambda candidate: False)
        text = b"[" + b", ".join(b"[%d]" % number for number in range(length)) + b"]"
        moved_wide(Context(asker, Parsing(named("json"))).lawful(text), text)
        runs.append(asker.runs)
    assert 1.5 * runs[0] < runs[1] < 2.5 * runs[0]


def test_what_may_not_change_stays() -> None:
    text = b"f(a); g(0); h(1); [] = [];"
    asker = ask(lambda candidate: True)
    left = moved_wide(Context(asker, Parsing(named("javascript")), head=6, tail=7), text)
    assert left != text
    assert left.startswith(text[:6])
    assert left.endswith(text[-7:])
