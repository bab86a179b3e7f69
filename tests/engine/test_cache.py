"""What the content cache keeps, and what its memory comes to."""

import tracemalloc

import pytest

from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ConfigurationCache, ContentCache, NoCache
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.outcome import Outcome
from oracles import Noted, UntimelyPool, reduce_inline
from papers.split_inputs import MATRIX, PROXY

LARGE, SMALL = b"a" * 100, b"b" * 10


def told(cache: ContentCache, text: bytes, outcome: Outcome) -> None:
    cache.put(cache.key(Candidate(None, text)), outcome, len(text))


def known(cache: ContentCache, text: bytes) -> Outcome | None:
    return cache.get(cache.key(Candidate(None, text)))


def test_without_optimisations_every_outcome_is_kept() -> None:
    cache = ContentCache(passing_only=False, evict=False, hashed=False)
    told(cache, LARGE, Outcome.INTERESTING)
    told(cache, SMALL, Outcome.UNINTERESTING)
    cache.improved(1)
    assert known(cache, LARGE) is Outcome.INTERESTING
    assert known(cache, SMALL) is Outcome.UNINTERESTING


def test_of_the_interesting_texts_only_the_newest_is_kept() -> None:
    cache = ContentCache(evict=False)
    told(cache, LARGE, Outcome.INTERESTING)
    assert known(cache, LARGE) is Outcome.INTERESTING
    told(cache, SMALL, Outcome.INTERESTING)
    assert known(cache, LARGE) is Outcome.INTERESTING  # what is under way may ask about it
    cache.improved(len(SMALL))
    assert known(cache, LARGE) is None
    assert known(cache, SMALL) is Outcome.INTERESTING


@pytest.mark.parametrize("jobs", [1, 8])
def test_what_is_known_does_not_depend_on_how_many_are_under_way(jobs: int) -> None:
    pool = UntimelyPool(lambda text: True, jobs, lambda running: 0)
    asker = Questioner(pool, ContentCache(evict=False), Budget())
    assert asker.holds(LARGE)
    assert all(asker.window(Candidate(None, text) for text in (SMALL, b"c", b"d", LARGE)))
    assert (asker.runs, asker.cache_hits) == (4, 1)


def test_what_is_larger_than_the_best_is_dropped_and_its_memory_with_it() -> None:
    cache = ContentCache(hashed=False)
    told(cache, LARGE, Outcome.UNINTERESTING)
    told(cache, SMALL, Outcome.UNINTERESTING)
    peak = cache.peak_bytes
    cache.improved(len(LARGE))
    assert known(cache, LARGE) is Outcome.UNINTERESTING
    cache.improved(50)
    assert known(cache, LARGE) is None
    assert known(cache, SMALL) is Outcome.UNINTERESTING
    told(cache, LARGE, Outcome.UNINTERESTING)
    assert cache.peak_bytes == peak


def test_a_digest_takes_the_place_of_a_text() -> None:
    plain, hashed = ContentCache(hashed=False), ContentCache()
    for cache in (plain, hashed):
        told(cache, LARGE * 100, Outcome.UNINTERESTING)
        assert known(cache, LARGE * 100) is Outcome.UNINTERESTING
    assert hashed.peak_bytes < plain.peak_bytes - 9_000


def test_units_are_the_reductions_own_however_many_configurations_have_them() -> None:
    units = tuple(bytes([65 + at]) * 1000 for at in range(26))
    cache = ConfigurationCache()
    for end in range(26):
        cache.put(cache.key(Candidate(units[:end], b"")), Outcome.UNINTERESTING, 0)
    assert cache.peak_bytes < 26_000


def test_who_remembers_nothing_keeps_no_texts_while_a_call_lasts() -> None:
    """So many complements of a text of so many bytes would take 25 MB."""
    text = bytes(range(250)) * 20
    asker = Questioner(UntimelyPool(lambda text: False, 1, lambda running: 0), NoCache(), Budget())
    complements = (Candidate(None, text[:at] + text[at + 1 :]) for at in range(len(text)))
    tracemalloc.start()
    try:
        assert asker.first(complements) is None
        assert tracemalloc.get_traced_memory()[1] < 5_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("strategy", ["hdd*", "hddr*", "coarse-hddr*", "hoistr*+hddr*"])
@pytest.mark.parametrize(
    "name,text,wanted", [("a.c", MATRIX, b"z[0] + 1.0"), ("a.js", PROXY, b"Proxy")]
)
def test_the_bytes_of_the_best_are_not_asked_again(
    name: str, text: bytes, wanted: bytes, strategy: str
) -> None:
    oracle = Noted(lambda candidate: wanted in candidate)
    reduce_inline(text, oracle, strategy, name)
    best: bytes | None = None
    for candidate in oracle.asked[3:-1]:  # without the checks before and after
        assert candidate != best
        best = candidate if wanted in candidate else best
