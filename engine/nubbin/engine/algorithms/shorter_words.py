"""Shorter words of the input in the place of longer ones (floor 5).

It may not matter which of several names or keywords stands somewhere: `Symbol` may as well be
`JSON`, and a table a view. When this pass is made, the input's other words have gone from the text.

Source: Vulcan (Xu and others 2023), "identifier replacement", with the input's own words.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.renaming import some_of
from nubbin.engine.relations.words import KEYWORD, word_places
from nubbin.engine.vocabulary.text import Edit

_NAMES: Final = 8
"""At most this many other names, the most frequent first, are tried in place of one."""
_MANY: Final = 48
"""A text with more words is left alone: other passes gain there what can be gained."""


def shorter_words(context: Context, text: bytes) -> bytes:
    """Put shorter words of the input in the place of those of a small text.

    For each word, the pass asks about the text with a shorter word of the same kind from the input:
    in all places of the word, in all but one, and in one alone. All such keywords are tried, but
    only a few names.
    """
    tree, within = context.tree(text), context.within(text)
    places = word_places(tree, lambda leaf: within.holds(tree.span(leaf)))
    if len(places) > _MANY:
        return text
    others = context.original.words
    patches = (
        tuple(Edit(*tree.span(leaf), other) for leaf in chosen)
        for (kind, word), leaves in places.items()
        for other in _shorter(others.get(kind, ()), word, None if kind == KEYWORD else _NAMES)
        for chosen in (leaves, *some_of(leaves))
    )
    return sweep(context, text, patches)


def _shorter(words: Sequence[bytes], word: bytes, most: int | None) -> Iterator[bytes]:
    """Return those words that are shorter than one, in order, at most `most` of them."""
    return islice((other for other in words if len(other) < len(word)), most)
