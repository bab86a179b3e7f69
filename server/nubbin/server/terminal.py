"""The progress of a reduction for the user (floor 10): events in, lines on standard error out."""

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, Protocol, TextIO

from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.events import Asked, Checked, Event, Improved, PassStarted, Warned

if TYPE_CHECKING:
    from rich.live import Live
    from rich.text import Text

REFRESH: Final = 0.1
"""Seconds between two updates of the live line, at least."""
LINE_EVERY: Final = 1.0
"""Seconds between two plain lines about the same pass or the same size, at least."""
_DUMB: Final = ("", "dumb", "unknown")
"""The values of TERM for terminals that cannot go back to the start of a line."""
TRYING: Final = "reading the input, and trying the oracle on it"
_STOPPING: Final = "stopping with the best so far; Ctrl-C again skips its final check"
_ABANDONED: Final = "ended at once, and nothing was written"


class Reporter(Protocol):
    """Shows a reduction while it runs."""

    def take(self, event: Event) -> None:
        """Take note of an event, and show what is new."""

    def tick(self) -> None:
        """Update what shows the time; called many times a second."""

    def stopping(self) -> None:
        """Say that the wish to stop was noticed; may be called from a signal handler."""

    def abandon(self) -> None:
        """Say that nothing is kept, and leave the terminal usable; called like `stopping`."""

    def close(self) -> None:
        """Leave the terminal as it was."""


class Tally:
    """How far a reduction has come; `progress` never falls."""

    def __init__(self, size: int) -> None:
        """Start with an input of `size` bytes."""
        self.began = time.monotonic()
        self.task: str | None = None
        """The pass that runs; None while the oracle is tried on the input."""
        self.start_bytes = self.bytes = size
        self.start_tokens: int | None = None
        self.tokens: int | None = None
        self.runs = 0
        self.progress = 0.0

    def take(self, event: Event) -> None:
        """Keep what an event says."""
        match event:
            case PassStarted():
                self.task = event.name
                self._measure(event.tokens, event.bytes, event.runs)
            case Improved():
                self._measure(event.tokens, len(event.text), event.runs)
            case Asked():
                self.runs = event.runs
                self.progress = min(1.0, max(self.progress, event.progress))
            case Checked() | Warned():
                pass

    def _measure(self, tokens: int | None, size: int, runs: int) -> None:
        if self.start_tokens is None:
            self.start_tokens = tokens
        self.tokens, self.bytes, self.runs = tokens, size, runs
        self.progress = max(self.progress, 1 - size / self.start_bytes)

    def sizes(self) -> str:
        """Return the sizes now and at the start."""
        parts = [f"{self.bytes:,} of {counted(self.start_bytes, 'byte')}"]
        if self.tokens is not None and self.start_tokens is not None:
            parts.insert(0, f"{self.tokens:,} of {counted(self.start_tokens, 'token')}")
        return ", ".join(parts)

    def details(self) -> Iterator[str]:
        """Yield texts to stand behind the name of a pass, each shorter than the one before."""
        cost = f"{counted(self.runs, 'run')}  {self.clock()}"
        yield f"{self.sizes()}  {cost}"
        if self.tokens is not None:
            yield f"{counted(self.tokens, 'token')}, {counted(self.bytes, 'byte')}  {cost}"
        yield f"{counted(self.bytes, 'byte')}  {cost}"
        yield cost

    def elapsed(self) -> float:
        """Return the seconds since the start."""
        return time.monotonic() - self.began

    def clock(self) -> str:
        """Return the minutes and seconds since the start."""
        minutes, seconds = divmod(int(self.elapsed()), 60)
        return f"{minutes}:{seconds:02d}"


class Quiet:
    """Shows only warnings: they say what could not be done, which is not progress."""

    def __init__(self, stream: TextIO) -> None:
        """Report warnings on a stream."""
        self._stream = stream

    def take(self, event: Event) -> None:
        """Print a warning."""
        if isinstance(event, Warned):
            print(event.message, file=self._stream, flush=True)

    def tick(self) -> None:
        """Show nothing."""

    def stopping(self) -> None:
        """Show nothing."""

    def abandon(self) -> None:
        """Show nothing."""

    def close(self) -> None:
        """Nothing to do."""


