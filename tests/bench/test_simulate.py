"""The simulator, on traces small enough for pencil and paper."""

from pathlib import Path

import pytest

from bench.simulate import Call, Question, engine_seconds, read, replay, slowed, write


def window(*seconds: float) -> Call:
    return Call("pass", 0.0, tuple(Question(0.0, each) for each in seconds))


@pytest.mark.parametrize("workers, seconds", [(1, 10.0), (2, 6.0), (3, 5.0), (4, 4.0), (1024, 4.0)])
def test_a_window_is_list_scheduled(workers: int, seconds: float) -> None:
    assert replay([window(1, 2, 3, 4)], workers).seconds == seconds


def test_a_window_waits_for_the_one_before() -> None:
    course = replay([window(1, 5), window(2, 2)], 2)
    assert (course.seconds, course.runs) == (7.0, 4)
    assert course.use == 10 / 14


def test_first_drops_what_it_started_beyond_its_answer() -> None:
    asked = [Question(0.0, 1.0), Question(0.0, 1.0), *[Question(0.0, None)] * 10]
    first = Call("pass", 0.0, tuple(asked))
    alone, many = replay([first], 1), replay([first], 4)
    assert (alone.seconds, alone.runs, alone.dropped) == (2.0, 2, 0)
    assert (many.seconds, many.runs, many.dropped) == (1.0, 2, 2)


def test_the_engine_makes_one_question_after_the_other() -> None:
    call = Call("pass", 0.5, (Question(1.0, 1.0), Question(1.0, 1.0)))
    assert replay([call], 8).seconds == 3.5


def test_a_call_that_was_left_unanswered_takes_no_time() -> None:
    call = Call("pass", 0.0, (Question(0.0, None), Question(0.0, None)))
    assert replay([call], 2) == replay([], 2)


def test_a_slower_engine_takes_longer_where_nobody_else_is_at_work() -> None:
    call = Call("pass", 0.5, (Question(1.0, 1.0), Question(1.0, 1.0)))
    assert engine_seconds([call]) == 2.5
    assert replay(slowed([call], 2.0), 8).seconds == 6.0


def test_a_worker_is_started_once_and_any_oracle_time_can_be_tried() -> None:
    calls = [window(9, 9), window(9, 9)]
    assert replay(calls, 2, oracle=1.0, overhead=0.5, start=2.0).seconds == 5.0


def test_workers_start_one_after_the_other_while_the_first_is_at_work() -> None:
    calls = [window(1), window(1, 1)]
    assert replay(calls, 2, start=4.0).seconds == 5.0
    assert replay(calls, 2, start=2.0).seconds == 3.0


def test_a_trace_is_read_as_it_was_written(tmp_path: Path) -> None:
    calls = [window(1, 2), Call("other", 0.25, (Question(0.5, None), Question(0.125, 3.0)))]
    write(tmp_path / "trace", calls)
    assert read(tmp_path / "trace") == calls
