"""A best text that held only by luck is found out long before the last check."""

from collections import Counter
from pathlib import Path

import pytest

from nubbin.engine import doubts
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.checks import Checks
from nubbin.engine.doubts import Doubts
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.record import Record
from nubbin.engine.text_order import TextOrder
from oracles import UntimelyPool, reduce_inline

PROGRAM = b"".join(b"int f%d(int a) { return a + %d; }\n" % (n, n) for n in range(99))


class ByLuck:
    """An oracle that holds on the input, and once on the first smaller text that it is asked about.

    Args:
        refusals: how often in a row it then refuses that text, before it holds on it again.
    """

    def __init__(self, refusals: int) -> None:
        self._refusals = refusals
        self._first: bytes | None = None
        self.asked = Counter[bytes]()

    def __call__(self, text: bytes) -> bool:
        self.asked[text] += 1
        if text and text != PROGRAM and self._first is None:
            self._first = text
        again = self.asked[text] - 1
        return text == PROGRAM or (text == self._first and not 0 < again <= self._refusals)


def test_what_held_only_by_luck_ends_the_reduction_at_the_next_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    reduction = reduce_inline(PROGRAM, ByLuck(99), name="a.c")
    assert (reduction.status, reduction.text) == (4, PROGRAM)
    assert reduction.minimal == ()
    assert not reduction.fixpoint
    monkeypatch.setattr(doubts, "_FRUITLESS", 10**9)
    late = reduce_inline(PROGRAM, ByLuck(99), name="a.c")
    assert (late.status, late.text) == (4, PROGRAM)
    assert reduction.oracle.runs < late.oracle.runs / 3


def test_a_good_text_that_is_refused_twice_by_bad_luck_stays() -> None:
    oracle = ByLuck(2)
    reduction = reduce_inline(PROGRAM, oracle, name="a.c")
    assert reduction.status == 0
    assert len(reduction.text) < len(PROGRAM)
    assert oracle.asked[reduction.text] > 3


def test_an_oracle_that_repeats_itself_is_asked_again_at_most_once_in_so_many_runs() -> None:
    program = b"".join(PROGRAM.splitlines(keepends=True)[:20])
    reduction = reduce_inline(program, program.__eq__, name="a.c")
    assert reduction.status == 0
    assert len(reduction.passes) > 40
    before_and_after = 4
    again = reduction.oracle.checks - before_and_after
    assert 0 < again <= reduction.oracle.runs / 256


def test_runs_begun_before_their_turn_do_not_answer_for_the_best_text() -> None:
    pool = UntimelyPool(PROGRAM.__eq__, 4, lambda running: 0)  # the oldest run is answered first
    asker = Questioner(pool, ContentCache(), Budget())
    asker.runs = 1000
    asker.foreseen.begin("a question", b"another text", timeout=1.0)
    record = Record(PROGRAM, TextOrder(None), lambda event: None, 0.0)
    checks = Checks(OracleSpec(("a Python function",), Path()), pool, Budget())
    Doubts(record, asker, checks).look()
    assert (checks.runs, asker.discarded) == (1, 1)


def test_what_was_found_before_the_oracle_answers_no_more_is_kept() -> None:
    asked = 0

    def hangs(text: bytes) -> bool | None:
        nonlocal asked
        asked += 1
        return b"f7(" in text if asked < 20 else None

    reduction = reduce_inline(PROGRAM, hangs, name="a.c")
    assert (reduction.status, reduction.unchecked) == (4, True)
    assert "ran out of time" in (reduction.problem or "")
    assert b"f7(" in reduction.text
    assert len(reduction.text) < len(PROGRAM)


def test_where_not_even_the_input_holds_any_more_the_smallest_text_is_kept_unchecked() -> None:
    asked = 0

    def refuses(text: bytes) -> bool:
        nonlocal asked
        asked += 1
        return b"f7(" in text and asked < 20

    reduction = reduce_inline(PROGRAM, refuses, name="a.c")
    assert (reduction.status, reduction.unchecked) == (4, True)
    assert "not even hold on the input: perhaps something" in (reduction.problem or "")
    assert b"f7(" in reduction.text
    assert len(reduction.text) < len(PROGRAM)
