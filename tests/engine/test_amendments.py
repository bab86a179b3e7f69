"""What a language says beyond its grammar is what its compiler says."""

import ast
import re
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amended import c, cpp, go, html, java, javascript, python, rust
from compilers import is_missing, takes
from faults import Count, faults
from javac import taken_of
from nubbin.engine.trees.amendments import Amendments, amendments_for
from nubbin.engine.trees.language import load, named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.queries import queries
from oracles import reduce_inline

LANGUAGES = {
    "c": c,
    "cpp": cpp,
    "go": go,
    "java": java,
    "javascript": javascript,
    "python": python,
    "rust": rust,
}


@cache
def taken_of_java() -> frozenset[bytes]:
    """Return what Java takes of its texts."""
    return taken_of(java.WRONG + java.RIGHT)


def taken(language: str, text: bytes) -> bool:
    """Whether the language's own tool takes a text."""
    return text in taken_of_java() if language == "java" else takes(language, text)


@pytest.mark.parametrize(
    "text, more",
    [
        (b"function(){}; '\xff'", 1),
        (b"function(){'\xff'}", 1),
        (b"function(\xff){}", 1),
        (b"f();\nfunction(){K/\xddk", 1),
        (b"class {} /\xff/.\xfe()", 0),
    ],
)
def test_a_fault_is_found_where_a_string_or_a_name_is_no_utf_8(text: bytes, more: int) -> None:
    syntax = Parsing(named("javascript")).syntax(text)
    assert faults("javascript", text) == Count(syntax.errors + more, 0)


def case(language: str, text: bytes) -> object:
    """Return a text of a language, to be skipped where the language's own tool is not installed."""
    reason = "the language's own tool is not installed"
    missing = pytest.mark.skipif(is_missing(language), reason=reason)
    return pytest.param(language, text, marks=missing)


WRONG = [case(name, text) for name, texts in LANGUAGES.items() for text in texts.WRONG]
RIGHT = [case(name, text) for name, texts in LANGUAGES.items() for text in texts.RIGHT]


@pytest.mark.parametrize("language, text", WRONG)
def test_what_the_compiler_refuses_has_an_error_that_the_grammar_does_not_know(
    language: str, text: bytes
) -> None:
    assert not taken(language, text)
    assert faults(language, text).errors > 0


@pytest.mark.parametrize("language, text", RIGHT)
def test_what_the_compiler_takes_has_no_more_errors_than_the_grammar_says(
    language: str, text: bytes
) -> None:
    assert taken(language, text)
    assert faults(language, text).errors <= Parsing(named(language)).syntax(text).errors


def test_a_word_of_the_compiler_s_own_is_no_error() -> None:
    text = b"int f(char __seg_gs *p) { return *p; }"
    assert taken("c", text)
    assert faults("c", text) == (0, 0)
    assert faults("c", text.replace(b"__seg_gs", b"seg_gs")).errors > 0


def test_a_function_without_a_type_is_worse_than_one_with_it_and_better_than_its_block() -> None:
    counts = [faults("c", text) for text in (b"int f() { ; }", b"f() { ; }", b"{ ; }")]
    assert counts == [(0, 0), (0, 1), (1, 0)]


def test_statements_of_python_2_are_dated() -> None:
    syntax = Parsing(named("python")).syntax(b"print(a)\n")
    assert syntax.forbids(b"print a\n")
    assert not syntax.forbids(b"print a\n", dated=True)


def test_what_is_dated_is_no_fault_where_that_is_allowed_and_an_error_is() -> None:
    syntax = Parsing(named("c")).syntax(b"int f() { return 1; }")
    assert syntax.forbids(b"f() { return 1; }")
    assert not syntax.forbids(b"f() { return 1; }", dated=True)
    assert syntax.forbids(b"int f() { return 1; ", dated=True)


def test_where_a_function_has_no_type_other_errors_are_no_better_than_elsewhere() -> None:
    syntax = Parsing(named("c")).syntax(b"f(a, b) { a[b] = 0; }")
    for worse in (b"a[b] = 0", b"f(a, b)", b"f(a, b) { a[b] = 0 }", b"int f { a[b] = 0; }"):
        assert syntax.forbids(worse)
    for other in (b"int f() { a[b] = 0; }", b"f(a, b) { 0; }", b"int f(a) { }"):
        assert not syntax.forbids(other)


@pytest.mark.parametrize("name", ["typescript", "tsx"])
def test_a_constructor_calls_super_in_whatever_class_has_one(name: str) -> None:
    for kind in (b"class", b"abstract class"):
        assert faults(name, kind + b" A extends B { constructor() { super(); } }").errors == 0
        assert faults(name, kind + b" A { constructor() { super(); } }").errors == 1


@pytest.mark.parametrize("name", ["typescript", "tsx"])
def test_a_type_stands_behind_a_parameter_and_an_export_exports_something(name: str) -> None:
    for text in (b"f((a: b) => a)", b"export let a", b"export { a }", b"new a()", b"export = a"):
        assert faults(name, text) == (0, 0)
    for text in (b"f((a: b))", b"export", b"let a = new", b"interface A { export = a }"):
        assert faults(name, text).errors > 0


