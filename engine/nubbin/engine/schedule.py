"""Which step of a strategy is made next (floor 6)."""

from collections.abc import Callable, Iterator, Sequence

from nubbin.engine.strategy import Step, Strategy


def schedule(strategy: Strategy, best: Callable[[], bytes]) -> Iterator[Step]:
    """Yield the strategy's steps to its last fixed point, each to be made when it is drawn.

    Args:
        strategy: what is done.
        best: the smallest text so far; it is empty when there is nothing more to do.
    """
    return _jointly(strategy.steps, best) if strategy.joint else _in_turn(strategy.steps, best)


def _in_turn(steps: Sequence[Step], best: Callable[[], bytes]) -> Iterator[Step]:
    """Yield each step once, or until it changes nothing if it has a star."""
    for step in steps:
        before = None
        while best() and before != best() and (before is None or step.star):
            before = best()
            yield step


def _jointly(steps: Sequence[Step], best: Callable[[], bytes]) -> Iterator[Step]:
    """Yield steps until each of them has changed nothing in the very text that is left.

    A step that changed nothing the last time is put off until those that did change something
    change nothing any more; most of what it would ask is refused again.
    """
    settled: dict[int, bytes | None] = {}  # by step, the last text it could not change
    idle: set[int] = set()
    turn = -1
    while best():
        due = [
            (step.last, index in idle, index <= turn, index)
            for index, step in enumerate(steps)
            if settled.get(index, b"") not in (best(), None)
        ]
        if not due:
            return
        *_, turn = min(due)
        before = best()
        yield steps[turn]
        if steps[turn].once:
            settled[turn] = None
        elif best() == before:
            idle.add(turn)
            settled[turn] = before
        else:
            idle.discard(turn)
