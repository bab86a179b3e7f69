"""Outcome caches, so that no question is asked twice (floor 3′).

Source: Vince 2024 §2.3 (configuration and content cache) and ch. 4 (the three optimisations
of the content cache). Only definite outcomes are kept: a timeout proves nothing.
"""

from collections.abc import Hashable
from sys import getsizeof
from typing import Protocol

import xxhash

from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.outcome import Outcome


class Cache(Protocol):
    """Remembers outcomes of candidates."""

    @property
    def peak_bytes(self) -> int:
        """The largest size so far of keys, values and table together.

        The units of configurations are the reduction's own, whatever is remembered of them.
        """

    def key(self, candidate: Candidate[object]) -> Hashable:
        """Return the candidate's key; candidates with equal keys share one run."""

    def get(self, key: Hashable) -> Outcome | None:
        """Return the outcome known for this key, or None."""

    def put(self, key: Hashable, outcome: Outcome, size: int, executed: int | None = None) -> None:
        """Remember the outcome of a candidate of `size` bytes, of which `executed` events ran."""

    def improved(self, size: int) -> None:
        """Take note that the best text now has `size` bytes."""


class _Table:
    """A dict that knows how much memory it takes."""

    def __init__(self) -> None:
        self.rows: dict[Hashable, Outcome | int] = {}
        self._contents = 0
        self.peak = 0

    def insert(self, key: Hashable, value: Outcome | int) -> None:
        if key not in self.rows:
            self._contents += self._weight(key, value)
        self.rows[key] = value
        self.peak = max(self.peak, self._contents + getsizeof(self.rows))

    def remove(self, key: Hashable) -> None:
        if key in self.rows:
            self._contents -= self._weight(key, self.rows.pop(key))

    def evict(self, size: int) -> None:
        """Drop every row whose value, a size, is above `size`."""
        kept = {
            key: value
            for key, value in self.rows.items()
            if not isinstance(value, int) or value <= size
        }
        if len(kept) < len(self.rows):
            self.rows = kept
            self._contents = sum(self._weight(key, value) for key, value in kept.items())

    @staticmethod
    def _weight(key: Hashable, value: Outcome | int) -> int:
        return getsizeof(key) + (getsizeof(value) if isinstance(value, int) else 0)


def _digest(candidate: Candidate[object]) -> bytes:
    """Return 128 bits by which a candidate's bytes are told from others."""
    return xxhash.xxh3_128_digest(candidate.text)


class NoCache:
    """Remembers nothing; equal candidates of one window still share a run."""

    peak_bytes = 0

    def key(self, candidate: Candidate[object]) -> Hashable:
        """Return the digest of the candidate's bytes."""
        return _digest(candidate)

    def get(self, key: Hashable) -> Outcome | None:
        """Return None."""
        return None

    def put(self, key: Hashable, outcome: Outcome, size: int, executed: int | None = None) -> None:
        """Forget at once."""

    def improved(self, size: int) -> None:
        """Nothing to do."""


class ConfigurationCache:
    """Remembers outcomes by configuration: the units kept, whatever text they make.

    Valid only within one run of ddmin: the same units must stand for the same bytes. A candidate
    that is not a configuration is remembered by its text.
    """

    def __init__(self) -> None:
        self._table = _Table()

    @property
    def peak_bytes(self) -> int:
        """The largest size so far of keys, values and table together."""
        return self._table.peak

    def key(self, candidate: Candidate[object]) -> Hashable:
        """Return the configuration itself."""
        return candidate.value if isinstance(candidate.value, tuple) else candidate.text

    def get(self, key: Hashable) -> Outcome | None:
        """Return the outcome known for this configuration."""
        outcome = self._table.rows.get(key)
        return outcome if isinstance(outcome, Outcome) else None

    def put(self, key: Hashable, outcome: Outcome, size: int, executed: int | None = None) -> None:
        """Remember the outcome, interesting or not."""
        self._table.insert(key, outcome)

    def improved(self, size: int) -> None:
        """Nothing to do: a configuration's length says nothing of its bytes."""


class ContentCache:
    """Remembers outcomes by the bytes of the text, across configurations and trees.

    The three optimisations of Vince 2024, ch. 4, each on its own switch; without any, every
    outcome of every text is kept. None changes what a reduction finds; under Φ, `passing_only`
    may cost some 0.01 % more runs.

    Args:
        passing_only: keep all uninteresting outcomes, but of the interesting ones only the newest:
            that of the best text, which a replacement by Φ that changes no byte asks about again.
        evict: drop texts larger than the new best (for passes that only shrink).
        hashed: keep 128-bit digests in place of texts.
    """

    def __init__(
        self, *, passing_only: bool = True, evict: bool = True, hashed: bool = True
    ) -> None:
        self._passing_only = passing_only
        self._evict = evict
        self._hashed = hashed
        self._table = _Table()
        self._passing: list[Hashable] = []  # interesting texts that may be forgotten, oldest first

    @property
    def peak_bytes(self) -> int:
        """The largest size so far of keys, values and table together."""
        return self._table.peak

    def key(self, candidate: Candidate[object]) -> Hashable:
        """Return the candidate's bytes, or their digest."""
        return _digest(candidate) if self._hashed else candidate.text

    def get(self, key: Hashable) -> Outcome | None:
        """Return the outcome known for these bytes."""
        value = self._table.rows.get(key)
        # A size in the outcome's place says that the outcome was "uninteresting".
        return Outcome.UNINTERESTING if isinstance(value, int) else value

    def put(self, key: Hashable, outcome: Outcome, size: int, executed: int | None = None) -> None:
        """Remember the outcome as the switches say."""
        if outcome is Outcome.UNINTERESTING:
            self._table.insert(key, size)
        else:
            self._table.insert(key, outcome)
            if self._passing_only:
                self._passing.append(key)

    def improved(self, size: int) -> None:
        """Evict what can no longer be asked.

        An interesting text is not forgotten before, as soon as another is put in: whether it is
        still known would then depend on how early a question was begun.
        """
        if self._passing_only:
            for key in {*self._passing[:-1]} - {*self._passing[-1:]}:
                self._table.remove(key)
            del self._passing[:-1]
        if self._evict:
            self._table.evict(size)
