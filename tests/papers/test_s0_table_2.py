"""Hodován & Kiss 2016, Table 2: sizes of examples A to D, however many tests run at once."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from living import LONG, eventually, needs_proc, opened, running
from nubbin.engine.algorithms.ddmin import Order, Parallel, Policy, ddmin
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ConfigurationCache
from nubbin.engine.oracles.oracle import OracleSpec
from oracles import UntimelyPool, render_units
from papers.examples import EXAMPLES

SIZES = {"A": 2, "B": 8, "C": 6, "C′": 6, "D": 50}
SEQUENTIAL: list[tuple[str, Order, tuple[int, int]]] = [
    ("A", "subsets-first", (22, 22)),
    ("D", "complements-only", (276, 0)),
]


def over_texts(example: str) -> Callable[[bytes], bool]:
    """Return the example's condition for texts of one byte a unit."""
    return lambda text: EXAMPLES[example][1](frozenset(text))


@pytest.mark.parametrize("jobs", [1, 2, 4, 8, 16, 64])
@pytest.mark.parametrize("order", ["subsets-first", "complements-first", "complements-only"])
@pytest.mark.parametrize("parallel", ["stable", "parallel", "combined"])
def test_sizes_are_those_of_the_paper_whoever_answers_first(
    parallel: Parallel, order: Order, jobs: int
) -> None:
    for example, size in SIZES.items():
        pool = UntimelyPool(over_texts(example), jobs, Random(jobs).randrange)
        questioner = Questioner(pool, ConfigurationCache(), Budget())
        policy = Policy(order=order, direction="forward", parallel=parallel)
        minimum = ddmin(EXAMPLES[example][0], render_units, questioner, policy)
        assert len(minimum.units) == size
        assert EXAMPLES[example][1](frozenset(minimum.units))
        assert pool.unanswered == 0, "losers are aborted"


@pytest.mark.parametrize("parallel", ["stable", "parallel"])
def test_with_one_job_these_are_the_tests_of_the_sequential_algorithm(parallel: Parallel) -> None:
    for example, order, counts in SEQUENTIAL:
        pool = UntimelyPool(over_texts(example), 1, lambda below: 0)
        questioner = Questioner(pool, ConfigurationCache(), Budget())
        policy = Policy(order=order, direction="forward", parallel=parallel)
        ddmin(EXAMPLES[example][0], render_units, questioner, policy)
        assert (questioner.runs, questioner.cache_hits) == counts


SHELL = {
    "A": 'grep -q 5 "$1" && grep -q 8 "$1" && { grep -q 2 "$1" || ! grep -q 7 "$1"; }',
    "B": '[ "$(grep -c . "$1")" = 8 ]',
    "C": '[ "$(grep -c "[123468]" "$1")" = 6 ] && { ! grep -q 5 "$1" || grep -q 7 "$1"; }',
    "D": '[ "$(grep -c "[02468]$" "$1")" = 50 ]',
}
"""The same conditions for real processes: a line a unit."""


@pytest.mark.parametrize("example", SHELL)
@pytest.mark.parametrize("parallel", ["parallel", "combined"])
def test_sizes_are_those_of_the_paper_with_real_processes(
    tmp_path: Path, parallel: Parallel, example: str
) -> None:
    spec = OracleSpec(("sh", "-c", SHELL[example], "oracle", "{file}"), tmp_path)
    with opened(spec, tmp_path / "case.txt", 4) as pool:
        questioner = Questioner(pool, ConfigurationCache(), Budget(), LONG)
        minimum = ddmin(
            EXAMPLES[example][0],
            lambda units: b"".join(b"%d\n" % unit for unit in units),
            questioner,
            Policy(order="subsets-first", direction="forward", parallel=parallel),
        )
    assert len(minimum.units) == SIZES[example]


@needs_proc
@pytest.mark.parametrize("parallel", ["parallel", "combined"])
def test_losers_are_killed_in_the_middle_of_their_work(tmp_path: Path, parallel: Parallel) -> None:
    # Whatever lacks unit 9, but for nothing at all, never ends: ddmin comes to {9} only if
    # each iteration's loser, which is asked about first, is killed as soon as the other won.
    token = f"loser-{tmp_path.name}-{parallel}"
    script = f'[ -s "$1" ] || exit 1; grep -q 9 "$1" || exec sh -c "sleep 3600; : {token}"'
    spec = OracleSpec(("sh", "-c", script, "oracle", "{file}"), tmp_path)
    with opened(spec, tmp_path / "case.txt", 2) as pool:
        questioner = Questioner(pool, ConfigurationCache(), Budget(max_time=LONG), 3600)
        minimum = ddmin(
            range(10),
            lambda units: b"".join(b"%d\n" % unit for unit in units),
            questioner,
            Policy(direction="backward", parallel=parallel),
        )
        assert minimum.units == (9,)
        assert questioner.discarded > 0
        assert eventually(lambda: not running(token)), "while the pool is still open"
