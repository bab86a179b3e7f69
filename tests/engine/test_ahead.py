"""Asking ahead: what comes after a window, for workers that would be idle."""

from collections.abc import Iterator

import pytest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.asking.ahead import Ahead, first_questions
from nubbin.engine.asking.fresh import Fresh
from nubbin.engine.asking.questioner import Proposals, Questioner, WindowAsker
from nubbin.engine.asking.refusals import Refused
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.schedule import FOR_GOOD
from nubbin.engine.strategies import THOROUGH
from nubbin.engine.strategy import Phase, Step, Strategy
from nubbin.engine.trees.language import named
from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import UntimelyPool, ask, reduce_inline

BASE = bytes(range(65, 91))
JOBS = 8


def without(letters: bytes) -> Iterator[Candidate[object]]:
    """Yield the base without each of the letters."""
    return (Candidate(None, BASE.replace(bytes([letter]), b"")) for letter in letters)


class Oracle:
    """Holds where the letter `Z` is left and, if so wanted, something else is gone."""

    def __init__(self, wanted: bytes = b"") -> None:
        self.asked: list[bytes] = []
        self._wanted = wanted

    def __call__(self, text: bytes) -> bool:
        self.asked.append(text)
        return b"Z" in text and not any(letter in text for letter in self._wanted)


def busy(oracle: Oracle, runs: int = 20 * JOBS, budget: Budget | None = None) -> Questioner:
    """Return a questioner of several workers that has made so many runs before."""
    pool = UntimelyPool(oracle, JOBS, lambda running: 0)
    asker = Questioner(pool, ContentCache(), budget or Budget())
    asker.runs = runs
    return asker


def begun(asker: Questioner) -> int:
    """Return how many runs were begun, needed or not, since `busy`."""
    return asker.runs + asker.discarded - 20 * JOBS


def test_idle_workers_begin_what_comes_next() -> None:
    asker = busy(Oracle(b"A"))
    ahead = Ahead(asker, lambda text: without(BASE[5:]), likely=True)
    assert ahead.on_top(Proposals(BASE, without(b"BCA"), known=True)) == [False, False, True]
    assert asker.runs == 20 * JOBS + 3
    assert asker.discarded >= JOBS - 3


def test_a_single_worker_begins_nothing_before_its_turn() -> None:
    oracle = Oracle(b"AB")
    asker = ask(oracle)
    asker.runs = 1000
    ahead = Ahead(asker, lambda text: without(b"YZ"), likely=True)
    assert ahead.on_top(Proposals(BASE, without(b"CD"), known=True)) == [False, False]
    assert len(oracle.asked) == 2
    assert asker.discarded == 0


def test_what_was_begun_is_a_run_once_its_turn_comes_and_is_made_once() -> None:
    oracle = Oracle(b"AB")
    asker = busy(oracle)
    ahead = Ahead(asker, lambda text: without(BASE[3:]), likely=True)
    ahead.on_top(Proposals(BASE, without(b"C"), known=True))
    foreseen = asker.discarded
    assert foreseen >= JOBS - 1
    assert ahead.on_top(Proposals(BASE, without(BASE[3:]), known=True)) == [False] * (len(BASE) - 3)
    assert asker.runs == 20 * JOBS + 1 + len(BASE) - 3
    assert asker.discarded == 0
    assert len(oracle.asked) == len(set(oracle.asked))


def test_once_something_held_nothing_is_begun_ahead() -> None:
    asker = busy(Oracle())
    ahead = Ahead(asker, lambda text: without(BASE[9:]), likely=True)
    assert ahead.on_top(Proposals(BASE, without(b"A"), known=True)) == [True]
    discarded = asker.discarded
    ahead.on_top(Proposals(BASE[1:], [Candidate(None, BASE[2:])], known=True))
    assert asker.discarded == discarded


def test_what_the_pass_itself_would_ask_next_comes_before_what_follows() -> None:
    asker = busy(Oracle(b"AB"), runs=22)  # two in vain are affordable
    ahead = Ahead(asker, lambda text: without(BASE[9:]), likely=True)
    ahead.on_top(Proposals(BASE, without(b"C"), known=True, beyond=without(b"DE")))
    assert all(asker.cache.key(one) in asker.foreseen for one in without(b"DE"))
    assert asker.discarded == 2


def test_where_a_pass_is_not_likely_to_change_nothing_nothing_is_begun_ahead() -> None:
    asker = busy(Oracle(b"AB"))
    ahead = Ahead(asker, lambda text: without(BASE[9:]), likely=False)
    ahead.on_top(Proposals(BASE, without(b"C"), known=True))
    assert asker.discarded == 0


def test_where_a_window_has_nothing_of_its_own_what_comes_next_is_begun_all_the_same() -> None:
    """As after the last success of a pass, which changed the text."""
    asker = busy(Oracle())
    ahead = Ahead(asker, lambda text: without(BASE[9:]), likely=False)
    assert ahead.on_top(Proposals(BASE[1:], (), known=False)) == []
    assert asker.discarded >= JOBS - 1


