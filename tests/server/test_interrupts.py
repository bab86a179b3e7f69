"""Signals as wishes."""

import signal

import pytest

from nubbin.server.interrupts import SIGNALS, Interrupts


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
    with Interrupts() as interrupts:
        interrupts.disregard()
        for number in SIGNALS * 3:
            signal.raise_signal(number)
    assert not interrupts.wished
