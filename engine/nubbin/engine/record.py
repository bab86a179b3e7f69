"""The best text so far, and how it came about (floor 6)."""

import time
from collections.abc import Callable

from nubbin.engine.text_order import TextOrder
from nubbin.engine.vocabulary.events import Event, Improved
from nubbin.engine.vocabulary.text import Size

_PATIENCE = 0.05
"""At least this many seconds lie between two reports of improvements."""
_REMEMBERED = 64 * 2**20
"""At most this many bytes of accepted texts are kept for stepping back."""


class Record:
    """Is offered interesting texts, in order, and keeps the smallest.

    Every text that it accepts is strictly smaller than the one before, in the order of texts.

    Args:
        start: the input.
        order: the order of texts.
        emit: called with improvements.
        began: when the reduction began, by `time.perf_counter`.
    """

    def __init__(
        self,
        start: bytes,
        order: TextOrder,
        emit: Callable[[Event], None],
        began: float,
    ) -> None:
        self.start = start
        self.order = order
        self._emit = emit
        self._began = began
        self.best = order.size(start)
        self.found_at = 0
        """How many runs had been made when the best text was found."""
        self.accepted = [start]
        """The texts that were the best, oldest first: always the input, others if they fit."""
        self.history: list[tuple[int, int, int | None, float]] = []
        """(run, bytes, tokens, seconds) of each improvement that was reported."""
        self._kept = 0  # bytes of the accepted texts, without the input
        self._unreported: int | None = None  # the run that found the best, if nobody was told
        self._next_report = 0.0

    def offer(self, text: bytes, runs: int) -> None:
        """Accept a text if it is smaller than the best.

        Args:
            text: an interesting text.
            runs: how many runs have been made so far.
        """
        if text == self.best.text:
            return
        size = self.order.size(text)
        if not size < self.best:
            return
        self.best, self.found_at = size, runs
        self.accepted.append(text)
        self._kept += len(text)
        while len(self.accepted) > 2 and self._kept > _REMEMBERED:
            self._kept -= len(self.accepted.pop(1))
        self.order.keep(text)
        self._unreported = runs
        if time.perf_counter() >= self._next_report:
            self.report()

    def report(self) -> None:
        """Report the best text, unless that was done already."""
        if self._unreported is None:
            return
        now = time.perf_counter()
        tokens = self.order.tokens(self.best.text)
        seconds = now - self._began
        self.history.append((self._unreported, self.best.length, tokens, seconds))
        self._emit(Improved(self.best.text, tokens, self._unreported, seconds))
        self._unreported = None
        # Counting tokens may take long in a large file: it must not take a tenth of the time.
        self._next_report = now + max(_PATIENCE, 10 * (time.perf_counter() - now))

    def leave_tokens_out(self) -> None:
        """From now on, compare texts without their tokens."""
        self.order.leave_tokens_out()
        self.best = self.order.size(self.best.text)

    def step_back(self, holds: Callable[[bytes], bool]) -> bool:
        """Give up the best text for an earlier one that holds; return whether one does.

        It is an accepted text that holds while the one accepted right after it does not; if none is
        found, the input is the best again.

        Args:
            holds: asked about some of the texts before the best, which does not hold.

        Complexity: O(log accepted) questions.
        """
        good, bad, distance = -1, len(self.accepted) - 1, 1
        while bad > 0 and good < 0:
            earlier = max(0, bad - distance)
            if holds(self.accepted[earlier]):
                good = earlier
            else:
                bad, distance = earlier, 2 * distance
        while good >= 0 and bad - good > 1:
            middle = (good + bad) // 2
            if holds(self.accepted[middle]):
                good = middle
            else:
                bad = middle
        del self.accepted[max(good, 0) + 1 :]
        self._kept = sum(map(len, self.accepted[1:]))
        self.best = self.order.size(self.accepted[-1])
        return good >= 0

    def restore(self, best: Size) -> None:
        """Make a text the best again that was given up."""
        self.best = best
        self.accepted.append(best.text)
        self._kept += best.length
