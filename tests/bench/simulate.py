"""How long a reduction takes on any number of workers, from recorded answers.

    python -m bench.simulate --cases CASES --tools TOOLS --from FOLDER [--only CASE…]
                             [--oracle SECONDS] [--overhead SECONDS] [--engine FACTOR]

(from `tests/`). The engine itself reduces, but on workers that have nothing except a clock: a run
takes the time it took when its answer was recorded, or any other, and its answer is the recorded
one. FOLDER is what `bench.record` made; what is missing there is asked of the real oracle. So all
that the engine does with many workers is in it, and it needs no second description of that.

Prints, for each number of workers: seconds, speed-up over one, and runs discarded in per cent
of the runs.
"""

import contextlib
import heapq
import time
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bench.answers import Answers
from bench.papers_common import Case, arguments, chosen
from bench.recorded import RecallingPool
from bench.watched import answers_of
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request

WORKERS = (1, 2, 4, 16, 64, 1024)


@dataclass(frozen=True, slots=True)
class Pace:
    """What takes how long."""

    oracle: float | None = None
    """Seconds of every run; None: as recorded."""
    overhead: float = 0.0
    """Seconds that a worker needs for a run besides the oracle's."""
    start: float = 0.0
    """Seconds from the beginning until the last worker has started; the others have before it,
    one after the other, since it is the processors that they wait for."""
    engine: float = 1.0
    """The engine's seconds on the clock for each of its processor time."""


class SimulatedPool:
    """Workers that have nothing except a clock.

    Args:
        pool: answers, one question at a time.
        jobs: how many workers there are.
        pace: what takes how long.
    """

    def __init__(self, pool: Pool, jobs: int, pace: Pace) -> None:
        self.jobs = jobs
        self._pool = pool
        self._pace = pace
        self._queue: deque[tuple[int, bytes, float]] = deque()
        self._idle = [pace.start * (worker + 1) / jobs for worker in range(jobs)]  # from when on
        self._running: dict[int, tuple[float, Verdict]] = {}  # until when
        self._tickets = 0
        self.seconds = 0.0
        """On the clock."""
        self.engine = 0.0
        """Of the engine's processor time."""
        self._left = time.thread_time()

    def submit(self, text: bytes, timeout: float) -> int:
        """Queue a run."""
        with self._clock():
            self._tickets += 1
            self._queue.append((self._tickets, text, timeout))
            self._dispatch()
            return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """Set the clock to when the next run has ended, or time is up; return what has ended."""
        with self._clock():
            until = float("inf") if timeout is None else self.seconds + timeout
            while not (ended := self._ended()) and self.seconds < until:
                coming = [end for end, _ in self._running.values()]
                coming += self._idle[:1] if self._queue else []
                self.seconds = min(until, max(self.seconds, min(coming)))
                self._dispatch()
            for ticket, _ in ended:
                self._free(ticket)
            self._dispatch()
            return ended

    def cancel(self, tickets: Iterable[int]) -> None:
        """Forget runs; their workers are free at once."""
        with self._clock():
            gone = set(tickets)
            self._queue = deque(run for run in self._queue if run[0] not in gone)
            for ticket in gone & self._running.keys():
                self._free(ticket)
            self._dispatch()

    def close(self) -> None:
        """Close what answers."""
        self._pool.close()

    @contextlib.contextmanager
    def _clock(self) -> Iterator[None]:
        """Set the clock to what the engine has taken; let what is done in here take no time."""
        spent = time.thread_time() - self._left
        self.engine += spent
        self.seconds += spent * self._pace.engine
        try:
            yield
        finally:
            self._left = time.thread_time()

    def _dispatch(self) -> None:
        """Give queued runs to workers that are idle."""
        while self._queue and self._idle and self._idle[0] <= self.seconds:
            heapq.heappop(self._idle)
            ticket, text, timeout = self._queue.popleft()
            self._pool.submit(text, timeout)
            ((_, verdict),) = self._pool.wait()
            if self._pace.oracle is not None:
                verdict = replace(verdict, seconds=self._pace.oracle)
            end = self.seconds + verdict.seconds + self._pace.overhead
            self._running[ticket] = end, verdict

    def _ended(self) -> list[tuple[int, Verdict]]:
        return [
            (ticket, verdict)
            for ticket, (end, verdict) in self._running.items()
            if end <= self.seconds
        ]

    def _free(self, ticket: int) -> None:
        del self._running[ticket]
        heapq.heappush(self._idle, self.seconds)


@dataclass(frozen=True, slots=True)
class Course:
    """What a simulation came to."""

    reduction: Reduction
    seconds: float
    """On the clock."""
    engine: float
    """Seconds of the engine's processor time."""

    @property
    def runs(self) -> int:
        """All that had to be waited for."""
        return self.reduction.oracle.runs + self.reduction.oracle.checks

    @property
    def discarded(self) -> float:
        """The runs that were not needed, as a share of those that were."""
        return self.reduction.oracle.discarded / max(1, self.reduction.oracle.runs)


def simulate(
    case: Case, answers: Answers, workers: int, pace: Pace, strategy: str = "balanced"
) -> Course:
    """Return what the reduction of a case comes to on so many workers."""
    recalling = RecallingPool.of(case, answers)
    with contextlib.closing(SimulatedPool(recalling, workers, pace)) as pool:
        request = Request(case.text, case.path, case.oracle, Options(strategy=strategy))
        reduction = reduce(request, pool=pool)
        return Course(reduction, pool.seconds, pool.engine)


def main() -> None:
    """Print the table of each case."""
    parser = arguments("Seconds of a reduction on any number of workers.")
    parser.add_argument("--from", dest="folder", type=Path, required=True)
    parser.add_argument("--strategy", default="balanced")
    parser.add_argument("--oracle", type=float, metavar="S", help="of a run; default: as recorded")
    parser.add_argument("--overhead", type=float, default=0.002, metavar="S", help="of the pool")
    parser.add_argument(
        "--engine", type=float, default=1.0, metavar="F", help="its time counts so many times"
    )
    options = parser.parse_args()
    pace = Pace(options.oracle, options.overhead, engine=options.engine)
    for case in chosen(options, []):
        print(case.name)
        with answers_of(case, options.folder) as answers:
            alone: Course | None = None
            for workers in WORKERS:
                course = simulate(case, answers, workers, pace, options.strategy)
                alone = alone or course
                print(
                    f"{workers:6} workers {course.seconds:9.2f} s"
                    f"  {alone.seconds / course.seconds:7.2f}x  discarded {course.discarded:5.1%}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
