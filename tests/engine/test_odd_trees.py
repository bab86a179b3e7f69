"""Texts that break off, or have something empty in them, bring no pass to a stop."""

from functools import partial

import pytest

from nubbin.engine.algorithms.calls import calls
from nubbin.engine.algorithms.moves import moves
from nubbin.engine.algorithms.parameters import parameters
from nubbin.engine.algorithms.scopes import scopes
from nubbin.engine.strategy import Pass
from oracles import asked_in_vain

moved = partial(moves, wide=False)


@pytest.mark.parametrize(
    "make, language, text",
    [
        (calls, "rust", b"struct A(i32); fn f(self: A, b: i32) { self.0 = b; } fn g() { f(1); }"),
        (calls, "scala", b"class A { def f(b: Int) = { this.`x y` = b } }\nf(1)\n"),
        (scopes, "php", b"<?php $a = 1; $a->b; $a->"),
        (scopes, "json", b"[1]"),
        (scopes, "cpp", b"int (a) int b[]"),
        (moved, "php", b"<?php class A extends B { function f() { parent::f(1); } } class parent"),
        (parameters, "python", b"class A: ;\n"),
        (calls, "python", b"class A:\n  def c(b): 1\n  def d(b):\n    return c(b)\na = A()"),
    ],
    ids=(
        "a member by number",
        "in quotes",
        "breaks off",
        "a list",
        "an array",
        "a word",
        "empty statement",
        "ends with an object",
    ),
)
def test_a_pass_comes_to_its_end(make: Pass, language: str, text: bytes) -> None:
    asked_in_vain(make, language, text)
