"""The questioner: what is begun at once, what takes a run, and what is remembered of it."""

from collections.abc import Callable, Iterable, Iterator

import pytest

from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.oracles.budget import Budget, Stopped
from nubbin.engine.oracles.cache import ContentCache, NoCache
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import UntimelyPool, ask

JOBS = 8


class WatchedPool(UntimelyPool):
    """Keeps what was begun, and how much at once; of what is running the newest ends first."""

    def __init__(self, oracle: Callable[[bytes], bool], jobs: int = JOBS) -> None:
        super().__init__(oracle, jobs, lambda running: running - 1)
        self.begun: list[bytes] = []
        self.at_once = 0

    def submit(self, text: bytes, timeout: float) -> int:
        self.begun.append(text)
        return super().submit(text, timeout)

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        self.at_once = max(self.at_once, self.unanswered)
        return super().wait(timeout)


def candidates(texts: Iterable[bytes]) -> Iterator[Candidate[None]]:
    return (Candidate(None, text) for text in texts)


def texts(count: int) -> list[bytes]:
    return [b"%d" % number for number in range(count)]


def test_all_workers_are_busy_and_in_a_window_as_many_texts_wait_for_them() -> None:
    for question, at_once in ((Questioner.first, JOBS), (Questioner.window, 2 * JOBS)):
        pool = WatchedPool(lambda text: False)
        question(Questioner(pool, ContentCache(), Budget()), candidates(texts(40)))
        assert pool.at_once == at_once


def test_once_something_interesting_is_in_sight_nothing_more_is_begun() -> None:
    pool = WatchedPool(lambda text: text == b"7")
    found = Questioner(pool, ContentCache(), Budget()).first(candidates(texts(40)))
    assert found == Candidate(None, b"7")
    assert pool.begun == texts(8)


@pytest.mark.parametrize("jobs", [1, JOBS])
@pytest.mark.parametrize("ask", [Questioner.first, Questioner.window])
def test_equal_texts_of_one_call_share_a_run_though_nothing_is_remembered(
    ask: Callable[[Questioner, Iterator[Candidate[None]]], object], jobs: int
) -> None:
    asker = Questioner(WatchedPool(lambda text: False, jobs), NoCache(), Budget())
    ask(asker, candidates([*texts(20), *texts(20)]))
    assert (asker.runs, asker.cache_hits) == (20, 20)


@pytest.mark.parametrize("jobs", [1, JOBS])
def test_no_more_runs_are_begun_than_are_allowed(jobs: int) -> None:
    pool = WatchedPool(lambda text: False, jobs)
    asker = Questioner(pool, ContentCache(), Budget(max_tests=3))
    with pytest.raises(Stopped):
        asker.window(candidates(texts(40)))
    assert (asker.runs, pool.begun) == (3, texts(3))


@pytest.mark.parametrize("ask", [Questioner.first, Questioner.window])
def test_where_no_more_runs_are_allowed_what_needs_none_is_answered(
    ask: Callable[[Questioner, Iterator[Candidate[None]]], object],
) -> None:
    asker = Questioner(WatchedPool(lambda text: False), ContentCache(), Budget(max_tests=3))
    ask(asker, candidates([*texts(3), *texts(3)]))
    ask(asker, candidates(texts(3)))
    assert (asker.runs, asker.cache_hits) == (3, 6)


def test_after_a_call_what_is_larger_than_the_smallest_that_held_is_forgotten() -> None:
    refused, held = [b"x" * 5, b"x" * 4, b"x" * 3], [b"y" * 7, b"y" * 4, b"y" * 6]
    asker = Questioner(WatchedPool(held.__contains__), ContentCache(), Budget())
    asker.window(candidates(refused))
    assert [*map(asker.costs, candidates(refused))] == [False] * 3
    asker.window(candidates(held))
    assert [*map(asker.costs, candidates(refused))] == [True, False, False]


def test_a_stop_is_heard_though_all_answers_are_known() -> None:
    stops = False
    asker = ask(lambda text: False, budget=Budget(cancelled=lambda: stops))
    asker.window(candidates(texts(3)))
    stops = True
    with pytest.raises(Stopped):
        asker.window(candidates(texts(3)))
    assert asker.runs == 3


@pytest.mark.parametrize("jobs", [1, 4])
def test_while_answers_are_known_one_candidate_is_drawn_at_a_time(jobs: int) -> None:
    """Each is a whole text: hundreds of a large one at once would not fit into memory."""
    drawn = most = 0

    def counted() -> Iterator[Candidate[object]]:
        nonlocal drawn
        for candidate in candidates(texts(600)):
            drawn += 1
            yield candidate

    def folded() -> None:
        nonlocal drawn, most
        most, drawn = max(most, drawn), 0

    pool = UntimelyPool(lambda text: False, jobs, lambda running: 0)
    asker = Questioner(pool, ContentCache(), Budget(), on_answer=folded)
    asker.window(candidates(texts(600)))
    most = 0
    assert asker.window(counted()) == [False] * 600
    assert most == 1
