"""Names of strategies: those of the papers work, and a wrong one gets the nearest right ones."""

from itertools import product

import pytest

from nubbin.engine.catalogue import catalogue
from nubbin.engine.naming import strategy_named
from nubbin.engine.oracles.cache import ConfigurationCache, ContentCache, NoCache
from nubbin.engine.vocabulary.errors import UsageError
from oracles import reduce_inline

TEXT = b'{"a": [1, 2, [3, 4]], "b": 5}'


def holds(text: bytes) -> bool:
    return b"4" in text


TABLE_7_1 = [
    f"{pre}{main}"
    for coarse, recursive, star in product(["", "coarse-"], ["", "r"], ["", "*"])
    for pre, main in product(
        ["", f"{coarse}hoist{recursive}{star}+"],
        [f"{coarse}hdd{recursive}{star}", f"{coarse}hddh{recursive}{star}"],
    )
]


@pytest.mark.parametrize("name", TABLE_7_1)
def test_the_combinations_of_table_7_1_run_by_name(name: str) -> None:
    assert holds(reduce_inline(TEXT, holds, name).text)


@pytest.mark.parametrize("entry", catalogue(), ids=lambda entry: entry.name)
def test_whatever_is_listed_has_a_source_and_runs(entry: object) -> None:
    name = getattr(entry, "name", "")
    assert getattr(entry, "source", "")
    assert holds(reduce_inline(TEXT, holds, name).text)


def test_a_star_may_be_spelt_out() -> None:
    spelt, starred = strategy_named("hddr-star"), strategy_named("hddr*")
    assert [step.name for step in spelt.steps] == [step.name for step in starred.steps]


@pytest.mark.parametrize("granularity", ["line", "char", "token", "line+char"])
@pytest.mark.parametrize("tail", ["", ",split=3"])
def test_every_granularity_can_be_asked_for(granularity: str, tail: str) -> None:
    text = b"one\ntwo three\nfour\n"
    found = reduce_inline(
        text, lambda text: b"three" in text, f"ddmin*:granularity={granularity}{tail}", "case.txt"
    )
    expected = {"line": b"two three\n", "char": b"three", "token": b"three", "line+char": b"three"}
    assert found.text == expected[granularity]


def test_the_plus_of_a_granularity_and_the_plus_between_steps_are_told_apart() -> None:
    steps = strategy_named("greeddy*:granularity=line+char+hddr*+ddmin:granularity=line").steps
    assert [step.name for step in steps] == ["greeddy*", "hddr*", "ddmin"]


def test_the_example_of_the_documentation_is_understood() -> None:
    options = "order=complements-first,split=4,direction=backward,parallel=combined"
    found = reduce_inline(TEXT, holds, f"ddmin:{options},cache=config,granularity=line", "a.txt")
    assert found.text == TEXT


def test_the_cache_named_last_is_the_one_of_all_steps() -> None:
    assert isinstance(strategy_named("ddmin:cache=none+hddr*").cache.make(), NoCache)
    assert isinstance(
        strategy_named("ddmin:cache=none+greeddy:cache=config").cache.make(), ConfigurationCache
    )
    assert isinstance(strategy_named("hddr*").cache.make(), ContentCache)


@pytest.mark.parametrize(
    "name,fixpoint,minimal",
    [
        ("ddmin", False, ("1-minimal",)),
        ("ddmin*", True, ("1-minimal",)),
        ("greeddy", False, ("1-minimal",)),
        ("greeddy*:granularity=line", True, ("1-minimal",)),
        ("hdd", False, ()),
        ("hdd*", True, ("1-tree-minimal",)),
        ("hoist*", True, ("1-maximal",)),
        ("hoistr*+hddhr*", True, ("1-tree-minimal", "1-maximal")),
        ("hoist+hdd*", False, ()),
        ("coarse-hddr*", True, ()),
        ("hddr*+ddmin*", True, ("1-minimal",)),
        ("hddr+ddmin", False, ("1-minimal",)),
    ],
)
def test_a_result_claims_what_its_algorithm_guarantees(
    name: str, fixpoint: bool, minimal: tuple[str, ...]
) -> None:
    found = reduce_inline(TEXT, holds, name)
    assert (found.fixpoint, found.minimal) == (fixpoint, minimal)


def test_a_claim_that_is_not_checked_again_after_renaming_is_not_made() -> None:
    shorter_still = {b"foo(0);", b"a(0);", b"a();"}
    found = reduce_inline(b"foo(0);", shorter_still.__contains__, "ddmin*", "case.c", rename=True)
    assert (found.text, found.fixpoint, found.minimal) == (b"a(0);", True, ())


@pytest.mark.parametrize("name", ["ddmin", "ddmin*", "hdd*", "hoistr*+hddhr*", "hddr*+ddmin*"])
def test_what_was_stopped_claims_nothing(name: str) -> None:
    stopped = reduce_inline(TEXT, holds, name, max_tests=2)
    assert (stopped.fixpoint, stopped.minimal, stopped.stopped) == (False, (), "max-tests")


@pytest.mark.parametrize(
    "name,said",
    [
        ("ddmn", "Did you mean ddmin"),
        ("coarse-hdr*", "coarse-hddr"),
        ("hddr*+hoits", "hoist"),
        ("quite-something-else", "`nubbin algorithms`"),
        ("", "`nubbin algorithms`"),
        ("ddmin:split=1", "at least 2"),
        ("ddmin:split=0", "at least 2"),
        ("ddmin:split=-3", "at least 2"),
        ("ddmin:split=many", "whole number"),
        ("ddmin:split=9999999999", "at most 9 digits, or onemin"),
        ("ddmin:split=3,split=4", "split stands twice"),
        ("ddmin:slit=3", "Did you mean split"),
        ("ddmin:zzz=3", "Known:"),
        ("ddmin:order=subsets", "subsets-first"),
        ("ddmin:direction=up", "forward, backward"),
        ("ddmin:parallel=both", "combined"),
        ("ddmin:granularity=word", "line+char"),
        ("ddmin:cache=some", "content"),
        ("hdd*:granularity=line", "no option 'granularity'"),
        ("ddmin:window=3", "no option 'window'"),
        ("greeddy:window=1", "at least 2"),
        ("hdd*:squeeze=perhaps", "on, off"),
        ("hdd*:cache=config", "Use cache=content"),
        ("ddmin:cache=none,evict=off", "evict in the strategy 'ddmin:cache=none,evict=off' is"),
        ("ddmin:cache=config+hddr*", "Use cache=content"),
        ("hddr*+ddmin:cache=config", "Use cache=content"),
    ],
)
def test_a_wrong_name_or_option_is_answered_with_the_right_ones(name: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        strategy_named(name)
    assert said in str(caught.value)
    assert caught.value.exit_status == 2
