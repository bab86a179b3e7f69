"""Ctrl-C and the like: the first asks for an orderly stop, the next ones insist (floor 10)."""

import atexit
import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any, Final

from nubbin.engine.vocabulary.errors import Interrupted
from nubbin.server.signals import SIGNALS

_WAY_OUT: Final = 1.0
"""Seconds within which, as a rule, everything is closed and the best text is written."""


def take_as_interrupts() -> None:
    """Make each of `SIGNALS` raise KeyboardInterrupt, unless it was ignored from the start."""
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)


def take_no_longer() -> None:
    """Undo `take_as_interrupts`: all but Ctrl-C end the process at once again."""
    for number in SIGNALS:
        if number != signal.SIGINT and signal.getsignal(number) is signal.default_int_handler:
            signal.signal(number, signal.SIG_DFL)


def end_with(status: int) -> None:
    """Make sure that the process ends with this status, whatever signals come from here on.

    Its end may have to wait for a thread: a signal then ends it at once. When the interpreter
    clears up after that, which takes hardly any time, signals are ignored, as they would kill it.
    """

    def leave(number: int, frame: FrameType | None) -> None:
        os._exit(status)

    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, leave)
    atexit.register(_ignore)


def _ignore() -> None:
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)


def _interrupt() -> None:
    raise KeyboardInterrupt


class Interrupts:
    """Turns `SIGNALS` into a wish to stop, as long as this context manager is entered.

    Once there is a best text to keep (`patient`), the first signal sets `wished`. The next one, or
    the first if there is no such text yet, stops the work, by KeyboardInterrupt unless another way
    is given, so that whatever runs is closed on the way out. Further signals within a second of
    that are ignored; a later one ends the process on the spot, and keeps nothing. A signal that
    was ignored from the start (nohup, a shell's background job) stays ignored.
    """

    def __init__(
        self,
        on_wish: Callable[[], object] = lambda: None,
        on_end: Callable[[], object] = lambda: None,
        stop: Callable[[], object] = _interrupt,
    ) -> None:
        """Prepare for signals.

        Args:
            on_wish: called in the handler that sets `wished`.
            on_end: called in the handler that ends the process on the spot.
            stop: called in the handler that stops the work.
        """
        self._on_wish = on_wish
        self._on_end = on_end
        self.patient = False
        self.wished = False
        self._stop = stop
        self._stopped: float | None = None  # when the work was stopped, by `time.monotonic`
        self._writing: float | None = None  # since when `writing` has been entered
        self._disregarded = False
        self._before: list[tuple[int, Callable[[int, FrameType | None], Any] | int | None]] = []

    def disregard(self) -> None:
        """Ignore signals from now on, also after this is left: the work they would stop is done."""
        self._disregarded = True

    @contextlib.contextmanager
    def writing(self, place: str) -> Iterator[None]:
        """Let a signal end the writing if it takes unusually long, even if signals are disregarded.

        Args:
            place: where it goes, for the message; a pipe may block for as long as nobody reads.

        Raises:
            Interrupted: a signal ended it.
        """
        self._writing = time.monotonic()
        try:
            yield
        except KeyboardInterrupt as error:
            raise Interrupted(
                f"Interrupted before {place} had taken all that was to be written to it."
            ) from error
        finally:
            self._writing = None

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
        # Blocked: a signal between two changes of handlers could print a complaint.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        for number, handler in self._before:
            signal.signal(number, signal.SIG_IGN if self._disregarded else handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if self._writing is not None and now - self._writing > _WAY_OUT:
            self._writing = None
            raise KeyboardInterrupt
        if self._disregarded:
            return
        if self.patient and not self.wished:
            self.wished = True
            self._on_wish()
        elif self._stopped is None:
            self._stopped = now
            self._stop()
        elif now - self._stopped > _WAY_OUT:
            self._on_end()
            # The workers notice that their parent has died, and kill their oracles.
            os._exit(Interrupted.exit_status)
