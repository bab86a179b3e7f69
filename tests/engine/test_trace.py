"""How far a trace ran: lines counted, an oracle's word taken, a text cut."""

from typing import Any

import pytest

import shop
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.configurations.partition import characters, lines
from nubbin.engine.configurations.pieces import Pieces
from nubbin.engine.naming import strategy_named
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.oracle import Barred, Verdict
from nubbin.engine.oracles.prefix_memo import PrefixMemo
from nubbin.engine.oracles.trace_pool import told
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.text import Span
from nubbin.engine.vocabulary.trace import end_of, events
from oracles import reduce_inline
from shop_pool import ShopPool


def verdict(stdout: bytes, status: int | None = 0) -> Verdict:
    return Verdict(Outcome.INTERESTING, 1.5, status, stdout=stdout)


@pytest.mark.parametrize(
    "text, ends",
    [
        (b"", [0, 0]),
        (b"a\nb\n", [0, 2, 4, 4]),
        (b"\n \na\r\n\nb", [0, 6, 8, 8]),
        (b"a\x0bb\rc\nd", [0, 6, 7]),
    ],
)
def test_events_are_the_lines_that_are_not_blank(text: bytes, ends: list[int]) -> None:
    assert [end_of(text, executed) for executed in range(len(ends))] == ends
    for executed, end in enumerate(ends):
        assert events(text[:end]) == events(text)[:executed]


@pytest.mark.parametrize("outcome", list(Outcome))
def test_the_last_line_of_the_output_decides(outcome: Outcome) -> None:
    line = f'hello\n{{"executed": 3, "outcome": "{outcome.value}"}}\n'.encode()
    answer = told(verdict(line, status=1))
    assert (answer.outcome, answer.executed) == (outcome, 3)
    assert (answer.seconds, answer.status, answer.stdout) == (1.5, 1, line)


@pytest.mark.parametrize("barred", list(Barred))
def test_an_oracle_that_did_not_run_to_its_end_has_said_nothing(barred: Barred) -> None:
    line = b'{"executed": 3, "outcome": "interesting"}\n'
    silent = Verdict(Outcome.UNINTERESTING, 1.5, 127, barred=barred, stdout=line)
    assert told(silent) is silent


@pytest.mark.parametrize(
    "stdout",
    [
        b"",
        b"fine\n",
        b"{",
        b'{"outcome": "interesting"}',
        b'{"outcome": "interesting", "executed": 1, "more": 2}',
        b'{"outcome": "interesting", "executed": 1}\nfine\n',
        b'["outcome", "executed"]',
    ],
)
def test_other_output_is_no_answer(stdout: bytes) -> None:
    given = verdict(stdout)
    assert told(given) is given


@pytest.mark.parametrize("status", [None, -11])
def test_what_did_not_end_by_itself_has_told_nothing(status: int | None) -> None:
    given = verdict(b'{"outcome": "interesting", "executed": 1}', status)
    assert told(given) is given


@pytest.mark.parametrize(
    "values", ['"fail", "executed": 1', '[], "executed": 1', '"interesting", "executed": true',
               '"interesting", "executed": -1', '"interesting", "executed": "1"'],
)  # fmt: skip
def test_an_answer_that_means_nothing_is_a_mistake(values: str) -> None:
    with pytest.raises(UsageError, match="outcome has to be one of"):
        told(verdict(b'{"outcome": ' + values.encode() + b"}"))


def test_only_whole_pieces_that_ran_are_enough() -> None:
    text = b"head\n\na\nbb\nc\ntail\n"
    for cut, enough in ((lines, [0, 0, 2, 3, 4, 4]), (characters, [0, 0, 3, 6, 8, 8])):
        pieces = Pieces.of(text, Span(5, 13), cut)
        found = [
            pieces.enough(Candidate(pieces.units, text, executed=executed)) for executed in range(6)
        ]
        assert found == enough
        assert pieces.enough(Candidate(pieces.units, text)) == len(pieces.units)


