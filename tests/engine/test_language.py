"""Every language of the registry is recognised, and its grammar loads or is asked for."""

from importlib.util import find_spec
from pathlib import Path

import pytest
import tree_sitter

from nubbin.engine.trees.language import Language, available, detect, languages, load, named
from nubbin.engine.vocabulary.errors import UnknownLanguage

# One line each that must parse without error: the text proves that it is the right grammar.
TEXTS = {
    "bash": b'if [ -f x ]; then echo "$x"; fi\n',
    "c": b"int main(void) { return 0; }\n",
    "c_sharp": b"class A { int X() { return 1; } }\n",
    "commonlisp": b"(defun f (x) (+ x 1))\n",
    "cpp": b"template <class T> struct A { T t; };\n",
    "css": b"a { color: red; }\n",
    "dockerfile": b"FROM debian:12\nRUN true\n",
    "dot": b"digraph g { a -> b; }\n",
    "elisp": b"(defun f (x) (+ x 1))\n",
    "elixir": b"defmodule A do\n  def f(x), do: x + 1\nend\n",
    "elm": b"module A exposing (..)\n\n\nf x =\n    x + 1\n",
    "embedded_template": b"<p><%= name %></p>\n",
    "erlang": b"-module(a).\nf(X) -> X + 1.\n",
    "fixed_form_fortran": b"      program a\n      end program a\n",
    "fortran": b"program a\n  integer :: x\n  x = 1\nend program a\n",
    "go": b"package a\n\nfunc f() int { return 1 }\n",
    "gomod": b"module example.com/a\n\ngo 1.22\n",
    "hack": b"<?hh\nfunction f(): int { return 1; }\n",
    "haskell": b"module A where\n\nf x = x + 1\n",
    "hcl": b'resource "a" "b" {\n  c = 1\n}\n',
    "html": b"<p class='a'>text</p>\n",
    "java": b"class A { int f() { return 1; } }\n",
    "javascript": b"const f = (x) => x + 1;\n",
    "jsdoc": b"/** @param {string} a the name */\n",
    "json": b'{"a": [1, null]}\n',
    "julia": b"function f(x)\n  x + 1\nend\n",
    "kotlin": b"fun f(x: Int): Int { return x + 1 }\n",
    "lua": b"local function f(x) return x + 1 end\n",
    "make": b"a: b\n\tcp b a\n",
    "markdown": b"# Title\n\nSome *text*.\n",
    "objc": b"@interface A : NSObject\n- (int)f;\n@end\n",
    "ocaml": b"let f x = x + 1\n",
    "perl": b"my $x = 1;\nprint $x;\n",
    "php": b"<?php function f($x) { return $x + 1; }\n",
    "python": b"def f(x):\n    return x + 1\n",
    "ql": b"from int x where x = 1 select x\n",
    "r": b"f <- function(x) x + 1\n",
    "regex": b"a(b|c)*[d-f]+",
    "rst": b"Title\n=====\n\nSome *text*.\n",
    "ruby": b"def f(x)\n  x + 1\nend\n",
    "rust": b"fn f(x: u8) -> u8 { x + 1 }\n",
    "scala": b"object A { def f(x: Int) = x + 1 }\n",
    "sql": b"SELECT a FROM b;\n",
    "sqlite": b"SELECT a FROM b WHERE c = 1;\n",
    "toml": b"[a]\nb = 1\n",
    "tsq": b"(call function: (identifier) @name)\n",
    "tsx": b"const a = (x: number) => <p>{x}</p>;\n",
    "typescript": b"interface A { b: number }\n",
    "yaml": b"a:\n  - b\n  - c: 1\n",
}
WHEELS = [name for name in TEXTS if named(name).grammars[0].startswith("tree_sitter_")]
FATAL = {"hcl", "julia", "lua", "markdown"}
"""What is not taken from the bundle; see languages.toml."""
NAMES = {"c_sharp": "csharp", "embedded_template": "embeddedtemplate", "tsq": "query"}


def _parses(grammar: tree_sitter.Language, text: bytes) -> bool:
    root = tree_sitter.Parser(grammar).parse(text).root_node
    return not root.has_error and root.child_count > 0


@pytest.mark.parametrize("name", WHEELS)
def test_every_official_wheel_loads_and_parses(name: str) -> None:
    wheel = Language(name, grammars=named(name).grammars[:1])
    assert ":" in wheel.grammars[0]
    if name == "lua":
        pytest.importorskip("tree_sitter_lua", reason="the wheel tree-sitter-lua is not installed")
    assert _parses(load(wheel), TEXTS[name])


