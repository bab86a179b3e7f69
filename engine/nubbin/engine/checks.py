"""What is asked before and after a reduction, outside its cache and its count (floor 6)."""

from nubbin.engine.oracles.account import excerpt, said
from nubbin.engine.oracles.budget import Budget, Stopped, StopReason
from nubbin.engine.oracles.mentioned import out_of_reach
from nubbin.engine.oracles.oracle import Barred, OracleSpec, Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.errors import (
    FlakyOracle,
    Interrupted,
    NotInteresting,
    NubbinError,
    OracleNotFound,
    Unanswered,
)
from nubbin.engine.vocabulary.outcome import Outcome

PATIENCE = 600.0
"""Seconds that the first run may take where the user set no limit."""
_LEAST = 10.0
_TIMES = 10.0
"""The adapted limit: at least `_LEAST` seconds, and `_TIMES` the slowest check of the input."""


class Checks:
    """Runs of the oracle that are no questions of the reduction."""

    def __init__(self, spec: OracleSpec, pool: Pool, budget: Budget) -> None:
        self._spec = spec
        self._pool = pool
        self._budget = budget
        self.runs = 0
        self.seconds = 0.0
        self.timeout = spec.timeout or PATIENCE
        """Seconds a run may take; adapted once the input was checked."""

    def before(self, text: bytes, name: str) -> tuple[float, Verdict]:
        """Make sure, twice, that the input is interesting; ask about the empty text beside.

        Returns:
            The seconds of the slower run on the input, and what came of the empty text.

        Raises:
            NotInteresting: the input is not; the message says what the oracle said.
            FlakyOracle: it was the first time only.
            OracleNotFound: it could be run the first time only.
            Unanswered: the time was up before all was answered.
            Interrupted: the user would not wait for that.
        """
        try:
            return self._tried(text, name)
        except Stopped as stop:
            # Nobody knows whether there is anything to keep, so the input is no result.
            raise _unanswered(stop.reason, name) from None

    def _tried(self, text: bytes, name: str) -> tuple[float, Verdict]:
        """Do what `before` does, as long as the budget lasts."""
        (first,) = self.verdicts(text)
        if first.outcome is not Outcome.INTERESTING:
            raise NotInteresting(
                f"The oracle does not hold on {name}, so there is nothing to keep while reducing "
                f"it. Mend the command or its conditions.{out_of_reach(self._spec, name)}\n"
                f"{said(first)}"
            )
        self.adapt(first.seconds)
        second, empty = self.verdicts(text, b"")
        _check_run(second)
        if second.outcome is not Outcome.INTERESTING:
            raise FlakyOracle(
                f"The oracle is flaky: it held on {name} the first time and not the second. Make "
                f"it repeat itself before reducing.\nThe second time: {said(second)}"
            )
        slowest = max(first.seconds, second.seconds)
        self.adapt(slowest)
        return slowest, empty

    def holds(self, text: bytes) -> bool:
        """Whether a text is interesting, asked anew; no budget stops this last question."""
        (verdict,) = self.verdicts(text, before=False)
        return verdict.outcome is Outcome.INTERESTING

    def still_holds(self, text: bytes) -> bool:
        """Whether a text that was interesting is so when asked anew; no budget stops it either.

        Raises:
            FlakyOracle: it has not answered in time, as it did before.
            OracleNotFound: a shell cannot run the oracle any more, so that it says nothing of
                the text.
        """
        (verdict,) = self.verdicts(text, before=False)
        if verdict.timed_out:
            raise FlakyOracle(
                f"The oracle is flaky: asked once more about a text on which it held, of "
                f"{counted(len(text), 'byte')}, it ran out of time ({self.timeout:g} s)."
            )
        _check_run(verdict)
        return verdict.outcome is Outcome.INTERESTING

    def adapt(self, slowest: float) -> None:
        """Set the limit of a run by the slowest on the input, unless the user did."""
        if self._spec.timeout is None:
            self.timeout = max(_LEAST, _TIMES * slowest)

    def verdicts(self, *texts: bytes, before: bool = True) -> list[Verdict]:
        """Ask about texts, all at once; return what came of each, in order.

        Raises:
            Stopped: the budget, asked unless the reduction is over, allows no more.
        """
        tickets = [self._pool.submit(text, self.timeout) for text in texts]
        answers: dict[int, Verdict] = {}
        while len(answers) < len(tickets):
            came = self._pool.wait(0.1)
            answers |= came
            if before and not came:
                try:
                    self._budget.check()
                except Stopped:
                    self._pool.cancel(tickets)
                    raise
        self.runs += len(tickets)
        self.seconds += sum(verdict.seconds for verdict in answers.values())
        return [answers[ticket] for ticket in tickets]


def _check_run(verdict: Verdict) -> None:
    """Make sure that an oracle which has run before still can.

    Raises:
        OracleNotFound: a shell cannot run it any more.
    """
    if verdict.barred is Barred.NOT_RUN:
        why = "".join(excerpt(verdict.stderr)[-1:]) or f"status {verdict.status}"
        raise OracleNotFound(f"The oracle could not be run: {why}. Check its program.")


def _unanswered(reason: StopReason, name: str) -> NubbinError:
    """Return what a reduction ends with that was stopped before it began."""
    if reason == "cancelled":
        return Interrupted(
            f"Interrupted before the oracle had answered on {name}; nothing was reduced."
        )
    return Unanswered(
        f"The time that --max-time allows was up before the oracle had answered on {name}, where "
        "it is tried twice, and on the empty file. So nothing was reduced. Allow more time, or "
        "make the oracle faster."
    )
