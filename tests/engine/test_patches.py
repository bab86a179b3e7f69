"""Merging: what holds by itself is taken to hold together, until the oracle says otherwise."""

from collections.abc import Callable, Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inline_pool import InlinePool
from nubbin.engine.algorithms.patches import Sweeper
from nubbin.engine.asking.questioner import Proposals, Questioner
from nubbin.engine.asking.translated import Translated
from nubbin.engine.oracles.budget import Budget
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Edit, apply_edits
from oracles import UntimelyPool, ask

Oracle = Callable[[frozenset[int]], bool]
"""Whether it holds without some of a text's bytes, each of which stands for itself."""


class Watched(Questioner):
    """A questioner that keeps what was asked, window by window."""

    def __init__(self, holds: Oracle) -> None:
        pool = InlinePool(self._holds)
        super().__init__(pool, ContentCache(), Budget())
        self.windows: list[list[frozenset[int]]] = []
        self._decide = holds

    def on_top(self, proposals: Proposals) -> list[bool] | None:
        self.windows.append([])
        return super().on_top(proposals)

    def _holds(self, text: bytes) -> bool:
        gone = _ALL - frozenset(text)
        self.windows[-1].append(gone)
        return self._decide(gone)


_ALL = frozenset(range(24))
_CONFLICTS = st.lists(st.frozensets(st.integers(0, 23), min_size=1, max_size=4), max_size=8)


def _without(gone: Sequence[int]) -> bytes:
    return bytes(sorted(_ALL - set(gone)))


def _swept(holds: Oracle, window: int) -> tuple[Sweeper[int], Watched]:
    asker = Watched(holds)
    sweeper = Sweeper(_without, asker, window)
    sweeper.ask_all(sorted(_ALL))
    return sweeper, asker


def test_a_window_begins_with_all_that_held_in_the_one_before_together() -> None:
    sweeper, asker = _swept(lambda gone: not gone & {1, 9}, window=8)
    first, second, third, *_, last = filter(None, asker.windows)
    assert first == [frozenset({number}) for number in range(8)]
    together = frozenset(range(8)) - {1}
    assert second == [together, *(together | {number} for number in range(8, 15))]
    assert third[0] == together | set(range(8, 15)) - {9}
    assert last == [_ALL - {1, 9}]
    assert set(sweeper.accepted) == _ALL - {1, 9}


def test_a_single_change_that_held_is_not_asked_about_again() -> None:
    sweeper, asker = _swept(lambda gone: gone <= {3}, window=24)
    assert sweeper.accepted == [3]
    assert sum(map(len, asker.windows)) == len(_ALL)
    assert asker.cache_hits == 0


def test_a_single_change_that_held_is_accepted_at_once() -> None:
    sweeper = Sweeper(_without, Watched(lambda gone: gone <= {3}), window=24)
    assert sweeper.ask_window(range(5)) == [0, 1, 2, 4]
    assert (sweeper.accepted, sweeper.text) == ([3], _without([3]))
    assert sweeper.settled


def test_what_was_asked_on_top_of_what_does_not_hold_is_asked_again_in_order() -> None:
    """All of it was drawn, however late the answer came that made it vain."""
    asker = Watched(lambda gone: not {4, 6} <= gone)
    sweeper = Sweeper(_without, asker, window=8)
    assert sweeper.ask_window(range(8)) == []
    assert sweeper.unmerged == [*range(8)]
    rest = iter([11, 9, 13, 4, 6])
    assert sweeper.ask_window(rest) == [6]
    assert [*rest] == []
    assert sweeper.accepted == [0, 1, 2, 3, 4, 5, 7]
    assert not sweeper.settled
    assert sweeper.ask_window([20]) == [6]
    accepted = frozenset(sweeper.accepted)
    assert asker.windows[-1] == [accepted | {number} for number in (11, 9, 13, 20)]
    assert sweeper.unmerged == [11, 9, 13, 20]