@pytest.mark.parametrize("name", ["javascript", "tsx"])
def test_both_tags_of_an_element_have_one_name_or_none(name: str) -> None:
    for text in (b"f(<a>b</a>)", b"f(<>b</>)", b"f(<a.b><c>d</c></a.b>)"):
        assert faults(name, text).errors == 0
    for text in (b"f(<a>b</b>)", b"f(<>b</a>)", b"f(<a>b</>)", b"f(<a.b><c>d</a></a.b>)"):
        assert faults(name, text).errors == 1


@pytest.mark.parametrize(
    "name", ["c", "cpp", "go", "html", "java", "javascript", "typescript", "tsx", "python"]
)
def test_the_queries_suit_the_installed_grammar(name: str) -> None:
    assert amendments_for(name, load(named(name))) is not None


def test_every_file_of_queries_is_of_a_language_or_inherited_by_one() -> None:
    folder = files("nubbin.engine.trees.grammars").joinpath("amendments")
    texts = {each.name.removesuffix(".scm"): each.read_text("utf-8") for each in folder.iterdir()}
    heirs = re.findall("^; inherits: (.*)$", "\n".join(texts.values()), re.MULTILINE)
    shared = {name for names in heirs for name in names.split()}
    assert shared <= texts.keys()
    assert all(named(name).name == name for name in texts.keys() - shared)


@pytest.mark.parametrize("name", LANGUAGES)
def test_no_alternatives_stand_right_in_others_where_the_parser_would_lose_some(name: str) -> None:
    text = queries("amendments", name)
    brackets = re.findall(r'"(?:[^"\\]|\\.)*"|;.*|([][()])', text)
    open_ones = [""]
    for bracket in filter(None, brackets):
        if bracket in "[(":
            assert open_ones[-1] + bracket != "[["
            open_ones.append(bracket)
        else:
            open_ones.pop()
    assert open_ones == [""]


def test_queries_of_another_grammar_are_left_out() -> None:
    assert amendments_for("c", load(named("json"))) is None


def test_an_unknown_predicate_is_no_silent_match() -> None:
    grammar = load(named("json"))
    with pytest.raises(ValueError, match="prime"):
        Amendments(grammar, "((number) @wrong (#prime? @wrong))")


def test_bytes_that_are_no_utf_8_are_no_matter() -> None:
    syntax = Parsing(named("c")).syntax(b'int f() { "\xff"; \xff\xfe }')
    assert syntax.forbids(b'f { "\xff"; \xff\xfe }')
    assert not syntax.forbids(b'int f() { "\xff"; }')


def test_names_and_strings_that_are_no_utf_8_are_no_matter_either() -> None:
    for text in (
        b"var a\xe9=1;\nfoo();bar(a\xe9);\n",
        b'var a="\xff";\nfoo(bar("\xed\xa0\x80"));\n',
    ):
        for name in ("case.js", "case.ts"):
            reduction = reduce_inline(text, lambda one: b"foo" in one and b"bar" in one, name=name)
            assert reduction.output.tokens == 2


def test_what_is_nested_very_deep_is_judged_by_the_grammar() -> None:
    deep = b"void f() " + b"{" * 1_100 + b"}" * 1_100
    assert not Parsing(named("c")).syntax(deep).forbids(deep[9:])
    assert Parsing(named("c")).syntax(b"void f() { }").forbids(b"{ }")


@given(
    st.sampled_from(
        [
            ("c", c.SAMPLE),
            ("html", html.SAMPLE),
            ("java", java.SAMPLE),
            ("javascript", javascript.SAMPLE),
            ("python", python.SAMPLE),
            ("rust", rust.SAMPLE),
        ]
    ),
    st.data(),
)
def test_a_judgement_around_what_differs_is_that_of_the_whole(
    sample: tuple[str, bytes], data: st.DataObject
) -> None:
    language, text = sample
    judge = Parsing(named(language)).syntax(text)
    for _ in range(3):
        start = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(start, len(text)))
        candidate = text[:start] + text[end:]
        forbidden = judge.forbids(candidate)
        assert forbidden == (faults(language, candidate) > faults(language, text))
        if not forbidden:
            judge, text = judge.rebased(candidate), candidate


@pytest.mark.parametrize(
    "language, text", [("java", java.SAMPLE), ("c", c.SAMPLE), ("python", python.SAMPLE)]
)
def test_what_is_torn_is_refused_by_its_errors_alone(
    language: str, text: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There, the amendments would be looked for in all that the parser reads otherwise."""
    judge = Parsing(named(language)).syntax(text)
    assert not judge.forbids(text + b"\n")
    monkeypatch.setattr(Amendments, "faults", None)
    assert judge.forbids(text.replace(b"(", b"", 3))


def test_pythons_own_library_has_no_faults() -> None:
    modules = sorted(Path(ast.__file__).parent.glob("*.py"))
    texts = {module.name: module.read_bytes() for module in modules}
    read = {name: text for name, text in texts.items() if b"\nlazy " not in text}  # of Python 3.15
    assert len(read) > 100
    assert [name for name, text in read.items() if faults("python", text).errors] == []


def test_judging_many_candidates_takes_no_memory() -> None:
    """The binding keeps a list for each node that it asks about in Python."""
    text = b"def f(a):\n    return [a, *a]\n\n\n" * 100
    syntax = Parsing(named("python")).syntax(text)
    candidates = [text[:cut] + text[cut + 9 :] for cut in range(0, 900, 9)]
    for candidate in candidates[:9]:
        syntax.forbids(candidate)
    before = sys.getallocatedblocks()
    for candidate in candidates:
        syntax.forbids(candidate)
    assert sys.getallocatedblocks() - before < 1000
