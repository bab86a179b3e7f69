"""Texts of Rust, right and wrong, that the grammar alone does not tell apart."""

SAMPLE = b"""\
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
"""Much of the language in few lines; all of it is right."""

WRONG = [
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
]
RIGHT = [
    SAMPLE,
]
