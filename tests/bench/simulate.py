"""How long a reduction takes on any number of workers, from a trace of what it asked.

    python -m bench.simulate TRACE… [--oracle SECONDS] [--overhead SECONDS]     (from `tests/`)

A trace is what `bench.record` writes: JSON lines, one for each call of the questioner, with
what was asked in it, in order. Calls follow one another; within a call, questions are made by
the one engine and answered by the workers. That is all the questioner's rules leave to chance,
so list scheduling tells the time: a question starts as soon as it is made and a worker is free.
`first` ends with its earliest interesting answer, and a window on top of a text that does not
hold with that answer; what they had started beyond is dropped.

Prints, for each number of workers: seconds, speed-up over one, share of the workers' time that
was used, and runs dropped in per cent of the runs.
"""

import argparse
import heapq
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

WORKERS = (1, 2, 4, 16, 64, 1024)
_AHEAD = 256
"""Questions the questioner makes beyond the oldest unanswered one, at most."""


@dataclass(frozen=True, slots=True)
class Question:
    """One run of the oracle, or one that a call of `first` could have started in vain."""

    gap: float
    """Seconds of the engine's processor time to make it, since what came before."""
    seconds: float | None
    """The run's; None if the call ended before it was answered."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of the questioner."""

    step: str
    """The pass it belongs to."""
    fold: float
    """Seconds of the engine's processor time to take the answers in."""
    questions: tuple[Question, ...]

    @property
    def needed(self) -> int:
        """How many questions have to be answered, from the first."""
        return sum(question.seconds is not None for question in self.questions)

    @property
    def speculative(self) -> bool:
        """Whether more may be started than are needed."""
        return self.needed < len(self.questions)


@dataclass(slots=True)
class Course:
    """What a simulation came to."""

    workers: int
    seconds: float = 0.0
    busy: float = 0.0
    """Seconds of all workers in which they made a run that was needed."""
    runs: int = 0
    dropped: int = 0

    @property
    def use(self) -> float:
        """The share of the workers' time that was used."""
        return self.busy / (self.seconds * self.workers) if self.seconds else 1.0


def read(path: Path) -> list[Call]:
    """Return the calls of a trace."""
    calls = []
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            entry = json.loads(line)
            questions = tuple(Question(*question) for question in entry["questions"])
            calls.append(Call(entry["step"], entry["fold"], questions))
    return calls


def write(path: Path, calls: Iterable[Call]) -> None:
    """Write a trace."""
    with path.open("w", encoding="utf-8") as file:
        for call in calls:
            questions = [[round(q.gap, 6), q.seconds] for q in call.questions]
            entry = {"step": call.step, "fold": round(call.fold, 6), "questions": questions}
            file.write(json.dumps(entry) + "\n")


def engine_seconds(calls: Iterable[Call]) -> float:
    """Return the engine's seconds in a trace."""
    return sum(call.fold + sum(question.gap for question in call.questions) for call in calls)


def slowed(calls: Iterable[Call], factor: float) -> list[Call]:
    """Return the calls as an engine makes them that takes so many times as long."""
    return [
        replace(
            call,
            fold=call.fold * factor,
            questions=tuple(replace(one, gap=one.gap * factor) for one in call.questions),
        )
        for call in calls
    ]


def replay(
    calls: Sequence[Call],
    workers: int,
    oracle: float | None = None,
    overhead: float = 0.0,
    start: float = 0.0,
) -> Course:
    """Return what the calls of a trace come to.

    Args:
        calls: in order.
        workers: how many runs are made at once.
        oracle: seconds of every run; None: as recorded.
        overhead: seconds that a worker needs for a run besides the oracle's.
        start: seconds from the beginning until the last worker has started; the others have
            before it, one after the other, since it is the processors that they wait for.
    """
    course = Course(workers)
    for call in calls:
        course.seconds = _play(call, course, oracle, overhead, start)
    return course


def _play(call: Call, course: Course, oracle: float | None, overhead: float, start: float) -> float:
    """Return when a call that begins at `course.seconds` ends; count its runs."""
    if not call.needed:
        return course.seconds
    now = answered = course.seconds
    width = course.workers if call.speculative else 2 * course.workers
    used = min(course.workers, len(call.questions))
    free = [max(now, start * (worker + 1) / course.workers) for worker in range(used)]
    ends: list[float] = []
    under_way: list[float] = []  # ends of the questions made that the engine has not waited for
    for index, question in enumerate(call.questions):
        now += question.gap
        room = under_way[0] if len(under_way) >= width else now
        if index >= _AHEAD:
            answered = max(answered, ends[index - _AHEAD])
            room = max(room, answered)
        if call.speculative and index >= call.needed and ends[call.needed - 1] <= max(now, room):
            break  # an interesting answer is in sight: nothing is started beyond it
        now = max(now, room)
        if len(under_way) >= width:
            heapq.heappop(under_way)
        seconds = question.seconds
        if seconds is None:
            taken = math.inf  # it is dropped before it ends
        else:
            taken = overhead + (seconds if oracle is None else oracle)
            course.busy += taken
        ends.append(max(now, heapq.heappop(free)) + taken)
        heapq.heappush(free, ends[-1])
        heapq.heappush(under_way, ends[-1])
    needed = call.needed
    course.runs += needed
    course.dropped += len(ends) - needed
    return max([now, *ends[:needed]]) + call.fold


def by_step(
    calls: Sequence[Call], workers: int, oracle: float | None, overhead: float
) -> list[tuple[str, int, int, float, float]]:
    """Return for each pass: name, calls, runs, seconds with one worker and with many."""
    figures: dict[str, list[float]] = {}
    for call in calls:
        sums = figures.setdefault(call.step, [0, 0, 0.0, 0.0])
        sums[0] += 1
        sums[1] += call.needed
        sums[2] += replay([call], 1, oracle, overhead).seconds
        sums[3] += replay([call], workers, oracle, overhead).seconds
    return [(name, int(n), int(runs), one, many) for name, (n, runs, one, many) in figures.items()]


def main() -> None:
    """Print the table of each trace."""
    parser = argparse.ArgumentParser(description="Seconds of a reduction on any number of workers.")
    parser.add_argument("traces", type=Path, nargs="+")
    parser.add_argument("--oracle", type=float, metavar="S", help="of a run; default: as recorded")
    parser.add_argument("--overhead", type=float, default=0.002, metavar="S", help="of the pool")
    parser.add_argument("--by-step", type=int, metavar="N", help="also by pass, at N workers")
    chosen = parser.parse_args()
    for path in chosen.traces:
        calls = read(path)
        alone = replay(calls, 1, chosen.oracle, chosen.overhead).seconds
        print(f"{path.stem}: {sum(call.needed for call in calls)} runs in {len(calls)} calls")
        for workers in WORKERS:
            course = replay(calls, workers, chosen.oracle, chosen.overhead)
            dropped = course.dropped / max(1, course.runs)
            print(
                f"{workers:6} workers {course.seconds:9.2f} s  {alone / course.seconds:7.2f}x"
                f"  use {course.use:4.0%}  dropped {dropped:5.1%}"
            )
        if chosen.by_step:
            rows = by_step(calls, chosen.by_step, chosen.oracle, chosen.overhead)
            for name, count, runs, one, many in rows:
                print(f"  {name:20} {count:5} calls {runs:6} runs {one:9.2f} s → {many:8.2f} s")


if __name__ == "__main__":
    main()
