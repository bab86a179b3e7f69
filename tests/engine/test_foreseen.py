"""Runs begun before their turn: what they cost, and who gives way to whom."""

from collections.abc import Iterable
from dataclasses import replace

from nubbin.engine.asking.foreseen import Foreseen
from nubbin.engine.asking.questioner import Proposals, Questioner
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.oracles.oracle import Verdict
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.outcome import Outcome
from oracles import UntimelyPool

NO = Verdict(Outcome.UNINTERESTING, 0.0)


class SlowPool:
    """Two workers; a text is answered after as many waits as its first byte says, of 0.1 s each."""

    jobs = 2

    def __init__(self) -> None:
        self.left: dict[int, int] = {}
        self.cancelled: list[int] = []
        self._tickets = 0

    def submit(self, text: bytes, timeout: float) -> int:
        self._tickets += 1
        self.left[self._tickets] = text[0]
        return self._tickets

    def wait(self, timeout: float | None = None) -> list[tuple[int, Verdict]]:
        if timeout == 0.0:
            return []
        running = list(self.left)[: self.jobs]
        for ticket in running:
            self.left[ticket] -= 1
        ended = [ticket for ticket in running if not self.left[ticket]]
        for ticket in ended:
            del self.left[ticket]
        return [(ticket, NO) for ticket in ended]

    def cancel(self, tickets: Iterable[int]) -> None:
        for ticket in tickets:
            if self.left.pop(ticket, None):
                self.cancelled.append(ticket)

    def close(self) -> None:
        self.left.clear()


def asked(asker: Questioner, texts: Iterable[bytes], beyond: Iterable[bytes] = ()) -> None:
    """Ask about texts; none of them holds."""
    answers = asker.on_top(
        Proposals(
            b"",
            (Candidate(None, text) for text in texts),
            known=True,
            beyond=(Candidate(None, text) for text in beyond),
        )
    )
    assert answers is not None
    assert not any(answers)


def late(pool: SlowPool) -> Questioner:
    """Return a questioner that has made enough runs to afford others in vain."""
    asker = Questioner(pool, ContentCache(), Budget())
    asker.runs = 1000
    return asker


def test_a_run_whose_turn_has_come_is_given_away_once() -> None:
    foreseen = Foreseen(UntimelyPool(lambda text: False, 4, lambda running: 0))
    foreseen.begin("a", b"a", 1.0)
    foreseen.begin("b", b"b", 1.0)
    foreseen.ended(1, NO)
    assert "a" in foreseen
    assert (foreseen.unneeded, foreseen.running) == (2, 1)
    assert foreseen.take("a") == (1, NO)
    assert foreseen.take("b") == (2, None)
    assert foreseen.take("b") is None
    assert (foreseen.unneeded, foreseen.running) == (0, 0)


def test_the_youngest_are_stopped_first_and_stay_counted() -> None:
    pool = UntimelyPool(lambda text: False, 4, lambda running: 0)
    foreseen = Foreseen(pool)
    for key in "abc":
        foreseen.begin(key, key.encode(), 1.0)
    foreseen.stop(2)
    assert ["a" in foreseen, "b" in foreseen, "c" in foreseen] == [True, False, False]
    assert (foreseen.unneeded, foreseen.running, pool.unanswered) == (3, 1, 1)
    foreseen.begin("c", b"c", 1.0)
    assert "c" in foreseen
    foreseen.stop(5)
    assert (foreseen.unneeded, foreseen.running, pool.unanswered) == (4, 0, 0)


def test_a_run_that_takes_long_gives_way_to_those_whose_turn_has_come() -> None:
    pool = SlowPool()
    asker = late(pool)
    asked(asker, [b"\1"], beyond=[b"\x40"])
    assert asker.foreseen.running == 1
    asked(asker, [b"\2a", b"\2b"])
    assert pool.cancelled == [2]
    assert (asker.runs, asker.discarded) == (1003, 1)


def test_a_run_that_is_nearly_done_gives_way_to_nobody() -> None:
    pool = SlowPool()
    asker = late(pool)
    asked(asker, [b"\1"], beyond=[b"\2"])
    asked(asker, [b"\1a", b"\1b"])
    assert not pool.cancelled
    assert asker.foreseen.running == 0


def test_a_run_under_way_answers_the_question_whose_turn_has_come() -> None:
    pool = SlowPool()
    asker = late(pool)
    asked(asker, [b"\1"], beyond=[b"\3"])
    asked(asker, [b"\3", b"\1a"])
    assert not pool.cancelled
    assert (asker.runs, asker.discarded) == (1003, 0)


def test_of_a_run_whose_turn_may_never_come_what_it_printed_is_not_kept() -> None:
    foreseen = Foreseen(UntimelyPool(lambda text: False, 1, lambda below: 0))
    foreseen.begin(b"a", b"a", 1.0)
    (ticket,) = foreseen._running
    foreseen.ended(ticket, replace(NO, stdout=b"x" * 9, stderr=b"y" * 9, left=b"z"))
    assert foreseen.take(b"a") == (ticket, NO)
