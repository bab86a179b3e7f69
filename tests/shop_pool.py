"""The shopping cart as a pool without processes."""

from collections.abc import Callable

import shop
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.vocabulary.outcome import Outcome
from oracles import UntimelyPool

INITIALS = {"open": "o", "add": "a", "delete": "d", "empty": "e"}


class ShopPool(UntimelyPool):
    """Replays traces, and says how many of their events ran.

    Args:
        jobs: how many traces are worked on at once.
        draw: returns a number below its argument: which running trace is answered next.
    """

    def __init__(self, jobs: int = 1, draw: Callable[[int], int] = lambda below: 0) -> None:
        super().__init__(self._replay, jobs, draw)
        self.ran: list[str] = []
        """The traces that ran, abbreviated as in Fig. 3 of Elyasov et al. 2014, with outcomes."""
        self._last = (Outcome.UNRESOLVED, 0)

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        ((ticket, _),) = super().wait(timeout)
        outcome, executed = self._last
        return [(ticket, Verdict(outcome, 0.0, executed=executed))]

    def _replay(self, text: bytes) -> bool:
        events = shop.parse(text)
        outcome, executed = shop.replay(events)
        self._last = (Outcome(outcome), executed)
        words = [INITIALS[name] + "".join(map(str, args)) for name, args in events]
        self.ran.append(f"{' '.join(words)}: {outcome}, {executed}")
        return outcome == "interesting"
