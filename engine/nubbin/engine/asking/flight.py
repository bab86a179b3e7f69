"""The questions of one call to the questioner, while they are under way (floor 4)."""

import time
from collections import deque
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from nubbin.engine.asking.foreseen import Foreseen
from nubbin.engine.oracles.budget import Budget, Stopped
from nubbin.engine.oracles.cache import Cache
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.outcome import Answer, Outcome

C = TypeVar("C", bound=Candidate[object])

_LOOK_AHEAD = 256
"""Candidates drawn beyond the oldest unanswered one: it limits memory, and changes no answer."""
_PATIENCE = 0.1
"""Seconds to wait for answers before looking at the clock."""
_SHARE = 11
"""Runs are begun ahead only while fewer than one in so many runs is discarded."""


@dataclass(slots=True)
class Question(Generic[C]):
    """One candidate that is asked about."""

    candidate: C
    key: Hashable
    answer: Answer | None = None
    """None until it is answered."""
    ticket: int | None = None
    """The run that answers it; None when no run was needed."""
    shared: bool = False
    """Whether the run belongs to an earlier question about the same text."""
    timed_out: bool = False
    seconds: float = 0.0
    """How long the run took."""

    @property
    def is_interesting(self) -> bool:
        """Whether it is answered, and the candidate is interesting."""
        return self.answer is not None and self.answer.outcome is Outcome.INTERESTING

    def found(self) -> C:
        """Return the candidate, with how much of it was executed, if that is known."""
        if self.answer is None or self.answer.executed is None:
            return self.candidate
        return replace(self.candidate, executed=self.answer.executed)


class Desk(Protocol):
    """What a flight uses of the questioner."""

    pool: Pool
    cache: Cache
    budget: Budget
    timeout: float
    """Seconds a run may take."""
    foreseen: Foreseen
    runs: int
    """How many runs were made, up to the last answer that was folded."""

    @property
    def discarded(self) -> int:
        """How many runs other flights have begun, and none has needed so far."""


