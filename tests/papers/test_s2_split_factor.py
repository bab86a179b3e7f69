"""Kiss 2020: what is claimed of ddmin^ν, on inputs of the paper's four kinds written anew."""

from collections.abc import Callable
from itertools import pairwise
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.algorithms.ddmin import ONEMIN, Direction, Order, Policy, ddmin
from nubbin.engine.configurations.partition import characters, lines
from nubbin.engine.oracles.cache import ContentCache, NoCache
from oracles import ask, ask_units, render_units
from papers.split_inputs import KINDS, Kind
from strategies import Kept, oracles

SIZE = 12
FACTORS = (2, 3, 4, 5, 8, 13, 16, 21, 32, 34, ONEMIN)
WITH_SUBSETS = Policy(order="subsets-first", direction="forward")
WITHOUT_SUBSETS = Policy(order="complements-only", direction="backward")

Asked = list[tuple[int, ...]]


def halves(units: list[int], parts: int) -> list[list[int]]:
    cut = []
    for left in range(parts, 0, -1):
        size = len(units) // left
        cut.append(units[:size])
        units = units[size:]
    return cut


def classic_ddmin(
    units: list[int], holds: Callable[[Kept], bool], order: Order, direction: Direction
) -> tuple[list[int], Asked]:
    """Algorithm 1 of the paper with its three twos; returns what is left and what was asked."""
    asked: Asked = []
    parts = halves(units, min(2, len(units)))
    start = 0 if direction == "forward" else len(parts) - 1

    def interesting(parts: list[list[int]]) -> bool:
        kept = [unit for part in parts for unit in part]
        asked.append(tuple(kept))
        return holds(frozenset(kept))

    def to_subset() -> bool:
        nonlocal parts, start
        for part in parts if direction == "forward" else parts[::-1]:
            if len(parts) > 1 and interesting([part]):
                parts = halves(part, min(2, len(part)))
                start = 0 if direction == "forward" else len(parts) - 1
                return True
        return False

    def to_complement() -> bool:
        nonlocal parts, start
        n = len(parts)
        for turn in range(n):
            index = (start + turn if direction == "forward" else start - turn) % n
            rest = parts[:index] + parts[index + 1 :]
            if interesting(rest):
                parts, start = rest, (index if direction == "forward" else index - 1)
                start %= max(n - 1, 1)
                if len(rest) == 1:  # max(n - 1, 2)
                    parts = halves(rest[0], min(2, len(rest[0])))
                    start = 0 if direction == "forward" else len(parts) - 1
                return True
        return False

    steps = {
        "subsets-first": [to_subset, to_complement],
        "complements-first": [to_complement, to_subset],
        "complements-only": [to_complement],
    }[order]
    while True:
        if not parts or any(step() for step in steps):
            if not parts:
                return [], asked
            continue
        whole = [unit for part in parts for unit in part]
        n = len(parts)
        if n == len(whole):
            return whole, asked
        finer = min(len(whole), 2 * n)
        start = start * finer // n if direction == "forward" else (start + 1) * finer // n - 1
        parts = halves(whole, finer)


@given(oracles(SIZE), st.sampled_from(get_args(Order)), st.sampled_from(get_args(Direction)))
def test_with_two_it_asks_what_ddmin_asks_in_the_same_order(
    holds: Callable[[Kept], bool], order: Order, direction: Direction
) -> None:
    left, expected = classic_ddmin(list(range(SIZE)), holds, order, direction)
    asked: Asked = []

    def oracle(kept: frozenset[int]) -> bool:
        asked.append(tuple(sorted(kept)))
        return holds(kept)

    policy = Policy(order=order, direction=direction, split=2)
    minimum = ddmin(range(SIZE), render_units, ask_units(oracle, NoCache()), policy)
    assert list(minimum.units) == left
    assert asked == expected


@given(oracles(SIZE))
def test_onemin_takes_out_one_unit_at_a_time_from_the_start(holds: Callable[[Kept], bool]) -> None:
    best = frozenset(range(SIZE))

    def oracle(kept: frozenset[int]) -> bool:
        nonlocal best
        assert kept < best
        assert len(kept) == len(best) - 1
        interesting = holds(kept)
        best = kept if interesting else best
        return interesting

    policy = Policy(order="complements-only", split=ONEMIN)
    minimum = ddmin(range(SIZE), render_units, ask_units(oracle, NoCache()), policy)
    assert frozenset(minimum.units) == best


def test_granularity_falls_back_to_the_factor_only_when_one_part_is_left() -> None:
    asked: list[str] = []

    def holds(text: bytes) -> bool:
        asked.append(text.decode())
        return b"0" in text and b"1" in text

    policy = Policy(order="complements-only", direction="forward", split=4)
    ddmin(characters(b"01234567"), b"".join, ask(holds, NoCache()), policy)
    # Four parts, three, two, as they are; then one, 01, which is cut anew.
    assert asked == ["234567", "014567", "0167", "01", "1", "0"]


@pytest.fixture(scope="module")
def runs() -> Callable[[Kind, str, Policy], list[int]]:
    """Runs for each of the factors; every sweep is made once."""
    known: dict[tuple[str, str, Policy], list[int]] = {}

    def sweep(kind: Kind, cut: str, policy: Policy) -> list[int]:
        key = (kind.name, cut, policy)
        if key not in known:
            units = {"lines": lines, "chars": characters}[cut](kind.text)
            known[key] = []
            for factor in FACTORS:
                asker = ask(kind.holds, ContentCache())
                changed = Policy(order=policy.order, direction=policy.direction, split=factor)
                minimum = ddmin(units, b"".join, asker, changed)
                assert kind.holds(b"".join(minimum.units))
                known[key].append(asker.runs)
        return known[key]

    return sweep


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_inputs_are_interesting(kind: Kind) -> None:
    assert kind.holds(kind.text)
    assert not kind.holds(b"")


SHORT = [kind for kind in KINDS if len(kind.text) < 250]


@pytest.mark.parametrize("policy", [WITH_SUBSETS, WITHOUT_SUBSETS], ids=lambda each: each.order)
@pytest.mark.parametrize("kind", SHORT, ids=lambda kind: kind.name)
def test_by_characters_the_best_factor_saves_runs_and_more_is_not_always_better(
    runs: Callable[[Kind, str, Policy], list[int]], kind: Kind, policy: Policy
) -> None:
    found = runs(kind, "chars", policy)
    assert min(found) < 0.95 * found[0]
    pairs = list(pairwise(found))
    assert any(later > earlier for earlier, later in pairs)
    assert any(later < earlier for earlier, later in pairs)


@pytest.mark.parametrize("policy", [WITH_SUBSETS, WITHOUT_SUBSETS], ids=lambda each: each.order)
def test_by_lines_the_best_factor_saves_runs_on_most_inputs(
    runs: Callable[[Kind, str, Policy], list[int]], policy: Policy
) -> None:
    found = [runs(kind, "lines", policy) for kind in KINDS]
    assert all(min(each) <= each[0] for each in found)
    assert sum(min(each) < each[0] for each in found) > len(found) / 2


def test_leaving_out_the_subsets_saves_runs_mostly(
    runs: Callable[[Kind, str, Policy], list[int]],
) -> None:
    fewer = [
        without <= having
        for kind in KINDS
        for without, having in zip(
            runs(kind, "lines", WITHOUT_SUBSETS), runs(kind, "lines", WITH_SUBSETS), strict=True
        )
    ]
    assert sum(fewer) > len(fewer) / 2
