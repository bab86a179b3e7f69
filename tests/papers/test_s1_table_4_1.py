"""Vince 2024, Table 4.1: the eleven steps on the way from 12345 to 24."""

from nubbin.engine.algorithms.ddmin import Policy, ddmin
from nubbin.engine.configurations.partition import characters
from nubbin.engine.oracles.cache import Cache, ContentCache, NoCache
from oracles import ask

# An interesting text is marked; step 10 asks about a text that is known.
STEPS = ["12", "345", "123", "1245!", "145", "245!", "2", "45", "24!", "2", "4"]
TESTED = STEPS[:9] + STEPS[10:]


def asked_with(cache: Cache) -> tuple[list[str], int]:
    """Return what the oracle is asked, and the cache hits."""
    asked: list[str] = []

    def oracle(text: bytes) -> bool:
        interesting = b"2" in text and b"4" in text
        asked.append(text.decode() + "!" * interesting)
        return interesting

    questioner = ask(oracle, cache)
    minimum = ddmin(characters(b"12345"), b"".join, questioner, Policy(direction="backward"))
    assert b"".join(minimum.units) == b"24"
    return asked, questioner.cache_hits


def test_without_a_cache_all_eleven_steps_are_tests() -> None:
    assert asked_with(NoCache()) == (STEPS, 0)


def test_with_the_content_cache_the_tenth_step_is_a_hit() -> None:
    plain = ContentCache(passing_only=False, evict=False, hashed=False)
    assert asked_with(plain) == (TESTED, 1)


def test_the_optimisations_of_the_cache_change_no_step() -> None:
    assert asked_with(ContentCache()) == (TESTED, 1)
