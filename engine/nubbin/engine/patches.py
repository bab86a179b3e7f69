"""Asking about many independent patches at once, and merging those that hold (floor 5).

A patch is some edits of one text that belong together. This loop serves every pass that can
say beforehand what it would like to try: windows keep all workers busy, and since a window
depends only on the answers before it, the result does not depend on how many there are.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from nubbin.engine.candidate import Candidate
from nubbin.engine.questioner import Asker
from nubbin.engine.text import Edit, apply_edits

Patch = tuple[Edit, ...]


def sweep(text: bytes, patches: Iterable[Patch], asker: Asker, window: int) -> bytes:
    """Return the text with every patch applied that was found to hold.

    Patches that change nothing beyond those accepted before are not asked about.

    Args:
        text: what the patches' spans refer to.
        patches: in the order of preference; drawn a window at a time.
        asker: answers for the oracle.
        window: how many patches to ask about at once (W).
    """
    accepted: list[Patch] = []
    current = text
    source = iter(patches)
    while batch := list(islice(_changing(text, accepted, current, source), window)):
        answers = asker.window(Candidate(patch, render(text, accepted, [patch])) for patch in batch)
        holding = [patch for patch, holds in zip(batch, answers, strict=True) if holds]
        accepted, current = merge(text, accepted, holding, asker, known=True)
    return current


def merge(
    text: bytes,
    accepted: list[Patch],
    patches: Sequence[Patch],
    asker: Asker,
    *,
    known: bool = False,
) -> tuple[list[Patch], bytes]:
    """Add patches to those accepted: all at once, where that fails by halves.

    Args:
        text: what the patches' spans refer to.
        accepted: patches that hold together.
        patches: patches to add.
        asker: answers for the oracle.
        known: whether each patch is known to hold with those accepted.

    Returns:
        The patches that hold together now, and the text they make.
    """
    pending = [(list(patches), known)] if patches else []
    current = render(text, accepted, ())
    while pending:
        group, certain = pending.pop()
        candidate = Candidate(group, render(text, accepted, group))
        if candidate.text == current:
            continue
        if (certain and len(group) == 1) or asker.first([candidate]) is not None:
            accepted = [*accepted, *group]
            current = candidate.text
            # What is still to come was asked without these.
            pending = [(other, False) for other, _ in pending]
        elif len(group) > 1:
            middle = len(group) // 2
            pending.append((group[middle:], certain))
            pending.append((group[:middle], certain))
    return accepted, current


def render(text: bytes, accepted: Iterable[Patch], more: Iterable[Patch]) -> bytes:
    """Return the text with these patches applied."""
    return apply_edits(text, [edit for patch in (*accepted, *more) for edit in patch])


def _changing(
    text: bytes, accepted: list[Patch], current: bytes, source: Iterator[Patch]
) -> Iterator[Patch]:
    """Yield the patches that still change something."""
    for patch in source:
        if render(text, accepted, [patch]) != current:
            yield patch
