"""An oracle that stays: paths in, `0` (interesting) or `1` lines out (floor 3′)."""

import contextlib
import os
import time

from nubbin.engine.errors import UsageError
from nubbin.engine.oracle import Verdict
from nubbin.engine.outcome import Outcome
from nubbin.engine.runner import Bench

_ANSWERS = {b"0": Outcome.INTERESTING, b"1": Outcome.UNINTERESTING}
_LAST_BREATH = 1.0  # seconds between closing its output and ending
_LONGEST = 1 << 12  # bytes of an answer; more is something else than an answer


class Persistent:
    """Starts the command once, and again after a timeout, a cancel, or its own end.

    The answers are those of exit statuses: `0` is interesting, `1` is not.
    """

    def __init__(self, bench: Bench, path: bytes) -> None:
        """Start nothing yet.

        Args:
            bench: its `out` is not used: the answers have a pipe of their own.
            path: of the candidate, the same every time.
        """
        self._bench = bench
        self._line = path + b"\n"
        self._leader = 0
        self._questions = -1
        self._answers = -1
        self._got = b""
        self._ended = False

    def ask(self, timeout: float) -> Verdict:
        """Return the verdict on the candidate in place.

        Raises:
            OSError: the command could not be executed.
            UsageError: it answered something else than `0` or `1`.
        """
        bench = self._bench
        bench.err.reset()
        started = time.monotonic()
        deadline = started + timeout
        if not self._leader:
            self._start()
        self._got = b""
        with contextlib.suppress(BrokenPipeError):  # it has ended: seen below
            os.write(self._questions, self._line)
        answered = bench.watch.until(
            lambda: b"\n" in self._got or self._ended or self._gone() or bench.stop(),
            deadline,
            bench.children.too_many,
        )
        ended = time.monotonic()
        if self._ended:  # its last word comes before its exit status
            bench.watch.until(self._gone, ended + _LAST_BREATH)
        line, newline, _ = self._got.partition(b"\n")
        outcome = _ANSWERS.get(line.strip(), Outcome.UNRESOLVED) if newline else None
        status = bench.children.exited.get(self._leader)
        if outcome is None or self._gone():
            self.close()
        bench.err.drain()
        if outcome is Outcome.UNRESOLVED or (outcome is None and len(self._got) > _LONGEST):
            self.close()
            raise UsageError(
                f"The persistent oracle answered {line[:80]!r}. It has to print one line for "
                "each path it reads: 0 for interesting, 1 for not; other output goes to stderr."
            )
        return Verdict(
            outcome=outcome or Outcome.UNRESOLVED,
            seconds=ended - started,
            status=status if outcome is None else None,
            timed_out=not answered and ended >= deadline,
            stderr=bench.err.text(),
        )

    def close(self) -> None:
        """Kill the oracle and all that came of it; the next question starts it again."""
        if self._leader:
            self._bench.children.kill(self._leader)
            self._leader = 0
            self._bench.watch.off(self._answers)
            os.close(self._questions)
            os.close(self._answers)

    def _gone(self) -> bool:
        return self._leader in self._bench.children.exited

    def _start(self) -> None:
        bench = self._bench
        stdin, self._questions = os.pipe()
        self._answers, stdout = os.pipe()
        try:
            self._leader = bench.children.start(
                bench.argv, bench.env, stdout, bench.err.writer, stdin
            )
        except OSError:
            os.close(self._questions)
            os.close(self._answers)
            raise
        finally:
            os.close(stdin)
            os.close(stdout)
        self._ended = False
        bench.watch.on(self._answers, self._read)

    def _read(self) -> None:
        data = os.read(self._answers, _LONGEST)
        self._got += data
        self._ended = not data or len(self._got) > _LONGEST