class Plain:
    """Lines for logs and pipes: when a pass begins and the size is new, and once a second."""

    def __init__(self, size: int, stream: TextIO) -> None:
        """Report on an input of `size` bytes."""
        self._tally = Tally(size)
        self._stream = stream
        self._last = 0.0
        self._told: tuple[int, int | None] | None = None  # the sizes of the last line
        self._line(TRYING)

    def take(self, event: Event) -> None:
        """Print a line if the event is news, or a second has passed."""
        self._tally.take(event)
        match event:
            case Checked():
                self._line(f"the oracle holds on the input, {event.seconds:.2f} s at the slowest")
            case PassStarted() if self._is_news() or self._is_time():
                self._line(self._standing())
            case Improved() if self._tally.task and self._is_time():
                self._line(self._standing())
            case Warned():
                self._line(event.message)
            case _:
                pass

    def tick(self) -> None:
        """Print nothing: a log needs no clock."""

    def stopping(self) -> None:
        """Print that the wish to stop was noticed."""
        at_once(f"{self._tally.elapsed():8.1f} s  {_STOPPING}\n", self._stream)

    def abandon(self) -> None:
        """Print that nothing is kept."""
        at_once(f"{self._tally.elapsed():8.1f} s  {_ABANDONED}\n", self._stream)

    def close(self) -> None:
        """Nothing to do: every line is written at once."""

    def _is_time(self) -> bool:
        return time.monotonic() - self._last >= LINE_EVERY

    def _is_news(self) -> bool:
        return self._told != (self._tally.bytes, self._tally.tokens)

    def _standing(self) -> str:
        tally = self._tally
        self._told = tally.bytes, tally.tokens
        return f"{tally.sizes()}, {counted(tally.runs, 'run')}; now: {tally.task}"

    def _line(self, text: str) -> None:
        self._last = time.monotonic()
        print(f"{self._tally.elapsed():8.1f} s  {text}", file=self._stream, flush=True)


class OnTerminal:
    """One live line, drawn by rich; no thread of its own, so that forking stays safe."""

    def __init__(self, size: int, stream: TextIO) -> None:
        """Report on an input of `size` bytes."""
        self._tally = Tally(size)
        self._drawn = 0.0
        self._stopping = False
        self._stream = stream
        self._live = _live(stream)
        self._live.start()
        # rich hides the cursor; if this process is stopped or killed, it has to be visible.
        self._live.console.show_cursor()
        self.tick()

    def take(self, event: Event) -> None:
        """Update the line; warnings are printed above it."""
        self._tally.take(event)
        if isinstance(event, Warned):
            self._live.console.print(event.message, markup=False, highlight=False)
        self.tick()

    def tick(self) -> None:
        """Draw the line anew if the last update was long enough ago."""
        now = time.monotonic()
        if now - self._drawn >= REFRESH:
            self._drawn = now
            self._live.update(self._picture(), refresh=True)

    def stopping(self) -> None:
        """Let the line say that the wish to stop was noticed, now and whenever it is drawn."""
        self._stopping = True
        at_once(f"\r\x1b[2K{self._picture().plain}", self._stream)

    def abandon(self) -> None:
        """Replace the line by the sentence that nothing is kept."""
        at_once(f"\r\x1b[2K{_ABANDONED}\n", self._stream)

    def close(self) -> None:
        """Take the line away."""
        self._live.stop()

    def _picture(self) -> "Text":
        from rich.text import Text

        tally = self._tally
        # A terminal echoes ^C behind the line, and would wrap it in the last columns.
        room = max(1, self._live.console.width - 3)
        if self._stopping:
            text = Text(_STOPPING, style="yellow")
        elif tally.task is None:
            text = Text(f"{TRYING} …  {tally.clock()}")
        else:
            head = (f"{int(tally.progress * 100):3d} % gone  ", "bold"), (tally.task, "cyan")
            lines = [Text.assemble(*head, f"  {details}") for details in tally.details()]
            text = next((line for line in lines if line.cell_len <= room), lines[-1])
        text.truncate(room, overflow="ellipsis")
        return text


def at_once(text: str, stream: TextIO) -> None:
    """Write past the stream's buffer, which a signal handler may find in use; ignore errors."""
    with contextlib.suppress(OSError):
        os.write(stream.fileno(), text.encode())


def _live(stream: TextIO) -> "Live":
    """Return rich's live display, imported only where there is a terminal."""
    from rich.console import Console
    from rich.live import Live

    console = Console(file=stream)
    return Live(
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    )


def reporter(size: int, *, quiet: bool) -> Reporter:
    """Return the reporter that fits standard error.

    Args:
        size: the input's bytes.
        quiet: whether to show only warnings.
    """
    if quiet:
        return Quiet(sys.stderr)
    if sys.stderr.isatty() and os.environ.get("TERM", "dumb") not in _DUMB:
        return OnTerminal(size, sys.stderr)
    return Plain(size, sys.stderr)
