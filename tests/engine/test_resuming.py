"""A reduction that was cut short is continued, and may be cut short again."""

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from frontdoor import executable
from nubbin.engine import Options, OracleSpec, Reduction, Request, reduce
from nubbin.engine.vocabulary.events import Checked, Event

TEXT = b"".join(b"int number_%d = %d;\n" % (n, n * n) for n in range(40)) + b"int keep = 7;\n"


@pytest.fixture
def request_(tmp_path: Path) -> Request:
    oracle = OracleSpec("grep -q keep {file}", folder=tmp_path)
    (tmp_path / "case.c").write_bytes(TEXT)
    return Request(TEXT, tmp_path / "case.c", oracle, journals=tmp_path / "journals")


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_whoever_stops_it_at_once_gets_what_the_first_came_to(request_: Request, jobs: int) -> None:
    """With several jobs, runs are begun that nobody needs: their answers are not known then."""
    first = reduce(replace(request_, options=Options(jobs=jobs, max_tests=6)))
    assert (first.stopped, first.text != TEXT) == ("max-tests", True)
    told: list[Event] = []

    def tired() -> bool:
        return any(isinstance(event, Checked) for event in told)

    again = replace(request_, options=Options(jobs=jobs, resume=True))
    second = reduce(again, emit=told.append, cancelled=tired)
    assert (second.stopped, second.text) == ("cancelled", first.text)
    assert second.oracle.resumed >= 6
    assert second.oracle.runs >= 6


@pytest.mark.parametrize("end", ["killed", "no room"])
def test_what_was_not_delivered_goes_on_without_a_run(request_: Request, end: str) -> None:
    """Who is killed between the last run and the writing of its result has lost nothing."""

    def deliver(reduction: Reduction) -> bool:
        if end == "killed":
            raise KeyboardInterrupt
        return False

    first = None
    with contextlib.suppress(KeyboardInterrupt):
        first = reduce(replace(request_, options=Options(jobs=1)), deliver=deliver)
    assert (first is not None and first.resumable) == (end == "no room")
    second = reduce(replace(request_, options=Options(jobs=1, resume=True)))
    assert b"keep" in second.text
    assert second.oracle.resumed == second.oracle.runs > 6
    assert not any(request_.journals.iterdir() if request_.journals else ())


def test_where_what_is_asked_for_has_changed_meanwhile_a_fresh_start_is_advised(
    tmp_path: Path,
) -> None:
    script, wanted = tmp_path / "oracle.sh", tmp_path / "wanted"
    executable(script, '#!/bin/sh\ngrep -q -f "$(dirname "$0")/wanted" "$1"\n')
    oracle = OracleSpec("./oracle.sh {file}", folder=tmp_path)
    request = Request(TEXT, tmp_path / "case.c", oracle, journals=tmp_path / "journals")
    wanted.write_text("keep\n")
    reduce(replace(request, options=Options(jobs=1, max_tests=6)))
    wanted.write_text("number_3 \n")
    second = reduce(replace(request, options=Options(jobs=1, resume=True)))
    assert second.status == 4
    assert second.problem is not None
    assert "reduce anew, without continuing it" in second.problem


@pytest.mark.parametrize("longer", [1.0, 2.0])
def test_what_ran_out_of_time_is_waited_for_again_only_with_twice_the_time(
    tmp_path: Path, longer: float
) -> None:
    command = "grep -q number_7 {file} || sleep 60; grep -q keep {file}"
    oracle = OracleSpec(command, tmp_path, timeout=0.4)
    request = Request(TEXT, tmp_path / "case.c", oracle, journals=tmp_path / "journals")
    first = reduce(replace(request, options=Options(max_tests=6)))
    assert first.oracle.timeouts > 1
    patient = replace(oracle, timeout=0.4 * longer)
    again = replace(request, oracle=patient, options=Options(max_tests=6, resume=True))
    second = reduce(again)
    assert (second.text, second.oracle.timeouts) == (first.text, first.oracle.timeouts)
    waited = longer == 2.0
    assert (second.oracle.resumed == second.oracle.runs) is not waited
    assert second.seconds > 0.8 * second.oracle.timeouts or not waited
