"""What a user sees of a reduction says one thing."""

from itertools import pairwise

from nubbin.engine.vocabulary.events import Asked, Event, Improved, PassStarted
from nubbin.server.terminal import Tally


def test_the_percentage_is_that_of_the_sizes_beside_it_and_never_falls() -> None:
    tally, seen = Tally(1000), []
    events: list[Event] = [
        PassStarted("cuts", 300, 1000, 0),
        Improved(b"x" * 400, 100, 7, 0.1),
        Asked(8, 0.2),
        PassStarted("nodes", 20, 50, 9),
        Improved(b"x" * 60, 10, 12, 0.2),  # fewer tokens, more bytes
    ]
    for event in events:
        tally.take(event)
        seen.append(round(tally.progress, 2))
    assert seen == [0.0, 0.6, 0.6, 0.95, 0.95]
    assert all(one <= other for one, other in pairwise(seen))
    assert tally.sizes() == "10 of 300 tokens, 60 of 1,000 bytes"


def test_one_is_no_plural() -> None:
    tally = Tally(1)
    tally.take(PassStarted("cuts", 1, 1, 0))
    assert tally.sizes() == "1 of 1 token, 1 of 1 byte"
