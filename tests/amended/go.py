"""Texts of Go, right and wrong, that the grammar alone does not tell apart."""

WRONG = [
    b"package p; return",
    b"package p; x := 1",
    b"package p; func f()",
    b"package p; type t int; func (t) f()",
    b"package p; func () f() { }",
]
RIGHT = [
    b"package p; type t int; func (t) f() { x := 1; _ = x; return }; var v = t(0)",
]