def test_what_was_refused_before_is_not_begun_ahead() -> None:
    asker, refused = busy(Oracle(b"AB")), Refused()
    fresh = Fresh(asker, refused, BASE)
    for one in without(BASE[9:]):
        if mark := fresh.mark(one.text):
            fresh.refused(mark)
    refused.begin(FOR_GOOD)
    ahead = Ahead(fresh, lambda text: without(BASE[3:]), likely=True)
    ahead.on_top(Proposals(BASE, without(b"C"), known=True))
    assert asker.discarded == len(BASE[3:9])


@pytest.mark.parametrize("runs", [0, 40, 100, 1000])
def test_runs_that_are_not_needed_stay_below_a_tenth_of_those_that_are(runs: int) -> None:
    asker = busy(Oracle(b"AB"), runs)
    ahead = Ahead(asker, lambda text: without(BASE[9:]), likely=True)
    for letter in b"CDEFGH":
        ahead.on_top(Proposals(BASE, without(bytes([letter])), known=True))
        assert asker.discarded <= asker.runs / 11 + 1
    assert asker.discarded >= runs / 100


def test_what_is_begun_ahead_stays_within_the_runs_allowed() -> None:
    asker = busy(Oracle(b"AB"), budget=Budget(max_tests=20 * JOBS + 3))
    ahead = Ahead(asker, lambda text: without(BASE[9:]), likely=True)
    ahead.on_top(Proposals(BASE, without(b"C"), known=True))
    assert begun(asker) <= 3


def test_on_top_of_what_does_not_hold_all_answers_are_dropped() -> None:
    oracle = Oracle(b"AB")
    ahead = Ahead(ask(oracle), lambda text: without(BASE[9:]), likely=True)
    assert ahead.on_top(Proposals(BASE, without(b"C"), known=False)) is None


def test_when_all_is_done_nothing_is_under_way() -> None:
    asker = busy(Oracle(b"AB"))
    ahead = Ahead(asker, lambda text: without(BASE[9:]), likely=True)
    ahead.on_top(Proposals(BASE, without(b"C"), known=True))
    discarded = asker.discarded
    asker.stop_foreseen()
    assert isinstance(asker.pool, UntimelyPool)
    assert asker.pool.unanswered == 0
    assert asker.discarded == discarded


def test_a_pass_is_left_at_its_first_questions() -> None:
    asker = ask(Oracle())

    def windows(asker: WindowAsker) -> bytes:
        answers = asker.on_top(Proposals(BASE, without(b"AB"), known=True))
        raise AssertionError(answers)

    def one_by_one(asker: WindowAsker) -> bytes:
        found = asker.first(without(b"AB"))
        raise AssertionError(found)

    asked = [one.text for one in first_questions(windows, asker)]
    assert asked == [one.text for one in without(b"AB")]
    assert not [*first_questions(one_by_one, asker)]
    assert not [*first_questions(lambda asker: BASE, asker)]


@pytest.mark.parametrize("step", THOROUGH.steps, ids=lambda step: step.name)
def test_what_a_pass_asks_first_can_be_told_without_an_answer(step: Step) -> None:
    text = b"function f(a, b) { let i = 0; for (; ++i < b;) a[i] = g(1 + 2, 'text'); }\nf(f, h);\n"
    parsing = Parsing(named("javascript"))

    def make(asker: WindowAsker) -> bytes:
        return step.run(Context(asker, parsing), text)

    asker = ask(Oracle())
    assert all(one.text != text for one in first_questions(make, asker))
    assert asker.runs == 0


def test_what_a_step_to_come_finds_unlawful_stays_unknown_until_its_turn() -> None:
    """`second` is left at its first question where it is only looked at."""
    mark, looked_at, known = "a change", 0, list[bool]()

    def first(context: Context, text: bytes) -> bytes:
        assert context.asker.window([Candidate(None, b"[0]")]) == [False]
        assert context.asker.on_top(Proposals(b"[1]", (), known=False)) == []
        return b"[1]"

    def second(context: Context, text: bytes) -> bytes:
        nonlocal looked_at
        looked_at += text == b"[1]"
        stands = context.unlawful.stands([mark], text)
        context.unlawful.add([mark], text)
        context.asker.window([Candidate(None, b"[2]")])
        known.append(stands)
        return text

    steps = (Step("first", first), Step("second", second, phase=Phase.FIRST))
    pool = UntimelyPool(lambda text: text in (b"[1, 2]", b"[1]"), JOBS, lambda running: 0)
    reduce_inline(b"[1, 2]", bool, Strategy(steps, joint=True), pool=pool)
    assert known == [False]
    assert looked_at > len(known)


class Hurried(UntimelyPool):
    """Counts how often nobody waits for an answer, since more could be begun meanwhile."""

    hurries = 0

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        self.hurries += timeout == 0.0
        return super().wait(timeout)


@pytest.mark.parametrize("strategy, ahead", [("fast", False), ("balanced", True)])
def test_a_strategy_without_a_joint_fixed_point_asks_nothing_ahead(
    strategy: str, ahead: bool
) -> None:
    text = b"".join(b"f%d();\n" % number for number in range(60))

    def holds(text: bytes) -> bool:
        return all(b"f%d()" % number in text for number in range(0, 60, 3))

    pool = Hurried(holds, JOBS, lambda running: 0)
    reduction = reduce_inline(text, holds, strategy, "x.js", pool=pool)
    assert (pool.hurries > 0) == ahead
    assert ahead or reduction.oracle.discarded == 0
