"""A loop that sleeps is woken by signals, whichever thread they come to."""

import asyncio
import os
import signal
import threading
import time

from nubbin.server.awake import run_awake

PATIENCE = 30.0
LATE = 0.2
"""Seconds after which the loop is asleep."""


def send() -> None:
    time.sleep(LATE)
    os.kill(os.getpid(), signal.SIGUSR1)


def test_a_signal_that_does_not_interrupt_the_sleep_ends_it() -> None:
    """As one does that comes right before the loop falls asleep: another thread gets it."""

    async def sleep() -> float:
        woken = asyncio.Event()
        signal.signal(signal.SIGUSR1, lambda *_: woken.set())
        threading.Thread(target=send).start()  # which does not block the signal
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
        began = time.monotonic()
        await asyncio.wait_for(woken.wait(), PATIENCE)
        return time.monotonic() - began

    before = signal.getsignal(signal.SIGUSR1)
    try:
        slept = run_awake(sleep())
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1])
        signal.signal(signal.SIGUSR1, before)
    assert slept < PATIENCE / 2
    assert signal.set_wakeup_fd(-1) == -1
