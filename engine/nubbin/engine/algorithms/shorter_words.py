"""Shorter words of the input in the place of longer ones (floor 5).

It may not matter which of several names or keywords stands somewhere: `Symbol` may as well be
`JSON`, and a table a view. When this pass is made, the input's other words have gone from the text.

Source: Vulcan (Xu and others 2023), "identifier replacement", with the input's own words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.renaming import some_of
from nubbin.engine.relations.mentions import is_keyword, is_word, most_frequent_first
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit

_NAMES: Final = 8
"""At most this many other names, the most frequent first, are tried in place of one."""
_MANY: Final = 48
"""A text with more words is left alone: other passes gain there what can be gained."""

_KEYWORD: Final = ""
"""The kind of all keywords."""

Words = Mapping[str, Sequence[bytes]]
"""The words of a text by the kind of their leaves, the most frequent first."""


def shorter_words(context: Context, text: bytes) -> bytes:
    """Put shorter words of the input in the place of those of a small text.

    For each word, the pass asks about the text with a shorter word of the same kind from the input:
    in all places of the word, in all but one, and in one alone. All such keywords are tried, but
    only a few names.
    """
    tree, within = context.tree(text), context.within(text)
    places = _places(tree, lambda leaf: within.holds(tree.span(leaf)))
    if len(places) > _MANY:
        return text
    others = context.words()
    patches = (
        tuple(Edit(*tree.span(leaf), other) for leaf in chosen)
        for (kind, word), leaves in places.items()
        for other in _shorter(others.get(kind, ()), word, None if kind == _KEYWORD else _NAMES)
        for chosen in (leaves, *some_of(leaves))
    )
    return sweep(context, text, patches)


def words_by_kind(tree: Tree) -> Words:
    """Return the words of a text by the kind of leaf; all keywords are of one kind."""
    found: dict[str, dict[bytes, list[int]]] = {}
    for (kind, word), leaves in _places(tree, lambda leaf: True).items():
        found.setdefault(kind, {})[word] = leaves
    return {kind: most_frequent_first(words) for kind, words in found.items()}


def _places(tree: Tree, wanted: Callable[[int], bool]) -> dict[tuple[str, bytes], list[int]]:
    """Return for each word of a kind the wanted leaves that consist of it, in order."""
    found: dict[tuple[str, bytes], list[int]] = {}
    for leaf in tree.leaves():
        word = tree.source(leaf)
        if is_word(word) and not tree.is_extra(leaf) and wanted(leaf):
            kind = _KEYWORD if is_keyword(tree, leaf) else tree.name(leaf)
            found.setdefault((kind, word), []).append(leaf)
    return found


def _shorter(words: Sequence[bytes], word: bytes, most: int | None) -> Iterator[bytes]:
    """Return those words that are shorter than one, in order, at most `most` of them."""
    return islice((other for other in words if len(other) < len(word)), most)
