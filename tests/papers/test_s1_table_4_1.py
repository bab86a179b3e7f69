"""Vince 2024, Table 4.1: the eleven texts asked about on the way from 12345 to 24."""

from nubbin.engine.cache import ContentCache
from nubbin.engine.ddmin import Policy, ddmin
from nubbin.engine.partition import characters
from oracles import ask

ROWS = ["12", "345", "123", "1245!", "145", "245!", "2", "45", "24!", "4"]  # row 10, "2", is a cache hit


def test_rows_are_those_of_the_paper() -> None:
    asked: list[str] = []

    def oracle(text: bytes) -> bool:
        interesting = b"2" in text and b"4" in text
        asked.append(text.decode() + "!" * interesting)
        return interesting

    questioner = ask(oracle, ContentCache(passing_only=False, evict=False, hashed=False))
    minimum = ddmin(characters(b"12345"), b"".join, questioner, Policy(direction="backward"))
    assert b"".join(minimum.units) == b"24"
    assert asked == ROWS
    assert questioner.cache_hits == 1
