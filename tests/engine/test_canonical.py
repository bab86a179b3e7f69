"""Inside tokens: what becomes of literals, and what is asked on the way."""

from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.algorithms.canonical import literals
from nubbin.engine.algorithms.context import Context
from nubbin.engine.configurations import literals as rounds
from nubbin.engine.configurations.lexemes import comment_content, is_name, is_number
from nubbin.engine.configurations.literals import COARSE, smaller
from nubbin.engine.trees.language import detect
from nubbin.engine.trees.outline import paired
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.text import Size, Span
from oracles import Noted, Oracle, ask, reduce_inline
from strategies import SAMPLES

FINE = partial(literals, fine=True)


def shortened(text: bytes, oracle: Oracle, name: str = "case.js", *, fine: bool = True) -> bytes:
    """Run the pass alone, on texts that parse."""
    language = detect(Path(name))
    assert language is not None
    context = Context(ask(oracle), Parsing(language))
    return literals(context.lawful(text), text, fine=fine)


@pytest.mark.parametrize(
    "name, before, after",
    [
        ("case.c", b"long a = 0x7fff1234ul;", b"long a = 0;"),
        ("case.c", b"char a[] = L\"one\\n\", b = '\\n';", b"char a[] = 0, b = 0;"),
        ("case.py", b"a = '''b\nc''', 1.5e3j", b"a = 0, 0"),
        ("case.json", b'{"key": "value", "other": -12.5}', b'{"": 0, "": 0}'),
        ("case.rs", b'fn a() { b(r#"raw"#, 1_000u32); }', b"fn a() { b(0, 0); }"),
        ("case.css", b'a { b: 10px; c: "d" }', b"a { b: 0; c: 0 }"),
        ("case.css", b"#a1b2 { c: #4d90fe #fff }", b"#a1b2 { c: #000 #fff }"),
    ],
)
def test_a_literal_becomes_the_first_of_its_class(name: str, before: bytes, after: bytes) -> None:
    assert shortened(before, lambda text: True, name) == after


def test_a_line_of_hyphens_is_looked_at_once() -> None:
    """To try each of them as a sign and as a part of the word took minutes."""
    assert not is_name(b"-" * 200_000 + b"\n")


def test_what_the_oracle_wants_of_a_literal_is_what_is_left() -> None:
    text = b'f("an error of the %d-th kind", 12345.75, 0x20)'
    wanted = (b'"', b"%d", b".7", b"2)")
    assert shortened(text, lambda text: all(want in text for want in wanted)) == b'f("%d", 5.7, 2)'


def test_a_literal_is_shortened_in_what_the_parser_could_not_read_too() -> None:
    text = b"* { a: url('data:image/svg+xml,<svg width=21 =); }"
    left = shortened(text, lambda text: b"<svg" in text, "case.css", fine=False)
    assert b"image" not in left


def test_a_literal_keeps_no_blanks_at_its_ends() -> None:
    text = b'f("{error.__class__} about [{name}]")'
    wanted = b"{error.__class__}"
    assert shortened(text, lambda text: wanted in text, fine=False) == b'f("{error.__class__}")'


def test_what_the_grammar_has_no_token_for_is_shortened_too() -> None:
    text = b"a:\n\tb: a few words, then $(c)\n"
    wanted = (b"\tb:", b"then $(c)")
    left = shortened(text, lambda text: all(want in text for want in wanted), "a.mk", fine=False)
    assert left == b"a:\n\tb:then $(c)\n"


@pytest.mark.skipif(
    find_spec("tree_sitter_language_pack") is None,
    reason="the optional extra nubbin[all] is not installed",
)
def test_a_string_with_entities_of_several_tokens_is_shortened_as_a_whole() -> None:
    text = b'<a b="c[d &gt; 0]"/>'
    left = shortened(text, lambda text: text.count(b"[") == text.count(b"]"), "a.xml", fine=False)
    assert left == b'<a b=""/>'


def test_a_path_loses_segments() -> None:
    text = b'f("#/definitions/RuleSetUseItem/anyOf/0")'

    def oracle(text: bytes) -> bool:
        return b"#/definitions/" in text and b"/0" in text

    assert shortened(text, oracle, fine=False) == b'f("#/definitions/0")'


@pytest.mark.parametrize("fine, after", [(False, "while () => g  r"), (True, "while() =>")])
def test_a_program_in_a_string_loses_pieces_by_its_brackets_and_these(
    fine: bool, after: str
) -> None:
    text = b'eval("a = [0, 1]; while (f(b, c(d)), () => g) { e(a[0]) } return a")'

    def needs_a_loop(text: bytes) -> bool:
        brackets = bytes(each for each in text if each in b"()[]{}")
        return b"while" in text and b"() =>" in text and not paired(brackets).alone

    assert shortened(text, needs_a_loop, fine=fine) == f'eval("{after}")'.encode()


@pytest.mark.parametrize(
    "before, after", [("0x2F_u8", "7"), ("0x2_F", "7"), ("0x_", "0x_"), ("0x1__7", "7")]
)
def test_numbers_may_have_separators_anywhere(before: str, after: str) -> None:
    wanted = "7" if after == "7" else before
    text = f"fn a() {{ b({before}); }}"
    after = f"fn a() {{ b({after}); }}"
    assert (
        shortened(
            text.encode(), lambda each: each == text.encode() or wanted.encode() in each, "a.rs"
        )
        == after.encode()
    )


