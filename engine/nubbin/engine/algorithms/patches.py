"""Asking about many independent changes at once, and merging those that hold (floor 5).

This loop serves every pass that can say beforehand what it would like to try. Windows keep
all workers busy; and since a window depends only on the answers before it, the result does
not depend on how many workers there are.

What holds by itself mostly holds together too. So a merge is not waited for: whether the
changes that held in one window hold together is the first question of the next, and its other
questions are about texts that have these changes already.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar

from nubbin.engine.asking.questioner import Asker
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import Edit, apply_edits

P = TypeVar("P")

Patch = tuple[Edit, ...]
"""Some edits of one text that belong together."""


class Merger(Generic[P]):
    """A text and the changes made to it so far; all of them hold together.

    Args:
        render: the text with some changes, in the order in which they were accepted.
        asker: answers for the oracle.
    """

    def __init__(self, render: Callable[[Sequence[P]], bytes], asker: Asker) -> None:
        self._render = render
        self._asker = asker
        self.accepted: list[P] = []
        self.text = render([])
        self.hopeful: list[P] = []
        """Two or more that were found to hold, each by itself, on top of those accepted."""
        self._again: list[P] = []  # their answers were for a text that does not hold

    @property
    def settled(self) -> bool:
        """Whether everything asked about was accepted or refused."""
        return not self.hopeful and not self._again

    def ask_all(self, changes: Iterable[P], window: int) -> None:
        """Accept every change that holds, in the order of preference.

        Args:
            changes: drawn a window at a time.
            window: how many questions to ask at once (W).
        """
        source = iter(changes)
        while True:
            batch = list(islice(source, self.room(window)))
            if not batch and self.settled:
                return
            self.ask_window(batch, window)

    def ask(self, changes: Sequence[P]) -> None:
        """Accept every change that holds; all of them are one window."""
        self.ask_all(changes, len(changes) + 1)

    def ask_window(self, changes: Iterable[P], window: int) -> list[P]:
        """Ask about each change by itself in a window; return those that do not hold.

        What held is hopeful, or accepted if it is but one. A change that does nothing beyond
        those is neither asked about nor returned. Where the hopeful do not hold together, they
        are merged by halves, and the other answers of the window say nothing: the next window
        begins with the same changes.

        Args:
            changes: in the order of preference, no more than there is room for.
            window: how many questions to ask at once (W).
        """
        base = [*self.accepted, *self.hopeful]
        text = self._render(base)
        drawn = [*self._again, *changes]
        room = window - bool(self.hopeful)
        drawn, self._again = drawn[:room], drawn[room:]
        asked: list[P] = []

        def candidates() -> Iterator[Candidate[object]]:
            if self.hopeful:
                yield Candidate(base, text)
            for change in drawn:
                other = self._render([*base, change])
                if other != text:
                    asked.append(change)
                    yield Candidate(change, other)

        answers = self._asker.window(candidates())
        if self.hopeful and not answers.pop(0):
            self._again = [*self._halve(), *drawn, *self._again]
            return []
        self.accepted, self.text = base, text
        self.hopeful = [one for one, holds in zip(asked, answers, strict=True) if holds]
        if len(self.hopeful) == 1:
            self._accept(1)
        return [one for one, holds in zip(asked, answers, strict=True) if not holds]

    def room(self, window: int) -> int:
        """Return how many changes the next window has room for."""
        return max(0, window - len(self._again) - bool(self.hopeful))

    def _halve(self) -> list[P]:
        """Accept the first half of the hopeful, or of that half …; return those left over.

        One window: the halves are asked about side by side, and the longest counts that holds.
        The first change holds by itself.
        """
        lengths = list(_halves(len(self.hopeful)))
        answers = self._asker.window(
            Candidate(length, self._render([*self.accepted, *self.hopeful[:length]]))
            for length in lengths
        )
        left = self.hopeful
        longest = next((length for length, holds in zip(lengths, answers, strict=True) if holds), 1)
        self._accept(longest)
        return left[longest:]

    def _accept(self, count: int) -> None:
        """Accept the first of the hopeful; forget the others."""
        self.accepted += self.hopeful[:count]
        self.text = self._render(self.accepted)
        self.hopeful = []

    def merge(self, changes: Sequence[P]) -> None:
        """Accept changes nothing is known of: all at once, and where that fails by halves."""
        pending = [list(changes)] if changes else []
        while pending:
            group = pending.pop()
            candidate = Candidate(group, self._render([*self.accepted, *group]))
            if candidate.text == self.text:
                continue
            if self._asker.first([candidate]) is not None:
                self.accepted += group
                self.text = candidate.text
            elif len(group) > 1:
                middle = len(group) // 2
                pending += [group[middle:], group[:middle]]


def _halves(length: int) -> Iterator[int]:
    """Yield half of a length, half of that, and so on down to two."""
    while (length := length // 2) > 1:
        yield length


def sweep(text: bytes, patches: Iterable[Patch], asker: Asker, window: int) -> bytes:
    """Return the text with every patch applied that was found to hold.

    Args:
        text: what the patches' spans refer to.
        patches: in the order of preference; drawn a window at a time.
        asker: answers for the oracle.
        window: how many patches to ask about at once (W).
    """
    merger = patching(text, asker)
    merger.ask_all(patches, window)
    return merger.text


def patching(text: bytes, asker: Asker) -> Merger[Patch]:
    """Return a merger of patches of a text."""

    def render(patches: Sequence[Patch]) -> bytes:
        return apply_edits(text, [edit for patch in patches for edit in patch])

    return Merger(render, asker)
