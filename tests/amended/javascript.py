"""Texts of JavaScript, right and wrong, that the grammar alone does not tell apart."""

SAMPLE = b"""\
class A extends Array { constructor(a) { super(a); } m() { return super.length; } }
function f({ a }, ...b) { try { f(a); } catch (e) { for (;;) break; } finally { a = 1; } }
const g = function () {}, [h] = [new class { n() {} }];
({ a: 1 });
"""
"""Much of the language in few lines; all of it is right."""

WRONG = [
    b"class { }",
    b"({ , a })",
    b"({ a, , b })",
    b"let { , a } = b",
    b"f(, 2)",
    b"f(1, , 2)",
    b"a++\n.b",
    b"a++(b)",
    b"a++ [b]",
    b"a++ [].b",
    b"f(a++\n[])",
    b"(a++\n[b])",
    b"[a++\n[]]",
    b"new a++",
    b"this++",
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
]
RIGHT = [
    SAMPLE,
    b"f(a, [, b, , c], ({ a, }), (({ a, }) => a)({ a, b, }))",
    b"a++\n[].b",
    b"a = b++\n[0].c",
    b"a[b++]",
    b"{ a: 1 }",
    b"(function () { })()",
    b"new class { }",
    b"({ m() { return super.a } })",
    b"class A extends B { a = super.a; static { super.a } }",
]
