"""Inlining: the defined thing in the place of its use, and the definition gone."""

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec

import pytest

from nubbin.engine.algorithms.arguments import arguments
from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.inline import inline
from nubbin.engine.relations.named_values import anatomy_of, values_of
from nubbin.engine.trees.language import named
from nubbin.engine.trees.outlining import Outlining
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Span
from oracles import ask, ask_for, asked_in_vain, left_for, tight

inlining = partial(inline, wide=True)

C = b"""\
struct pair { int a; int b; } f(void) { return *(struct pair *)0; }
int main(void) { int i; for (i = 0; i < 9; i++) g(i); int once = 5; return once; }
"""
CASES = [
    ("c", b"int a = g(1); h(a);", b"h(g(1));"),
    ("c", b"void f() { int i; for (i = 0;;) ; }", b"void f() { for (int i = 0;;) ; }"),
    (
        "c",
        b"void f() { int i; for (i = 0; i < 9; i++) ; }",
        b"void f() { int i = 0; for (; i < 9; i++) ; }",
    ),
    ("c", b"struct s { int a; }; struct s x;", b"struct s { int a; } x;"),
    ("javascript", b"list = [ ]; list.sort();", b"[ ].sort();"),
    ("javascript", b"l = [ ]\nl.push(new A)\nf(l.pop())", b"f(new A)"),
    ("python", b"a = []\na.append(-b)\nf(a)\n", b"f(-b)\n"),
    (  # the name stands in its definition as well
        "javascript",
        b"function f() { g(f); } h(f, 1); f;",
        b"h(function f() { g(f); }, 1); f;",
    ),
    ("javascript", b"class A extends B {} new A();", b"new class A extends B {}();"),
    ("python", b"a = -b\nreturn g(a, a)\n", b"return g(-b, -b)\n"),
    ("c", b"#define A f(1 + g)\nint h() { return A; }", b"int h() { return f(1 + g); }"),
    ("rust", b"fn f() { let a = g(1); h(a) }", b"fn f() { h(g(1)) }"),
    ("lua", b"a = 0 / 0 b = f(a, i)", b"b = f(0 / 0, i)"),  # a list of one, and what is in it
    (
        "python",
        b"class A:\n    def b(a):\n        a.c = d()\n    def e(a):\n        f(a.c)\n",
        b"class A:\n    def b(a):\n        0\n    def e(a):\n        f(d())\n",
    ),
    ("bash", b"a=b.c\nf $a\n", b"f b.c\n"),
    ("bash", b"a=b.c\nf $a x$a\n", b"f b.c xb.c\n"),
    ("bash", b'a=b.c\nf "x $a"\n', b'f "x b.c"\n'),
    ("bash", b"a=b.c\nf ${a}x\n", b"f b.cx\n"),
    ("bash", b'a=b.c\nf "${a}"\n', b'f "b.c"\n'),
    # of a string in a string what it says
    ("bash", b'a="b c"\nf "x${a}y"\n', b'f "xb cy"\n'),
    ("php", b'<?php $a = "b"; f("x$a");', b'<?php f("xb");'),
    ("php", b'<?php $a = "b"; f("x{$a}y");', b'<?php f("xby");'),
    ("php", b'<?php function f() { return "b"; } g("x{$a->f()}y");', b'<?php g("xby");'),
    ("python", b'a = "b"\nf(f"x{a}y")\n', b'f(f"xby")\n'),
    ("cpp", b'#define A "a"\nauto b = A "d";', b'auto b = "a" "d";'),
    # of a member that is called like it, the value
    ("javascript", b"const a = g(1); h({ a, b });", b"h({ a: g(1), b });"),
    ("typescript", b"const a = g(1); h({ a });", b"h({ a: g(1) });"),
    ("rust", b"fn f() { let a = g(1); h(A { a }) }", b"fn f() { h(A { a: g(1) }) }"),
    # names with signs: one token each
    ("ruby", b"@a = g(1)\nh(@a)\n", b"h(g(1))\n"),
    ("commonlisp", b"(setq a-b (g 1)) (h a-b)", b"(h (g 1))"),
]


ARGUMENTS = [
    ("javascript", b"function f(a) { g(a); } f(1);", b"function f() { g(1); } f();"),
    (
        "c",
        b"int f(int a, int b) { return b - a - a; } int i = f(-c, 2);",
        b"int f(int b) { return b - -c - -c; } int i = f(2);",
    ),
    ("python", b"def f(a, b):\n    g(b)\nf(1, [2])\n", b"def f(a):\n    g([2])\nf(1)\n"),
    ("php", b"<?php function f($a) { g($a); } f(-1);", b"<?php function f() { g(-1); } f();"),
]


