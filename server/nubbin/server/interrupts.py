"""Ctrl-C, asked politely and then not (floor 10)."""

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


def end_with(status: int) -> None:
    """Let signals leave the process a status that is certain, from here on.

    Its end may have to wait for a thread: then they end it at once. After that they do nothing:
    the interpreter would let them kill it while it clears up, which takes no time to speak of.
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
    """Turns `SIGNALS` into a wish, while it is entered.

    Once there is a best text to keep (`patient`), the first of them sets `wished`. The next
    one, or the first before that, stops the work, by KeyboardInterrupt unless another way is
    given, so that whatever runs is closed on the way out. What comes within a second of that means
    nothing else; one more ends the process on the spot, and keeps nothing. A signal that was
    ignored from the start (nohup, a shell's background job) stays so.
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
        self._stopped: float | None = None  # when, by the clock
        self._writing: float | None = None  # since when
        self._disregarded = False
        self._before: list[tuple[int, Callable[[int, FrameType | None], Any] | int | None]] = []

    def disregard(self) -> None:
        """Let signals do nothing any more, here and after: what they would stop is done."""
        self._disregarded = True

    @contextlib.contextmanager
    def writing(self, place: str) -> Iterator[None]:
        """Let a signal end what takes longer than it mostly does, though all are disregarded.

        Args:
            place: what is written to; a pipe has no room while nobody reads from it.

        Raises:
            Interrupted: a signal did.
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
        # What came between the old handler and the new would be complained of.
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
            # The workers see their parent die, and take their oracles with them.
            os._exit(Interrupted.exit_status)
