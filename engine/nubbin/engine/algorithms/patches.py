"""Asking about many independent changes at once, and merging those that hold (floor 5).

This loop serves every pass that can say beforehand what it would like to try. Windows keep
all workers busy; and since a window depends only on the answers before it, the result does
not depend on how many workers there are.
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

    def ask(self, changes: Iterable[P]) -> list[P]:
        """Ask about each change by itself; merge those that hold; return those that do not.

        A change that does nothing beyond those accepted is neither asked about nor returned.
        """
        asked: list[P] = []

        def candidates() -> Iterator[Candidate[P]]:
            for change in changes:
                text = self._render([*self.accepted, change])
                if text != self.text:
                    asked.append(change)
                    yield Candidate(change, text)

        answers = self._asker.window(candidates())
        self.merge([one for one, holds in zip(asked, answers, strict=True) if holds], known=True)
        return [one for one, holds in zip(asked, answers, strict=True) if not holds]

    def merge(self, changes: Sequence[P], *, known: bool = False) -> None:
        """Accept changes: all at once, and where that fails by halves.

        Args:
            changes: in the order of preference.
            known: whether each of them is known to hold by itself.
        """
        pending = [list(changes)] if changes else []
        while pending:
            group = pending.pop()
            candidate = Candidate(group, self._render([*self.accepted, *group]))
            if candidate.text == self.text:
                continue
            if (known and len(group) == 1) or self._asker.first([candidate]) is not None:
                self.accepted += group
                self.text = candidate.text
                known = False  # what is still to come was asked without these
            elif len(group) > 1:
                middle = len(group) // 2
                pending += [group[middle:], group[:middle]]


def sweep(text: bytes, patches: Iterable[Patch], asker: Asker, window: int) -> bytes:
    """Return the text with every patch applied that was found to hold.

    Args:
        text: what the patches' spans refer to.
        patches: in the order of preference; drawn a window at a time.
        asker: answers for the oracle.
        window: how many patches to ask about at once (W).
    """
    merger = patching(text, asker)
    source = iter(patches)
    while batch := list(islice(source, window)):
        merger.ask(batch)
    return merger.text


def patching(text: bytes, asker: Asker) -> Merger[Patch]:
    """Return a merger of patches of a text."""

    def render(patches: Sequence[Patch]) -> bytes:
        return apply_edits(text, [edit for patch in patches for edit in patch])

    return Merger(render, asker)
