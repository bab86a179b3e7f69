"""Twins: parts of a text that are the same go together (floor 5).

Two declarations may have to be equal, or a function has to be declared as it is defined: a part
that goes from one has to go from the other too. Other passes do this for names and literals; this
one is for all other parts that can go without a trace.

Source: coupled deletion after DRReduce (2026), here of parts with the same text instead of parts
with the same name.
"""

from collections.abc import Iterator, Sequence

from xxhash import xxh3_128_digest

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Prune
from nubbin.engine.configurations.configuration import Configuration


def twins(context: Context, text: bytes) -> bytes:
    """Take out parts that occur more than once, all their occurrences at once, the heaviest first.

    These are named parts of the same kind and the same text that can go without a trace.
    """
    return try_changes(context, text, _changes)


def _changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield the removal of all parts with one text, the heaviest parts first."""
    tree = configuration.tree
    places: dict[tuple[int, bytes], list[int]] = {}
    text = memoryview(tree.text)
    for place in filter(tree.is_named, sorted(configuration.every_place())):
        # A digest: all texts of a deep nest together are far longer than the nest.
        digest = xxh3_128_digest(text[tree.start[place] : tree.end[place]])
        places.setdefault((tree.kind[place], digest), []).append(place)
    several = [group for group in places.values() if len(group) > 1]
    for group in sorted(several, key=lambda group: -tree.weight(group[0])):
        # Only now, as it may take the parser to tell.
        going = tuple(filter(configuration.removable, group))
        if len(going) > 1:
            yield (Prune(going),)
