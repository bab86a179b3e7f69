"""What ddmin does at the edges of its definition, and what GreeDDy asks."""

from collections.abc import Callable

import pytest

from nubbin.engine.algorithms.ddmin import ONEMIN, Policy, ddmin
from nubbin.engine.configurations.partition import characters
from nubbin.engine.oracles.cache import ContentCache, NoCache
from nubbin.engine.vocabulary.errors import EmptyIsInteresting
from oracles import ask, reduce_inline


def asked_for(
    text: bytes, holds: Callable[[bytes], bool], policy: Policy = Policy()
) -> tuple[bytes, list[str]]:
    """Return what ddmin leaves of a text, and what it asks, a cache between."""
    asked: list[str] = []

    def oracle(candidate: bytes) -> bool:
        asked.append(candidate.decode())
        return holds(candidate)

    minimum = ddmin(characters(text), b"".join, ask(oracle, ContentCache()), policy)
    return b"".join(minimum.units), asked


@pytest.mark.parametrize("split", [1, 0, -2])
def test_a_split_factor_below_two_is_refused(split: int) -> None:
    with pytest.raises(ValueError, match="at least 2"):
        Policy(split=split)


@pytest.mark.parametrize("until_fixpoint", [False, True])
@pytest.mark.parametrize("split", [2, 3, ONEMIN])
def test_the_empty_configuration_is_minimal_and_nothing_is_asked(
    split: int, until_fixpoint: bool
) -> None:
    questioner = ask(lambda text: True, NoCache())
    nothing: list[bytes] = []
    policy = Policy(split=split, until_fixpoint=until_fixpoint)
    assert ddmin(nothing, b"".join, questioner, policy) == ((), 0)
    assert questioner.runs == 0


@pytest.mark.parametrize("policy", [Policy(), Policy(order="subsets-first"), Policy(greedy=4)])
def test_an_oracle_that_accepts_everything_leaves_nothing(policy: Policy) -> None:
    left, asked = asked_for(b"abcdefgh", lambda text: True, policy)
    assert left == b""
    assert asked[-1] == ""


def test_such_an_oracle_is_an_error_for_a_whole_reduction() -> None:
    for strategy in ("ddmin*", "hddr*", "greeddy"):
        with pytest.raises(EmptyIsInteresting, match="that the empty file lacks") as caught:
            reduce_inline(b"[1, 2]", lambda text: True, strategy)
        assert caught.value.exit_status == 3


def test_of_a_single_unit_only_the_empty_configuration_is_asked() -> None:
    assert asked_for(b"a", lambda text: text == b"a") == (b"a", [""])


def test_the_configuration_itself_is_never_asked() -> None:
    for order in ("subsets-first", "complements-first", "complements-only"):
        _, asked = asked_for(b"abcdefgh", lambda text: False, Policy(order=order))
        assert "abcdefgh" not in asked


def greedily(split: int = 2) -> Policy:
    return Policy(order="complements-only", direction="forward", greedy=4, split=split)


def test_greeddy_asks_for_what_all_successes_of_a_window_share() -> None:
    left, asked = asked_for(b"01234567", lambda text: b"0" in text and b"7" in text, greedily())
    assert left == b"07"
    assert asked == [
        *("4567", "0123"),
        *("234567", "014567", "012367", "012345"),  # the second and the third hold
        "0167",  # both: two parts are left
        *("01", "67"),  # the circle goes on behind what was removed
        *("017", "016", "167", "067"),
        "07",
        *("0", "7"),
    ]


def test_greeddy_adds_one_by_one_where_not_all_go_together() -> None:
    left, asked = asked_for(
        b"01234567", lambda text: b"0" in text and len(text) >= 4, greedily(split=4)
    )
    assert left == b"0167"
    assert asked[:6] == ["234567", "014567", "012367", "012345", "01", "0167"]


def test_greeddy_skips_an_empty_intersection() -> None:
    left, asked = asked_for(b"01234567", lambda text: len(text) >= 4, greedily())
    assert left == b"4567"
    assert asked[:3] == ["4567", "0123", "67"]
    assert "" not in asked