@pytest.mark.parametrize("language,text,wanted", ARGUMENTS)
def test_an_argument_takes_the_place_of_its_parameter(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(arguments, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize("language,text,wanted", CASES)
def test_what_a_name_stands_for_goes_to_its_use(language: str, text: bytes, wanted: bytes) -> None:
    assert left_for(inlining, language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "run,language,text",
    [
        *((inlining, *case[:2]) for case in (*CASES, *ARGUMENTS, ("c", C))),
        *((arguments, *case[:2]) for case in (*ARGUMENTS, ("c", C))),
    ],
)
def test_every_candidate_has_fewer_tokens(
    run: Callable[[Context, bytes], bytes], language: str, text: bytes
) -> None:
    measure, asked = Parsing(named(language)).measure(), asked_in_vain(run, language, text)
    assert asked
    assert all(measure.tokens(candidate) < measure.tokens(text) for candidate in asked)


def test_a_use_is_its_name_or_as_much_around_it_as_wanted() -> None:
    text = b"a = g(1); f(-a.b);"
    found = []
    for wide in (False, True):
        asker = ask_for(text, b"; f(g(1));")
        context = Context(asker, Parsing(named("javascript")))
        found.append(inline(context.lawful(text), text, wide=wide))
    assert found == [text, b"; f(g(1));"]


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("php", b"<?php $a = new A; f($a->b);", b"<?php f((new A)->b);"),
        ("lua", b"local a = { b = 1 } f(a.b)", b"f(({ b = 1 }).b)"),
        ("lua", b'local a = "b" f(a:c())', b'f(("b"):c())'),
        ("c", b"void f() { int *a = &b; g(a->c); }", b"void f() { g((&b)->c); }"),
        ("python", b"a = lambda x: g(x)\nf(a(1))\n", b"f((lambda x: g(x))(1))\n"),
        # where it may stand
        ("javascript", b"a = new class { }\na.f()\n", b"(new class { }).f()\n"),
        ("javascript", b"a = await g(1); f(a.b);", b"f((await g(1)).b);"),
        ("javascript", b"let a = b + c; f(a * 2);", b"f((b + c) * 2);"),
        ("python", b"a = b if c else d\nf(not a)\n", b"f(not (b if c else d))\n"),
        ("rust", b"fn f() { let a = b as u8; g(a.c); }", b"fn f() { g((b as u8).c); }"),
    ],
)
def test_a_value_gets_brackets_where_it_cannot_stand_or_would_be_torn_apart(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(partial(inline, wide=False), language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("python", b"self.a = g(1)\nf(self.a)\n", b"f(g(1))\n"),
        ("javascript", b"this.a = [ ]; f(this.a);", b"f([ ]);"),
        (
            "javascript",
            b"class A { b = 1; f() { return this.b; } }",
            b"class A { f() { return 1; } }",
        ),
        ("lua", b"a.b = g(1) f(a.b)", b"f(g(1))"),
        ("php", b"<?php $this->a = g(1); f($this->a);", b"<?php ; f(g(1));"),
        (
            "php",
            b"<?php class A { public $b = 1; function f() { g($this->b); } }",
            b"<?php class A { function f() { g(1); } }",
        ),
        (  # before what says what it stands for
            "java",
            b"class A { int f() { return B.C; } } class B { static final int C = 1; }",
            b"class A { int f() { return 1; } } class B { }",
        ),
        (
            "cpp",
            b"struct A { int a = 1; int f() { return this->a; } };",
            b"struct A { int f() { return 1; } };",
        ),
    ],
)
def test_what_asks_for_a_member_is_a_use_of_its_name(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(partial(inline, wide=False), language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("c", b"static const unsigned long a = 24; int b = f(a, 0);", b"int b = f(24, 0);"),
        ("c", b"static struct s *a = g(1); int b = h(a, 0);", b"int b = h(g(1), 0);"),
        ("javascript", b"function f() { return g(1); } h(f());", b"h(g(1));"),
        ("lua", b'function f() return g(1) end h(f"")', b"h(g(1))"),
        ("yaml", b"a: &b\n  - c: 0\n    d: 1\ne: *b\n", b"e:\n  - c: 0\n    d: 1\n"),
        ("yaml", b"b: &b [x]\ne: *b\n", b"e: [x]\n"),
        ("make", b"a := b.c\nx:\n\tf $(a)\n", b"x:\n\tf b.c\n"),
    ],
)
def test_what_a_definition_ends_with_or_is_mostly_is_its_value(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(partial(inline, wide=False), language, text, wanted) == tight(wanted)


def test_a_block_is_as_deep_as_its_new_place() -> None:
    text = b"a:\n - f: &b\n      c:\n        d: 1\n      e: 2\nb:\n    g: *b\n"
    asked = asked_in_vain(partial(inline, wide=False), "yaml", text)
    assert any(b"    g: \n      c:\n        d: 1\n      e: 2\n" in each for each in asked)


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("c", b"typedef int A; A f(A a) { return (A)a; }", b"int f(int a) { return (int)a; }"),
        ("c", b"typedef struct b A; A *f(A *a);", b"struct b *f(struct b *a);"),
        ("cpp", b"using A = int; struct b { A c; A d; };", b"struct b { int c; int d; };"),
        ("rust", b"type A = u8; fn f(a: A) -> A {}", b"fn f(a: u8) -> u8 {}"),
        ("typescript", b"type A = b[]; function f(a: A): A {}", b"function f(a: b[]): b[] {}"),
    ],
)
def test_an_alias_of_a_type_gives_way_to_it_wherever_it_is_used(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert left_for(partial(inline, wide=False), language, text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "language, text, wanted",
    [
        ("java", b"import a.b.C; class D { C d; }", b"class D { a.b.C d; }"),
        ("java", b"import a.b.C; class D { int e = C.f; }", b"class D { int e = a.b.C.f; }"),
        ("rust", b"use a::b::C; fn f() { C::new() }", b"fn f() { a::b::C::new() }"),
        ("rust", b"use a::b::C; fn f(c: C) { }", b"fn f(c: a::b::C) { }"),
        ("cpp", b"using a::b; b c;", b"a::b c;"),
    ],
)
def test_what_is_imported_is_called_by_its_path_where_it_is_used(
    language: str, text: bytes, wanted: bytes
) -> None:
    candidates = asked_in_vain(partial(inline, wide=False), language, text)
    assert tight(wanted) in map(tight, candidates)


@pytest.mark.parametrize(
    "text,wanted",
    [
        (b'#define A "a"\nint b() { c(A "d"); }', b'int b() { c("a" "d"); }'),
        (b"#define A 5\nint b[A + 1];", b"int b[5 + 1];"),
        (b"#define A b\nint c() { A; d(A + 1); }", b"int c() { b; d(b + 1); }"),
    ],
)
def test_a_macro_of_one_token_gives_way_to_it(text: bytes, wanted: bytes) -> None:
    assert left_for(partial(inline, wide=False), "c", text, wanted) == tight(wanted)


@pytest.mark.parametrize(
    "text,wanted",
    [
        (b"a = b; f(a);", b"; f(b);"),
        (b"let a = -1; f(a, a);", b"f(-1, -1);"),
        (b"let a = new b(c, d); f(a, a);", b"f(b, b);"),
        (b"a = []\na.push(b)\nf(a.pop())", b"f(b)"),
        (b"function f() { return g(1); } h(f(2, 3, 4));", b"h(g(1));"),
    ],
)
def test_what_hardly_ever_holds_is_left_to_the_wide_pass(text: bytes, wanted: bytes) -> None:
    for wide in (False, True):
        context = Context(ask_for(text, wanted), Parsing(named("javascript")))
        left = inline(context.lawful(text), text, wide=wide)
        assert tight(left) == tight(wanted if wide else text)


@pytest.mark.parametrize(
    "text,wanted",
    [
        (b"function f() { return [g(1)]; } h(f());", b"h([g(1)]);"),
        (b"export function f() { return { a: g(1) }; } h(f().a);", b"h({ a: g(1) }.a);"),
        (b"o = { f() { return g(1); } }; h(o.f(2).a);", b"o = {}; h(g(1).a);"),
        (b"function f() { g(1); } h(); f();", b"h(); { g(1); }"),
        (b"function f() { let a; g(a); } h(); f();", b"h(); let a; g(a);"),
    ],
)
def test_what_is_called_gives_way_with_its_call(text: bytes, wanted: bytes) -> None:
    assert left_for(partial(inline, wide=False), "typescript", text, wanted) == tight(wanted)


def test_the_head_of_a_template_is_no_part_of_what_its_function_does() -> None:
    text = b"template <class T> auto f() { new T; } class A {}; auto a = f<A>;"
    wanted = b"class A {}; auto a = new T;"
    assert left_for(partial(inline, wide=False), "cpp", text, wanted) == tight(wanted)


def test_what_may_not_change_stays() -> None:
    text = b"int a = g(1); h(a);"
    for within in (Span(0, 14), Span(5, len(text))):
        context = Context(
            ask(lambda candidate: True),
            Parsing(named("c")),
            head=within.start,
            tail=len(text) - within.end,
        )
        for run in (inlining, arguments):
            left = run(context, text)
            assert left.startswith(text[: within.start])
            assert left.endswith(text[within.end :])


@pytest.mark.parametrize(
    "text,wanted",
    [
        (
            b'{"a": {"x-y": {"$ref": "#/a/z"}, "z": {}}, "b": {"$ref": "#/a/x-y"}}',
            b'{"a": {"z": {}}, "b": {"$ref": "#/a/z"}}',
        ),
        (b'{"a": {"x": [1, 2]}, "b": {"$ref": "#/a/x"}}', b'{"a": {}, "b": [1, 2]}'),
    ],
)
def test_what_a_path_points_to_goes_to_where_it_is(text: bytes, wanted: bytes) -> None:
    assert left_for(inlining, "json", text, wanted) == tight(wanted)


def test_without_a_grammar_it_is_left_to_those_who_ask_for_all() -> None:
    text = b"let size = 4\nuse size\n"
    for wide in (False, True):
        asker = ask(lambda candidate: False)
        assert inline(Context(asker, Outlining()), text, wide=wide) == text
        assert (asker.runs > 0) == wide


def test_of_a_wide_definition_no_name_gets_all_that_is_in_it() -> None:
    names = [b"m%d" % number for number in range(1_000)]
    text = b"enum { %b };\nint f() { return %b; }\n" % (b", ".join(names), b" + ".join(names))
    tree = Parsing(named("c")).syntax(text).tree
    part = next(row for row in range(len(tree)) if tree.name(row) == "enum_specifier")
    anatomy = anatomy_of(tree, part)
    found = [
        values_of(tree, leaf, anatomy)
        for leaf in filter(tree.is_named, tree.leaves(part))
        if tree.source(leaf) in names
    ]
    assert len(found) == len(names)
    assert max(map(len, found)) < 10


@pytest.mark.parametrize(
    "language,text,wanted",
    [
        ("make", b"A = b\nc: $(A).d\n", b"c: b.d\n"),
        ("make", b"A = b e\nC := $(A).d\n", b"C := b e.d\n"),
        ("make", b"A = b\nc:\n\techo ${A} d\n", b"c:\n\techo b d\n"),
        ("bash", b'a=b\nc "d $a"\n', b'c "d b"\n'),
        ("php", b"<?php $a = B; f($a);", b"<?php ; f(B);"),
    ],
)
def test_where_a_name_is_told_by_a_sign_a_word_is_what_it_stands_for(
    language: str, text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(inlining, language, text))


@pytest.mark.skipif(
    find_spec("tree_sitter_language_pack") is None,
    reason="the optional extra nubbin[all] is not installed",
)
@pytest.mark.parametrize(
    "text,wanted",
    [
        (b'set(a b)\nc("d ${a}.e")\n', b'c("d b.e")\n'),
        (b'set(a "b c")\nd("${a} e")\n', b'd("b c e")\n'),
        (b'set(a "b c")\nd(${a})\n', b'd("b c")\n'),
    ],
)
def test_where_a_name_is_told_by_a_sign_in_cmake_a_word_is_what_it_stands_for_as_well(
    text: bytes, wanted: bytes
) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(inlining, "cmake", text))


@pytest.mark.parametrize(
    "text,wanted",
    [
        (b'a = b("c")\nd(f"{a.e}")\n', b"d(f\"{b('c').e}\")\n"),
        (b"a = b('c')\nd(f'{a.e}')\n", b"d(f'{b(\"c\").e}')\n"),
        (b"a = b('c')\nd(f\"{a.e}\")\n", b"d(f\"{b('c').e}\")\n"),
        (b'a = b("c")\nd(f"""{a.e}""")\n', b'd(f"""{b("c").e}""")\n'),
        (b'a = "c"\nd(f"{a!r}")\n', b"d(f\"{'c'!r}\")\n"),
    ],
)
def test_what_is_filled_into_a_string_has_other_quotes(text: bytes, wanted: bytes) -> None:
    assert tight(wanted) in map(tight, asked_in_vain(inlining, "python", text))