class Flight(Generic[C]):
    """The questions of one call that are started but not yet folded, oldest first.

    To fold an answer is to use it in its turn, in the order of the questions.

    Args:
        desk: the questioner that it belongs to.
        source: the candidates, in the order of preference; drawn lazily.
        width: how many runs may be under way at once.
        speculative: whether to begin nothing more while an interesting answer waits to be folded.
        beyond: what would be asked next; begun by workers that would be idle.
    """

    def __init__(
        self,
        desk: Desk,
        source: Iterator[C],
        width: int,
        *,
        speculative: bool,
        beyond: Iterable[Candidate[object]],
    ) -> None:
        self._desk = desk
        self._source = source
        self._beyond = iter(beyond)
        self._width = width
        self._speculative = speculative
        self._queue: deque[Question[C]] = deque()
        self._running: dict[int, list[Question[C]]] = {}
        self._by_key: dict[Hashable, Question[C]] = {}  # those in the queue that have a run
        self._answered: dict[Hashable, Outcome] = {}  # what this call has folded
        self._smallest: int | None = None  # bytes of the smallest interesting text of this call
        self._planned = 0  # runs of questions in the queue
        self._refused: C | None = None  # the candidate that the budget did not allow to start
        self._exhausted = False
        self.dropped = 0
        """Runs that were begun beyond the answer that was used."""
        self.seconds = 0.0
        """Spent by the oracle, all runs summed."""
        self.waited = 0.0
        """Seconds spent with nothing to do but wait for the oracle."""

    def __enter__(self) -> "Flight[C]":
        return self

    def __exit__(self, *exception: object) -> None:
        self._desk.pool.cancel(list(self._running))
        # Not earlier: evictions during the call would make hits depend on timing.
        if self._smallest is not None:
            self._desk.cache.improved(self._smallest)
        self.dropped += sum(q.ticket is not None and not q.shared for q in self._queue)

    def next_answer(self, first_come: bool = False) -> Question[C] | None:
        """Return the next answered question in order, or None when all are folded."""
        while True:
            self._fill()
            if first_come:
                for question in self._queue:
                    if question.is_interesting:
                        self._queue.remove(question)
                        return self._settled(question)
            if self._queue and self._queue[0].answer is not None:
                return self._settled(self._queue.popleft())
            if not self._queue:
                refused, self._refused = self._refused, None
                if refused is None:
                    return None
                self._start(refused)  # answers folded since then may have left room for it
                if self._refused is not None:
                    raise Stopped("max-tests")
                continue
            self._collect()

    def _settled(self, question: Question[C]) -> Question[C]:
        """Take note of an answer that is about to be folded."""
        assert question.answer is not None
        if question.ticket is not None and not question.shared:
            self._by_key.pop(question.key, None)
            self._planned -= 1
            known = self._desk.cache.get(question.key)
            if known is not None:
                # Answers folded since it was started imply this one, so a single worker would not
                # have run it. (Only a cache that infers, such as the memo of prefixes, gets here.)
                question.answer, question.shared = Answer(known), True
                self.dropped += 1
        self._answered[question.key] = question.answer.outcome
        if question.is_interesting:
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
            and not (self._queue and self._queue[0].answer is not None)  # that is folded first
            and not (self._speculative and self._in_sight())
        ):
            candidate = next(self._source, None)
            if candidate is None:
                self._exhausted = True
            else:
                self._start(candidate)

    def _in_sight(self) -> bool:
        return any(question.is_interesting for question in self._queue)

    def _start(self, candidate: C) -> None:
        desk = self._desk
        question = Question(candidate, desk.cache.key(candidate))
        known = desk.cache.get(question.key) or self._answered.get(question.key)
        twin = self._by_key.get(question.key)
        if known is not None:
            desk.budget.check()  # as nothing has to be waited for
            question.answer = Answer(known)
        elif twin is not None:
            question.answer, question.ticket, question.shared = twin.answer, twin.ticket, True
            if twin.ticket is not None and twin.answer is None:
                self._running[twin.ticket].append(question)
        elif not desk.budget.allows(desk.runs + self._planned):
            self._refused = candidate
            return
        else:
            begun = desk.foreseen.take(question.key)
            if begun is None:
                begun = desk.pool.submit(candidate.text, desk.timeout), None
            question.ticket, verdict = begun
            self._planned += 1
            self._by_key[question.key] = question
            if verdict is None:
                self._running[question.ticket] = [question]
            else:
                _answer(question, verdict)
        self._queue.append(question)

    def _collect(self) -> None:
        """Wait for verdicts and hand them to the questions they answer."""
        desk, foreseen = self._desk, self._desk.foreseen
        desk.budget.check()
        patience = 0.0 if self._foresee() else _PATIENCE
        since = time.perf_counter()
        verdicts = desk.pool.wait(patience)
        self.waited += time.perf_counter() - since
        for ticket, verdict in verdicts:
            for question in self._running.pop(ticket, ()):
                _answer(question, verdict)
            foreseen.ended(ticket, verdict)
            self.seconds += verdict.seconds
        if patience and not verdicts:  # runs that are nearly done would have ended by now
            foreseen.stop(max(0, len(self._running) + foreseen.running - desk.pool.jobs))

    def _foresee(self) -> bool:
        """Begin what would be asked next, if a worker is idle; return whether to try once more."""
        desk, foreseen = self._desk, self._desk.foreseen
        discarded = desk.discarded + self.dropped
        may = (
            self._exhausted
            and len(self._running) + foreseen.running < desk.pool.jobs
            and _SHARE * discarded < desk.runs
            and desk.budget.allows(desk.runs + self._planned + discarded)
        )
        candidate = next(self._beyond, None) if may else None
        if candidate is None:
            return False
        key = desk.cache.key(candidate)
        asked = key in foreseen or key in self._by_key or key in self._answered
        if not asked and desk.cache.get(key) is None:
            foreseen.begin(key, candidate.text, desk.timeout)
        return True


def _answer(question: Question[C], verdict: Verdict) -> None:
    question.answer = verdict.answer
    question.timed_out, question.seconds = verdict.timed_out, verdict.seconds
