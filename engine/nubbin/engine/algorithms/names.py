"""Names: what a text calls by the same word goes, or is merged, together (floor 5).

Deletion alone leaves a definition because of its uses, and the uses because of it. Here a
name is taken out everywhere at once, or its uses are given to another name so that its own
definition can go.

Source: coupled deletion after DRReduce (2026) and Shrink Ray's orphans; unification after
Vulcan (Xu and others 2023), "identifier replacement".
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.vocabulary.text import WORD

_PATH = re.compile(rb"""['"]?[^\s'"]*[/:]([^\s/:'"]+)['"]?""")
_RIVALS = 6
"""Other names, the most frequent first, that are tried in place of one."""


def names(context: Context, text: bytes) -> bytes:
    """Take out names, with all that hangs on them; return what is left of the text.

    For each name that occurs more than once, asks about the text
    - without the smallest removable part around every occurrence;
    - without that around the first, the definition, and with Φ for the others;
    - without the definition, the other occurrences calling another name.
    """
    return try_changes(context, text, _without_names)


def _without_names(configuration: Configuration) -> Iterator[Sequence[Change]]:
    every = occurrences(configuration)
    ranked = most_frequent_first(every)
    for name in ranked:
        leaves = every[name]
        if len(leaves) < 2:
            continue
        definition = _around(configuration, leaves[0], vanishing=True)
        vanishing = [_around(configuration, leaf, vanishing=True) for leaf in leaves]
        if None not in vanishing:
            yield (Prune(tuple(dict.fromkeys(place for place in vanishing if place))),)
        if definition is None:
            continue
        uses = [_around(configuration, leaf, vanishing=False) for leaf in leaves[1:]]
        if None not in uses:
            places = dict.fromkeys([definition, *(place for place in uses if place)])
            yield (Prune(tuple(places)),)
        if not all(configuration.may_change(leaf) for leaf in leaves):
            continue
        for rival in [other for other in ranked if other != name][:_RIVALS]:
            yield Prune((definition,)), Rewrite(tuple(leaves[1:]), rival)


def occurrences(configuration: Configuration) -> dict[bytes, list[int]]:
    """Return for each word that is no number the named leaves that consist of it, in order."""
    tree = configuration.tree
    found: dict[bytes, list[int]] = {}
    for leaf in filter(tree.is_named, tree.leaves()):
        word = tree.source(leaf)
        if WORD.fullmatch(word) and not word[:1].isdigit():
            found.setdefault(word, []).append(leaf)
    return found


def mentions(configuration: Configuration) -> dict[bytes, list[int]]:
    """Return for each word what `occurrences` does, and the leaves that are a path to it.

    `#/definitions/x` and `sync/x` mention `x`, of which there is a leaf elsewhere.
    """
    tree, found = configuration.tree, occurrences(configuration)
    leaves = [*filter(tree.is_named, tree.leaves())]
    paths: dict[bytes, list[int]] = {}
    for leaf in leaves:
        if path := ends_path(tree.source(leaf)):
            paths.setdefault(path, []).append(leaf)
    for leaf in leaves if paths else ():
        name = tree.source(leaf)
        if name in paths:
            found[name] = sorted({*found.get(name, ()), *paths[name], leaf})
    return found


def ends_path(leaf: bytes) -> bytes | None:
    """Return what is last in a path; None for a leaf that is none."""
    path = _PATH.fullmatch(leaf)
    return path and path[1]


def most_frequent_first(every: Mapping[bytes, Sequence[int]]) -> list[bytes]:
    """Return names by how often they occur; those that do so as often, by themselves."""
    return sorted(every, key=lambda name: (-len(every[name]), name))


def _around(configuration: Configuration, leaf: int, *, vanishing: bool) -> int | None:
    """Return the smallest place around a leaf that can go; None when there is none.

    Args:
        configuration: the tree.
        leaf: where to begin.
        vanishing: whether it has to go without a trace, or may leave its Φ.
    """
    place = leaf
    while place > 0:
        if configuration.prunable(place) and (not vanishing or configuration.vanishes(place)):
            return place
        place = configuration.tree.parent[place]
    return None
