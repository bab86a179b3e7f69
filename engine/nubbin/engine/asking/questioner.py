"""The one seam between what to ask and how it is answered (floor 4).

Algorithms hand over candidates; the questioner knows cache, budget and pool. Its answers
depend on the questions alone, never on the number of workers or on timing:

1. `first` answers with the earliest interesting candidate in the given order; `window`
   with all outcomes. Answers are folded in order, once all before them are in.
2. A cache hit takes its place like any question; two equal texts share one run.
3. What was asked beyond the answer used is dropped, not remembered.
4. `runs` counts up to the last answer used, `discarded` what was started beyond it.
5. In a window on top of a text that is only hoped to hold, this text comes first; if it does
   not hold, the other answers are not used.
"""

import time
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Generic, Protocol, TypeVar

from nubbin.engine.oracles.budget import Budget, Stopped
from nubbin.engine.oracles.cache import Cache
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.outcome import Outcome

C = TypeVar("C", bound=Candidate[object])

_LOOK_AHEAD = 256
"""Candidates drawn beyond the oldest unanswered one; bounds memory, not the answers."""


class Asker(Protocol):
    """What algorithms know of the questioner."""

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, or None; see `Questioner.first`."""

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is interesting."""

    def poll(self) -> None:
        """Raise Stopped when the reduction is to end; for work that asks nothing for long."""


class WindowAsker(Asker, Protocol):
    """What algorithms that ask about many changes of one text know of the questioner."""

    def on_top(self, base: bytes, candidates: Iterable[C], *, known: bool) -> list[bool] | None:
        """Return whether each change of a text is interesting; see `Questioner.on_top`."""

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run: nobody knows it yet."""


@dataclass(slots=True)
class _Question(Generic[C]):
    """One candidate on its way; `verdict` or `outcome` is filled in when it is answered."""

    candidate: C
    key: Hashable
    outcome: Outcome | None = None
    ticket: int | None = None
    """The run that answers it; None when no run was needed."""
    shared: bool = False
    """Whether the run belongs to an earlier question about the same text."""
    timed_out: bool = False
    executed: int | None = None

    def found(self) -> C:
        """Return the candidate, with how much of it ran if that is known."""
        if self.executed is None:
            return self.candidate
        return replace(self.candidate, executed=self.executed)


class Questioner:
    """Asks the oracle, in order, with every worker busy.

    Args:
        pool: where runs are made.
        cache: what has been asked already.
        budget: when to stop.
        timeout: seconds a run may take.
        on_interesting: told of every interesting text whose answer is used, in order.
        on_answer: told after every answer used.
    """

    def __init__(
        self,
        pool: Pool,
        cache: Cache,
        budget: Budget,
        timeout: float = 10.0,
        on_interesting: Callable[[bytes], None] = lambda text: None,
        on_answer: Callable[[], None] = lambda: None,
    ) -> None:
        self._pool = pool
        self.cache = cache
        self._budget = budget
        self.timeout = timeout
        self._on_interesting = on_interesting
        self._on_answer = on_answer
        self.runs = 0
        self.discarded = 0
        self.cache_hits = 0
        self.timeouts = 0
        self.seconds = 0.0
        """Spent by the oracle, all runs summed."""
        self.waited = 0.0
        """Seconds spent with nothing to do but wait for the oracle."""
        self.unresolved: list[bytes] = []
        """Texts that ran out of time since the list was last cleared, in order."""

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, or None when there is none.

        Args:
            candidates: in the order of preference; drawn lazily.
            first_come: take whichever interesting answer arrives first instead, as parallel
                ddmin was first published (Hodován & Kiss 2016); not reproducible.

        Raises:
            Stopped: the budget ends here.
        """
        with _Flight(self, iter(candidates), self._pool.jobs) as flight:
            while (question := flight.next_answer(first_come)) is not None:
                if self._fold(question):
                    return question.found()
        return None

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is interesting.

        Raises:
            Stopped: the budget ends here.
        """
        with self._wide(candidates) as flight:
            answers = []
            while (question := flight.next_answer()) is not None:
                answers.append(self._fold(question))
        return answers

    def on_top(self, base: bytes, candidates: Iterable[C], *, known: bool) -> list[bool] | None:
        """Return, in order, whether each candidate is interesting; None if the base is not.

        Args:
            base: the text that the candidates are changes of.
            candidates: drawn while the base is asked about, and only as far as there is room.
            known: whether the base is known to hold; if not, it is the first question.

        Raises:
            Stopped: the budget ends here.
        """
        if known:
            return self.window(candidates)
        with self._wide(chain([Candidate(None, base)], candidates)) as flight:
            answers = []
            while (question := flight.next_answer()) is not None:
                answers.append(self._fold(question))
                if not answers[0]:
                    return None
        return answers[1:]

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run: it is not in the cache."""
        return self.cache.get(self.cache.key(candidate)) is None

    def _wide(self, candidates: Iterable[Candidate[object]]) -> "_Flight[Candidate[object]]":
        """Return a flight of questions all of which are to be answered."""
        return _Flight(self, iter(candidates), 2 * self._pool.jobs, speculative=False)

    def holds(self, text: bytes) -> bool:
        """Whether one text is interesting."""
        return self.window([Candidate(None, text)])[0]

    def poll(self) -> None:
        """Raise Stopped when time is up or the user wants to stop."""
        self._budget.check()

    def _fold(self, question: _Question[C]) -> bool:
        """Count one answer in its turn and remember it."""
        outcome = question.outcome
        size = len(question.candidate.text)
        if question.ticket is None or question.shared:
            self.cache_hits += 1
        else:
            self.runs += 1
            if question.timed_out:
                self.timeouts += 1
                self.unresolved.append(question.candidate.text)
            elif outcome is not None and _definite(outcome, question.executed):
                self.cache.put(question.key, outcome, size, question.executed)
        self._on_answer()
        if outcome is not Outcome.INTERESTING:
            return False
        self._on_interesting(question.candidate.text)
        return True


