"""A persistent oracle: it reads paths, and answers each by a line, `0` or `1` (floor 3′)."""

import contextlib
import fcntl
import os
import struct
import termios
import time
from collections.abc import Callable

from nubbin.engine.oracles.conditions import Conditions
from nubbin.engine.oracles.oracle import Barred, Verdict
from nubbin.engine.oracles.runner import RunContext
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.printable import printable

_ANSWERS = {b"0": Outcome.INTERESTING, b"1": Outcome.UNINTERESTING}
_LAST_BREATH = 1.0  # seconds between closing its output and ending
_PATIENCE = 0.05  # seconds in which the answer to a cancelled question may still come
_LONGEST = 1 << 12  # bytes of an answer; whatever is longer is no answer


class Persistent:
    """Starts the command once, and again after a timeout, its own end, or an unanswered cancel.

    The answers are like exit statuses: `0` is interesting, `1` is not. When a question is
    cancelled, its answer is often about to come; to wait a little for it is cheaper than to start
    the oracle again.
    """

    def __init__(self, context: RunContext, conditions: Conditions, path: bytes) -> None:
        """Start nothing yet.

        Args:
            context: its `out` is not used, as the answers have a pipe of their own.
            conditions: of these only `barred` is used, for the status of an oracle that ended.
            path: the candidate's, which is the same every time.
        """
        self._context = context
        self._conditions = conditions
        self._line = path + b"\n"
        self._running = False
        self._questions = -1
        self._answers = -1
        self._got = b""
        self._ended = False

    def ask(self, timeout: float) -> Verdict:
        """Return the verdict on the candidate in place.

        Raises:
            OSError: the command could not be executed.
            UsageError: it answered something else than `0` or `1`, or without being asked.
        """
        if self._gone():
            self.close()
        reused = self._running
        verdict = self._ask(timeout)
        if reused and verdict.status is not None:
            # It may have been about to end after its last answer, so a fresh one is asked.
            return self._ask(timeout)
        return verdict

    def prepare(self) -> None:
        """Start the oracle before it is asked; `ask` will report what goes wrong here."""
        with contextlib.suppress(OSError):
            self._start()

    def close(self) -> None:
        """Kill the oracle and all its processes; the next question starts it again."""
        if self._running:
            self._running = False
            self._context.children.kill()
            if not self._ended:
                self._context.watch.off(self._answers)
            os.close(self._questions)
            os.close(self._answers)

    def _ask(self, timeout: float) -> Verdict:
        context = self._context
        context.err.reset()
        started = time.monotonic()
        deadline = started + timeout
        if not self._running:
            self._start()
        self._read()
        if self._got:
            raise self._mistaken(" unasked")
        with contextlib.suppress(BrokenPipeError):  # it has ended, which is noticed below
            os.write(self._questions, self._line)
        answered = self._until(context.stop, deadline)
        if answered and context.stop():
            self._until(lambda: False, min(deadline, time.monotonic() + _PATIENCE))
        ended = time.monotonic()
        if self._ended:  # the end of its output is seen before its exit status
            context.watch.until(self._gone, ended + _LAST_BREATH)
        outcome = self._answer()
        status = context.children.status if outcome is None else None
        barred = None if status is None else self._conditions.barred(status)
        if not answered and ended < deadline:
            barred = Barred.CROWDED
        elif self._ended and outcome is None and status is None:
            barred = Barred.CLOSED
        if outcome is None:
            self.close()
        context.err.drain()
        return Verdict(
            outcome=outcome or Outcome.UNRESOLVED,
            seconds=ended - started,
            status=status,
            timed_out=not answered and ended >= deadline,
            barred=barred,
            stderr=context.err.text(),
        )

    def _until(self, stop: Callable[[], bool], deadline: float) -> bool:
        """Wait for the answer, the oracle's end or `stop`; return False at a limit or deadline."""
        return self._context.watch.until(
            lambda: b"\n" in self._got or self._ended or self._gone() or stop(),
            deadline,
            self._context.children.too_many,
        )

    def _answer(self) -> Outcome | None:
        """Return the outcome that was answered; None: there is no whole line.

        Raises:
            UsageError: something else was written than the answer to the one question.
        """
        line, newline, rest = self._got.partition(b"\n")
        outcome = _ANSWERS.get(line.strip())
        if rest or (newline and outcome is None) or len(line) > _LONGEST:
            raise self._mistaken()
        if newline and _waiting(self._questions):
            raise self._mistaken(" to a path that it had not read")
        self._got = b""
        return outcome if newline else None

    def _mistaken(self, when: str = "") -> UsageError:
        """End the oracle; return the error to raise for what it has written."""
        self.close()
        got = printable(self._got[:80].decode(errors="backslashreplace"))
        return UsageError(
            f'The persistent oracle answered "{got}"{when}. It has to print one line '
            "for each path it reads: 0 for interesting, 1 for not. "
            "Other output has to go to stderr."
        )

    def _gone(self) -> bool:
        return self._running and self._context.children.status is not None

    def _start(self) -> None:
        context = self._context
        stdin, self._questions = os.pipe()
        self._answers, stdout = os.pipe()
        try:
            context.children.start(context.argv, context.env, stdout, context.err.writer, stdin)
        except OSError:
            os.close(self._questions)
            os.close(self._answers)
            raise
        finally:
            os.close(stdin)
            os.close(stdout)
        os.set_blocking(self._answers, False)
        self._running = True
        self._ended = False
        self._got = b""
        context.watch.on(self._answers, self._read)

    def _read(self) -> None:
        """Take what it has written up to now."""
        if self._ended:
            return
        try:
            data = os.read(self._answers, _LONGEST)
        except BlockingIOError:
            return
        self._got += data
        if not data or len(self._got) > _LONGEST:
            self._ended = True
            self._context.watch.off(self._answers)  # or its end would be reported for ever


def _waiting(pipe: int) -> int:
    """Return how many bytes in a pipe nobody has read yet."""
    return int(*struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4))))
