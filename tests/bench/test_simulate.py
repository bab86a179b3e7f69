"""The simulator's workers, on so few runs that the times can be worked out by hand."""

from pathlib import Path

import pytest

from bench.answers import Answers
from bench.papers_common import Case
from bench.simulate import Pace, SimulatedPool, simulate
from inline_pool import InlinePool
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.vocabulary.outcome import Outcome

NOTHING = Pace(oracle=1.0, engine=0.0)


def workers(jobs: int, pace: Pace = NOTHING) -> SimulatedPool:
    return SimulatedPool(InlinePool(lambda text: text == b"yes"), jobs, pace)


def ends(pool: SimulatedPool, runs: int) -> list[float]:
    """Start runs at once; return when each of them has ended, in order."""
    waiting = {pool.submit(b"%d" % number, 60.0) for number in range(runs)}
    times = []
    while waiting:
        ended = {ticket for ticket, _ in pool.wait()}
        waiting -= ended
        times += [pool.seconds] * len(ended)
    return times


@pytest.mark.parametrize(
    "jobs, times", [(1, [1.0, 2.0, 3.0]), (2, [1.0, 1.0, 2.0]), (3, [1.0] * 3), (1024, [1.0] * 3)]
)
def test_as_many_runs_are_made_at_once_as_there_are_workers(jobs: int, times: list[float]) -> None:
    assert ends(workers(jobs), 3) == times


def test_workers_start_one_after_the_other() -> None:
    assert ends(workers(2, Pace(oracle=1.0, start=4.0, engine=0.0)), 3) == [3.0, 4.0, 5.0]


def test_the_pool_s_own_time_is_added_to_each_run() -> None:
    assert ends(workers(1, Pace(oracle=1.0, overhead=0.5, engine=0.0)), 2) == [1.5, 3.0]


def test_answers_are_those_of_the_pool_below_and_take_the_time_that_is_tried() -> None:
    pool = workers(1)
    ticket = pool.submit(b"yes", 60.0)
    assert pool.wait() == [(ticket, Verdict(Outcome.INTERESTING, 1.0))]


def test_the_engine_s_time_is_on_the_clock() -> None:
    pool = workers(1, Pace(oracle=0.0, engine=1000.0))
    sum(range(100_000))
    pool.submit(b"", 60.0)
    assert pool.engine > 0.0
    assert pool.seconds == pytest.approx(1000.0 * pool.engine)


def test_nobody_waits_longer_than_wanted() -> None:
    pool = workers(1)
    pool.submit(b"", 60.0)
    assert pool.wait(0.25) == []
    assert pool.seconds == 0.25
    assert len(pool.wait(1.0)) == 1
    assert pool.seconds == 1.0


def test_who_works_on_what_is_cancelled_is_free_at_once() -> None:
    pool = workers(1)
    first, second = pool.submit(b"", 60.0), pool.submit(b"", 60.0)
    assert pool.wait(0.25) == []
    pool.cancel([first])
    assert [ticket for ticket, _ in pool.wait()] == [second]
    assert pool.seconds == 1.25


def test_more_workers_make_a_reduction_shorter_and_not_different(tmp_path: Path) -> None:
    (tmp_path / "case.toml").write_text('file = "input.c"\n')
    lines = (f"int v{number} = {number};\n" for number in range(60))
    (tmp_path / "input.c").write_text("".join(lines))
    (tmp_path / "oracle.sh").write_text('#!/bin/sh\ngrep -q "int v7" "$1" && grep -q "v41" "$1"\n')
    (tmp_path / "oracle.sh").chmod(0o755)
    case, answers = Case.read(tmp_path, 10.0), Answers(tmp_path / "answers")
    courses = [simulate(case, answers, jobs, NOTHING) for jobs in (1, 2, 16)]
    assert len({course.reduction.text for course in courses}) == 1
    assert len({course.runs for course in courses}) == 1
    assert courses[0].seconds == courses[0].runs
    assert courses[0].seconds > 1.5 * courses[1].seconds > 1.5 * courses[2].seconds
    assert all(course.discarded < 0.1 for course in courses)
    answers.close()
