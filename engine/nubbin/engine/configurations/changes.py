"""What can be done to a tree: values only (floor 2).

A place is a row of the tree; a configuration says what a change comes to.
"""

from typing import NamedTuple


class Prune(NamedTuple):
    """Put Φ in place of these; a place without Φ is left alone."""

    places: tuple[int, ...]


class Cut(NamedTuple):
    """Take out a run of siblings, with what stands between them."""

    places: tuple[int, ...]


class Rewrite(NamedTuple):
    """Put a text of one's own in these places."""

    places: tuple[int, ...]
    text: bytes


class Hoist(NamedTuple):
    """Leave of a place only one of its descendants."""

    place: int
    descendant: int


class Along(NamedTuple):
    """Take out a place, or a run of siblings, and put Φ in other places along with it."""

    run: Cut | Prune
    others: tuple[int, ...]


Change = Prune | Cut | Rewrite | Hoist | Along
