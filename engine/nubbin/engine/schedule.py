"""Which step of a strategy is made next (floor 6)."""

from collections.abc import Callable, Iterator, Sequence

from nubbin.engine.strategy import Step, Strategy


def schedule(strategy: Strategy, best: Callable[[], bytes]) -> Iterator[tuple[Step, bool]]:
    """Yield the strategy's steps to its last fixed point, each to be made when it is drawn.

    With each goes whether it is to ask also about what was refused before.

    Args:
        strategy: what is done.
        best: the smallest text so far; it is empty when there is nothing more to do.
    """
    return _jointly(strategy.steps, best) if strategy.joint else _in_turn(strategy.steps, best)


def _in_turn(steps: Sequence[Step], best: Callable[[], bytes]) -> Iterator[tuple[Step, bool]]:
    """Yield each step once, or until it changes nothing if it has a star."""
    for step in steps:
        before = None
        while best() and before != best() and (before is None or step.star):
            before = best()
            yield step, True


def _jointly(steps: Sequence[Step], best: Callable[[], bytes]) -> Iterator[tuple[Step, bool]]:
    """Yield steps until none of them changes anything, even where it asks about all.

    All steps first ask about what is new. What was refused before is put off until that
    changes nothing any more, since most of it is refused again.
    """
    settled: dict[tuple[int, bool], bytes] = {}  # the last text that was not changed
    over: set[int] = set()
    turn = -1
    while best():
        due = [
            (stale, step.last, index <= turn, index)
            for stale in (False, True)
            for index, step in enumerate(steps)
            if index not in over and settled.get((index, stale)) != best()
        ]
        if not due:
            return
        stale, _, _, turn = min(due)
        before = best()
        yield steps[turn], stale
        if steps[turn].once:
            over.add(turn)
        elif best() == before:
            settled[turn, stale] = before
