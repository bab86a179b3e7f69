"""What is asked before and after a reduction: without all answers, there is none."""

import threading
from itertools import count
from pathlib import Path

import pytest

from living import needs_proc, shell
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.errors import Interrupted, NubbinError, Unanswered
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


def test_an_input_of_which_nothing_could_go_is_asked_about_once_more() -> None:
    asked = count()
    held = reduce_inline(b"[1]", lambda text: text == b"[1]")
    lost = reduce_inline(b"[1]", lambda text: text == b"[1]" and next(asked) < 2)
    assert (held.status, held.fixpoint, held.oracle.checks) == (0, True, 4)
    assert (lost.status, lost.fixpoint, lost.minimal) == (4, False, ())
