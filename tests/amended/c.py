"""Texts of C, right and wrong, that the grammar alone does not tell apart."""

SAMPLE = b"""\
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
"""Much of the language in few lines; all of it is right."""

WRONG = [
    b"return 1;",
    b"{ int i; }",
    b"f { int i; }",
    b"if (1) ;",
    b"int f { return 1; }",
    b"int *f { return 1; }",
    b"int f[1] { return 1; }",
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
]
RIGHT = [
    SAMPLE,
    b"f(a) { return a; }",
    b"a;",
    b"f(int) { }",
    b"f(int a) { }",
    b"f(int a[]) { }",
    b"typedef unsigned int size_t;\nint f() { return 1.e5 + 0x1.ap3 + 1.f; }",
    b'#define A "a"\nchar a[] = "" A;',
]
