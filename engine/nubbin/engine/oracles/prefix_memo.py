"""A cache for traces that infers outcomes from runs of longer or shorter traces (floor 3′).

Source: Elyasov et al. 2014, §3.1 and the note under Fig. 3. After a run that executed n events,

1. every proper prefix of these n is uninteresting: the run passed through it and went on;
2. a trace that begins with these n ends as the run did, if that got stuck or failed there.

Both are inferred only if the oracle said how many events it executed (`trace_pool`); an exit
status alone is the outcome of that very text and no other. So a trace may be known, without a
run, to be uninteresting, interesting or unresolved. Blank lines are no events.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from sys import getsizeof

import xxhash

from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.trace import events


@dataclass(slots=True)
class _Node:
    """What is known about one sequence of events."""

    outcome: Outcome | None = None
    ends: bool = False
    """Whether no event after these is ever executed."""
    after: dict[bytes, "_Node"] = field(default_factory=dict)


class PrefixMemo:
    """Remembers outcomes of traces, and infers those of their prefixes and continuations."""

    def __init__(self) -> None:
        self._root = _Node()
        self._told: dict[bytes, Outcome] = {}  # by digest: outcomes that say nothing of other texts

    @property
    def peak_bytes(self) -> int:
        """The size of keys, values and tables; nothing is ever evicted."""
        total = getsizeof(self._told) + sum(map(getsizeof, self._told))
        pending = [self._root]
        while pending:
            node = pending.pop()
            total += getsizeof(node) + getsizeof(node.after) + sum(map(getsizeof, node.after))
            pending += node.after.values()
        return total

    def key(self, candidate: Candidate[object]) -> Hashable:
        """Return a digest of the candidate's text, and its events."""
        return xxhash.xxh3_128_digest(candidate.text), *events(candidate.text)

    def get(self, key: Hashable) -> Outcome | None:
        """Return the outcome of this trace, known or inferred."""
        assert isinstance(key, tuple)
        digest, *trace = key
        node: _Node | None = self._root
        for event in trace:
            if node is None or node.ends:
                break
            node = node.after.get(event)
        if node is None:
            return self._told.get(digest)
        return node.outcome if node.ends else self._told.get(digest, node.outcome)

    def put(self, key: Hashable, outcome: Outcome, size: int, executed: int | None = None) -> None:
        """Remember the outcome, and all that follows from where the trace ended.

        If nothing follows for other traces, the outcome is kept by the digest alone.
        """
        assert isinstance(key, tuple)
        digest, *trace = key
        stopped = outcome is not Outcome.UNINTERESTING
        if executed is None or (stopped and not executed):
            self._told[digest] = outcome  # nobody knows what ran, or nothing did
            return
        node = self._root
        for event in trace[:executed] if stopped else trace:
            node.outcome = node.outcome or Outcome.UNINTERESTING
            node = node.after.setdefault(event, _Node())
        node.outcome, node.ends = outcome, stopped

    def improved(self, size: int) -> None:
        """Nothing to do: longer traces still tell the outcome of their prefixes."""
