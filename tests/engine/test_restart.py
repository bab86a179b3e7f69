from dataclasses import replace
from pathlib import Path

import pytest

from inline_pool import InlinePool
from nubbin.engine.algorithms.context import Context
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Request
from nubbin.engine.strategy import Phase, Step, Strategy
from nubbin.engine.vocabulary.candidate import Candidate
from oracles import Noted

TEXT = b"[1, 22, [333]]"


def proposing(*texts: bytes) -> Step:
    """Return a step that asks about the same texts whatever it is made over."""

    def run(context: Context, text: bytes) -> bytes:
        found = context.asker.first([Candidate(None, one) for one in texts])
        return text if found is None else found.text

    return Step(texts[0].decode(), run, phase=Phase.FIRST)


def reduced(strategy: Strategy, *holding: bytes) -> tuple[bytes, list[bytes]]:
    """Return the result, and what the oracle was asked, its checks left out."""
    oracle = Noted(lambda text: text in (TEXT, *holding))
    request = Request(TEXT, Path("case.json"), OracleSpec(("a Python function",), Path()))
    text = reduce(request, pool=InlinePool(oracle), strategy=strategy).text
    return text, [each for each in oracle.asked if each not in (TEXT, b"")]


def test_what_beats_the_best_is_found_in_the_input() -> None:
    made_over: list[bytes] = []

    def run(context: Context, text: bytes) -> bytes:
        made_over.append(text)
        return proposing(b"[4]").run(context, text)

    strategy = Strategy((proposing(b"[1, 22]"),), joint=True, restart=(Step("again", run),))
    text, _ = reduced(strategy, b"[1, 22]", b"[4]")
    assert text == b"[4]"
    assert made_over == [TEXT, TEXT]  # once more, since it found something


def test_nothing_is_asked_that_does_not_beat_the_best() -> None:
    strategy = Strategy(
        (proposing(b"[1, 22]"),), joint=True, restart=(proposing(b"[1, 23]", b"[1, 222]", b"[5]"),)
    )
    text, asked = reduced(strategy, b"[1, 22]", b"[1, 23]", b"[1, 222]")
    assert text == b"[1, 22]"
    assert set(asked) == {b"[1, 22]", b"[5]"}


@pytest.mark.parametrize("flat, most", [(False, 3), (True, None)])
def test_what_has_more_tokens_than_the_best_need_not_be_made_while_they_count(
    flat: bool, most: int | None
) -> None:
    told: list[tuple[bytes, int | None]] = []

    def run(context: Context, text: bytes) -> bytes:
        told.append((text, context.at_most))
        return text

    look, propose = Step("look", run, phase=Phase.FIRST), replace(proposing(b"[1]"), flat=flat)
    reduced(Strategy((look, propose), joint=True, restart=(look,)), b"[1]")
    assert told == [(TEXT, None), (TEXT, most)]
