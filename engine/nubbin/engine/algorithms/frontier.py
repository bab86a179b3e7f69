"""Cuts along the whole frontier of the tree, asked in windows (floor 5).

HDD^r minimises the children of one node, then those of the next; a phase is a handful of
siblings, and between phases every worker waits. Here everything still in question lies in one
queue, the heaviest first, whatever node it belongs to (what goes along with a change counts, too):

- a run of siblings that can go is cut out;
- a run that cannot go alone is tried along with others, such as the parts that use it;
- a run that cannot go at all is cut into halves of about equal weight, and these are queued; in a
  small text, the members of a run of two or three are queued one by one;
- a single node that cannot go has to stay, so the nodes below it are queued, and the hoists into
  its place.

A window takes the heaviest entries, up to W runs of the oracle, so that it depends on nothing but W
and the answers so far. If the queue is short, as at the root, runs are halved before they are asked
about: to ask about the halves at once saves a window, for hardly more questions. If the queue is
still short, a window also holds what would be asked if its own changes were refused.
At first only a queue of very few entries counts as short, since most large cuts hold, and each
makes others needless; the more was asked, the longer a short queue may be. If possible, a window's
size is a multiple of a power of two, so that it keeps all workers busy to its end: of a small one
at first, of `ROUND` at last.
"""

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

from nubbin.engine.algorithms.jumps import Jumps
from nubbin.engine.algorithms.pace import ROUND, Pace, power_of_two
from nubbin.engine.algorithms.weights import Weights, without
from nubbin.engine.configurations.changes import Along, Change, Cut, Hoist, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.vocabulary.candidate import Candidate

Hoists = Callable[[Configuration, int], Iterable[int]]
"""The descendants to try in place of a node that stays."""
Company = Callable[[Sequence[int]], tuple[int, ...]]
"""What to try along with a run of siblings that cannot go alone."""

_SMALL = 512
"""In a text of at most this many tokens, the siblings of a short run are asked about one by one."""
_FEW = 3
"""The most siblings of a short run. To ask about n siblings as a run first pays where more than one
in n such runs goes. In the large cuts of 23 inputs, 24 % of the runs of two and 14 % of the runs of
three went, but a third to four fifths of those that are light beside their text."""


@dataclass(order=True, slots=True)
class _Entry:
    """A question in the queue; the change that takes away most comes first."""

    weight: int
    """The number of tokens that go, negated."""
    position: int
    """The turn of the change's first row."""
    change: Change = field(compare=False)


@dataclass(frozen=True, slots=True)
class Tactics:
    """How a frontier is worked off."""

    hoists: Hoists
    """The descendants to try in place of a node that stays."""
    pace: Pace
    """How far to look ahead."""
    singly: bool
    """Whether to begin with single nodes, not with runs of them, as suits a text from which no
    large part can go any more."""
    least_weight: int = 0
    """How many tokens a change must take away to be worth a question. The parts of a lighter change
    are lighter still, so they are not looked for."""
    company: Company = lambda run: ()
    """What may go along with a run of siblings that cannot go alone."""


