"""Limits on runs and time, and the user's wish to stop (floor 3′)."""

import time
from collections.abc import Callable
from typing import Literal

StopReason = Literal["cancelled", "max-tests", "max-time"]


class Stopped(Exception):
    """The reduction ends before its fixed point; the best text so far is kept."""

    def __init__(self, reason: StopReason) -> None:
        super().__init__(reason)
        self.reason: StopReason = reason


class Budget:
    """Says when to stop.

    Args:
        max_tests: runs allowed; None: no limit.
        max_time: seconds allowed, counted from now on; None: no limit.
        cancelled: whether the user wants to stop.
    """

    def __init__(
        self,
        max_tests: int | None = None,
        max_time: float | None = None,
        cancelled: Callable[[], bool] = lambda: False,
    ) -> None:
        self.max_tests = max_tests
        self.began = time.perf_counter()
        self._max_time = max_time
        self._deadline = None if max_time is None else self.began + max_time
        self.cancelled = cancelled
        self._busy: Callable[[], bool] = lambda: False
        self._counting = True

    def postpone(self, busy: Callable[[], bool]) -> None:
        """Put off the user's wish to stop as long as `busy()` is true.

        If it is true from the beginning, the time that is allowed counts from when it no longer is.
        """
        self._busy = busy
        self._counting = False

    def allows(self, runs: int) -> bool:
        """Whether one more run may follow `runs` runs."""
        return self.max_tests is None or runs < self.max_tests

    def reason(self) -> StopReason | None:
        """Return why to stop: time is up, or the user wants to; None: go on."""
        busy = self._busy()
        if self.cancelled() and not busy:
            return "cancelled"
        self._counting = self._counting or not busy
        if not self._counting and self._max_time is not None:
            self._deadline = time.perf_counter() + self._max_time
        if self._deadline is not None and time.perf_counter() > self._deadline:
            return "max-time"
        return None

    def check(self) -> None:
        """Raise Stopped when time is up or the user wants to stop."""
        if reason := self.reason():
            raise Stopped(reason)
