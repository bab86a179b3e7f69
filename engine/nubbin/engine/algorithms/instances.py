"""Smaller instances: a part of a text in the place of a larger one like it (floor 5).

What stands somewhere in a file is known to be well-formed, and its names are known there; that
makes it a better stand-in than what a grammar alone calls shortest.

Source: Vulcan (Xu and others 2023), "sub-tree replacement"; Shrink Ray's smallest text of one
type.
"""

from collections.abc import Iterator, Sequence

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import bare, try_all
from nubbin.engine.configurations.configuration import Change, Configuration, Rewrite


def instances(context: Context, text: bytes) -> bytes:
    """Put the smallest node of a kind, and of a category, in place of larger ones.

    Asks about every named node, the heaviest first, with the smallest text in the file that
    has its kind, and the smallest that has one of the kinds of its category.
    """
    parsing = context.parsing
    if parsing is None:
        return text
    configuration = bare(context, parsing, text)
    return try_all(configuration, _smaller(configuration), context)


def _smaller(configuration: Configuration) -> Iterator[Sequence[Change]]:
    tree = configuration.tree
    counts = tree.token_counts
    places = [
        place
        for place in configuration.every_place()
        if tree.is_named(place) and not tree.is_extra(place) and tree.source(place)
    ]

    def size(node: int) -> tuple[int, int, bytes]:
        source = tree.source(node)
        return counts[tree.skip[node]] - counts[node], len(source), source

    smallest: dict[str, int] = {}
    for place in places:
        for category in configuration.categories(place):
            if size(place) < size(smallest.setdefault(category, place)):
                smallest[category] = place
    changing = filter(configuration.may_change, places)
    for place in sorted(changing, key=size, reverse=True):
        stand_ins = {smallest[category] for category in configuration.categories(place)}
        for stand_in in sorted(stand_ins, key=size):
            if size(stand_in)[:2] < size(place)[:2]:
                yield (Rewrite((place,), tree.source(stand_in)),)