class Frontier:
    """The queue of one pass over a tree.

    Args:
        configuration: what is reduced, not yet changed.
        tactics: what is queued; their pace is told of every question.
        window: how many questions that take a run to ask at once (W).
        turn: the sort key of a row among those of equal weight; the least comes first.
    """

    def __init__(
        self,
        configuration: Configuration,
        tactics: Tactics,
        window: int,
        turn: Callable[[int], int],
    ) -> None:
        self._configuration = configuration
        self._tactics = tactics
        self._turn = turn
        self._weights = Weights(configuration)
        self._too_few = _FEW if configuration.tree.tokens() <= _SMALL else 1  # to be a run
        self._queue: list[_Entry] = []
        self._jumps = Jumps(configuration, self._is_worth_asking)
        self._window = window
        self._pace = tactics.pace
        self._short_below = self._short_at_first()
        self._drawn: list[Change] = []  # for the window at hand
        self._expanded: set[Change] = set()  # expanded before they were answered
        self._descend(0)

    def draw(self, planned: Callable[[], int]) -> Iterator[Change]:
        """Yield changes worth asking about, the heaviest first, as many as make a window.

        If the queue is short, what a refusal of these changes would leave to try is queued at
        once. If it is long, changes that would leave workers idle at the end of this window wait
        for the next.

        Args:
            planned: returns how many runs the window takes so far.
        """
        self._drawn = []
        met: set[Change] = set()
        unexpanded: deque[Change] = deque()
        part = power_of_two(min(ROUND, self._short_below))
        while True:
            if not planned():
                self._halve()
            while unexpanded and planned() + len(self._queue) < self._short_below:
                self._expanded.add(unexpanded[0])
                self._expand(unexpanded.popleft())
            whole = planned() >= self._short_below and planned() % part == 0
            if not self._queue or (whole and len(self._queue) < part):
                return
            change = heapq.heappop(self._queue).change
            if change in met or self._configuration.gone(change):
                continue
            met.add(change)
            if not self._askable(change):
                self._take_apart(change)
            else:
                self._pace.asked += 1
                self._drawn.append(change)
                yield change
                unexpanded.append(change)

    def beyond(
        self, base: Sequence[Change], poll: Callable[[], None]
    ) -> Iterator[Candidate[object]]:
        """Yield what would be asked next if none of the changes drawn last held.

        Neither this queue nor its configuration changes.

        Args:
            base: changes that every text yielded has.
            poll: raises Stopped when the reduction is to end.
        """
        other, drawn = self._fork(), self._drawn

        def planned() -> int:
            poll()
            return len(drawn)

        while True:
            other.answered(drawn, any_held=False)
            if not other:
                return
            drawn = []
            for change in other.draw(planned):
                drawn.append(change)
                yield Candidate(None, other._configuration.render([*base, change]))

    def _askable(self, change: Change) -> bool:
        """Whether a change makes another text, and all that it takes along is still there."""
        if isinstance(change, Along):
            return not any(self._configuration.gone(Prune((other,))) for other in change.others)
        return not isinstance(change, Prune) or self._configuration.worth_pruning(change.places[0])

    def _fork(self) -> "Frontier":
        """Return a copy for looking ahead: drawing from it leaves this queue as it is."""
        other = copy(self)
        other._configuration = self._configuration.fork()
        other._pace = replace(self._pace)
        other._queue, other._expanded = list(self._queue), set(self._expanded)
        other._jumps = self._jumps.fork(other._configuration)
        return other

    def _halve(self) -> None:
        """Halve the heaviest runs in the queue, again and again, till the queue is long enough."""
        single: list[_Entry] = []
        while self._queue and len(self._queue) + len(single) < min(self._short_below, ROUND):
            entry = heapq.heappop(self._queue)
            halves = self._weights.halves(entry.change) if isinstance(entry.change, Cut) else ()
            if halves and all(map(self._is_worth_asking, halves)):
                self._expand(entry.change)
            else:
                single.append(entry)
        for entry in single:
            heapq.heappush(self._queue, entry)

    def _is_worth_asking(self, change: Change) -> bool:
        """Whether a change takes away enough to be asked about."""
        return self._weights.of(change) >= self._tactics.least_weight

    def _short_at_first(self) -> int:
        return min(self._window, self._pace.short)

    def __bool__(self) -> bool:
        """Whether anything is left to ask about."""
        return bool(self._queue)

    def answered(self, refused: Sequence[Change], *, any_held: bool) -> None:
        """Queue what is left to try once changes were refused.

        Each window in which nothing held doubles the length of a short queue: the less is likely
        to hold, the fewer questions asked ahead are wasted.
        """
        self._short_below = (
            self._short_at_first() if any_held else min(self._window, 2 * self._short_below)
        )
        for change in refused:
            if change in self._expanded:
                self._expanded.remove(change)
            else:
                self._expand(change)

    def _expand(self, change: Change) -> None:
        """Queue what is left to try if a change does not hold: the run in company, or its parts."""
        if isinstance(change, Cut | Prune) and (others := self._tactics.company(change.places)):
            self._push(Along(change, others))
        else:
            self._take_apart(change)

    def _take_apart(self, change: Change) -> None:
        """Queue the parts of a change that does not hold as a whole."""
        run = change.run if isinstance(change, Along) else change
        if isinstance(run, Cut):
            self._push_all(self._weights.halves(run))
        elif isinstance(run, Prune):
            self._descend(run.places[0])
        elif isinstance(run, Hoist):
            self._push_all(self._jumps.refused(run))

    def hoisted(self, place: int) -> None:
        """Queue what is below a descendant that was hoisted into the place."""
        self._descend(place)
        self._push_all(self._jumps.into(place))

    def _descend(self, place: int) -> None:
        """Queue the nodes below one that stays, and the hoists into its place."""
        if self._tactics.singly:
            self._push_all(Prune((child,)) for child in self._configuration.children(place))
        else:
            self._push_all(map(without, self._configuration.runs(place)))
            self._push_all(self._jumps.met(place))
        self._push_all(
            Hoist(place, each) for each in self._tactics.hoists(self._configuration, place)
        )

    def _push_all(self, changes: Iterable[Change]) -> None:
        for change in changes:
            self._push(change)

    def _push(self, change: Change) -> None:
        if isinstance(change, Cut) and len(change.places) <= self._too_few:
            self._push_all(Prune((place,)) for place in change.places)
            return
        weight = self._weights.of(change)
        if weight >= self._tactics.least_weight:
            heapq.heappush(self._queue, _Entry(-weight, self._turn(change.places[0]), change))
