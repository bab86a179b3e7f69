"""An engine process, controlled from the event loop (floor 8)."""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from typing import Final, cast

from nubbin.engine import wire
from nubbin.engine.figures import Reduction
from nubbin.engine.request import Request
from nubbin.engine.vocabulary import frames
from nubbin.engine.vocabulary.events import Event

# -P: a file in the current folder must not be imported because it is named like a module of ours.
_COMMAND: Final = (sys.executable, "-P", "-m", "nubbin.engine")
_BUFFER: Final = 2**20
_GRACE: Final = 10.0
"""Seconds after which a process that should have ended counts as stuck."""


class EngineProcess:
    """One reduction in a process of its own, which ends when its input does, also if we die."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._input = process.stdin
        self._output = process.stdout

    @classmethod
    async def start(cls, request: Request) -> "EngineProcess":
        """Start a process that reduces as requested.

        It leads a session of its own, so that a Ctrl-C meant for the client does not reach it.
        """
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *_COMMAND, stdin=pipe, stdout=pipe, start_new_session=True, limit=_BUFFER
        )
        engine = cls(process)
        engine._send(request)
        return engine

    async def messages(self) -> AsyncIterator[Event | Reduction | wire.Failure]:
        """Yield its messages, the outcome last; end without one if the process dies."""
        while True:
            try:
                header = await self._output.readexactly(frames.HEADER.size)
                body = await self._output.readexactly(*frames.HEADER.unpack(header))
            except asyncio.IncompleteReadError:
                return
            yield cast("Event | Reduction | wire.Failure", frames.unpack(body))  # it sends no other

    def cancel(self) -> None:
        """Ask it to stop with the best so far."""
        self._send(wire.Cancel())

    def taken(self) -> None:
        """Say that its result is where the user finds it."""
        self._send(wire.Taken())

    async def close(self) -> int:
        """End the process, even if it is stuck; return its exit status once it is gone."""
        self._input.close()
        self._signal(signal.SIGCONT)  # in case somebody has stopped it
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_GRACE):
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    await self._input.wait_closed()  # it may never read what was sent
                return await self._process.wait()
        self._signal(signal.SIGKILL)  # its workers notice, and kill their oracles
        return await self._process.wait()

    def _signal(self, number: signal.Signals) -> None:
        # Not by asyncio's `send_signal`: before Python 3.13 that reaps a process that has just
        # died; the event loop then finds no exit status, and reports 255.
        if self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, number)

    def _send(self, message: object) -> None:
        if not self._input.is_closing():
            self._input.write(frames.pack(message))
