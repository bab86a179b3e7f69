"""Texts of Java, right and wrong, that the grammar alone does not tell apart."""

SAMPLE = b"""\
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
"""Much of the language in few lines; all of it is right."""

WRONG = [
    b"int f() { return 1; }",
    b"class A { } int a = 1;",
    b"class A { } import java.util.List;",
    b"class A { public public void f() { } }",
    b"class A { public private int a; }",
    b"class A { static static int a; }",
    b"class A { final final int a = 1; }",
    b"class A { int _; }",
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
]
RIGHT = [
    b"package p; import java.util.List; class A { public static final int a = 1; }",
    SAMPLE,
]
