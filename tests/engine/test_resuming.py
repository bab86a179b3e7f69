"""A reduction that was cut short is continued, and may be cut short again."""

from dataclasses import replace
from pathlib import Path

import pytest

from nubbin.engine import Options, OracleSpec, Request, reduce
from nubbin.engine.vocabulary.events import Checked, Event

TEXT = b"".join(b"int number_%d = %d;\n" % (n, n * n) for n in range(40)) + b"int keep = 7;\n"


@pytest.fixture
def request_(tmp_path: Path) -> Request:
    oracle = OracleSpec("grep -q keep {file}", folder=tmp_path)
    options = Options(jobs=1, max_tests=6)
    return Request(TEXT, tmp_path / "case.c", oracle, options, journals=tmp_path / "journals")


def test_whoever_stops_it_at_once_gets_what_the_first_came_to(request_: Request) -> None:
    first = reduce(request_)
    assert (first.stopped, first.text != TEXT) == ("max-tests", True)
    told: list[Event] = []

    def tired() -> bool:
        return any(isinstance(event, Checked) for event in told)

    again = replace(request_, options=Options(jobs=1, resume=True))
    second = reduce(again, emit=told.append, cancelled=tired)
    assert (second.stopped, second.text) == ("cancelled", first.text)
    assert second.oracle.resumed == 6
    assert second.oracle.runs == 6
