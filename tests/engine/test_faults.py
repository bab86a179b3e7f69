"""A mistake of our own, half-way through, loses nothing that was found until then."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from inline_pool import InlinePool
from living import LONG, needs_proc
from nubbin.engine.algorithms.context import Context
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Request
from nubbin.engine.strategy import Step, Strategy
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.errors import with_sentence
from nubbin.engine.vocabulary.events import Event, Improved

REQUEST = Request(b"[1, 22]", Path("case.json"), OracleSpec(("a Python function",), Path()))


def better(context: Context, text: bytes) -> bytes:
    found = context.asker.first([Candidate(None, b"[1]")])
    return text if found is None else found.text


def fault(context: Context, text: bytes) -> bytes:
    raise LookupError("nowhere")


def test_what_was_found_before_is_kept_and_the_last_place_in_nubbin_named() -> None:
    strategy = Strategy((Step("better", better), Step("fault", fault)))
    reduction = reduce(REQUEST, pool=InlinePool(lambda text: b"1" in text), strategy=strategy)
    assert (reduction.text, reduction.status) == (b"[1]", 1)
    assert reduction.unchecked
    assert "LookupError: nowhere (passes.py:" in (reduction.problem or "")


def test_whoever_is_told_may_fail_as_well() -> None:
    def emit(event: Event) -> None:
        if isinstance(event, Improved):
            raise RuntimeError("no room for this")

    oracle = InlinePool(lambda text: b"1" in text)
    reduction = reduce(
        REQUEST, emit=emit, pool=oracle, strategy=Strategy((Step("better", better),))
    )
    assert (reduction.text, reduction.status) == (b"[1]", 1)
    assert "RuntimeError: no room for this" in (reduction.problem or "")


def test_where_there_is_nothing_to_keep_it_comes_out() -> None:
    strategy = Strategy((Step("fault", fault),))
    with pytest.raises(LookupError, match="nowhere"):
        reduce(REQUEST, pool=InlinePool(lambda text: b"1" in text), strategy=strategy)


def test_a_place_without_a_module_is_no_other_fault() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        exec("1 / 0", {})
    assert "ZeroDivisionError" in str(with_sentence(caught.value))


CROWDED = """
    import os, resource, threading
    from nubbin.engine.vocabulary.errors import with_sentence
    if os.geteuid() == 0: os.setuid(65534)  # root may have any number
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    try:
        threading.Thread(target=print).start()
    except Exception as error:
        print(with_sentence(error))
"""


@needs_proc
def test_that_the_system_grants_no_more_threads_is_no_fault() -> None:
    words = [sys.executable, "-c", textwrap.dedent(CROWDED)]
    said = subprocess.run(words, check=True, capture_output=True, timeout=LONG).stdout
    assert said.startswith(b"The system refuses what is needed: can't start new thread. End other")


def test_an_engine_that_is_sent_no_request_says_nothing() -> None:
    words = [sys.executable, "-m", "nubbin.engine"]
    none = subprocess.DEVNULL
    ended = subprocess.run(words, stdin=none, check=False, capture_output=True, timeout=LONG)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, b"", b"")