@pytest.mark.parametrize("admitted, again", [(True, [10, 11]), (False, [8, 9])])
def test_what_is_asked_again_comes_before_what_still_waits_to_be(
    admitted: bool, again: list[int]
) -> None:
    """On top of `0` and `1` all is known; what was drawn there does not fit in the next window."""

    class Wary(Watched):
        def admits(self, candidate: Candidate[object]) -> bool:
            return admitted or not {8, 9} <= _ALL - set(candidate.text)

    asker = Wary(lambda gone: not {0, 1} <= gone and not {8, 9} <= gone)
    known = [Candidate(None, _without([0, 1, number])) for number in range(8, 14)]
    asker.on_top(Proposals(_without([]), known, known=True))
    sweeper = Sweeper(_without, asker, window=2)
    sweeper.ask_all([0, 1, *range(8, 14)])
    assert [frozenset({0, 8, number}) for number in again] in asker.windows


def test_of_changes_that_exclude_each_other_one_is_made_and_no_other_lost() -> None:
    sweeper, _ = _swept(lambda gone: not {4, 6} <= gone, window=8)
    assert set(sweeper.accepted) in (_ALL - {4}, _ALL - {6})


def test_changes_that_make_the_same_text_are_made_together_with_few_questions() -> None:
    text, asked = b"(" * 400 + b")" * 400, 0

    def render(gone: Sequence[int]) -> bytes:
        return apply_edits(text, [Edit(place, place + 1) for place in gone])

    def holds(candidate: bytes) -> bool:
        nonlocal asked
        asked += 1
        return candidate.count(b"(") == 400 and candidate.count(b")") >= 40

    sweeper = Sweeper(render, ask(holds), window=16)
    sweeper.ask_all(range(400, 800))
    assert sweeper.text == b"(" * 400 + b")" * 40
    assert asked < 40


def test_a_window_ends_early_where_too_many_changes_make_no_new_text() -> None:
    text = b"(" * 5000 + b"1"
    drawn = 0

    def changes() -> Iterator[tuple[int, int]]:
        nonlocal drawn
        for place in range(5000):
            drawn += 1
            yield place, place + 1

    def render(gone: Sequence[tuple[int, int]]) -> bytes:
        return apply_edits(text, [Edit(*span) for span in gone])

    asker = ask(lambda candidate: len(candidate) > 4990)
    sweeper = Sweeper(render, asker, window=4)
    rest = changes()
    sweeper.ask_window(rest)
    assert 4 < drawn < 100
    sweeper.ask_all(rest)
    assert drawn == 5000
    assert len(sweeper.text) == 4991


def test_a_window_ends_early_where_too_many_changes_come_to_one_question() -> None:
    drawn = 0

    def changes() -> Iterator[int]:
        nonlocal drawn
        for blanks in range(1, 5001):
            drawn += 1
            yield blanks

    def render(blanks: Sequence[int]) -> bytes:
        return b"a" + b" " * sum(blanks)

    asker = Translated(ask(lambda candidate: False), bytes.strip)
    Sweeper(render, asker, window=4).ask_window(changes())
    assert drawn < 100


def test_a_change_that_does_nothing_any_more_is_not_asked_about() -> None:
    asker = Watched(lambda gone: True)
    Sweeper(_without, asker, window=1).ask_all([0, 0, 1])
    assert [asked for asked in asker.windows if asked] == [[frozenset({0})], [frozenset({0, 1})]]


def test_what_is_known_takes_no_room_in_a_window() -> None:
    asker = Watched(lambda gone: False)
    sweeper = Sweeper(_without, asker, window=2)
    known = [Candidate(None, _without([number])) for number in (0, 2)]
    asker.on_top(Proposals(_without([]), known, known=True))
    assert sweeper.ask_window(range(24)) == [0, 1, 2, 3]
    assert asker.windows[-1] == [frozenset({1}), frozenset({3})]


@given(conflicts=_CONFLICTS, window=st.integers(1, 30))
def test_what_is_left_holds_and_what_could_go_alone_is_gone(
    conflicts: list[frozenset[int]], window: int
) -> None:
    def holds(gone: frozenset[int]) -> bool:
        return not any(conflict <= gone for conflict in conflicts)

    sweeper, asker = _swept(holds, window)
    gone = _ALL - frozenset(sweeper.text)
    assert holds(gone)
    assert gone == frozenset(sweeper.accepted)
    assert all(not holds(gone | {number}) for number in _ALL - gone)
    assert max(map(len, asker.windows)) <= window


