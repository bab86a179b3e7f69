"""A text with which its grammar's parser comes to no end is given up on, and reduced all the same.

OCaml's parser goes round in circles on the text below. Nothing short of ending the process ends it.
"""

import signal

import pytest

from nubbin.engine.trees.language import load, named
from nubbin.engine.trees.parser import GaveUp, Parser
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.unused import Unused
from nubbin.engine.vocabulary.text import Edit, count_words
from oracles import reduce_inline

OCAML = named("ocaml")
GRAMMAR = load(OCAML)
PARSER = Parser(GRAMMAR)
ENDLESS = b'fun s:f""()=val i :k:i->>'
LETS = b"".join(b"let a%d = %d\n" % (number, number) for number in range(100))
"""With these in front, the parser comes to an end."""


def test_a_parser_gives_up_on_it_and_then_parses_others_as_before() -> None:
    parser = Parser(GRAMMAR)
    for _ in range(2):
        with pytest.raises(GaveUp):
            parser.parse(ENDLESS)
        assert str(parser.parse(LETS).root_node) == str(Parser(GRAMMAR).parse(LETS).root_node)


class _Rang(Exception):
    """Raised by the alarm."""


def _ring(number: int, frame: object) -> None:
    raise _Rang


def _parse_until_it_rings(parser: Parser, seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds)
    while True:
        parser.parse(LETS * 20)


def test_what_a_handler_of_a_signal_raises_comes_through_and_the_next_parse_begins_anew() -> None:
    """Signals that arrive during a parse are handled whenever the parser asks for more text."""
    parser = Parser(GRAMMAR)
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        for delay in range(1, 40):
            with pytest.raises(_Rang):
                _parse_until_it_rings(parser, delay / 10_000)
            assert str(parser.parse(LETS).root_node) == str(Parser(GRAMMAR).parse(LETS).root_node)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_piece_of_a_text_may_end_within_a_character() -> None:
    text = "let a = [{}]\n".format('"äöü"; ' * 500).encode()
    whole, pieces = Parsing(OCAML).syntax(text).tree, Parser(GRAMMAR).parse(text)
    assert pieces.root_node.descendant_count == len(whole)
    assert pieces.root_node.end_byte == len(text)


@pytest.mark.parametrize("base", [b"", b"type t\n" + ENDLESS, ENDLESS[:-1]])
def test_as_a_candidate_it_is_one_that_the_grammar_refuses(base: bytes) -> None:
    syntax = Syntax(PARSER, base)
    assert syntax.breaks(ENDLESS)
    assert syntax.forbids(ENDLESS)
    assert not syntax.alike(ENDLESS)


def test_a_node_is_not_whole_in_it() -> None:
    assert not Syntax(PARSER, b"").reads_whole(Edit(0, 0, ENDLESS))


def test_a_text_that_became_it_is_judged_by_its_brackets() -> None:
    judge = Syntax(PARSER, b"type t\n" + ENDLESS).rebased(ENDLESS)
    assert judge.text == ENDLESS
    assert judge.forbids(ENDLESS.replace(b")", b""))
    assert not judge.forbids(ENDLESS.replace(b"()", b""))


def test_its_tokens_are_its_words_and_signs_whatever_was_counted_before() -> None:
    before = LETS + ENDLESS
    counts = set()
    for others in ([], [before], [ENDLESS + LETS, before]):
        measure = Parsing(OCAML).measure()
        for other in others:
            measure.tokens(other)
            measure.keep(other)
        counts |= {(measure.tokens(ENDLESS), measure.tokens(ENDLESS + LETS))}
    assert counts == {(count_words(ENDLESS), count_words(ENDLESS + LETS))}


def test_no_variables_are_removed_from_it() -> None:
    assert Unused(PARSER, "(value_name) @name").removed(ENDLESS) == ENDLESS


def test_the_grammar_does_not_fit_it() -> None:
    parsing = Parsing(OCAML)
    assert not parsing.fits(ENDLESS)
    assert parsing.left_over(ENDLESS) == 1.0
    assert parsing.reader_of(ENDLESS).by_lines


@pytest.mark.parametrize("before", [b"", LETS], ids=["as the input", "on the way"])
@pytest.mark.parametrize("strategy", ["balanced", "thorough", "hdd", "ddmin"])
def test_a_reduction_comes_to_its_end(strategy: str, before: bytes) -> None:
    """A word may be left that lets the parser read the rest, which then has fewer tokens."""
    reduction = reduce_inline(
        before + ENDLESS, lambda text: ENDLESS in text, strategy, name="case.ml"
    )
    assert ENDLESS in reduction.text
    assert count_words(reduction.text) <= count_words(ENDLESS) + 1
