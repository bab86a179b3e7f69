"""Wall time of whole reductions at several numbers of jobs, beside what the simulator says.

    python -m bench.speedup --cases CASES --from FOLDER --only CASE… [--jobs 1 2 4 16]
                            [--strategy S] [--nap 0.1] [--burn]             (from `tests/`)

FOLDER was made by `bench.record` with the present engine: the oracle looks its answers up there,
and sleeps for `--nap` seconds in each run (with `--burn` it computes instead). Prints, for each
number of jobs, the seconds, the speed-up over the first number, the simulator's seconds, runs and
discarded runs; then the simulator's figures for 64 and 1,024 jobs. The first row sets two of the
simulator's constants, the engine's and the pool's own time for a run (an engine that is woken by
every answer is slower than one that is answered at once). The third, the time until all workers
and oracles have started, is measured before each row (for 64 and 1,024 it is that of the last
row). Exits with 1 if the text or the number of runs depends on the jobs.
"""

import os
import resource
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bench import answers as oracle_script
from bench.papers_common import Case, arguments, chosen, header, line
from bench.simulate import Pace, simulate
from bench.watched import answers_of, watched
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request

PLANNED = (64, 1024)


def timed(case: Case, answers: Path, jobs: int, strategy: str) -> tuple[Reduction, float]:
    """Reduce with the recorded oracle; return the reduction, and its processor seconds per run."""
    before = _children()
    options = Options(strategy=strategy, jobs=jobs)
    reduction = reduce(Request(case.text, case.path, _recorded(answers), options))
    return reduction, (_children() - before) / max(1, reduction.oracle.runs)


def starting(case: Case, answers: Path, jobs: int, nap: float) -> float:
    """Return the seconds until `jobs` workers and their oracles have started."""
    began = time.perf_counter()
    with closing(LocalPool(_recorded(answers), case.path, jobs)) as pool:
        waiting = {pool.submit(b"%d" % number, 60.0) for number in range(jobs)}
        while waiting:
            waiting -= {ticket for ticket, _ in pool.wait()}
        return time.perf_counter() - began - nap


def _recorded(answers: Path) -> OracleSpec:
    """Return the oracle that looks its answers up, and sleeps or computes before each."""
    command = (sys.executable, oracle_script.__file__, str(answers.resolve()))
    return OracleSpec(command, answers.parent, persistent=True)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(case: Case, folder: Path, jobs: Sequence[int], strategy: str, nap: float) -> bool:
    """Print the table of a case; return whether text and runs are the same for all jobs."""
    file = folder / f"{case.name}.answers"
    print(f"\n{case.name}, {nap * 1000:g} ms a run\n")
    print(header(["jobs", "s", "speed-up", "simulated", "runs", "discarded", "cpu ms/run"]))
    first: Reduction | None = None
    pace = Pace(nap)
    same = True
    with answers_of(case, folder) as answers:
        watched(case, Options(strategy=strategy), answers)  # records what is missing
        for count in jobs:
            pace = replace(pace, start=starting(case, file, count, nap))
            reduction, cpu = timed(case, file, count, strategy)
            oracle, seconds = reduction.oracle, reduction.seconds
            if first is None:
                first = reduction
                course = simulate(case, answers, count, pace, strategy)
                engine = reduction.engine_seconds / course.engine
                left = seconds - course.seconds - (engine - 1.0) * course.engine
                pace = replace(pace, engine=engine, overhead=max(0.0, left / course.runs * count))
            same &= (first.text, first.oracle.runs) == (reduction.text, oracle.runs)
            simulated = simulate(case, answers, count, pace, strategy).seconds
            cells = (
                count,
                f"{seconds:.2f}",
                f"{first.seconds / seconds:.2f}",
                f"{simulated:.2f} ({simulated / seconds - 1:+.0%})",
                oracle.runs,
                f"{oracle.discarded / max(1, oracle.runs):.1%}",
                f"{cpu * 1000:.1f}",
            )
            print(line(cells), flush=True)
        for count in PLANNED:
            seconds = simulate(case, answers, count, pace, strategy).seconds
            ratio = first.seconds / seconds if first else 0.0
            print(line((count, "", "", f"{seconds:.2f}, {ratio:.1f}x", "", "", "")))
    return same


def main() -> int:
    """Return the exit status."""
    parser = arguments("Wall time at several numbers of jobs.")
    parser.add_argument("--from", dest="folder", type=Path, required=True)
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2, 4, 16])
    parser.add_argument("--strategy", default="balanced")
    parser.add_argument("--nap", type=float, default=0.1, metavar="S", help="of a run")
    parser.add_argument("--burn", action="store_true", help="compute instead of sleeping")
    options = parser.parse_args()
    os.environ["NAP"] = str(options.nap)
    if options.burn:
        os.environ["BURN"] = "1"
    same = True
    for case in chosen(options, []):
        same &= measure(case, options.folder, options.jobs, options.strategy, options.nap)
    return int(not same)


if __name__ == "__main__":
    sys.exit(main())
