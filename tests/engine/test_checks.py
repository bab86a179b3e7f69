"""What is asked before a reduction: without all answers, there is none."""

import threading
from pathlib import Path

import pytest

from living import needs_proc, shell
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.errors import Interrupted, NubbinError, Unanswered


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