def test_spans_are_found_and_followed() -> None:
    text = b"head\none\ntwo\nthree\ntail\n"
    pieces = Pieces.of(text, Span(5, 19), lines)
    spans = (Span(6, 8), Span(8, 9), Span(12, 15), Span(20, 22))
    assert [piece.text for piece in pieces.touching(spans)] == [b"one\n", b"two\n", b"three\n"]
    kept = (pieces.units[0], pieces.units[2])
    shorter = pieces.render(kept)
    assert shorter == b"head\none\nthree\ntail\n"
    assert [shorter[start:end] for start, end in pieces.moved(spans, kept)] == [b"ne", b"\n", b"th"]


def test_an_oracle_that_executed_nothing_says_nothing_of_other_traces() -> None:
    memo = PrefixMemo()
    keys: list[Any] = [
        memo.key(Candidate(None, text)) for text in (b"a\nb\n", b"a\n", b"a\nb\nc\n")
    ]
    memo.put(keys[0], Outcome.UNRESOLVED, 0, 0)
    assert [memo.get(key) for key in keys] == [Outcome.UNRESOLVED, None, None]


def test_the_memo_is_for_flat_strategies_and_makes_them_reduce_traces() -> None:
    assert strategy_named("rddmin*:granularity=line,cache=prefix").cache.traces
    assert not strategy_named("rddmin*:granularity=line").cache.traces
    with pytest.raises(UsageError, match="cache=prefix is for ddmin, rddmin and greeddy alone"):
        strategy_named("ddmin:cache=prefix+hddr*")


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("max_tests", [None, 1])
def test_what_the_memo_infers_meanwhile_is_a_hit_for_any_jobs(
    jobs: int, max_tests: int | None
) -> None:
    """The first trace gets stuck at an event with which the other two begin as well."""
    texts = [shop.written("add 1", *rest) for rest in (["open"], ["empty"], ["open", "empty"])]
    pool = ShopPool(jobs, lambda below: below - 1)
    questioner = Questioner(pool, PrefixMemo(), Budget(max_tests))
    assert questioner.first([Candidate(None, text) for text in texts]) is None
    assert (questioner.runs, questioner.cache_hits) == (1, 2)


@pytest.mark.parametrize(
    "outcome, executed", [*((outcome, None) for outcome in Outcome), (Outcome.UNRESOLVED, 0)]
)
def test_of_a_run_that_says_nothing_of_others_the_memo_keeps_a_digest(
    outcome: Outcome, executed: int | None
) -> None:
    memo = PrefixMemo()
    keys = [memo.key(Candidate(None, b"%d\n" % number + b"a\n" * 2_000)) for number in range(100)]
    for key in keys:
        memo.put(key, outcome, 4_000, executed)
    assert {memo.get(key) for key in keys} == {outcome}
    assert memo.get(memo.key(Candidate(None, b"0\n" + b"a\n" * 1_999))) is None
    assert memo.peak_bytes < 100 * 200


def test_blank_lines_are_no_events_and_yet_may_matter_to_the_oracle() -> None:
    def oracle(text: bytes) -> bool:
        return b"\n\n" in text and b"b" in text

    strategy = "ddmin*:cache=prefix,granularity=char"
    reduction = reduce_inline(b"a\n\nb\nc\n", oracle, strategy, "a.txt")
    assert (reduction.status, reduction.text) == (0, b"\n\nb")


def test_the_memo_is_measured() -> None:
    memo = PrefixMemo()
    empty = memo.peak_bytes
    memo.put(memo.key(Candidate(None, b"a\n" * 50)), Outcome.UNINTERESTING, 100, 50)
    assert memo.peak_bytes > empty + 50 * 10


def test_no_number_of_events_is_too_large_to_be_kept() -> None:
    line = b'{"executed": 18446744073709551615, "outcome": "interesting"}'
    assert told(verdict(line)).executed == 2**63 - 1
