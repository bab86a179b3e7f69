"""Names from left to right, and texts in as few bytes as can be: only where it is asked for."""

import ast
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.original import Original
from nubbin.engine.algorithms.renaming import identifiers
from nubbin.engine.algorithms.shorter_words import shorter_words
from nubbin.engine.algorithms.squeeze import squeeze
from nubbin.engine.strategy import Pass
from nubbin.engine.trees.focused import Focused
from nubbin.engine.trees.language import detect, named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import WORD, Size
from oracles import Noted, Oracle, ask, parsing, reduce_inline


def passed(
    run: Pass, text: bytes, oracle: Oracle, name: str, head: int = 0, tail: int = 0
) -> bytes:
    """Run one pass alone."""
    language = detect(Path(name))
    assert language is not None
    return run(Context(ask(oracle), Parsing(language), head=head, tail=tail), text)


def distinct(*names: bytes) -> Oracle:
    """Return an oracle that wants as many words as there are, and some of them as they are."""

    def holds(text: bytes) -> bool:
        words = text.replace(b"(", b" ").replace(b")", b" ").replace(b";", b" ").split()
        return len(set(words)) == 4 and all(name in words for name in names)

    return holds


def test_names_become_letters_from_left_to_right() -> None:
    text = b"one(two); two(three); four(one);"
    assert passed(identifiers, text, distinct(), "case.js") == b"a(b); b(c); d(a);"


def test_a_name_that_has_to_stay_leaves_its_letter_to_others() -> None:
    text = b"one(two); two(three); four(one);"
    assert passed(identifiers, text, distinct(b"two"), "case.js") == b"a(two); two(b); c(a);"


def test_names_that_need_not_differ_are_merged() -> None:
    text = b"one(two); two(three);"
    assert passed(identifiers, text, lambda text: True, "case.js") == b"a(a); a(a);"


@pytest.mark.parametrize(
    "text, wanted",
    [
        (b"print(function print() {})", b"print(function a() {})"),
        (b"x = {sort: [].sort}.sort", b"x = {a: [].sort}.a"),
    ],
    ids=["one alone", "all but one"],
)
def test_what_is_called_alike_by_chance_is_called_otherwise(text: bytes, wanted: bytes) -> None:
    assert passed(identifiers, text, {text, wanted}.__contains__, "case.js") == wanted


@pytest.mark.parametrize(
    "name, source, text, wanted",
    [
        ("a.sql", b"CREATE VIEW a AS SELECT 1", b"CREATE TABLE a(b)", b"CREATE VIEW a(b)"),
        ("a.js", b"print(JSON)", b"Symbol[Symbol.x](Symbol)", b"JSON[Symbol.x](JSON)"),
        ("a.js", b"print(JSON)", b"Symbol(Symbol)", b"JSON(JSON)"),
    ],
    ids=["a keyword", "a name but in one place", "a name"],
)
def test_shorter_words_of_the_input_take_the_place_of_longer_ones(
    name: str, source: bytes, text: bytes, wanted: bytes
) -> None:
    grammar = parsing(name)
    assert grammar is not None
    original = Original(grammar.syntax(source).tree)
    context = Context(ask({text, wanted}.__contains__), grammar, original=original)
    assert shorter_words(context, text) == wanted


def test_a_name_that_can_be_no_small_letter_becomes_a_capital_one() -> None:
    def oracle(text: bytes) -> bool:
        return text.split()[1][:1].isupper()

    assert passed(identifiers, b"class Counter extends Base {}", oracle, "case.js") == (
        b"class A extends A {}"
    )


def test_no_name_becomes_a_keyword_and_no_keyword_a_name() -> None:
    """There are more names than letters, so some have two: not `as`, `do`, `if`, `in`, `of`."""
    names = [f"name{number}" for number in range(400)]
    text = "; ".join([*names, "true", "this", "null", "undefined"]).encode()
    oracle = Noted(lambda candidate: len(set(candidate.split(b"; "))) == len(names) + 4)
    result = passed(identifiers, text, oracle, "case.js").split(b"; ")
    assert result[-4:] == [b"true", b"this", b"null", b"undefined"]
    assert max(map(len, result[:-4])) == 2
    assert {b"as", b"do", b"if", b"in", b"of"}.isdisjoint(result)
    assert all(candidate.endswith(b"; true; this; null; undefined") for candidate in oracle.asked)


def test_a_keyword_is_told_by_its_kind_where_a_name_is_called_the_same() -> None:
    text = b"CREATE TABLE TABLE (one INT)"
    result = passed(identifiers, text, lambda text: text.startswith(b"CREATE TABLE "), "case.sql")
    assert result == b"CREATE TABLE a (a INT)"


def test_a_name_outside_the_selection_keeps_its_twins_inside() -> None:
    text = b"one(two); two(three);"
    result = passed(identifiers, text, lambda text: True, "case.js", head=9)
    assert result == b"one(two); two(a);"


@given(
    st.lists(st.sampled_from(["ab", "b1", "cc", "cd", "z", "A", "B2", "(x)", "'ab'"]), max_size=9)
)
def test_every_renaming_asked_about_is_smaller(words: list[str]) -> None:
    text = "; ".join(words).encode()
    oracle = Noted(lambda candidate: sum(candidate) % 3 == 0)
    passed(identifiers, text, oracle, "case.js")
    assert all(Size.of(candidate) < Size.of(text) for candidate in oracle.asked)


def test_all_white_space_goes_that_can() -> None:
    text = b'int   one ( char * two ) {\r\n    return  two [ 0 ] + "a  b" ;\n}\n'

    def oracle(candidate: bytes) -> bool:
        return b"a  b" in candidate and rest(candidate) == rest(text)

    def rest(text: bytes) -> list[bytes]:
        return re.findall(rb"\w+|[^\w\s]", text)

    result = passed(squeeze, text, oracle, "case.c")
    assert result == b'int one(char*two){return two[0]+"a  b";}'


