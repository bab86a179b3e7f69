"""Asking about many independent changes at once, and merging those that hold (floor 5).

This loop serves every pass that can say beforehand what it would like to try. Windows keep
all workers busy; and since a window depends only on the answers before it, the result does
not depend on how many workers there are.

Changes that hold one by one mostly hold together too, so nobody waits for a merge: whether the
changes that held in one window hold together is the first question of the next, and its other
questions are about texts that have these changes already. Now and then changes get in each other's
way, as when every statement of a block may go, but not all of them. Then the first change that does
not hold on top of those before it is searched for by quarters, and only that one is left out.

There are four ways to accept many changes. The text that each returns was found to hold; changes
that it leaves out were refused on top of what was accepted by then, by themselves or with others:

| | suits | asks about | refused |
|---|---|---|---|
| `Sweeper`, `sweep` | changes of which some hold | each, in windows | each |
| `sweep_in_parts` | groups that may go as wholes | each group, then its parts, in windows | each |
| `taken_out` | spans that likely can all go | all at once, then parts in a window | a whole part |
| `merging.Merger` | edits of which nearly all hold | all at once, then halves, one by one | each |
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress
from operator import not_
from typing import Generic, TypeVar

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.pace import ROUND
from nubbin.engine.asking.questioner import Proposals, WindowAsker
from nubbin.engine.configurations.partition import partition
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Edit, Patch, Span, apply_edits

P = TypeVar("P")

_IDLE = 8
"""A window of W questions ends early once this many times W changes have made no new text: what it
accepts mostly settles these too."""


class _Window(Generic[P]):
    """The questions of one window: all are about changes of one text.

    Args:
        render: see `Sweeper`.
        asker: tells which questions take a run, and which are alike.
        base: the changes that every candidate has.
        known: whether the text with these is known to hold; if not, it is the first question.
    """

    def __init__(
        self,
        render: Callable[[Sequence[P]], bytes],
        asker: WindowAsker,
        base: Sequence[P],
        *,
        known: bool,
    ) -> None:
        self._render = render
        self._asker = asker
        self._base = base
        self.text = render(base)
        """The text with the changes that every candidate has."""
        self.drawn: list[P] = []
        """Every change that was drawn."""
        self.asked: list[P] = []
        """Those that were asked about; the others make no other text."""
        self.planned = 0 if known else 1
        """Questions that take a run, so far."""
        self.drained = False
        """Whether it came to the end of the changes."""

    def candidates(self, changes: Iterable[P], most: int) -> Iterator[Candidate[P]]:
        """Yield the candidates of changes, drawn until the window is full.

        Args:
            changes: in the order of preference.
            most: how many questions that take a run make it full (W).
        """
        met = {hash(self.text)}
        questions = {hash(self._asker.question(self.text))}
        idle = 0
        for change in changes:
            self.drawn.append(change)
            candidate = Candidate(change, self._render([*self._base, change]))
            digest = hash(candidate.text)
            if digest in met:
                idle += 1
            elif self._asker.costs(candidate):
                question = hash(self._asker.question(candidate.text))
                shared = question in questions
                self.planned += not shared
                idle += shared
                questions.add(question)
            met.add(digest)
            if candidate.text != self.text:
                self.asked.append(change)
                yield candidate
            if self.planned >= most or idle >= _IDLE * most:
                return
        self.drained = True


class Sweeper(Generic[P]):
    """A text and the changes made to it so far, found by asking about many at once.

    Args:
        render: returns the text with some changes, given in the order in which they were accepted.
        asker: answers for the oracle.
        window: how many questions that take a run to ask at once (W).
    """

    def __init__(
        self, render: Callable[[Sequence[P]], bytes], asker: WindowAsker, window: int
    ) -> None:
        self._render = render
        self._asker = asker
        self._most = window
        self._window = _Window[P](render, asker, [], known=True)  # that at hand, or the last
        self.accepted: list[P] = []
        """The changes made; all of them hold together."""
        self.text = self._window.text
        """The text with the accepted changes."""
        self.unmerged: list[P] = []
        """Changes that hold one by one on top of those accepted; nobody knows yet whether they hold
        together. A lone one is left only where the asker does not admit those beside it."""
        self._to_repeat: deque[P] = deque()  # asked about on top of a text that does not hold

    @property
    def planned(self) -> int:
        """Questions of the window at hand that take a run, so far."""
        return self._window.planned

    @property
    def settled(self) -> bool:
        """Whether everything asked about was accepted or refused."""
        return not self.unmerged and not self._to_repeat

    def ask_all(self, changes: Iterable[P]) -> None:
        """Accept every change that holds, in the order of preference."""
        source = iter(changes)
        self.ask_window(source)
        while not (self._window.drained and self.settled):
            self.ask_window(source)

    def ask_window(
        self,
        changes: Iterable[P],
        beyond: Callable[[Sequence[P]], Iterable[Candidate[object]]] = lambda base: (),
    ) -> list[P]:
        """Ask one window of questions; return the changes that do not hold.

        If there are unmerged changes, the first question is whether they hold together, and the
        other questions are about texts that have them already. If they do, they are accepted. If
        they do not, those that conflict are found by quarters and returned, the others are
        accepted, and the changes of this window are asked about again in the next.

        The changes that hold become unmerged; a single one is accepted. A change that makes no
        other text is neither asked about nor returned; a window with too many of these ends early.

        Args:
            changes: in the order of preference; drawn until the window is full.
            beyond: given the changes that this window's texts have already, returns what would be
                asked next if none of its own changes held.
        """
        self._to_repeat.extendleft(reversed(self._inadmissible()))
        base, known = [*self.accepted, *self.unmerged], not self.unmerged
        window = self._window = _Window(self._render, self._asker, base, known=known)
        candidates = window.candidates(chain(self._asked_again(), changes), self._most)
        proposals = Proposals(window.text, candidates, known=known, beyond=beyond(base))
        answers = self._asker.on_top(proposals)
        if answers is None:
            deque(candidates, maxlen=0)  # what is drawn must not depend on when the answer came
            self._to_repeat.extendleft(reversed(window.drawn))
            return self._exclude()
        self.accepted, self.text = base, window.text
        self.unmerged = [*compress(window.asked, answers)]
        if len(self.unmerged) == 1:
            self._accept(1)
        return [*compress(window.asked, map(not_, answers))]

    def _asked_again(self) -> Iterator[P]:
        while self._to_repeat:
            yield self._to_repeat.popleft()

    def _exclude(self) -> list[P]:
        """Accept those unmerged changes that hold together, since not all do; return the others.

        Nothing is asked on top of a text that may not hold: that would mostly be in vain.
        """
        refused: list[P] = []
        while self.unmerged:
            self._accept(self._beginning(self._hold))
            refused.append(self.unmerged.pop(0))
            if self.unmerged and self._hold([len(self.unmerged)])[0]:
                self._accept(len(self.unmerged))
        return refused

    def _inadmissible(self) -> list[P]:
        """Take out unmerged changes that the asker does not admit together with those before."""
        found: list[P] = []
        while self.unmerged and not self._admitted([len(self.unmerged)])[0]:
            found.append(self.unmerged.pop(self._beginning(self._admitted)))
        return found

    def _beginning(self, answers: Callable[[Sequence[int]], Sequence[bool]]) -> int:
        """Return an n such that the first n of the unmerged go together, but not the first n + 1.

        Args:
            answers: given rising numbers, returns of each whether so many of the first go together;
                all of them do not.
        """
        good, bad = 0, len(self.unmerged)
        while bad - good > 1:
            parts = (good + (bad - good) * part // 4 for part in (1, 2, 3))
            lengths = sorted({*parts} - {good})
            known = dict(zip(lengths, answers(lengths), strict=True))
            good = max((length for length in lengths if known[length]), default=good)
            bad = min((length for length in lengths if length > good), default=bad)
        return good

    def _admitted(self, lengths: Sequence[int]) -> list[bool]:
        return [self._asker.admits(candidate) for candidate in self._beginnings(lengths)]

    def _hold(self, lengths: Sequence[int]) -> list[bool]:
        proposals = Proposals(self.text, self._beginnings(lengths), known=True)
        return self._asker.on_top(proposals) or []

    def _beginnings(self, lengths: Sequence[int]) -> Iterator[Candidate[None]]:
        for length in lengths:
            yield Candidate(None, self._render([*self.accepted, *self.unmerged[:length]]))

    def _accept(self, count: int) -> None:
        """Accept the first `count` of the unmerged."""
        self.accepted += self.unmerged[:count]
        del self.unmerged[:count]
        self.text = self._render(self.accepted)


def sweep_in_parts(
    context: Context,
    render: Callable[[Iterable[P]], bytes],
    groups: Iterable[Sequence[P]],
    parts: int,
) -> bytes:
    """Return the text with every group of changes made that holds, or else every part that does.

    Args:
        context: answers for the oracle.
        render: returns the text with some changes made.
        groups: asked about as wholes first. One that is refused is cut into parts, these are asked
            about, and so on down to single changes.
        parts: how many parts a refused group is cut into.
    """

    def render_groups(groups: Sequence[Sequence[P]]) -> bytes:
        return render(chain.from_iterable(groups))

    sweeper = Sweeper(render_groups, context.asker, context.window)
    waiting = [*groups]
    while waiting:
        sweeper.ask_all(waiting)
        accepted = {*chain.from_iterable(sweeper.accepted)}
        refused = [group for group in waiting if len(group) > 1 and accepted.isdisjoint(group)]
        waiting = [part for group in refused for part in partition(group, parts)]
    return sweeper.text


def sweep(context: Context, text: bytes, patches: Iterable[Patch]) -> bytes:
    """Return the text with every patch applied that was found to hold.

    Patches that reach beyond the bytes that may change are passed over.

    Args:
        context: answers for the oracle, and says which bytes may change.
        text: what the patches' spans refer to.
        patches: in the order of preference; drawn a window at a time.
    """
    within = context.within(text)

    def render(patches: Sequence[Patch]) -> bytes:
        return apply_edits(text, [edit for patch in patches for edit in patch])

    sweeper = Sweeper(render, context.asker, context.window)
    sweeper.ask_all(patch for patch in patches if all(map(within.holds, patch)))
    return sweeper.text


def taken_out(context: Context, text: bytes, spans: Iterable[Span]) -> bytes:
    """Take out those of the spans that may change, all at once, or else as many as can go."""
    within = context.within(text)
    edits = [Edit(*span) for span in spans if within.holds(span)]
    left = apply_edits(text, edits)
    if edits and context.holds(left):
        return left
    parts = partition(edits, ROUND) if len(edits) > 1 else []
    return sweep(context, text, parts)
