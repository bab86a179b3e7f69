"""Signals as wishes."""

import os
import select
import signal
import subprocess
import sys
import time

import pytest

from nubbin.engine.vocabulary.events import PassStarted
from nubbin.server.interrupts import Interrupts
from nubbin.server.signals import SIGNALS
from nubbin.server.terminal import REFRESH, OnTerminal

HIDDEN, SHOWN = b"\x1b[?25l", b"\x1b[?25h"
"""What hides a terminal's cursor, and shows it again."""
TWICE = """
import contextlib, signal, time
from nubbin.server.interrupts import Interrupts

with Interrupts(on_end=lambda: print("the end", flush=True)):
    with contextlib.suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGINT)
    print("on the way out", flush=True)
    time.sleep(1.1)
    signal.raise_signal(signal.SIGINT)
"""

DONE = """
import signal
from nubbin.server.interrupts import Interrupts
from nubbin.server.signals import SIGNALS

with Interrupts() as interrupts:
    interrupts.disregard()
    for number in SIGNALS * 3:
        signal.raise_signal(number)
for number in SIGNALS:
    signal.raise_signal(number)
print(interrupts.wished)
"""


def test_the_first_is_a_wish_the_second_an_end_and_the_old_handlers_come_back() -> None:
    told: list[str] = []
    before = [signal.getsignal(number) for number in SIGNALS]
    with Interrupts(lambda: told.append("told")) as interrupts:
        interrupts.patient = True
        signal.raise_signal(signal.SIGINT)
        assert (interrupts.wished, told) == (True, ["told"])
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    assert [signal.getsignal(number) for number in SIGNALS] == before


def test_what_is_done_is_not_interrupted_however_often() -> None:
    done = subprocess.run([sys.executable, "-c", DONE], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"False\n", b"")


def test_who_will_not_even_wait_for_the_end_is_told_of_it() -> None:
    done = subprocess.run([sys.executable, "-c", TWICE], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"on the way out\nthe end\n", b"")


def test_a_terminal_shows_its_cursor_whenever_it_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal, end = os.openpty()
    with open(end, "w") as stream:
        live = OnTerminal(100, stream)
        live.take(PassStarted("tokens", 30, 90, 7))
        time.sleep(REFRESH)
        live.tick()
        live.abandon()
        shown = b""
        while b"nothing was written" not in shown and select.select([terminal], [], [], 5)[0]:
            shown += os.read(terminal, 4096)
        live.close()
    os.close(terminal)
    assert b"tokens" in shown
    assert b"nothing was written" in shown
    assert shown.rfind(HIDDEN) < shown.index(SHOWN) < shown.index(b"tokens")
