"""Oracles for traces, which may say how far a trace ran (floor 3′).

An exit status cannot say where a trace ended. An oracle for traces may therefore print, as its
last line of standard output:

    {"outcome": "interesting" | "uninteresting" | "unresolved", "executed": n}

n is how many events it executed, one event being a line that is not blank (`trace`); the event
at which the failure was seen, or which could not be executed, is counted. *Unresolved* is a
trace that got stuck. This line decides; an oracle that prints none is judged as any other.

Source: Elyasov et al. 2014, Fig. 3 (the columns R and T).
"""

import json
from dataclasses import replace
from typing import Final

from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.oracles.pool import RelayPool
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.outcome import Outcome

_OUTCOMES: Final = {outcome.value: outcome for outcome in Outcome}
_MOST: Final = 2**63 - 1
"""The most events that a journal can tell of."""
_KEYS: Final = {"outcome", "executed"}


def told(verdict: Verdict) -> Verdict:
    """Return the verdict with what the oracle's last line says, if that is such a line.

    Raises:
        UsageError: the line has the right keys, but values that are not valid.
    """
    lines = verdict.stdout.strip().rsplit(b"\n", 1)
    status = verdict.status
    if status is None or status < 0 or verdict.barred or not lines[-1].startswith(b"{"):
        return verdict  # an oracle that was stopped, died or did not run has said nothing
    try:
        answer = json.loads(lines[-1])
    except (ValueError, RecursionError):
        return verdict
    if not isinstance(answer, dict) or answer.keys() != _KEYS:
        return verdict
    outcome, executed = _OUTCOMES.get(str(answer["outcome"])), answer["executed"]
    if outcome is None or type(executed) is not int or executed < 0:
        raise UsageError(
            f"The oracle for traces printed {lines[-1][:200].decode(errors='backslashreplace')}. "
            f"Its outcome has to be one of {', '.join(_OUTCOMES)}, and executed the number of "
            "events that ran, the last one included."
        )
    return replace(verdict, outcome=outcome, executed=min(executed, _MOST))


class TracePool(RelayPool):
    """A pool whose oracles may say how far a trace ran; otherwise like the pool below it."""

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        """See `Pool.wait`.

        Raises:
            UsageError: the oracle's line has values that are not valid.
        """
        return [(ticket, told(verdict)) for ticket, verdict in self._pool.wait(timeout)]
