"""What is not allowed takes no run, by itself or with what would be asked on top of it."""

from collections.abc import Iterator

import pytest

from nubbin.engine.asking.lawful import Lawful
from nubbin.engine.asking.orphans import Orphans
from nubbin.engine.asking.questioner import Proposals, Questioner
from nubbin.engine.asking.refusals import Refused, beside
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.schedule import FOR_GOOD, NOT_AT_ALL
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import UntimelyPool, ask

JSON = Parsing(named("json"))
TEXT = b'{"a": [1, 2], "b": 3}'


def lawful() -> tuple[Lawful, Questioner]:
    """Return an asker that lets what parses through, and the questioner behind it."""
    questioner = ask(lambda text: b"1" in text)
    return Lawful(questioner, JSON.syntax(TEXT), Refused(), dated=False), questioner


def test_on_top_of_an_unlawful_text_nothing_is_asked() -> None:
    asker, questioner = lawful()
    assert asker.on_top(Proposals(b'{"a": [1, ', [Candidate(None, b"[1]")], known=False)) is None
    assert questioner.runs == 0


def test_on_top_of_a_text_that_does_not_hold_no_answer_counts() -> None:
    asker, questioner = lawful()
    assert asker.on_top(Proposals(b'{"b": 3}', [Candidate(None, b"[1]")], known=False)) is None
    assert questioner.runs == 1


def test_changes_are_judged_by_the_text_they_are_changes_of() -> None:
    """`[1` lacks a bracket; so does the base, and the text before it lacks none."""
    asker, _ = lawful()
    broken = [Candidate(None, b"[1")]
    assert asker.window(broken) == [False]
    assert asker.on_top(Proposals(b"[1, 2", broken, known=True)) == [True]


def test_what_is_known_or_unlawful_costs_no_run() -> None:
    asker, _ = lawful()
    small, other, broken = (Candidate(None, text) for text in (b"[1]", b"[2]", b"[1"))
    assert [asker.costs(one) for one in (small, other, broken)] == [True, True, False]
    assert asker.on_top(Proposals(TEXT, [small, other, broken], known=True)) == [True, False, False]
    assert [asker.costs(one) for one in (small, other, broken)] == [False, False, False]


def test_what_the_parser_refused_is_not_parsed_again_while_that_stands() -> None:
    """Without `2` its comma is one too many; in a text with an error that is no reason."""
    refused = Refused()
    for base, lasting, asked in [
        (b"[1, 2, 3]", NOT_AT_ALL, False),
        (b"[2, 3]", FOR_GOOD, False),
        (b"[1, 2 3]", FOR_GOOD, True),
    ]:
        refused.begin(lasting)
        asker = Lawful(ask(lambda text: True), JSON.syntax(base), refused, dated=False)
        assert asker.window([Candidate(None, base.replace(b"2", b""))]) == [asked]


def test_what_costs_little_to_refuse_is_refused_first() -> None:
    questioner = ask(lambda text: True)
    unwanted = Orphans(questioner, {b"a"}, b'["a", "a"]', light=0)
    parsed: list[bytes] = []

    class Parsing(Lawful):
        def allows(self, text: bytes) -> bool:
            parsed.append(text)
            return super().allows(text)

    asker = Parsing(unwanted, JSON.syntax(b'["a", "a"]'), Refused(), dated=False)
    assert asker.window([Candidate(None, b'[1, "a"]'), Candidate(None, b'["a", 1]')]) == [
        False,
        True,
    ]
    assert parsed == [b'["a", 1]']


@pytest.mark.parametrize("jobs", [1, 8])
def test_what_is_drawn_beyond_the_answer_leaves_no_trace(jobs: int) -> None:
    """How many candidates are drawn depends on how many workers there are."""
    refused = Refused()
    pool = UntimelyPool(lambda text: True, jobs, lambda running: 0)
    questioner = Questioner(pool, ContentCache(), Budget())
    asker = Lawful(questioner, JSON.syntax(TEXT), refused, dated=False)
    small, broken = Candidate(None, b"[1]"), Candidate(None, TEXT[:-1])
    assert asker.first([small, broken, small]) == small
    refused.begin(FOR_GOOD)
    marks = [(False, 0, side) for side in beside(TEXT, broken.text)]
    assert not refused.stands(marks, TEXT)


def test_what_is_looked_at_before_its_turn_leaves_no_trace() -> None:
    """How far idle workers look ahead depends on how many there are; the parser's refusals stay."""
    refused, looked_at = Refused(), []
    broken = Candidate(None, TEXT[:-1])

    def beyond() -> Iterator[Candidate[object]]:
        looked_at.append(broken)
        yield broken

    pool = UntimelyPool(lambda text: False, 8, lambda running: 0)
    asker = Questioner(pool, ContentCache(), Budget())
    asker.runs = 1000  # enough for a tenth of them in vain
    lawful_asker = Lawful(asker, JSON.syntax(TEXT), refused, dated=False)
    some = [Candidate(None, b"[1]")]
    assert lawful_asker.on_top(Proposals(TEXT, some, known=True, beyond=beyond())) == [False]
    assert looked_at == [broken]
    refused.begin(FOR_GOOD)
    marks = [(False, 0, side) for side in beside(TEXT, broken.text)]
    assert not refused.stands(marks, TEXT)
    assert not lawful_asker.admits(broken)
    refused.begin(FOR_GOOD)
    assert refused.stands(marks, TEXT)


def test_what_was_refused_as_dated_is_judged_anew_where_that_is_allowed() -> None:
    text, refused = b"int f() { return 1; }", Refused()
    untyped = [Candidate(None, text[4:])]
    for dated in (False, True):
        syntax = Parsing(named("c")).syntax(text)
        asker = Lawful(ask(lambda text: True), syntax, refused, dated=dated)
        assert asker.window(untyped) == [dated]
        refused.begin(FOR_GOOD)


def test_what_was_refused_is_not_parsed_again_where_nothing_is_known_to_be_dated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    text, refused = b"class A { int f() { return 1; } }", Refused()
    torn = [Candidate(None, text[:-1])]
    syntax = Parsing(named("java")).syntax(text)
    assert Lawful(ask(lambda text: True), syntax, refused, dated=False).window(torn) == [False]
    refused.begin(FOR_GOOD)
    monkeypatch.setattr(syntax, "forbids", None)
    assert Lawful(ask(lambda text: True), syntax, refused, dated=True).window(torn) == [False]
