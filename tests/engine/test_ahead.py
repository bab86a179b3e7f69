"""Asking ahead: what fills the last round of a window, and what comes of it."""

from collections.abc import Iterator

import pytest

from nubbin.engine.asking.ahead import ROUND, Ahead, Foresight, first_questions
from nubbin.engine.asking.questioner import Questioner, WindowAsker
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import UntimelyPool, ask, reduce_inline

BASE = bytes(range(65, 91))


def without(letters: bytes) -> Iterator[Candidate[object]]:
    """Yield the base without each of the letters."""
    return (Candidate(None, BASE.replace(bytes([letter]), b"")) for letter in letters)


def after(runs: int) -> Foresight:
    """Return the foresight of a reduction that has made so many runs, none of them ahead."""
    foresight = Foresight()
    for _ in range(runs):
        foresight.asked(BASE, costs=True)
    return foresight


def generous() -> Foresight:
    """Return a foresight that can afford whole rounds, as late in a reduction."""
    return after(20 * ROUND)


class Oracle:
    """Holds where the letter `Z` is left and, if so wanted, something else is gone."""

    def __init__(self, wanted: bytes = b"") -> None:
        self.asked: list[bytes] = []
        self._wanted = wanted

    def __call__(self, text: bytes) -> bool:
        self.asked.append(text)
        return b"Z" in text and not any(letter in text for letter in self._wanted)


def test_a_window_is_filled_up_to_a_whole_round_with_what_comes_next() -> None:
    oracle = Oracle(b"A")
    ahead = Ahead(ask(oracle), lambda text: without(BASE[5:]), generous(), 128)
    assert ahead.on_top(BASE, without(b"BCA"), known=True) == [False, False, True]
    assert oracle.asked == [one.text for one in [*without(b"BCA"), *without(BASE[5 : ROUND + 2])]]


def test_a_whole_round_is_left_as_it_is() -> None:
    oracle = Oracle(b"AB")
    ahead = Ahead(ask(oracle), lambda text: without(b"YZ"), generous(), 128)
    assert not any(ahead.on_top(BASE, without(BASE[:ROUND]), known=True) or ())
    assert len(oracle.asked) == ROUND


def test_a_window_of_one_asks_nothing_ahead() -> None:
    oracle = Oracle(b"AB")
    ahead = Ahead(ask(oracle), lambda text: without(b"YZ"), generous(), 1)
    assert ahead.on_top(BASE, without(b"C"), known=True) == [False]
    assert len(oracle.asked) == 1


def test_what_was_asked_ahead_takes_no_run_when_its_turn_comes() -> None:
    oracle = Oracle(b"AB")
    asker = ask(oracle)
    ahead = Ahead(asker, lambda text: without(BASE[3:]), generous(), 128)
    ahead.on_top(BASE, without(b"C"), known=True)
    assert ahead.on_top(BASE, without(BASE[3 : ROUND + 2]), known=True) == [False] * (ROUND - 1)
    assert len(oracle.asked) == asker.runs == ROUND


def test_once_something_held_nothing_is_asked_ahead() -> None:
    oracle = Oracle()
    ahead = Ahead(ask(oracle), lambda text: without(BASE[9:]), generous(), 128)
    assert ahead.on_top(BASE, without(b"A"), known=True) == [True]
    ahead.on_top(BASE[1:], [Candidate(None, BASE[2:])], known=True)
    assert oracle.asked[-1] == BASE[2:]
    assert len(oracle.asked) == ROUND + 1


def test_where_a_window_has_nothing_of_its_own_what_comes_next_is_asked_ahead_all_the_same() -> (
    None
):
    """As after the last success of a pass, which changed the text."""
    oracle = Oracle()
    ahead = Ahead(ask(oracle), lambda text: without(BASE[9:]), generous(), 128)
    assert ahead.on_top(BASE, without(b"A"), known=True) == [True]
    oracle.asked.clear()
    assert ahead.on_top(BASE[1:], (), known=False) == []
    assert oracle.asked == [BASE[1:], *(one.text for one in without(BASE[9 : 9 + ROUND - 1]))]


@pytest.mark.parametrize("runs", [0, 100, 136, 160])
def test_what_was_asked_ahead_and_not_needed_yet_is_at_most_a_fourth_of_the_runs_but_the_first(
    runs: int,
) -> None:
    asker = ask(Oracle(b"AB"))
    ahead = Ahead(asker, lambda text: without(BASE[9:]), after(runs), 128)
    for letter in b"CDEFGHI":
        ahead.on_top(BASE, without(bytes([letter])), known=True)
    own = 7
    foreseen = asker.runs - own
    assert foreseen <= max(0, (runs + asker.runs - 128) / 4 + 1)
    assert bool(foreseen) == (runs > 128)


def test_on_top_of_what_does_not_hold_all_answers_are_dropped() -> None:
    oracle = Oracle(b"AB")
    ahead = Ahead(ask(oracle), lambda text: without(BASE[9:]), generous(), 128)
    assert ahead.on_top(BASE, without(b"C"), known=False) is None


def test_what_is_asked_ahead_after_a_text_that_does_not_hold_does_not_depend_on_the_workers() -> (
    None
):
    def runs(jobs: int) -> int:
        pool = UntimelyPool(Oracle(b"AB"), jobs, lambda running: 0)
        asker, foresight = Questioner(pool, ContentCache(), Budget()), after(140)
        for base, own, known in ((BASE[1:], b"CDEFGHIJ", False), (BASE, b"C", True)):
            ahead = Ahead(asker, lambda text: without(BASE[9:]), foresight, 128)
            ahead.on_top(base, without(own), known=known)
        return asker.runs

    assert runs(1) == runs(2) == runs(16)


def test_a_pass_is_left_at_its_first_questions() -> None:
    asker = ask(Oracle())

    def windows(asker: WindowAsker) -> bytes:
        answers = asker.on_top(BASE, without(b"AB"), known=True)
        raise AssertionError(answers)

    def one_by_one(asker: WindowAsker) -> bytes:
        found = asker.first(without(b"AB"))
        raise AssertionError(found)

    asked = [one.text for one in first_questions(windows, asker)]
    assert asked == [one.text for one in without(b"AB")]
    assert not [*first_questions(one_by_one, asker)]
    assert not [*first_questions(lambda asker: BASE, asker)]


def test_a_strategy_without_a_joint_fixed_point_asks_nothing_ahead() -> None:
    """`fast` has fewer questions about two calls than make a round, where `balanced` has more."""
    text = b"a(); b();"
    reduction = reduce_inline(text, lambda text: b"a()" in text and b"b()" in text, "fast", "x.js")
    assert reduction.oracle.runs < ROUND
    assert reduce_inline(text, lambda one: one == text, name="x.js").oracle.runs >= ROUND
