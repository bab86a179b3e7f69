"""However busy, a server ends when it is told to."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from nubbin.server.transport import _WAY_OUT

LONG = 20.0
"""Seconds that anything may take on a machine under load."""
PROGRAM = """
import asyncio, time
from nubbin.server.transport import orderly

async def blocked():
    print("ready", flush=True)
    await asyncio.to_thread(time.sleep, 600)

async def stubborn():
    print("ready", flush=True)
    try:
        await asyncio.sleep(600)
    finally:
        print("ending", flush=True)
        await asyncio.sleep(600)

asyncio.run(orderly({work}()))
"""


@contextlib.contextmanager
def started(work: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start some work, and be there once it is at it; leave nothing of it."""
    program = [sys.executable, "-c", PROGRAM.replace("{work}", work)]
    with subprocess.Popen(program, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"ready\n"
            yield process
        finally:
            process.kill()


@pytest.mark.parametrize(
    "number, status",
    [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP)],
)
def test_a_signal_ends_it_whatever_a_thread_waits_for(number: signal.Signals, status: int) -> None:
    with started("blocked") as process:
        process.send_signal(number)
        assert process.wait(LONG) == status


@pytest.mark.parametrize("first", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("second, status", [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_a_second_signal_ends_it_at_once_unless_it_comes_with_the_first(
    first: signal.Signals, second: signal.Signals, status: int
) -> None:
    with started("stubborn") as process:
        assert process.stdout is not None
        process.send_signal(first)
        assert process.stdout.readline() == b"ending\n"
        process.send_signal(second)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(_WAY_OUT + 0.1)
        process.send_signal(second)
        assert process.wait(LONG) == status
