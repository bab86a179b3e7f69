"""The memo of prefixes changes no result, saves runs, and none of it depends on the workers."""

from hypothesis import given
from hypothesis import strategies as st

import shop
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.rddmin import rddmin
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.configurations.partition import lines
from nubbin.engine.configurations.pieces import Piece, Pieces
from nubbin.engine.oracles.budget import Budget, Stopped
from nubbin.engine.oracles.cache import Cache, NoCache
from nubbin.engine.oracles.prefix_memo import PrefixMemo
from nubbin.engine.vocabulary.text import Span
from shop_pool import ShopPool

words = st.sampled_from(["open", "add 1", "add 2", "delete 1", "delete 2", "empty"])
policies = st.builds(
    Policy,
    order=st.sampled_from(["subsets-first", "complements-first", "complements-only"]),
    greedy=st.sampled_from([0, 4]),
)


@st.composite
def failing(draw: st.DrawFn) -> bytes:
    """Draw a trace that fails at its last event."""
    before = draw(st.lists(words, max_size=8))
    after = draw(st.lists(words, max_size=6))
    events = shop.parse(shop.written("open", *before, "empty", *after, "empty", "empty"))
    outcome, executed = shop.replay(events)
    while outcome == "unresolved":  # leave out what cannot be executed
        del events[executed - 1]
        outcome, executed = shop.replay(events)
    text = shop.written(*(" ".join([name, *map(str, args)]) for name, args in events[:executed]))
    assert outcome == "interesting"
    return text


def reduced(
    text: bytes, policy: Policy, chosen: frozenset[int], cache: Cache
) -> tuple[tuple[Piece, ...], Questioner]:
    questioner = Questioner(ShopPool(), cache, Budget())
    return minimum(text, policy, chosen, questioner), questioner


def minimum(
    text: bytes, policy: Policy, chosen: frozenset[int], questioner: Questioner
) -> tuple[Piece, ...]:
    pieces = Pieces.of(text, Span(0, len(text)), lines)
    units = pieces.units
    reduction = [units[index] for index in chosen if index < len(units)]
    return rddmin(units, reduction, pieces.render, questioner, policy, pieces.enough).units


@given(failing(), policies, st.frozensets(st.integers(0, 9)))
def test_the_memo_changes_no_result_and_costs_no_runs(
    text: bytes, policy: Policy, chosen: frozenset[int]
) -> None:
    without, plain = reduced(text, policy, chosen, NoCache())
    found, memo = reduced(text, policy, chosen, PrefixMemo())
    assert b"".join(p.text for p in found) == b"".join(p.text for p in without)
    assert memo.runs <= plain.runs


@given(failing(), policies, st.frozensets(st.integers(0, 9)))
def test_the_minimum_fails_and_no_event_can_be_removed(
    text: bytes, policy: Policy, chosen: frozenset[int]
) -> None:
    found, _ = reduced(text, policy, chosen, PrefixMemo())
    kept = [piece.text for piece in found]

    def fails(trace: list[bytes]) -> bool:
        return shop.replay(shop.parse(b"".join(trace)))[0] == "interesting"

    assert fails(kept)
    assert not any(fails(kept[:index] + kept[index + 1 :]) for index in range(len(kept)))


@given(failing(), policies, st.integers(2, 5), st.none() | st.integers(0, 8), st.data())
def test_nothing_depends_on_the_workers_however_many_runs_are_allowed(
    text: bytes, policy: Policy, jobs: int, max_tests: int | None, numbers: st.DataObject
) -> None:
    def course(pool: ShopPool) -> tuple[object, ...]:
        interesting: list[bytes] = []
        budget = Budget(max_tests)
        questioner = Questioner(pool, PrefixMemo(), budget, on_interesting=interesting.append)
        try:
            found: object = minimum(text, policy, frozenset(), questioner)
        except Stopped as stop:
            found = stop.reason
        return found, questioner.runs, questioner.cache_hits, interesting

    def draw(below: int) -> int:
        return numbers.draw(st.integers(0, below - 1))

    assert course(ShopPool(jobs, draw)) == course(ShopPool())