def test_a_union_that_fails_takes_one_run_and_what_was_asked_on_top_of_it_none() -> None:
    _, asker = _swept(lambda gone: not {4, 6} <= gone, window=8)
    assert asker.windows[1] == [frozenset(range(8))]
    assert asker.runs == sum(map(len, asker.windows))


def _in_pairs(text: bytes) -> bytes:
    """Take out what stands without the other of its pair: to remove either comes to one text.

    They are far apart, so that the second is drawn when few workers have answered on the first.
    """
    return bytes(unit for unit in text if (unit + 12) % 24 in text)


@pytest.mark.parametrize("mend", [bytes, _in_pairs])
@given(conflicts=_CONFLICTS, window=st.integers(1, 30), jobs=st.integers(2, 40), data=st.data())
def test_runs_and_result_are_the_same_for_any_number_of_workers(
    mend: Callable[[bytes], bytes],
    conflicts: list[frozenset[int]],
    window: int,
    jobs: int,
    data: st.DataObject,
) -> None:
    def found(jobs: int) -> tuple[list[int], int]:
        def holds(text: bytes) -> bool:
            gone = _ALL - frozenset(text)
            return not any(conflict <= gone for conflict in conflicts)

        def draw(below: int) -> int:
            return data.draw(st.integers(0, below - 1)) if jobs > 1 else 0

        asker = Questioner(UntimelyPool(holds, jobs, draw), ContentCache(), Budget())
        sweeper = Sweeper(_without, Translated(asker, mend), window)
        sweeper.ask_all(sorted(_ALL))
        return sweeper.accepted, asker.runs

    assert found(jobs) == found(1)


@given(pair=st.sets(st.integers(0, 23), min_size=2, max_size=2))
def test_of_many_that_hold_one_conflict_is_found_in_few_questions(pair: set[int]) -> None:
    sweeper, asker = _swept(lambda gone: not pair <= gone, window=24)
    assert set(sweeper.accepted) == _ALL - {max(pair)}
    singly, together, rest = len(_ALL), 1, 1
    assert asker.runs <= singly + together + 3 * 3 + rest  # three of 23 lengths, of 5, of 1


def test_what_may_not_be_asked_about_together_takes_no_run() -> None:
    class Wary(Watched):
        def admits(self, candidate: Candidate[object]) -> bool:
            return not {4, 6} <= _ALL - set(candidate.text)

    asker = Wary(lambda gone: not {4, 6} <= gone)
    sweeper = Sweeper(_without, asker, window=24)
    sweeper.ask_all(sorted(_ALL))
    assert set(sweeper.accepted) == _ALL - {6}
    assert asker.runs == len(_ALL) + 1 + 1  # each by itself, all but `6`, and that on top of them


def test_what_may_not_be_asked_about_together_is_asked_first_and_in_order() -> None:
    class Wary(Watched):
        def admits(self, candidate: Candidate[object]) -> bool:
            return len({4, 6, 7} - set(candidate.text)) <= 1

    asker = Wary(lambda gone: True)
    sweeper = Sweeper(_without, asker, window=8)
    sweeper.ask_window(range(4, 8))
    sweeper.ask_window([9])
    base = frozenset({4, 5})
    assert asker.windows[-1] == [base, *(base | {number} for number in (6, 7, 9))]


def test_of_conflicts_only_the_first_costs_runs_that_were_in_vain() -> None:
    def holds(text: bytes) -> bool:
        gone = _ALL - frozenset(text)
        return not {0, 2} <= gone and not {3, 5} <= gone and not {4, 6} <= gone

    asker = Questioner(UntimelyPool(holds, 16, lambda below: 0), ContentCache(), Budget())
    sweeper = Sweeper(_without, asker, window=8)
    sweeper.ask_all(sorted(_ALL))
    assert set(sweeper.accepted) == _ALL - {2, 5, 6}
    assert 0 < asker.discarded <= 7  # the window's, beside the union
