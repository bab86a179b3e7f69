"""The words of a text by the kind of their leaves (floor 3)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from nubbin.engine.relations.mentions import is_keyword, is_word, most_frequent_first
from nubbin.engine.trees.tree import Tree

KEYWORD: Final = ""
"""The kind of all keywords."""

Words = Mapping[str, Sequence[bytes]]
"""The words of a text by the kind of their leaves, the most frequent first."""


def words_by_kind(tree: Tree) -> Words:
    """Return the words of a text by the kind of leaf; all keywords are of one kind."""
    found: dict[str, dict[bytes, list[int]]] = {}
    for (kind, word), leaves in word_places(tree, lambda leaf: True).items():
        found.setdefault(kind, {})[word] = leaves
    return {kind: most_frequent_first(words) for kind, words in found.items()}


def word_places(tree: Tree, wanted: Callable[[int], bool]) -> dict[tuple[str, bytes], list[int]]:
    """Return for each word of a kind the wanted leaves that consist of it, in order."""
    found: dict[tuple[str, bytes], list[int]] = {}
    for leaf in tree.leaves():
        word = tree.source(leaf)
        if is_word(word) and not tree.is_extra(leaf) and wanted(leaf):
            kind = KEYWORD if is_keyword(tree, leaf) else tree.name(leaf)
            found.setdefault((kind, word), []).append(leaf)
    return found
