"""Elyasov et al. 2014, Fig. 3: the steps of ddmin and rddmin on trace (1), with and without memo.

14 and 8 are the steps of the two tables: what is asked when no question is put twice. 9 and 5
are what has to be run when the memo of prefixes answers the rest. Both tables were worked out
with complements before subsets and cut traces off behind their last event that ran.

Table (b) leaves out the test of R itself, [empty], which Alg. 1 makes first, and does not make
use of its answer either: here it is put to another questioner. Where one questioner answers all,
as in a real reduction, the memo needs 5 runs as well: the test of R answers step 3.

One cell differs. Step 2 of (b) is, by the paper's prose, where the failure is first seen, so that
R is in it; that makes 4 events run, where the text of the table at hand reads 3.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

import shop
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.rddmin import rddmin
from nubbin.engine.asking.questioner import Asker, Questioner
from nubbin.engine.configurations.partition import lines
from nubbin.engine.configurations.pieces import Pieces
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import Cache, ConfigurationCache, NoCache
from nubbin.engine.oracles.prefix_memo import PrefixMemo
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.text import Span
from shop_pool import ShopPool

POLICY = Policy(order="complements-first", direction="forward")
C = TypeVar("C", bound=Candidate[object])


class FirstElsewhere:
    """Puts the first question to one asker and all others to another."""

    def __init__(self, first: Asker, others: Asker) -> None:
        self._askers = [others, first]

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        asker = self._askers.pop() if len(self._askers) > 1 else self._askers[0]
        return asker.first(candidates, first_come=first_come)

    def window(self, candidates: Iterable[C]) -> list[bool]:
        return self._askers[0].window(candidates)

    def poll(self) -> None:
        """Nobody stops these reductions."""


def minimum(asker: Asker, *reduction: int) -> bytes:
    """Reduce trace (1); `reduction` says which of its events, from 0, are R."""
    pieces = Pieces.of(shop.TRACE, Span(0, len(shop.TRACE)), lines)
    chosen = [pieces.units[index] for index in reduction]
    found = rddmin(pieces.units, chosen, pieces.render, asker, POLICY, pieces.enough)
    return pieces.render(found.units)


def questioner(cache: Cache) -> tuple[Questioner, list[str]]:
    """Return a questioner over the shop, and the list of what it runs."""
    pool = ShopPool()
    return Questioner(pool, cache, Budget()), pool.ran


STEPS_A = [
    "a3 d2 d3 e: unresolved, 1",
    "o a1 e a2: uninteresting, 4",
    "e a2 a3 d2 d3 e: unresolved, 1",
    "o a1 a3 d2 d3 e: unresolved, 4",
    "o a1 e a2 d3 e: unresolved, 5",
    "o a1 e a2 a3 d2: uninteresting, 6",
    "d3 e: unresolved, 1",
    "a1 e a2 a3 d2 d3 e: unresolved, 1",
    "o e a2 a3 d2 d3 e: interesting, 2",
]
"""Table (a) without the steps that column M answers: events run, outcome (R), executed (T)."""
STEPS_B = [
    "a2 a3 d2 d3 e: unresolved, 1",
    "o a1 e e: interesting, 4",
    "e e: unresolved, 1",
    "a1 e e: unresolved, 1",
    "o e e: interesting, 2",
]
"""Table (b) likewise."""
MINIMUM = shop.written("open", "empty")


@pytest.mark.parametrize("make, runs", [(ConfigurationCache, 14), (PrefixMemo, 9)])
def test_ddmin_takes_as_many_runs_as_table_a(make: Callable[[], Cache], runs: int) -> None:
    asker, _ = questioner(make())
    assert minimum(asker) == MINIMUM
    assert asker.runs == runs


@pytest.mark.parametrize("make, runs", [(ConfigurationCache, 8), (PrefixMemo, 5)])
def test_rddmin_takes_as_many_runs_as_table_b(make: Callable[[], Cache], runs: int) -> None:
    before, test_of_r = questioner(NoCache())
    asker, _ = questioner(make())
    assert minimum(FirstElsewhere(before, asker), 7) == MINIMUM
    assert test_of_r == ["e: unresolved, 1"]
    assert asker.runs == runs


def test_what_is_run_are_the_steps_of_the_tables_that_column_m_leaves_open() -> None:
    asker, ran = questioner(PrefixMemo())
    minimum(asker)
    assert ran == STEPS_A
    before, _ = questioner(NoCache())
    asker, ran = questioner(PrefixMemo())
    minimum(FirstElsewhere(before, asker), 7)
    assert ran == STEPS_B


def test_the_test_of_r_saves_the_run_that_it_costs() -> None:
    asker, ran = questioner(PrefixMemo())
    assert minimum(asker, 7) == MINIMUM
    assert ran == ["e: unresolved, 1", *(step for step in STEPS_B if not step.startswith("e e:"))]


def test_a_reduction_that_fails_by_itself_is_all_that_is_reduced() -> None:
    """Rules r1 to r4 leave [open, empty]; that open alone passes is known from its run."""
    asker, ran = questioner(PrefixMemo())
    assert minimum(asker, 0, 7) == MINIMUM
    assert ran == ["o e: interesting, 2", "e: unresolved, 1"]


def test_the_memo_infers_prefixes_and_continuations_and_nothing_else() -> None:
    memo = PrefixMemo()

    def key(*words: str) -> object:
        return memo.key(Candidate(None, shop.written(*words)))

    for words, outcome, executed in (
        (("open", "add 1", "empty"), Outcome.UNINTERESTING, 3),
        (("open", "delete 1", "empty"), Outcome.UNRESOLVED, 2),
        (("open", "empty", "add 1"), Outcome.INTERESTING, 2),
        (("add 1", "open"), Outcome.UNINTERESTING, None),
    ):
        memo.put(memo.key(Candidate(None, shop.written(*words))), outcome, 0, executed)
    known = {
        ("open",): Outcome.UNINTERESTING,
        ("open", "add 1"): Outcome.UNINTERESTING,
        ("open", "add 1", "empty"): Outcome.UNINTERESTING,
        ("open", "add 1", "empty", "empty"): None,
        ("open", "delete 1"): Outcome.UNRESOLVED,
        ("open", "delete 1", "add 1"): Outcome.UNRESOLVED,
        ("open", "empty"): Outcome.INTERESTING,
        ("open", "empty", "empty"): Outcome.INTERESTING,
        ("add 1",): None,
        ("add 1", "open"): Outcome.UNINTERESTING,
        ("empty",): None,
        (): Outcome.UNINTERESTING,
    }
    assert {words: memo.get(key(*words)) for words in known} == known
