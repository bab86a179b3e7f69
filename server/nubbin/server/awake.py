"""Event loops that notice every Ctrl-C at once (floor 10)."""

import asyncio
import signal
import socket
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run_awake(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine as `asyncio.run` does, on a loop that wakes up at every signal.

    Python calls a signal's handler once the main thread is awake. Without this, a signal that comes
    right before the loop falls asleep waits for the loop's next event, which may never come.
    """
    return asyncio.run(_awake(main))


async def _awake(main: Coroutine[Any, Any, T]) -> T:
    loop = asyncio.get_running_loop()
    sleeper, alarm = socket.socketpair()
    with sleeper, alarm:
        sleeper.setblocking(False)
        alarm.setblocking(False)
        loop.add_reader(sleeper, sleeper.recv, 4096)
        before = signal.set_wakeup_fd(alarm.fileno(), warn_on_full_buffer=False)
        try:
            return await main
        finally:
            signal.set_wakeup_fd(before)
            loop.remove_reader(sleeper)
