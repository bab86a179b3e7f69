"""What is told while the oracle answers: how far it has come, and that a shorter limit would do."""

import time

import pytest

from inline_pool import InlinePool
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.progress import Progress
from nubbin.engine.record import Record
from nubbin.engine.text_order import TextOrder
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.events import Asked, Event, Warned
from nubbin.engine.vocabulary.outcome import Outcome

LIMIT = 0.12
"""Seconds a run may take."""


def told(questions: int, late: int, takes: float, on_input: float) -> list[Event]:
    """Return what is told of some questions, of which the last ones run out of time.

    Args:
        questions: their number.
        late: how many run out of time.
        takes: the seconds of each of these.
        on_input: the seconds that a run on the input is said to take.
    """

    def oracle(text: bytes) -> bool | None:
        if int(text) < questions - late:
            return False
        time.sleep(takes)
        return None

    events: list[Event] = []
    progress = Progress(Record(b"input", TextOrder(None), events.append, 0.0), events.append)
    asker = Questioner(
        InlinePool(oracle),
        ContentCache(),
        Budget(),
        LIMIT,
        on_answer=lambda: progress.answered(asker),
    )
    progress.checked(on_input, Outcome.UNINTERESTING)
    asker.window(Candidate(None, b"%d" % number) for number in range(questions))
    return events


def test_who_waits_for_endless_runs_is_told_once_that_a_shorter_limit_would_do() -> None:
    (warning,) = (event for event in told(20, 8, LIMIT, 0.001) if isinstance(event, Warned))
    assert warning.message == (
        "5 of 17 runs ran out of time, each after 0.12 s, and the oracle takes 0.001 s on the "
        "input. If candidates loop forever, a shorter limit saves most of the time: --timeout, or "
        "timeout in nubbin.toml."
    )


@pytest.mark.parametrize(
    "late, takes, on_input",
    [
        pytest.param(4, LIMIT, 0.001, id="few runs"),
        pytest.param(8, 0.0, 0.001, id="an earlier reduction has waited for them"),
        pytest.param(8, LIMIT, 0.1, id="the input takes as long"),
    ],
)
def test_no_shorter_limit_is_advised_where_it_saves_little(
    late: int, takes: float, on_input: float
) -> None:
    events = told(20, late, takes, on_input)
    assert any(isinstance(event, Asked) for event in events)
    assert not any(isinstance(event, Warned) for event in events)
