"""rddmin is interesting and 1-minimal, and keeps to its bound, whatever R is."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import get_args

from hypothesis import example, given
from hypothesis import strategies as st

from inline_pool import InlinePool
from nubbin.engine.algorithms.ddmin import ONEMIN, Direction, Order, Policy, ddmin
from nubbin.engine.algorithms.rddmin import extend, rddmin
from nubbin.engine.oracles.cache import NoCache
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.text import Span
from oracles import ask_units, render_units
from strategies import Kept, oracles

SIZE = 12
policies = st.builds(
    Policy,
    order=st.sampled_from(get_args(Order)),
    direction=st.sampled_from(get_args(Direction)),
    split=st.sampled_from([2, 3, 4, ONEMIN]),
    greedy=st.sampled_from([0, 4]),
)
reductions = st.frozensets(st.integers(0, SIZE - 1))
NONE, ALL = frozenset[int](), frozenset(range(SIZE))


@given(policies, oracles(SIZE), reductions)
@example(Policy(), lambda kept: len(kept) > 5, NONE)
@example(Policy(), lambda kept: len(kept) > 5, ALL)
@example(Policy(), lambda kept: len(kept) > 5, ALL - {3})
def test_no_single_unit_can_be_removed(
    policy: Policy, holds: Callable[[Kept], bool], reduction: Kept
) -> None:
    for star in (False, True):
        repeated = replace(policy, until_fixpoint=star)
        found = rddmin(range(SIZE), reduction, render_units, ask_units(holds), repeated)
        units = found.units
        assert list(units) == sorted(set(units))
        whole = frozenset(units)
        assert holds(whole)
        assert not any(holds(whole - {unit}) for unit in whole)


@given(policies, oracles(SIZE), st.sampled_from([NONE, ALL]))
def test_a_reduction_that_says_nothing_changes_nothing(
    policy: Policy, holds: Callable[[Kept], bool], reduction: Kept
) -> None:
    around, plain = ask_units(holds), ask_units(holds)
    found = rddmin(range(SIZE), reduction, render_units, around, policy)
    assert found == ddmin(range(SIZE), render_units, plain, policy)
    assert around.runs == plain.runs


@given(oracles(SIZE), reductions, st.sampled_from(get_args(Order)))
@example(lambda kept: len(kept) == SIZE, frozenset({0, 1, 2}), "subsets-first")
def test_the_search_keeps_to_its_bound_and_holds_the_reduction(
    holds: Callable[[Kept], bool], reduction: Kept, order: Order
) -> None:
    """Nine units beside it are cut into 2, 4, 8 and 9 parts; of each, all but it is asked too."""
    asker = ask_units(holds, NoCache())
    found = extend(range(SIZE), reduction, render_units, asker, Policy(order=order))
    assert holds(frozenset(found))
    assert reduction <= frozenset(found)
    assert asker.runs <= 6 * (SIZE - len(reduction)) + 1


@given(oracles(SIZE))
def test_what_suffices_by_itself_is_all_that_is_looked_at(holds: Callable[[Kept], bool]) -> None:
    enough = frozenset(ddmin(range(SIZE), render_units, ask_units(holds)).units)
    asked: list[Kept] = []

    def oracle(kept: Kept) -> bool:
        asked.append(kept)
        return holds(kept)

    found = rddmin(range(SIZE), enough, render_units, ask_units(oracle))
    assert frozenset(found.units) <= enough
    assert all(kept <= enough for kept in asked)


def test_by_name_it_asks_about_each_part_together_with_the_reduction() -> None:
    """By what is left out of the rest alone, nothing around the reduction would be found."""
    lines = [b"%d\n" % number for number in range(9)]

    def holds(text: bytes) -> bool:
        kept = text.splitlines(keepends=True)
        return kept == lines or (lines[0] in kept and lines[3] in kept and len(kept) <= 3)

    hint = Span(0, len(lines[0]))
    request = Request(
        b"".join(lines),
        Path("case.txt"),
        OracleSpec(("a Python function",), Path()),
        Options(strategy="rddmin:granularity=line", hint=hint),
    )
    assert reduce(request, pool=InlinePool(holds)).text == lines[0] + lines[3]
