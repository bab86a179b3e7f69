"""What nothing uses goes, where the language refuses it."""

import re
import time
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from golang import needs_go, refusal
from nubbin.engine.algorithms.hdd import Variant
from nubbin.engine.algorithms.tree_passes import confirm
from nubbin.engine.asking.questioner import Proposals
from nubbin.engine.asking.translated import Translated
from nubbin.engine.strategy import Step, Strategy
from nubbin.engine.trees.language import load, named
from nubbin.engine.trees.parser import Parser
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.unused import Unused, unused_for
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits
from oracles import ask_for, reduce_inline, tight

SAMPLE = Path(__file__).parent.parent / "corpus" / "languages" / "sample.go"
GO = b"""package p

import (
\t"errors"
\tstr "strings"
\t"unsafe"
)

type s struct{ n int }

func f(a []int, m map[string]int, c chan int) (n int, err error) {
\tx, y := len(a), 2
\tvar z, w int = 3, 4
\tx = y + z
\tfor i, v := range a {
\t\tif v > w {
\t\t\tx, err := g(i)
\t\t\tif err != nil {
\t\t\t\treturn x, err
\t\t\t}
\t\t}
\t}
\tswitch t := any(m).(type) {
\tcase error:
\t\treturn x, t
\t}
\tselect {
\tcase v, ok := <-c:
\t\tif ok {
\t\t\tn = v
\t\t}
\tdefault:
\t}
\tn, err = g(len(str.Fields("")))
\tif k, ok := m["k"]; ok {
\t\th := func() int { return k + int(unsafe.Sizeof(z)) }
\t\treturn h(), errors.New("")
\t}
\treturn
}

func g(i int) (int, error) { return i, nil }
"""
BODIES = {
    "a name becomes the blank one": (b"n, err := g(0); print(n)", b"n, _ := g(0); print(n)"),
    "a call stays": (b"n, err := g(0)", b"_, _ = g(0)"),
    "a value goes": (b"n := 1; print()", b"; print()"),
    "so does what only that used": (b"m := 1; n := m; print()", b"; ; print()"),
    "and what it was given later": (b"n := 1; n = g(n); n = 2", b"n := 1; n = g(n); n = 2"),
    "a value given and never used": (b"var n int; n = 2; n, _ = g(1)", b"; ; _, _ = g(1)"),
    "with the brackets around it": (b"var (\n\tn = 1\n); print()", b"; print()"),
    "of several variables the others stay": (
        b"var n, m = 1, 2; print(m)",
        b"var _, m = 1, 2; print(m)",
    ),
    "what is received is dropped": (
        b"select { case v, ok := <-c: print() }",
        b"select { case <-c: print() }",
    ),
    "a range without variables": (b"for i, v := range a {}", b"for range a {}"),
    "a range with one of them": (
        b"for i, v := range a { print(v) }",
        b"for _, v := range a { print(v) }",
    ),
    "the type alone is asked for": (
        b"switch t := x.(type) { case int: print() }",
        b"switch x.(type) { case int: print() }",
    ),
    "a statement before a condition": (b"if v, ok := m[0]; true {}", b"if _, _ = m[0]; true {}"),
    "another of the name is another": (
        b"n := 1; { n := 2; print(n) }",
        b"; { n := 2; print(n) }",
    ),
    "its own value is not of it": (
        b"n := a; for _, n := range n { print(n) }",
        b"n := a; for _, n := range n { print(n) }",
    ),
    "a member is no variable": (b"n := 1; print(x.n)", b"; print(x.n)"),
    "in a function within a function": (
        b"f := func() { n := 1; print() }; f()",
        b"f := func() { ; print() }; f()",
    ),
    "used in a function within": (b"n := 1; f := func() { print(n) }; f()",) * 2,
}
IMPORTS = {
    "the last word of a path": (
        b'import ("a/b"; "a/c"); var x = b.X',
        b'import ("a/b"; ); var x = b.X',
    ),
    "a name of its own": (b'import c "a/b"; var x = c.X', b'import c "a/b"; var x = c.X'),
    "another name than the path's": (b'import c "a/b"; var x = b.X', b"; var x = b.X"),
    "a version behind the path": (
        b'import ("a/b/v2"; "c.in/d.v3"); var x = b.X(d.Y)',
        b'import ("a/b/v2"; "c.in/d.v3"); var x = b.X(d.Y)',
    ),
    "a version, not called": (
        b'import ("a/b/v2"; "c"); var x = c.X',
        b'import (; "c"); var x = c.X',
    ),
    "a word of the path's last part": (
        b"import `a/go-b`; var x = b.X",
        b"import `a/go-b`; var x = b.X",
    ),
    "all of them": (b'import ("a"; "b"); var x = 1', b"; var x = 1"),
    "for what it does": (b'import (_ "a"; . "b")', b'import (_ "a"; . "b")'),
    "what is not Go": (b'import "C"; var x = 1', b'import "C"; var x = 1'),
    "a member of the name": (b'import "a"; var x = y.a.b', b"; var x = y.a.b"),
}
SAYS = re.compile(rb"declared but not used|imported and not used|declared and not used|no new var")


@pytest.fixture(scope="module")
def unused() -> Unused:
    found = unused_for("go", Parser(load(named("go"))))
    assert found is not None
    return found