def test_white_space_goes_between_words_too_where_one_does_for_both() -> None:
    text, kept = b"CREATE TABLE a (0 NULL)\n", re.compile(rb"CREATE TABLE a\s*\(0\s*NULL\)\s*")
    result = passed(squeeze, text, lambda each: kept.fullmatch(each) is not None, "a.sql")
    assert result == b"CREATE TABLE a(0NULL)"


def test_indentation_becomes_as_shallow_as_it_can() -> None:
    text = b"class A:\n\n    def b(self):\n        if self:\n            return 1\n\n    c = 2\n"

    def shape(text: bytes) -> str | None:
        try:
            tree = ast.parse(text)
        except SyntaxError:
            return None
        return ast.dump(tree)

    def oracle(candidate: bytes) -> bool:
        return shape(candidate) == shape(text)

    result = passed(squeeze, text, oracle, "case.py")
    assert result == b"class A:\n def b(self):\n  if self:return 1\n c=2"


@pytest.mark.parametrize(
    "strategy", ["fast", "balanced", "hddr*", "hoistr*+hddhr*", "ddmin*", "greeddy"]
)
@pytest.mark.parametrize("name", ["case.js", "case.unknown"])
def test_any_strategy_ends_interesting_and_no_larger_with_squeeze(strategy: str, name: str) -> None:
    text = b"function first ( second ) {\n  return second + third ( 1 ) ;\n}\n"

    def oracle(candidate: bytes) -> bool:
        return re.search(rb"\w\s*\(\s*\w+\s*\)\s*\{\s*\w+", candidate) is not None

    plain = reduce_inline(text, oracle, strategy, name)
    renamed = reduce_inline(text, oracle, strategy, name, rename=True)
    squeezed = reduce_inline(text, oracle, strategy, name, squeeze=True)
    sizes = [len(each.text) for each in (squeezed, renamed, plain)]
    assert sizes == sorted(sizes)
    assert all(oracle(each.text) for each in (squeezed, renamed, plain))
    assert re.search(rb"\W\s|\s\W", squeezed.text) is None
    assert set(squeezed.minimal) <= set(plain.minimal)
    assert squeezed.fixpoint == plain.fixpoint


def test_a_word_that_one_name_cannot_have_is_left_for_the_next() -> None:
    """The first leaf that looks like a name is `int`, which cannot be called `a`."""

    def holds(text: bytes) -> bool:
        return re.fullmatch(rb"int \w;", text) is not None

    squeezed = reduce_inline(b"int b;", holds, name="case.c", squeeze=True)
    assert squeezed.text == b"int a;"


def test_what_new_names_make_possible_is_done() -> None:
    """One of two declarators can go once the other has a name of one letter."""

    def oracle(candidate: bytes) -> bool:
        return re.fullmatch(rb"int\s+(\w+\s*,\s*\w+|\w)\s*;\s*", candidate) is not None

    text = b"int first, second;\n"
    assert reduce_inline(text, oracle, name="case.c").output.tokens == 5
    squeezed = reduce_inline(text, oracle, name="case.c", squeeze=True)
    assert squeezed.text == b"int a;"
    assert squeezed.minimal == ("1-minimal", "1-tree-minimal", "1-maximal")


def test_squeezing_goes_on_from_the_best_text_only() -> None:
    """Without some blanks, fewer characters are more tokens here: no gain, and nothing to go on."""
    text = b'a:\n  - b: 1\n    c: [x, y]\n  - d: "text"\ne: &q {f: 1}\ng: *q\n'

    def oracle(candidate: bytes) -> bool:
        return all(piece in candidate for piece in (b"q", b"x", b"}", b"-", b"]"))

    assert reduce_inline(text, oracle, "hddr*", "a.yml", squeeze=True).text == b"-x]&q{}"


@pytest.mark.parametrize("squeeze", [True, False])
def test_configurations_are_not_remembered_where_names_change(*, squeeze: bool) -> None:
    """By `--squeeze` they do, and by `--rename`."""
    strategy = "ddmin*:cache=config"
    with pytest.raises(UsageError, match="Use cache=content"):
        reduce_inline(b"a\nb\n", bool, strategy, "a.js", squeeze=squeeze, rename=not squeeze)


@pytest.mark.parametrize("needed", [b"\n\n", b"  \n", b"\n   "])
def test_of_several_blanks_that_are_needed_no_more_stay(needed: bytes) -> None:
    text = b"f();\n\n\n\n   \n\n\n    f();    \n"
    left = text
    while (before := left) != (left := passed(squeeze, left, lambda each: needed in each, "a.js")):
        assert len(left) < len(before)
    assert left.translate(None, b" \n") == b"a();a();"
    assert len(left) <= len(b"a();a();" + needed) + 1


def test_within_a_selection_no_name_becomes_one_that_is_used_outside_of_it() -> None:
    before, behind = b"int a, b; int f", b" int g() { return b; }"
    text = before + b"(int long_name) { return long_name + a; }" + behind
    asked: list[list[bytes]] = []

    def never(candidate: bytes) -> bool:
        asked.append(WORD.findall(candidate[len(before) : -len(behind)]))
        return False

    head, tail = len(before), len(behind)
    reader = Focused(Parsing(named("c")), head, tail)
    identifiers(Context(ask(never), reader, head=head, tail=tail), text)
    assert [b"int", b"c", b"return", b"c", b"a"] in asked
    assert not any(b"b" in words for words in asked)
