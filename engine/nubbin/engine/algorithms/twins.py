"""Twins: parts of a text that are the same go together (floor 5).

Two declarations may have to be equal, or a function has to be declared as it is defined: what goes
from one has to go from the other too. For names and for literals other passes do so already; this
one is for whatever else can go without a trace.

Source: coupled deletion after DRReduce (2026), of what looks the same in place of what is called
the same.
"""

from collections.abc import Iterator, Sequence

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import removable, try_changes
from nubbin.engine.configurations.changes import Change, Prune
from nubbin.engine.configurations.configuration import Configuration


def twins(context: Context, text: bytes) -> bytes:
    """Take out parts that occur more than once, all their occurrences at once, the heaviest first.

    Only named parts of one kind and one text that can go without a trace.
    """
    return try_changes(context, text, _changes)


def _changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the groups of changes that are asked about."""
    tree = configuration.tree
    places: dict[tuple[int, bytes], list[int]] = {}
    for place in removable(configuration):
        places.setdefault((tree.kind[place], tree.source(place)), []).append(place)
    for group in sorted(places.values(), key=lambda group: -tree.weight(group[0])):
        if len(group) > 1:
            yield (Prune(tuple(group)),)
