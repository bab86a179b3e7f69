"""Merging: what holds by itself is taken to hold together, until the oracle says otherwise."""

from collections.abc import Callable, Iterable, Sequence

from hypothesis import given
from hypothesis import strategies as st

from nubbin.engine.algorithms.patches import Merger
from nubbin.engine.asking.questioner import Questioner
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.oracles.pool import InlinePool
from nubbin.engine.vocabulary.candidate import Candidate

Oracle = Callable[[frozenset[int]], bool]
"""Whether it holds without some of a text's bytes, each of which stands for itself."""


class Watched(Questioner):
    """A questioner that keeps what was asked, window by window."""

    def __init__(self, holds: Oracle) -> None:
        pool = InlinePool(lambda text: holds(_ALL - frozenset(text)))
        super().__init__(pool, ContentCache(), Budget())
        self.windows: list[list[frozenset[int]]] = []

    def window(self, candidates: Iterable[Candidate[object]]) -> list[bool]:
        asked = list(candidates)
        self.windows.append([_ALL - frozenset(one.text) for one in asked])
        return super().window(asked)


_ALL = frozenset(range(24))


def _without(gone: Sequence[int]) -> bytes:
    return bytes(sorted(_ALL - set(gone)))


def _merged(holds: Oracle, window: int) -> tuple[Merger[int], Watched]:
    asker = Watched(holds)
    merger = Merger(_without, asker)
    merger.ask_all(sorted(_ALL), window)
    return merger, asker


def test_a_window_begins_with_all_that_held_in_the_one_before_together() -> None:
    merger, asker = _merged(lambda gone: not gone & {1, 9}, window=8)
    first, second, third, *_, last = asker.windows
    assert first == [frozenset({number}) for number in range(8)]
    together = frozenset(range(8)) - {1}
    assert second == [together, *(together | {number} for number in range(8, 15))]
    assert third[0] == together | set(range(8, 15)) - {9}
    assert last == [_ALL - {1, 9}]
    assert set(merger.accepted) == _ALL - {1, 9}


def test_a_single_change_that_held_is_not_asked_about_again() -> None:
    merger, asker = _merged(lambda gone: gone <= {3}, window=24)
    assert merger.accepted == [3]
    assert len(asker.windows) == 1


def test_of_changes_that_exclude_each_other_one_is_made_and_no_other_lost() -> None:
    merger, _ = _merged(lambda gone: not {4, 6} <= gone, window=8)
    assert set(merger.accepted) in (_ALL - {4}, _ALL - {6})


def test_a_change_that_does_nothing_any_more_is_not_asked_about() -> None:
    asker = Watched(lambda gone: True)
    merger = Merger(_without, asker)
    merger.ask_all([0, 0, 1], window=1)
    assert asker.windows == [[frozenset({0})], [], [frozenset({0, 1})]]


@given(
    conflicts=st.lists(st.frozensets(st.integers(0, 23), min_size=1, max_size=4), max_size=8),
    window=st.integers(1, 30),
)
def test_what_is_left_holds_and_what_could_go_alone_is_gone(
    conflicts: list[frozenset[int]], window: int
) -> None:
    def holds(gone: frozenset[int]) -> bool:
        return not any(conflict <= gone for conflict in conflicts)

    merger, asker = _merged(holds, window)
    gone = _ALL - frozenset(merger.text)
    assert holds(gone)
    assert gone == frozenset(merger.accepted)
    assert all(not holds(gone | {number}) for number in _ALL - gone)
    assert max(map(len, asker.windows)) <= window
