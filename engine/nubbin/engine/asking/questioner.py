"""The one seam between what to ask and how it is answered (floor 4).

Algorithms hand over candidates; the questioner knows cache, budget and pool. Its answers
depend on the questions alone, never on the number of workers or on timing:

1. `first` answers with the earliest interesting candidate in the given order; `window`
   with all outcomes. Answers are folded (used) in order, once all before them are in.
2. A cache hit takes its place like any question; two equal texts share one run.
3. Answers beyond the last one used are dropped, not remembered.
4. `runs` counts the runs up to the last answer used, `discarded` those started beyond it.
5. In a window on top of a text that is only hoped to hold, this text comes first; if it does
   not hold, the other answers are not used.
6. Workers that would be idle begin what would come next, as long as few such runs were in vain.
   Such a run counts as discarded until its question is asked; then it is a run like any other.
"""

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import Protocol, TypeVar

from nubbin.engine.asking.flight import Flight, Question
from nubbin.engine.asking.foreseen import Foreseen
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import Cache
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.outcome import Outcome

C = TypeVar("C", bound=Candidate[object])


@dataclass(frozen=True)
class Proposals:
    """Changes of one text, to be asked about in one window.

    Args:
        base: the text.
        candidates: its changes; drawn while the text is asked about, and only as far as there is
            room.
        known: whether the text is known to hold; if not, it is the first question.
        beyond: what would be asked next if no candidate held; idle workers may begin it.
    """

    base: bytes
    candidates: Iterable[Candidate[object]]
    known: bool = field(kw_only=True)
    beyond: Iterable[Candidate[object]] = field(default=(), kw_only=True)


class Asker(Protocol):
    """What algorithms know of the questioner."""

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, or None; see `Questioner.first`."""

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is interesting."""

    def poll(self) -> None:
        """Raise Stopped when the reduction has to end; for long work between questions."""


class WindowAsker(Asker, Protocol):
    """What algorithms that ask about many changes of one text know of the questioner."""

    def on_top(self, proposals: Proposals) -> list[bool] | None:
        """Return whether each change of a text is interesting; see `Questioner.on_top`."""

    def question(self, text: bytes) -> Hashable:
        """Return a key that is equal for texts of which only one is asked about.

        It does not depend on the order of questions, or on the answers so far.
        """

    def admits(self, candidate: Candidate[object]) -> bool:
        """Whether the candidate may be asked about; raises Stopped as `poll` does."""

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run, as it is not known yet.

        While a window is under way, its own answers come in: a text equal to an earlier one takes
        no run, whether this says so already or not.
        """


class Questioner:
    """Asks the oracle, in order, with every worker busy.

    Args:
        pool: makes the runs.
        cache: knows the answers so far.
        budget: says when to stop.
        timeout: how many seconds a run may take.
        on_interesting: called with every interesting text whose answer is used, in order.
        on_answer: called after every answer used.
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
        self.pool = pool
        self.cache = cache
        self.budget = budget
        self.timeout = timeout
        self._on_interesting = on_interesting
        self._on_answer = on_answer
        self.foreseen = Foreseen(pool)
        self.runs = 0
        """How many runs were made, up to the last answer that was folded."""
        self._dropped = 0
        self.seconds = 0.0
        """Spent by the oracle, all runs summed."""
        self.waited = 0.0
        """Seconds spent with nothing to do but wait for the oracle."""
        self.cache_hits = self.timeouts = 0
        self.seconds_late = 0.0
        """Spent on runs that ran out of time, those that were not waited for again left out."""
        self.unresolved: list[bytes] = []
        """Texts that ran out of time since the list was last cleared, in order."""

    def first(self, candidates: Iterable[C], *, first_come: bool = False) -> C | None:
        """Return the earliest interesting candidate, or None when there is none.

        Args:
            candidates: in the order of preference; drawn lazily.
            first_come: whether to take whichever interesting answer arrives first instead, as in
                parallel ddmin as first published (Hodován & Kiss 2016); this is not reproducible.

        Raises:
            Stopped: the budget ends here.
        """
        with self._flight(candidates, self.pool.jobs) as flight:
            while (question := flight.next_answer(first_come)) is not None:
                if self._fold(question):
                    return question.found()
        return None

    def window(self, candidates: Iterable[C]) -> list[bool]:
        """Return, in order, whether each candidate is interesting.

        Raises:
            Stopped: the budget ends here.
        """
        return list(self._answers(candidates))

    def on_top(self, proposals: Proposals) -> list[bool] | None:
        """Return, in order, whether each candidate is interesting; None if the base is not.

        None comes only where the base was not known to hold.

        Raises:
            Stopped: the budget ends here.
        """
        candidates, beyond = proposals.candidates, proposals.beyond
        if proposals.known:
            return list(self._answers(candidates, beyond))
        base = Candidate(None, proposals.base)
        with closing(self._answers(chain([base], candidates), beyond)) as answers:
            return list(answers) if next(answers) else None

    def question(self, text: bytes) -> Hashable:
        """Return the text itself."""
        return text

    def admits(self, candidate: Candidate[object]) -> bool:
        """Return True: all may be asked about.

        Raises:
            Stopped: the budget ends here.
        """
        self.poll()
        return True

    def costs(self, candidate: Candidate[object]) -> bool:
        """Whether the answer takes a run: it is not in the cache."""
        return self.cache.get(self.cache.key(candidate)) is None

    @property
    def discarded(self) -> int:
        """How many runs were begun and have not been needed so far."""
        return self._dropped + self.foreseen.unneeded

    def stop_foreseen(self) -> None:
        """Stop all runs that were begun before their turn; the pool has nothing to do then."""
        self.foreseen.stop(self.foreseen.running)

    def _answers(
        self, candidates: Iterable[Candidate[object]], beyond: Iterable[Candidate[object]] = ()
    ) -> Generator[bool, None, None]:
        """Yield, in order, whether each candidate is interesting; when closed, drop the rest."""
        width = 2 * self.pool.jobs
        with self._flight(candidates, width, speculative=False, beyond=beyond) as flight:
            while (question := flight.next_answer()) is not None:
                yield self._fold(question)

    @contextmanager
    def _flight(
        self,
        candidates: Iterable[C],
        width: int,
        *,
        speculative: bool = True,
        beyond: Iterable[Candidate[object]] = (),
    ) -> Iterator[Flight[C]]:
        """Let a flight get the answers; when it is over, add what it took to the figures."""
        flight = Flight(self, iter(candidates), width, speculative=speculative, beyond=beyond)
        try:
            with flight:
                yield flight
        finally:
            self._dropped += flight.dropped
            self.seconds += flight.seconds
            self.waited += flight.waited

    def holds(self, text: bytes) -> bool:
        """Whether one text is interesting."""
        return self.window([Candidate(None, text)])[0]

    def poll(self) -> None:
        """Raise Stopped when time is up or the user wants to stop."""
        self.budget.check()

    def _fold(self, question: Question[C]) -> bool:
        """Count one answer in its turn, remember it, and return whether it is interesting."""
        answer, size = question.answer, len(question.candidate.text)
        assert answer is not None
        if question.ticket is None or question.shared:
            self.cache_hits += 1
        else:
            self.runs += 1
            if question.timed_out:
                self.timeouts += 1
                self.seconds_late += question.seconds
                self.unresolved.append(question.candidate.text)
            elif answer.is_definite:
                self.cache.put(question.key, answer.outcome, size, answer.executed)
        self._on_answer()
        if answer.outcome is not Outcome.INTERESTING:
            return False
        self._on_interesting(question.candidate.text)
        return True
