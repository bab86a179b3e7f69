"""How long a reduction takes on any number of workers, from recorded answers.

    python -m bench.simulate --cases CASES --tools TOOLS --from FOLDER [--only CASE…]
                             [--oracle SECONDS] [--overhead SECONDS] [--engine FACTOR]

(from `tests/`). The real engine reduces, but on simulated workers that only have a clock: a run
takes the time it took when its answer was recorded, or the time given, and its answer is the
recorded one. FOLDER was made by `bench.record`; what is missing there is asked of the real oracle.
So everything that the engine does with many workers is included, without a second model of it.

Prints, for each number of workers, the seconds, the speed-up over one worker, and the discarded
runs in per cent of the others.
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
    """The times of a simulation."""

    oracle: float | None = None
    """Seconds of every run; None: as recorded."""
    overhead: float = 0.0
    """Seconds that a worker needs for a run in addition to the oracle's."""
    start: float = 0.0
    """Seconds until the last worker has started. The others start before it, evenly one after the
    other, as they all wait for the processors."""
    engine: float = 1.0
    """Seconds on the clock for each second of the engine's processor time."""


class SimulatedPool:
    """A pool of simulated workers, which only have a clock.

    Args:
        pool: answers, one question at a time.
        jobs: how many workers there are.
        pace: the times of the simulation.
    """

    def __init__(self, pool: Pool, jobs: int, pace: Pace) -> None:
        self.jobs = jobs
        self._pool = pool
        self._pace = pace
        self._queue: deque[tuple[int, bytes, float]] = deque()
        # A heap: from which second on each idle worker is ready.
        self._idle = [pace.start * (worker + 1) / jobs for worker in range(jobs)]
        self._running: dict[int, tuple[float, Verdict]] = {}  # by ticket: the end, in seconds
        self._tickets = 0
        self.seconds = 0.0
        """The simulated time."""
        self.engine = 0.0
        """Seconds of processor time that the engine has taken."""
        self._left = time.thread_time()

    def submit(self, text: bytes, timeout: float) -> int:
        """Queue a run."""
        with self._clock():
            self._tickets += 1
            self._queue.append((self._tickets, text, timeout))
            self._dispatch()
            return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """Set the clock to the end of the next run, or of the timeout; return what has ended."""
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
        """Advance the clock by what the engine has taken since; the block itself takes no time."""
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
    """The outcome of a simulation."""

    reduction: Reduction
    seconds: float
    """Simulated time."""
    engine: float
    """Seconds of the engine's processor time."""

    @property
    def runs(self) -> int:
        """The runs that were needed, checks included."""
        return self.reduction.oracle.runs + self.reduction.oracle.checks

    @property
    def discarded(self) -> float:
        """The runs that were not needed, as a share of those that were."""
        return self.reduction.oracle.discarded / max(1, self.reduction.oracle.runs)


def simulate(
    case: Case, answers: Answers, workers: int, pace: Pace, strategy: str = "balanced"
) -> Course:
    """Return the course of a case's reduction on `workers` workers."""
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
