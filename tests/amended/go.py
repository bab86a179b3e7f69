"""Texts of Go, right and wrong, that the grammar alone does not tell apart."""

WRONG = [
    b"package p; return",
    b"package p; x := 1",
    b"package p; func f()",
    b"package p; type t int; func (t) f()",
    b"package p; func () f() { }",
    b"func f() { }",
    b'import _ "unsafe"',
    b"package p; func f() { go f }",
    b"package p; func f() { defer 0 }",
    b"package p; func f() { go (f()) }",
    b"package p; func f() { f() := 0 }",
    b"package p; var a []int; func f() { a[0] := 0 }",
    b'package p; func f() { for 0 := range "a" { } }',
]
RIGHT = [
    b"// said\npackage p",
    b'package p; func f() { go f(); defer func() { }(); for a := range "a" { _ = a } }',
    b"package p; var a []int; func f() { a[0] = 0; for a[0] = range a { } }",
    b"package p; type t int; func (t) f() { x := 1; _ = x; return }; var v = t(0)",
]
