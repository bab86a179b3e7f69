"""What is asked before and after a reduction: without all answers, there is none."""

import sys
import threading
from collections import Counter
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from frontdoor import executable
from living import needs_proc, shell
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.errors import (
    EmptyIsInteresting,
    Interrupted,
    NotInteresting,
    NubbinError,
    OracleNotFound,
    Unanswered,
)
from oracles import reduce_inline


@needs_proc
@pytest.mark.parametrize(
    "max_time, cancels, error", [(0.2, False, Unanswered), (None, True, Interrupted)]
)
def test_an_input_that_the_oracle_has_not_answered_on_is_no_result(
    tmp_path: Path, max_time: float | None, cancels: bool, error: type[NubbinError]
) -> None:
    case = tmp_path / "case.json"
    wish = threading.Event()
    if cancels:
        wish.set()
    spec = shell(case, "sleep 1000; true {file}")
    request = Request(b"[1, 2]\n", case, spec, Options(jobs=1, max_time=max_time))
    with pytest.raises(error, match=r"before the oracle had answered on case\.json"):
        reduce(request, cancelled=wish.is_set)


@needs_proc
def test_checks_that_run_at_once_are_waited_for_once(tmp_path: Path) -> None:
    case = tmp_path / "case.json"
    oracle = shell(case, "sleep 0.5; grep -q 1 {file}")
    reduction = reduce(Request(b"[1]", case, oracle, Options(jobs=2)))
    assert reduction.oracle.checks == 4
    assert 0 < reduction.engine_seconds < reduction.seconds


@needs_proc
@pytest.mark.parametrize(
    "command, advised",
    [
        ("sleep 9; true {file}", "If it only needs longer, allow that"),
        ("kill -SEGV $$; true {file}", "It died of SIGSEGV. If that is what you look for"),
        ("sh -c 'kill -ABRT $$'; exit $? # {file}", "It died of SIGABRT."),
        ("cc() { cat x.h; }; cc {file}", "It runs in a scratch folder that holds nothing but"),
    ],
)
def test_of_what_does_not_hold_it_is_told_what_it_may_lack(
    tmp_path: Path, command: str, advised: str
) -> None:
    case = tmp_path / "case.json"
    spec = replace(shell(case, command), timeout=1.0)
    with pytest.raises(NotInteresting) as caught:
        reduce(Request(b"[1, 2]\n", case, spec, Options(jobs=1)))
    assert advised in str(caught.value).partition("\n")[0]


@needs_proc
@pytest.mark.parametrize("command", ["false {file}", "exit 3; {file}", "exit 255; {file}"])
def test_of_what_just_says_no_nothing_else_is_told(tmp_path: Path, command: str) -> None:
    case = tmp_path / "case.json"
    with pytest.raises(NotInteresting) as caught:
        reduce(Request(b"[1, 2]\n", case, shell(case, command), Options(jobs=1)))
    assert str(caught.value).partition("\n")[0].endswith("Mend the command or its conditions.")


@pytest.mark.parametrize(
    "command, refusal", [("false", NotInteresting), ("true", EmptyIsInteresting)]
)
def test_of_an_oracle_that_is_not_fit_it_is_told_which_it_is(
    tmp_path: Path, command: str, refusal: type[NubbinError]
) -> None:
    """Settings may name several, of which the first that fits the file is taken."""
    case = tmp_path / "case.json"
    with pytest.raises(refusal) as caught:
        reduce(Request(b"[1, 2]\n", case, OracleSpec((command, "a b"), tmp_path), Options(jobs=1)))
    assert f"\nIts command: {command} 'a b' (from {tmp_path})\n" in str(caught.value)


@needs_proc
def test_a_number_that_no_shell_has_given_is_no_death(tmp_path: Path) -> None:
    case = tmp_path / "case.json"
    spec = OracleSpec((sys.executable, "-c", "exit(139)"), tmp_path)
    with pytest.raises(NotInteresting) as caught:
        reduce(Request(b"[1, 2]\n", case, spec, Options(jobs=1)))
    assert str(caught.value).partition("\n")[0].endswith("Mend the command or its conditions.")


def test_an_input_of_which_nothing_could_go_is_asked_about_once_more() -> None:
    asked = count()
    held = reduce_inline(b"[1]", lambda text: text == b"[1]")
    lost = reduce_inline(b"[1]", lambda text: text == b"[1]" and next(asked) < 2)
    assert (held.status, held.fixpoint, held.oracle.checks) == (0, True, 4)
    assert (lost.status, lost.fixpoint, lost.minimal) == (4, False, ())


@needs_proc
def test_an_oracle_that_could_be_run_once_is_not_flaky_but_gone(tmp_path: Path) -> None:
    case, script = tmp_path / "case.json", tmp_path / "oracle.sh"
    executable(script, f"#!/bin/sh\nchmod -x '{script}'\n")
    request = Request(b"[1, 2]\n", case, shell(case, f"'{script}' {{file}}"), Options(jobs=1))
    with pytest.raises(OracleNotFound, match=r"could not be run: .*ermission denied\. Check its"):
        reduce(request)


def test_a_text_that_was_refused_is_not_kept_where_those_before_it_run_out_of_time() -> None:
    """Asked a second time, the result is refused, and all that was larger takes too long."""
    text, times, held = b"[1, 2, [3, 7, 5], 6]", Counter[bytes](), [b""]

    def oracle(candidate: bytes) -> bool | None:
        times[candidate] += 1
        if times[candidate] == 1 + (candidate == text):
            held[0] = candidate if b"7" in candidate else held[0]
        if times[candidate] <= 1 + (candidate == text):
            return b"7" in candidate
        return False if candidate == held[0] else None

    reduction = reduce_inline(text, oracle)
    assert len(held[0]) < len(text)
    assert (reduction.status, reduction.text) == (4, text)


def test_an_empty_text_that_ran_out_of_time_is_asked_about_again() -> None:
    asked = count()
    reduction = reduce_inline(
        b"[1]", lambda text: bool(text) or (next(asked) > 0 or None), allow_empty=True
    )
    assert reduction.text == b""