@pytest.mark.parametrize("symbol", sorted(TEXTS.keys() - FATAL))
def test_each_grammar_of_the_bundle_that_ends_no_process_is_registered_and_parses(
    symbol: str,
) -> None:
    grammar = load(Language(symbol, grammars=(f"bundle:{symbol}",)))
    assert f"bundle:{symbol}" in named(NAMES.get(symbol, symbol)).grammars
    assert _parses(grammar, TEXTS[symbol])


def test_the_bundle_is_known_whole_but_for_what_ends_the_process() -> None:
    bundled = [g for language in languages() for g in language.grammars if g.startswith("bundle:")]
    assert sorted(bundled) == sorted(f"bundle:{symbol}" for symbol in TEXTS.keys() - FATAL)
    assert len(TEXTS) == 49


@pytest.mark.skipif(
    find_spec("tree_sitter_language_pack") is None,
    reason="the optional extra nubbin[all] is not installed",
)
def test_the_pack_brings_every_other_language() -> None:
    known = [language for language in languages() if language.package is not None]
    assert [language.name for language in known if not available(language)] == []


def test_languages_are_sorted_and_no_two_claim_the_same_sign() -> None:
    every = languages()
    assert list(every) == sorted(every, key=lambda language: language.name)
    for field in ("suffixes", "filenames", "interpreters", "aliases"):
        claimed = [key for language in every for key in getattr(language, field)]
        assert len(claimed) == len(set(claimed)), field
    names = {language.name for language in every}
    assert names.isdisjoint(alias for language in every for alias in language.aliases)


@pytest.mark.parametrize(
    "path,name",
    [
        ("a.c", "c"),
        ("a.C", "cpp"),
        ("a.tcc", "cpp"),
        ("a.inc", "c"),
        ("a.cl", "c"),
        ("A.PY", "python"),
        ("x/Makefile", "make"),
        ("Dockerfile", "dockerfile"),
        ("a.b.ts", "typescript"),
        ("component.tsx", "tsx"),
        (".bashrc", "bash"),
        ("CMakeLists.txt", "cmake"),
        ("go.mod", "gomod"),
        ("query.sql", "sql"),
        ("notes.txt", None),
        ("c", None),
        (".c", "c"),
    ],
)
def test_a_file_name_tells_its_language(path: str, name: str | None) -> None:
    found = detect(Path(path))
    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    "line,name",
    [
        (b"#!/usr/bin/python3\n", "python"),
        (b"#! /usr/local/bin/python3.11 -u\r\n", "python"),
        (b"#!/usr/bin/env python\n", "python"),
        (b"#!/usr/bin/env -S python3 -u\n", "python"),
        (b"#!/usr/bin/env -Spython3 -u\n", "python"),
        (b"#!/usr/bin/env -vS A=1 B=2 node --no-warnings\n", "javascript"),
        (b"#!/usr/bin/env -i -u HOME perl\n", "perl"),
        (b"#!/usr/bin/env --split-string=ruby -w", "ruby"),
        (b"#!/bin/sh", "bash"),
        (b"#!/usr/bin/lua5.4", "lua"),
        (b"#!/opt/unheard-of\n", None),
        (b"#!", None),
        (b"#!/usr/bin/env\n", None),
        (b"#!\xff\xfe\x00\n", None),
        (b"/usr/bin/python3\n", None),
        (b"", None),
    ],
)
def test_a_shebang_tells_the_language_of_a_file_without_suffix(
    line: bytes, name: str | None
) -> None:
    found = detect(Path("check"), line + b"\nprint()\n" if line.endswith(b"\n") else line)
    assert (found.name if found else None) == name


def test_the_name_wins_over_the_suffix_and_the_suffix_over_the_shebang() -> None:
    shebang = b"#!/usr/bin/env node\n"
    assert detect(Path("a.py"), shebang, "C++") == named("cpp")
    assert detect(Path("a.py"), shebang) == named("python")


def test_an_unknown_name_is_answered_with_the_nearest_names() -> None:
    with pytest.raises(UnknownLanguage, match=r"'pyhton'.*Did you mean python"):
        detect(Path("a.c"), b"", "pyhton")
    with pytest.raises(UnknownLanguage, match=r"'§§'\. `nubbin languages`"):
        named("§§")


@pytest.mark.parametrize(
    "grammars,command",
    [
        (("tree_sitter_no_such_thing:language",), "pip install 'tree-sitter-no-such-thing'"),
        (("pack:no_such_thing",), r"pip install '\.\[all\]' in a checkout of nubbin"),
    ],
)
def test_a_missing_grammar_names_the_package_to_install(
    grammars: tuple[str, ...], command: str
) -> None:
    language = Language("fancy", grammars=grammars)
    assert not available(language)
    with pytest.raises(UnknownLanguage, match=f"fancy is not installed.*: {command}"):
        load(language)


def test_a_grammar_is_loaded_once() -> None:
    assert load(named("c")) is load(named("c"))