def test_equal_literals_change_together_and_then_alone() -> None:
    """As long as two have to be equal, and the third above them."""

    def oracle(text: bytes) -> bool:
        one, other, third = map(int, text[1:-1].split(b","))
        return one == other and third > one

    assert shortened(b"[33, 33, 34]", oracle) == b"[0, 0, 4]"
    assert shortened(b"[0, 0, 4]", oracle) == b"[0, 0, 1]"
    assert shortened(b"[7, 7, 7]", lambda text: b"7" in text) == b"[0, 0, 7]"


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.name)
def test_no_name_is_touched(sample: Path) -> None:
    """Words of the tree are what they were, in number and in order, but for those in strings."""
    text = sample.read_bytes()

    def names(text: bytes) -> list[bytes]:
        language = detect(sample)
        assert language is not None
        tree = Parsing(language).syntax(text).tree
        return [
            tree.source(leaf)
            for leaf in tree.leaves()
            if tree.is_named(leaf)
            and "identifier" in tree.name(leaf)
            and is_name(tree.source(leaf))
        ]

    result = shortened(text, lambda candidate: True, sample.name)
    assert names(result) == names(text)
    assert len(result) < len(text)


@given(
    st.lists(st.integers(0, 999) | st.floats(0, 99) | st.text("ab\"'\\ ", max_size=9), max_size=5),
    st.integers(1, 5),
)
def test_every_question_is_about_a_smaller_text(values: list[object], lot: int) -> None:
    """Each is smaller than all that was found interesting before, unless it was its rival."""
    text = repr(values).encode()
    oracle = Noted(lambda candidate: sum(candidate) % lot == 0)
    result = shortened(text, oracle, "case.py")
    assert all(Size.of(candidate) < Size.of(text) for candidate in oracle.asked)
    assert result == text or (sum(result) % lot == 0 and Size.of(result) < Size.of(text))


@given(st.text("abc ", max_size=12), st.sets(st.integers(0, 11), max_size=4))
def test_fine_rounds_leave_no_character_that_can_go(content: str, places: set[int]) -> None:
    wanted = [content[place].encode() for place in sorted(places) if place < len(content)]

    def oracle(text: bytes) -> bool:
        position = 0
        for character in wanted:
            position = text.find(character, position) + 1
            if not position:
                return False
        return text.startswith(b'["') and text.endswith(b'"]')

    result = shortened(f'["{content}"]'.encode(), oracle, "case.json")
    assert result == b'["' + b"".join(wanted) + b'"]'


def test_bytes_outside_a_selection_stay() -> None:
    text = b"[11, 22, 33]"
    language = detect(Path("case.js"))
    assert language is not None
    context = Context(ask(lambda text: True), Parsing(language), head=4, tail=5)
    assert context.within(text) == Span(4, 7)
    assert FINE(context, text) == b"[11, 0, 33]"


def test_balanced_leaves_short_literals() -> None:
    text = b'console.log("a message that nobody needs", 0x1000);'
    assert reduce_inline(text, lambda text: text.count(b'"') == 2, name="case.js").text == b'""'


def test_a_hexadecimal_number_of_thousands_of_digits_is_no_error() -> None:
    """Python makes no decimal number of it."""
    number = b"0x" + b"F" * 4_000
    assert b"0" in smaller(number, COARSE[0])
    assert all(len(other) < len(number) for other in smaller(number, COARSE[1]))


@pytest.mark.parametrize("going", [b"first(a), ", b"second, ", b", third(b)"])
def test_an_item_of_a_list_in_a_string_goes_with_the_comma_beside_it(going: bytes) -> None:
    text = b'f("(first(a), second, third(b))");'
    wanted = text.replace(going, b"")
    assert shortened(text, lambda other: other in (text, wanted), fine=False) == wanted


def test_a_path_loses_all_its_segments_at_once() -> None:
    """A reference to something else than the whole has to be one to something that is there."""
    text = b'{"a": "#/definitions/b"}'
    held = (text, b'{"a": "#"}')
    assert shortened(text, held.__contains__, "case.json", fine=False) == held[1]


def test_what_is_no_token_and_called_no_comment_says_no_more_than_it_must() -> None:
    text = b"{-# LANGUAGE GADTs, MagicHash, RankNTypes #-}\nf x = x\n"
    wanted = b"{-# LANGUAGE GADTs #-}\nf x = x\n"
    held = (text, text.replace(b"MagicHash, ", b""), text.replace(b", RankNTypes", b""), wanted)
    assert shortened(text, lambda other: other in held, "case.hs", fine=False) == wanted


def test_a_comment_of_signs_is_read_at_once() -> None:
    row = b"-" * 200_000
    text = b"/* a" + row + b"b " + row + b"*/ \n"
    (span,) = comment_content(text, 0, len(text))
    assert text[slice(*span)] == b" a" + row + b"b "
    assert comment_content(row, 0, len(row)) == []


def test_what_is_smaller_than_a_long_string_is_made_one_at_a_time() -> None:
    """All of it at once would take the square of its length."""
    for each in rounds.FINE:
        assert len(next(smaller(b'"' + b"a" * 10**6 + b'"', each))) < 10**6 + 3


def test_whether_very_many_digits_are_a_number_is_not_looked_into() -> None:
    """There are too many ways to read them, as those of a text in hexadecimal digits."""
    assert is_number(b"0x" + b"a" * 200)
    assert not is_number(b"0x" + b"a" * 100_000)
