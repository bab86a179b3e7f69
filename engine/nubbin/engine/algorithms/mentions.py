"""Where a text mentions its names (floor 5)."""

import re
from collections.abc import Mapping, Sequence

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.vocabulary.text import WORD

_PATH = re.compile(rb"""['"]?[^\s'"]*[/:]([^\s/:'"]+)['"]?""")


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
