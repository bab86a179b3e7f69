"""What a request may not ask for, and what it need not say."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inline_pool import InlinePool
from nubbin.engine import Options, OracleSpec, Request, reduce
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.events import Event, Warned
from oracles import Noted


@pytest.fixture
def request_(tmp_path: Path) -> Request:
    oracle = OracleSpec(("a Python function",), tmp_path)
    return Request(b"go\nkeep\n", tmp_path / "case.txt", oracle)


@pytest.mark.parametrize(
    "given",
    [{"window": 0}, {"jobs": 0}, {"jobs": -3}, {"max_tests": -1}, {"max_time": float("nan")}],
)
def test_numbers_that_are_too_small_are_refused(given: dict[str, Any]) -> None:
    (name,) = given
    with pytest.raises(UsageError, match=f"^{name} is .*: give at least [01]\\.$"):
        Options(**given)


@pytest.mark.parametrize(
    "given", [{"isolation": "wrokspace"}, {"exit_code": "sgnal"}, {"timeout": 0.0}]
)
def test_words_and_times_that_mean_nothing_are_refused(given: dict[str, Any]) -> None:
    (name,) = given
    with pytest.raises(UsageError, match=f"^{name} is "):
        OracleSpec("true {file}", Path(), **given)


def test_without_runs_it_is_only_asked_whether_the_oracle_holds(request_: Request) -> None:
    oracle = Noted(lambda text: b"keep" in text)
    only = replace(request_, options=Options(max_tests=0))
    assert reduce(only, pool=InlinePool(oracle)).text == request_.text
    assert {*oracle.asked} == {request_.text, b""}


def test_resuming_without_journals_is_said_to_start_over(request_: Request) -> None:
    told: list[Event] = []
    asked = replace(request_, options=Options(resume=True))
    reduction = reduce(asked, emit=told.append, pool=InlinePool(lambda text: b"keep" in text))
    assert reduction.text == b"keep\n"
    (warning,) = (each.message for each in told if isinstance(each, Warned))
    assert warning.startswith("There is nothing to resume")


def test_a_formatter_is_any_command(request_: Request) -> None:
    formatter = OracleSpec("sed -i s/keep/keep!/ {file}", request_.oracle.folder)
    asked = replace(request_, formatter=formatter)
    assert reduce(asked, pool=InlinePool(lambda text: b"keep" in text)).text == b"keep!\n"
