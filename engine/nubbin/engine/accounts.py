"""What each pass cost, and what it removed (floor 6)."""

import time
from collections.abc import Callable

from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.figures import PassFigures
from nubbin.engine.record import Record
from nubbin.engine.vocabulary.events import Event, PassStarted


class Accounts:
    """Makes passes, and keeps the figures of each.

    Args:
        questioner: counts the runs.
        record: has the best text.
        emit: called with an event for every pass.
    """

    def __init__(
        self, questioner: Questioner, record: Record, emit: Callable[[Event], None]
    ) -> None:
        self._questioner = questioner
        self._record = record
        self._emit = emit
        self.figures: dict[str, PassFigures] = {}
        """The figures of each pass, by its name, in the order of their first rounds."""
        self.iterations = 0
        """How many passes were made."""

    def make(self, name: str, run: Callable[[], bytes]) -> bytes:
        """Make one pass, then ask again about texts that ran out of time; add to its figures.

        Returns:
            What the pass came to.
        """
        asker, record = self._questioner, self._record
        text = record.best.text
        tokens, runs, began = record.order.tokens(text), asker.runs, time.perf_counter()
        self._emit(PassStarted(name, tokens, len(text), runs))
        self.iterations += 1
        try:
            came_to = run()
            self._retry()
        finally:
            record.report()
            seconds = time.perf_counter() - began
            after = tokens if record.best.text == text else record.order.tokens(record.best.text)
            figures = PassFigures(name, asker.runs - runs, tokens, after, seconds)
            known = self.figures.get(name)
            self.figures[name] = figures if known is None else known + figures
        return came_to

    def _retry(self) -> None:
        """Ask again, one at a time, about texts that ran out of time, if smaller than the best."""
        asker = self._questioner
        late, asker.unresolved = asker.unresolved, []
        for text in late:
            if self._record.order.size(text) < self._record.best:
                asker.holds(text)
        asker.unresolved = []
