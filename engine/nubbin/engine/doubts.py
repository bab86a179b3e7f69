"""Asking again about the best text while nothing smaller is found (floor 6)."""

from typing import Final

from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.checks import Checks
from nubbin.engine.record import Record

_FRUITLESS: Final = 256
"""So many runs in a row that find nothing cast doubt on the text that they are about."""
_TIMES: Final = 3
"""So often in a row the oracle has to refuse it."""


class NoLongerHolds(Exception):
    """The oracle refuses the best text, on which it held before."""


class Doubts:
    """Notices early that a text held only by luck, as a flaky oracle allows.

    All that is asked about such a text is refused, so that thousands of runs could go by before the
    last check finds that out.

    Args:
        record: has the best text.
        questioner: counts the runs.
        checks: asks outside of the cache.
    """

    def __init__(self, record: Record, questioner: Questioner, checks: Checks) -> None:
        self._record = record
        self._questioner = questioner
        self._checks = checks
        self._since = 0  # how many runs had been made when the best text was asked about last

    def look(self) -> None:
        """Ask again about the best text, if that was long ago; to be called between passes.

        Raises:
            NoLongerHolds: it is refused.
            FlakyOracle, OracleNotFound: there is no answer any more; see `Checks.still_holds`.
        """
        asker = self._questioner
        if asker.runs - max(self._since, self._record.found_at) < _FRUITLESS:
            return
        self._since = asker.runs
        asker.stop_foreseen()  # or the pool may answer these runs first
        if not self._checks.still_holds(self._record.best.text, _TIMES):
            raise NoLongerHolds
