"""Whatever happens while a result is formatted, it is kept as it is without that."""

import resource
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from inline_pool import InlinePool
from nubbin.engine.figures import Reduction
from nubbin.engine.formatting import formatted
from nubbin.engine.oracles.formatter import beside_oracle, formatter_of
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Request
from nubbin.engine.vocabulary.events import Event, Warned

APART = "sed 's/;/ ;/' {file}"


def requested(folder: Path, formatter: str) -> Request:
    spec = OracleSpec(("a Python function",), folder)
    case = folder / "case.c"
    return Request(
        b"int a;\nint keep;\n", case, spec, formatter=formatter_of(formatter, folder, folder)
    )


def reduced(
    request: Request,
    oracle: Callable[[bytes], bool],
    cancelled: Callable[[], bool] = lambda: False,
) -> tuple[Reduction, str]:
    """Reduce; return what came of it, and all warnings."""
    told: list[Event] = []
    reduction = reduce(request, emit=told.append, cancelled=cancelled, pool=InlinePool(oracle))
    return reduction, warnings(told)


def warnings(told: list[Event]) -> str:
    return " ".join(each.message for each in told if isinstance(each, Warned))


def test_an_interrupt_while_the_formatter_runs_loses_nothing(tmp_path: Path) -> None:
    begun = tmp_path / "begun"

    def cancelled() -> bool:
        if begun.exists():
            signal.raise_signal(signal.SIGINT)
        return False

    request = requested(tmp_path, f"touch '{begun}'; sleep 600; : {{file}}")
    reduction, told = reduced(request, lambda text: b"keep" in text, cancelled)
    assert (reduction.text, reduction.status, reduction.problem) == (b"keep\n", 130, None)
    assert reduction.minimal
    assert "without the formatter. The formatter was stopped." in told


def test_who_does_not_wait_for_the_formatter_has_interrupted_something(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    request = requested(tmp_path, f"touch '{begun}'; sleep 600; : {{file}}")
    reduction, told = reduced(request, lambda text: b"keep" in text, begun.exists)
    assert (reduction.text, reduction.status, reduction.stopped) == (b"keep\n", 130, None)
    assert reduction.minimal
    assert "without the formatter. The formatter was stopped." in told


@pytest.mark.parametrize(
    "where, said", [(">> {file}", "far more of it than a layout takes"), ("# {file}", "")]
)
def test_what_is_far_larger_than_the_result_is_no_layout_of_it(
    tmp_path: Path, where: str, said: str
) -> None:
    request = requested(tmp_path, f"cat {{file}}; yes | head -c 3000000 {where}")
    assert request.formatter is not None
    formatter = beside_oracle(request.formatter, request.oracle)
    request = replace(request, path=tmp_path / "case", formatter=formatter)
    reduction, told = reduced(request, lambda text: b"keep" in text)
    assert reduction.text == b"keep\n"
    assert said in told


@pytest.mark.parametrize(
    "error, status, said",
    [
        (KeyboardInterrupt(), 130, "The formatter was stopped."),
        (OSError("a pipe is gone"), 0, "OSError: a pipe is gone (checks.py:"),
    ],
)
def test_what_happens_while_the_oracle_is_asked_about_formatted_text_loses_nothing(
    error: BaseException, status: int, said: str, tmp_path: Path
) -> None:
    def oracle(text: bytes) -> bool:
        if b"keep ;" in text:
            raise error
        return b"keep;" in text

    reduction, told = reduced(requested(tmp_path, APART), oracle)
    assert (reduction.text, reduction.status) == (b"keep;\n", status)
    assert not reduction.unchecked
    assert said in told


@contextmanager
def no_more_files() -> Iterator[None]:
    """See that no file can be opened, and so no process be started."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_formatter_that_cannot_be_started_loses_nothing(tmp_path: Path) -> None:
    told: list[Event] = []
    request = requested(tmp_path, APART)
    with no_more_files():
        formed = formatted(
            request,
            b"keep;",
            parses=lambda text: True,
            holds=lambda text: True,
            emit=told.append,
            cancelled=lambda: False,
        )
    assert formed == (b"keep;", 0)
    assert "The formatter cannot be run. " in warnings(told)
