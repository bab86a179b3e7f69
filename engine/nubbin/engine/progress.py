"""What is told of a reduction while the oracle answers (floor 6)."""

import time
from collections.abc import Callable
from typing import Final

from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.record import Record
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.events import Asked, Checked, Event, Warned
from nubbin.engine.vocabulary.outcome import Outcome

_EVERY: Final = 0.1
"""At least this many seconds lie between two `Asked` events."""
_LATE: Final = 5
"""So many runs out of time are no accident any more."""
_AMPLE: Final = 30
"""A limit of this many times what the oracle takes on the input can well be shorter."""


class Progress:
    """Tells how far a reduction has come, and, once, how the user may have it sooner.

    Args:
        record: has the best text.
        emit: called with events.
    """

    def __init__(self, record: Record, emit: Callable[[Event], None]) -> None:
        self._record = record
        self._emit = emit
        self._began = time.perf_counter()
        self._next = self._gone = self._slowest = 0.0
        self._advised = False

    def checked(self, slowest: float, of_empty: Outcome) -> None:
        """Tell that the oracle was tried; for the arguments see `Checked`."""
        self._slowest = slowest
        self._emit(Checked(slowest, of_empty))

    def answered(self, asker: Questioner) -> None:
        """Tell that the oracle has answered once more, unless that was told just before."""
        now = time.perf_counter()
        if now < self._next:
            return
        self._next = now + _EVERY
        gone = 1 - self._record.best.length / len(self._record.start)
        self._gone = max(self._gone, gone)  # it may fall: fewer tokens may have more bytes
        self._emit(Asked(asker.runs, self._gone))
        if not self._advised and self._is_waiting_in_vain(asker, now - self._began):
            self._advised = True
            self._emit(Warned(self._advice(asker)))

    def _is_waiting_in_vain(self, asker: Questioner, seconds: float) -> bool:
        """Whether runs out of time have taken most of the time of all workers so far."""
        ample = asker.timeout >= _AMPLE * self._slowest
        mostly = 2 * asker.seconds_late > asker.pool.jobs * seconds
        return ample and mostly and asker.timeouts >= _LATE

    def _advice(self, asker: Questioner) -> str:
        return (
            f"{asker.timeouts:,} of {counted(asker.runs, 'run')} ran out of time, each after "
            f"{asker.timeout:g} s, and the oracle takes {self._slowest:.3f} s on the input. If "
            "candidates loop forever, a shorter limit saves most of the time: --timeout, or "
            "timeout in nubbin.toml."
        )