@pytest.mark.parametrize("name", BODIES)
def test_a_variable_goes_as_far_as_it_can(unused: Unused, name: str) -> None:
    before, after = (b"package p; func f() { " + each + b" }" for each in BODIES[name])
    assert tight(unused.removed(before)) == tight(after)


@pytest.mark.parametrize("head", [b"func (x t) f() ", b"var n, x = 1, func() "])
def test_a_variable_of_a_function_goes_whatever_the_function_is_in(
    unused: Unused, head: bytes
) -> None:
    before, after = (b"package p; " + head + body for body in (b"{ n := 1 }", b"{  }"))
    assert tight(unused.removed(before)) == tight(after)


@pytest.mark.parametrize("name", IMPORTS)
def test_an_import_goes_by_whose_name_nothing_is_called(unused: Unused, name: str) -> None:
    before, after = (b"package p; " + each for each in IMPORTS[name])
    assert tight(unused.removed(before)) == tight(after)


@pytest.mark.parametrize("text", [GO, SAMPLE.read_bytes(), b"", b"package p; func f() { n := 1"])
def test_what_is_used_stays_as_it_is_and_so_does_what_is_no_go(unused: Unused, text: bytes) -> None:
    assert unused.removed(text) == text


@pytest.mark.parametrize(
    "line", [b"v%d := v%d; ", b"{ v%d := 1; v0 = v%d }; ", b"if v%d, ok := g(v%d); ok {}; "]
)
def test_a_long_chain_of_variables_goes_in_little_time(unused: Unused, line: bytes) -> None:
    chain = b"".join(line % (number, number - 1) for number in range(1, 500))
    began = time.process_time()
    mended = unused.removed(b"package p; func f() { v0 := 1; " + chain + b"}")
    assert time.process_time() - began < 5
    assert b"v499" not in mended


def test_what_a_function_gives_back_by_name_is_no_variable(unused: Unused) -> None:
    text = b"package p; func f() (n int, err error) { n, err := g(); return }"
    assert unused.removed(text) == text


@needs_go
@given(st.sets(st.integers(min_value=0), max_size=5))
def test_the_compiler_finds_nothing_unused_whatever_went(unused: Unused, numbers: set[int]) -> None:
    tree = Parsing(named("go")).syntax(GO).tree
    every = [row for row in range(len(tree)) if "statement" in tree.name(row)]
    going = {every[number % len(every)] for number in numbers}
    mended = unused.removed(
        apply_edits(GO, [Edit(tree.start[row], tree.end[row]) for row in going])
    )
    assert unused.removed(mended) == mended
    assert SAYS.search(refusal(mended)) is None


def test_what_a_candidate_leaves_unused_goes_with_it(unused: Unused) -> None:
    text, wanted = (
        b"package p; func f() { n, err := g(0); " + rest + b" }"
        for rest in (b"if err != nil { print(n) }; print(0)", b"print(0)")
    )
    gone = Candidate("the statement", wanted)
    asker = Translated(ask_for(wanted.replace(b"n, err :=", b"_, _ =")), unused.removed)
    assert asker.on_top(Proposals(text, [gone], known=True)) == [True]
    assert asker.on_top(Proposals(wanted, [gone], known=False)) == [True]
    assert asker.window([Candidate(None, text), gone]) == [False, True]
    assert asker.first([Candidate(None, text), gone]) == gone


@needs_go
def test_an_error_that_is_checked_does_not_keep_a_call() -> None:
    text = GO + b"func k() { n, err := g(1); if err != nil { panic(err) }; keep(n) }\n"
    text += b"func keep(n int) {}\n"

    def compiles(candidate: bytes) -> bool:
        return b"g(" in candidate and b"func k" in candidate and not refusal(candidate)

    reduced: list[bytes] = [text]
    reduce_inline(text, compiles, name="p.go", on_improved=reduced.append)
    assert compiles(reduced[-1])
    assert b"err" not in reduced[-1]


def test_an_oracle_that_takes_something_unused_is_asked_about_it() -> None:
    text = b"package p; func f() { n := 1; m := 2; print(m) }"
    reduced: list[bytes] = [text]
    reduce_inline(text, lambda text: b"n := 1" in text, name="p.go", on_improved=reduced.append)
    assert b"n := 1" in reduced[-1]
    assert b"print" not in reduced[-1]


def test_the_last_sweep_asks_about_texts_as_they_are() -> None:
    """Whatever the passes before leave out of each candidate, claims speak of single nodes."""
    text = b"package p; func f() { n := 1; print(n) }"
    strategy = Strategy(
        (Step("nothing", lambda context, text: text),),
        joint=True,
        mends=True,
        confirm=(partial(confirm, variant=Variant()),),
    )
    held = (tight(text), b"packagep;funcf(){n:=1}")
    left = reduce_inline(text, lambda each: tight(each) in held, strategy, "p.go").text
    assert tight(left) == held[1]


def test_outside_of_a_selection_nothing_goes() -> None:
    text = b'package p\nimport "a"\nfunc f() { n := 1; a.b(n); a.c() }\n'
    selected = Span(text.index(b"a.b"), text.index(b" }"))
    reduced: list[bytes] = [text]
    reduce_inline(text, bool, name="p.go", within=selected, on_improved=reduced.append)
    assert reduced[-1].startswith(text[: selected.start])
    assert reduced[-1].endswith(text[selected.end :])
    assert b"a." not in reduced[-1]
