"""The best text so far, and how it came about (floor 6)."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from nubbin.engine.trees.parsing import Parsing
from nubbin.engine.vocabulary.events import Event, Improved
from nubbin.engine.vocabulary.text import Size

_PATIENCE = 0.05
"""At least this many seconds lie between two reports of improvements."""
_REMEMBERED = 64 * 2**20
"""At most this many bytes of accepted texts are kept for stepping back."""


class TextOrder:
    """The order of texts of one reduction.

    Args:
        parsing: counts tokens; None without a grammar.
        in_tokens: whether texts are compared by tokens first.
    """

    def __init__(self, parsing: Parsing | None, *, in_tokens: bool) -> None:
        self._parsing = parsing and parsing.fork()
        self.in_tokens = in_tokens

    def tokens(self, text: bytes) -> int | None:
        """Count a text's tokens; None without a grammar."""
        return None if self._parsing is None else self._parsing.tokens(text)

    def size(self, text: bytes) -> Size:
        """Return a text's place in the order."""
        return Size.of(text, (self.tokens(text) or 0) if self.in_tokens else 0)

    def keep(self, text: bytes) -> None:
        """Keep a text, so that the tokens of its changes are counted quickly."""
        if self._parsing is not None and self.in_tokens:
            self._parsing.keep(text)

    def fork(self) -> "TextOrder":
        """Return a copy for looking ahead: what it keeps is not kept here."""
        return TextOrder(self._parsing, in_tokens=self.in_tokens)

    def leave_tokens_out(self) -> None:
        """From now on, compare texts without their tokens."""
        self.in_tokens = False


@dataclass(slots=True)
class Record:
    """Is offered interesting texts, in order, and keeps the smallest.

    Every text that it accepts is strictly smaller than the one before, in the order of texts
    (`Size`).

    Args:
        start: the input.
        size: returns a text's place in the order.
        count_tokens: for reports; returns None without a grammar.
        emit: called with improvements.
    """

    start: bytes
    size: Callable[[bytes], Size]
    count_tokens: Callable[[bytes], int | None]
    emit: Callable[[Event], None]
    began: float = field(default_factory=time.perf_counter)
    best: Size = field(init=False)
    found_at: int = 0
    """How many runs had been made when the best text was found."""
    accepted: list[bytes] = field(init=False)
    """The texts that were the best, oldest first: always the input, others as far as they fit."""
    history: list[tuple[int, int, int | None, float]] = field(default_factory=list)
    """(run, bytes, tokens, seconds) of each improvement that was reported."""
    _kept: int = 0
    """Bytes of the accepted texts, without the input."""
    _unreported: int | None = None
    _next_report: float = 0.0

    def __post_init__(self) -> None:
        self.best = self.size(self.start)
        self.accepted = [self.start]

    def offer(self, text: bytes, runs: int) -> bool:
        """Accept a text if it is smaller than the best; return whether it is.

        Args:
            text: an interesting text.
            runs: how many runs have been made so far.
        """
        if text == self.best.text:
            return False
        size = self.size(text)
        if not size < self.best:
            return False
        self.best, self.found_at = size, runs
        self.accepted.append(text)
        self._kept += len(text)
        while len(self.accepted) > 2 and self._kept > _REMEMBERED:
            self._kept -= len(self.accepted.pop(1))
        self._unreported = runs
        if time.perf_counter() >= self._next_report:
            self.report()
        return True

    def report(self) -> None:
        """Report the best text, unless that was done already."""
        if self._unreported is None:
            return
        now = time.perf_counter()
        tokens = self.count_tokens(self.best.text)
        seconds = now - self.began
        self.history.append((self._unreported, self.best.length, tokens, seconds))
        self.emit(Improved(self.best.text, tokens, self._unreported, seconds))
        self._unreported = None
        # Counting tokens may take long in a large file: it must not take a tenth of the time.
        self._next_report = now + max(_PATIENCE, 10 * (time.perf_counter() - now))

    def reorder(self) -> None:
        """Measure the best text again, as the order of texts has changed."""
        self.best = self.size(self.best.text)

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
        self.best = self.size(self.accepted[-1])
        return good >= 0
