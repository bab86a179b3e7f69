"""When to stop."""

import time

from nubbin.engine.oracles.budget import Budget

MOMENT = 0.2


def test_time_counts_from_when_what_it_was_put_off_for_is_over() -> None:
    busy, budget = [True], Budget(max_time=MOMENT)
    budget.postpone(lambda: bool(busy))
    time.sleep(2 * MOMENT)
    assert budget.reason() is None
    busy.clear()
    assert budget.reason() is None
    time.sleep(2 * MOMENT)
    assert budget.reason() == "max-time"


def test_time_that_counts_is_not_put_off_again() -> None:
    busy, budget = [False], Budget(max_time=MOMENT)
    budget.postpone(lambda: busy[0])
    budget.reason()  # it counts; on a slow machine, it may be up by now
    busy[0] = True
    time.sleep(2 * MOMENT)
    assert budget.reason() == "max-time"
