"""What a user sees of a reduction says one thing."""

import io
import os
import pty
import select
from itertools import pairwise

import pytest

from nubbin.engine.vocabulary.events import Asked, Event, Improved, PassStarted
from nubbin.server import terminal
from nubbin.server.terminal import OnTerminal, Plain, Tally


def test_the_percentage_is_that_of_the_sizes_beside_it_and_never_falls() -> None:
    tally, seen = Tally(1000), []
    events: list[Event] = [
        PassStarted("cuts", 300, 1000, 0),
        Improved(b"x" * 400, 100, 7, 0.1),
        Asked(8, 0.2),
        PassStarted("nodes", 20, 50, 9),
        Improved(b"x" * 60, 10, 12, 0.2),  # fewer tokens, more bytes
    ]
    for event in events:
        tally.take(event)
        seen.append(round(tally.progress, 2))
    assert seen == [0.0, 0.6, 0.6, 0.95, 0.95]
    assert all(one <= other for one, other in pairwise(seen))
    assert tally.sizes() == "10 of 300 tokens, 60 of 1,000 bytes"


def test_one_is_no_plural() -> None:
    tally = Tally(1)
    tally.take(PassStarted("cuts", 1, 1, 0))
    assert tally.sizes() == "1 of 1 token, 1 of 1 byte"


def test_a_line_of_a_log_does_not_credit_a_pass_with_what_those_before_it_took() -> None:
    stream = io.StringIO()
    shown = Plain(1000, stream)
    for event in (
        PassStarted("slices", 300, 1000, 0),
        Improved(b"x" * 50, 20, 7, 0.1),
        PassStarted("nodes", 20, 50, 9),
    ):
        shown.take(event)
    said = stream.getvalue().splitlines()[-1]
    assert said.endswith("s  20 of 300 tokens, 50 of 1,000 bytes, 9 runs; now: nodes")


@pytest.mark.parametrize(
    "columns, line",
    [
        (100, " 27 % gone  slices  4,532 of 5,608 tokens, 17,523 of 24,241 bytes  8 runs  0:00"),
        (80, " 27 % gone  slices  4,532 tokens, 17,523 bytes  8 runs  0:00"),
        (60, " 27 % gone  slices  17,523 bytes  8 runs  0:00"),
        (40, " 27 % gone  slices  8 runs  0:00"),
    ],
)
def test_a_terminal_of_any_width_shows_what_it_took_so_far(
    columns: int, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "REFRESH", 0.0)
    for name, value in (("COLUMNS", str(columns)), ("TERM", "xterm"), ("NO_COLOR", "1")):
        monkeypatch.setenv(name, value)
    screen, standard_error = pty.openpty()
    with os.fdopen(standard_error, "w") as stream:
        shown = OnTerminal(24241, stream)
        shown.take(PassStarted("slices", 5608, 24241, 0))
        shown.take(Improved(b"x" * 17523, 4532, 8, 0.1))
        seen = b""
        while line.encode() not in seen.replace(b"\x1b[1m", b"").replace(b"\x1b[0m", b""):
            assert select.select([screen], [], [], 60.0)[0], seen
            seen += os.read(screen, 65536)
        shown.close()
    os.close(screen)
