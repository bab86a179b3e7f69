"""The changes that can be made to a tree, as values (floor 2).

A place is a row of the tree; a configuration turns changes into edits of the text.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple


class Prune(NamedTuple):
    """Put Φ in some places; a place without Φ is left alone."""

    places: tuple[int, ...]


class Cut(NamedTuple):
    """Take out a run of siblings, with everything between them."""

    places: tuple[int, ...]


class Rewrite(NamedTuple):
    """Put a given text in each of some places."""

    places: tuple[int, ...]
    text: bytes


class Hoist(NamedTuple):
    """Put a descendant of a place in the place itself."""

    place: int
    descendant: int

    @property
    def places(self) -> tuple[int, ...]:
        """The place alone, as that of any change."""
        return (self.place,)


class Along(NamedTuple):
    """Take out a place, or a run of siblings, and put Φ in other places along with it."""

    run: Cut | Prune
    others: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """Those of the run."""
        return self.run.places


Change = Prune | Cut | Rewrite | Hoist | Along


def singly(changes: Iterable[Change]) -> Iterator[Prune | Cut | Rewrite | Hoist]:
    """Yield changes, each `Along` as its run, followed by what goes along with that."""
    for change in changes:
        if isinstance(change, Along):
            yield change.run
            yield Prune(change.others)
        else:
            yield change
