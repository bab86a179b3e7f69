"""Ctrl-C, asked politely and then not (floor 10)."""

import os
import signal
import time
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Final

from nubbin.engine.vocabulary.errors import Interrupted
from nubbin.server.signals import SIGNALS

_WAY_OUT: Final = 1.0
"""Seconds that closing all, and writing the best text, mostly take at most."""


def take_as_interrupts() -> None:
    """Let each of `SIGNALS` raise KeyboardInterrupt, unless it was ignored from the start."""
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def take_no_longer() -> None:
    """Let what `take_as_interrupts` has taken end the process at once again, as it does any."""
    for number in SIGNALS:
        if number != signal.SIGINT and signal.getsignal(number) is signal.default_int_handler:
            signal.signal(number, signal.SIG_DFL)


class Interrupts:
    """Turns `SIGNALS` into a wish, while it is entered.

    Once there is a best text to keep (`patient`), the first of them sets `wished`. The next
    one, or the first before that, raises KeyboardInterrupt, so that whatever runs is closed
    on the way out. What comes within a second of that means nothing else; one more ends the process
    on the spot, and keeps nothing. A signal that was ignored from the start (nohup, a shell's
    background job) stays so.
    """

    def __init__(
        self,
        on_wish: Callable[[], None] = lambda: None,
        on_end: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepare for signals.

        Args:
            on_wish: called in the handler that sets `wished`.
            on_end: called in the handler that ends the process on the spot.
        """
        self._on_wish = on_wish
        self._on_end = on_end
        self.patient = False
        self.wished = False
        self._raised: float | None = None  # when, by the clock
        self._disregarded = False
        self._before: list[tuple[int, Callable[[int, FrameType | None], Any] | int | None]] = []

    def disregard(self) -> None:
        """Let signals do nothing from now on: what they would stop is done."""
        self._disregarded = True

    def __enter__(self) -> "Interrupts":
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                self._before.append((number, signal.signal(number, self._handle)))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for number, handler in self._before:
            signal.signal(number, handler)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        if self._disregarded:
            return
        if self.patient and not self.wished:
            self.wished = True
            self._on_wish()
        elif self._raised is None:
            self._raised = time.monotonic()
            raise KeyboardInterrupt
        elif time.monotonic() - self._raised > _WAY_OUT:
            self._on_end()
            # The workers see their parent die, and take their oracles with them.
            os._exit(Interrupted.exit_status)