class _Flight(Generic[C]):
    """The questions of one call that are started but not yet folded, oldest first."""

    def __init__(
        self,
        questioner: Questioner,
        source: Iterator[C],
        width: int,
        *,
        speculative: bool = True,
    ) -> None:
        self._asker = questioner
        self._source = source
        self._width = width
        self._speculative = speculative
        self._queue: deque[_Question[C]] = deque()
        self._running: dict[int, list[_Question[C]]] = {}
        self._by_key: dict[Hashable, _Question[C]] = {}  # of the queue
        self._answered: dict[Hashable, Outcome] = {}  # of this call, folded
        self._smallest: int | None = None  # size of the smallest interesting text of this call
        self._planned = 0  # runs among the queue
        self._refused: C | None = None  # what the budget did not allow to start
        self._exhausted = False

    def __enter__(self) -> "_Flight[C]":
        return self

    def __exit__(self, *exception: object) -> None:
        self._asker._pool.cancel(list(self._running))
        # Not before: an eviction half-way would make hits depend on what was started when.
        if self._smallest is not None:
            self._asker.cache.improved(self._smallest)
        self._asker.discarded += sum(q.ticket is not None and not q.shared for q in self._queue)

    def next_answer(self, first_come: bool = False) -> _Question[C] | None:
        """Return the next answered question in order, or None when all are folded."""
        while True:
            self._fill()
            if first_come:
                for question in self._queue:
                    if question.outcome is Outcome.INTERESTING:
                        self._queue.remove(question)
                        return self._settled(question)
            if self._queue and self._queue[0].outcome is not None:
                return self._settled(self._queue.popleft())
            if not self._queue:
                refused, self._refused = self._refused, None
                if refused is None:
                    return None
                self._start(refused)  # answers folded since may have left room for it
                if self._refused is not None:
                    raise Stopped("max-tests")
                continue
            self._collect()

    def _settled(self, question: _Question[C]) -> _Question[C]:
        """Take note of an answer that is about to be folded."""
        assert question.outcome is not None
        if question.ticket is not None and not question.shared:
            self._by_key.pop(question.key, None)
            self._planned -= 1
            known = self._asker.cache.get(question.key)
            if known is not None:
                # Answers folded since it was started say as much: one worker would not have
                # run it (only a cache that infers, such as the memo of prefixes, gets here).
                question.outcome, question.executed, question.shared = known, None, True
                self._asker.discarded += 1
        self._answered[question.key] = question.outcome
        if question.outcome is Outcome.INTERESTING:
            size = len(question.candidate.text)
            self._smallest = size if self._smallest is None else min(size, self._smallest)
        return question

    def _fill(self) -> None:
        """Start questions while workers are free and nothing interesting is in sight."""
        while (
            not self._exhausted
            and self._refused is None
            and len(self._running) < self._width
            and len(self._queue) < _LOOK_AHEAD
            and not (self._speculative and self._in_sight())
        ):
            candidate = next(self._source, None)
            if candidate is None:
                self._exhausted = True
            else:
                self._start(candidate)

    def _in_sight(self) -> bool:
        return any(question.outcome is Outcome.INTERESTING for question in self._queue)

    def _start(self, candidate: C) -> None:
        asker = self._asker
        question = _Question(candidate, asker.cache.key(candidate))
        known = asker.cache.get(question.key) or self._answered.get(question.key)
        twin = self._by_key.get(question.key)
        if known is not None:
            question.outcome = known
        elif twin is not None:
            question.outcome, question.ticket, question.shared = twin.outcome, twin.ticket, True
            question.executed = twin.executed
            if twin.ticket is not None and twin.outcome is None:
                self._running[twin.ticket].append(question)
        elif not asker._budget.allows(asker.runs + self._planned):
            self._refused = candidate
            return
        else:
            question.ticket = asker._pool.submit(candidate.text, asker.timeout)
            self._planned += 1
            self._running[question.ticket] = [question]
            self._by_key[question.key] = question
        self._queue.append(question)

    def _collect(self) -> None:
        """Wait for verdicts and hand them to the questions they answer."""
        self._asker._budget.check()
        since = time.perf_counter()
        verdicts = self._asker._pool.wait(0.1)
        self._asker.waited += time.perf_counter() - since
        for ticket, verdict in verdicts:
            for question in self._running.pop(ticket, ()):
                _answer(question, verdict)
            self._asker.seconds += verdict.seconds


def _answer(question: _Question[C], verdict: Verdict) -> None:
    question.outcome = verdict.outcome
    question.timed_out = verdict.timed_out
    question.executed = verdict.executed


def _definite(outcome: Outcome, executed: int | None) -> bool:
    """Whether an answer can be kept: a timeout proves nothing, where a trace got stuck does."""
    return outcome is not Outcome.UNRESOLVED or executed is not None
