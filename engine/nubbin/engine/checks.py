"""Checks: what is asked before and after a reduction, outside its cache and count (floor 6)."""

import time

from nubbin.engine.oracles.account import account_of, command_of, excerpt
from nubbin.engine.oracles.budget import Budget, Stopped, StopReason
from nubbin.engine.oracles.oracle import Barred, OracleSpec, Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.oracles.remedies import remedy
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
"""Seconds that the first run may take if the user set no limit."""
_LEAST = 10.0
_TIMES = 10.0
"""Later runs may take `_TIMES` the slowest check of the input, and at least `_LEAST` seconds."""


class Checks:
    """Runs the oracle for checks, which are no questions of the reduction."""

    def __init__(self, spec: OracleSpec, pool: Pool, budget: Budget) -> None:
        self._spec = spec
        self._pool = pool
        self._budget = budget
        self.runs = 0
        self.seconds = 0.0
        self.waited = 0.0
        """Seconds spent waiting for answers; runs at the same time are waited for together."""
        self.timeout = spec.timeout or PATIENCE
        """Seconds that a run may take; adapted once the input was checked."""

    def before(self, text: bytes, name: str) -> tuple[float, Verdict]:
        """Make sure, twice, that the input is interesting, and ask about the empty text.

        Returns:
            The seconds of the slower run on the input, and the verdict on the empty text.

        Raises:
            NotInteresting: the input is not interesting; the message has what the oracle printed.
            FlakyOracle: the input was interesting only the first time.
            OracleNotFound: the oracle could be run only the first time.
            Unanswered: the time was up before the oracle had answered.
            Interrupted: the user stopped it before the oracle had answered.
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
            missing = remedy(self._spec, first, name)
            raise NotInteresting(
                f"The oracle does not hold on {name}, so there is nothing to keep while reducing "
                f"it. Mend the command or its conditions.{missing}\n"
                f"{command_of(self._spec)}\n{account_of(first)}"
            )
        self.adapt(first.seconds)
        second, empty = self.verdicts(text, b"")
        _check_run(second)
        if second.outcome is not Outcome.INTERESTING:
            raise FlakyOracle(
                f"The oracle is flaky: it held on {name} the first time and not the second. Make "
                f"it repeat itself before reducing.\nThe second time:\n{account_of(second)}"
            )
        slowest = max(first.seconds, second.seconds)
        self.adapt(slowest)
        return slowest, empty

    def holds(self, text: bytes) -> bool:
        """Ask once more whether a text is interesting; no budget stops this question."""
        return self.answer(text) is Outcome.INTERESTING

    def answer(self, text: bytes) -> Outcome:
        """Ask once more about a text; no budget stops this question."""
        (verdict,) = self.verdicts(text, stoppable=False)
        return verdict.outcome

    def still_holds(self, text: bytes, times: int = 1) -> bool:
        """Ask whether a text that was interesting still is; no budget stops this question either.

        Args:
            text: what is asked about.
            times: how often at most, until it holds: a good text may be refused by bad luck.

        Raises:
            FlakyOracle: the oracle did not answer in time, as it did before.
            OracleNotFound: the shell cannot run the oracle any more, so there is no answer.
        """
        for _ in range(times):
            (verdict,) = self.verdicts(text, stoppable=False)
            if verdict.outcome is Outcome.INTERESTING:
                return True
        if verdict.timed_out:
            raise FlakyOracle(
                f"The oracle is flaky: asked once more about a text on which it held, of "
                f"{counted(len(text), 'byte')}, it ran out of time ({self.timeout:g} s)."
            )
        _check_run(verdict)
        return False

    def adapt(self, slowest: float) -> None:
        """Set the limit of a run by the slowest run on the input, unless the user set one."""
        if self._spec.timeout is None:
            self.timeout = max(_LEAST, _TIMES * slowest)

    def verdicts(self, *texts: bytes, stoppable: bool = True) -> list[Verdict]:
        """Ask about some texts at once; return the verdicts in order.

        Nothing else may be under way in the pool: its verdicts would be taken for these.

        Args:
            texts: what to ask about.
            stoppable: whether the budget (`--max-time`, Ctrl-C) may stop this; only before the
                reduction.

        Raises:
            Stopped: the budget allows no more.
        """
        since = time.perf_counter()
        tickets = [self._pool.submit(text, self.timeout) for text in texts]
        answers: dict[int, Verdict] = {}
        while len(answers) < len(tickets):
            came = self._pool.wait(0.1)
            answers |= came
            if stoppable and not came:
                try:
                    self._budget.check()
                except Stopped:
                    self._pool.cancel(tickets)
                    raise
        self.waited += time.perf_counter() - since
        self.runs += len(tickets)
        self.seconds += sum(verdict.seconds for verdict in answers.values())
        return [answers[ticket] for ticket in tickets]


def _check_run(verdict: Verdict) -> None:
    """Make sure that an oracle that has run before can still be run.

    Raises:
        OracleNotFound: the shell cannot run it any more.
    """
    if verdict.barred is Barred.NOT_RUN:
        why = "".join(excerpt(verdict.stderr)[-1:]) or f"status {verdict.status}"
        raise OracleNotFound(f"The oracle could not be run: {why}. Check its program.")


def _unanswered(reason: StopReason, name: str) -> NubbinError:
    """Return the error with which a reduction ends that was stopped before it began."""
    if reason == "cancelled":
        return Interrupted(
            f"Interrupted before the oracle had answered on {name}; nothing was reduced."
        )
    return Unanswered(
        f"The time that --max-time allows was up before the oracle had answered on {name}, where "
        "it is tried twice, and on the empty file. So nothing was reduced. Allow more time, or "
        "make the oracle faster."
    )
