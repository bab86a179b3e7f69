"""Packs: a parameter for all further arguments becomes one for a single argument (floor 3).

`template <class... A> void f(A... a) { g(a...); }` passes on what it is given. None of the signs
can go without the others; without all of them, what is left is like any other function.

Source: instantiation of variadic templates (Gregor and Järvi 2007), here for a single argument, and
for every language that has signs for it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from nubbin.engine.configurations.changes import Change, Cut
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.mentions import is_word
from nubbin.engine.relations.substitution import SPREADS
from nubbin.engine.trees.tree import Tree

_SIGNS: Final = frozenset((b"...", b"*", b"**"))
"""The signs of what stands for several values, or takes several."""
_LARGE: Final = 64
"""What has such a sign has at most this many tokens."""
_MANY: Final = 16
"""A name that is mentioned beside more signs is left alone."""


def singled(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield, for each name in a pack, the changes that remove its signs, as the `...` of `a...`.

    The signs of all names that share a pack with it go along; nothing is yielded for a sign by
    itself. Complexity: O(nodes).
    """
    tree, named = configuration.tree, defaultdict[int, set[bytes]](set)
    for row in tree.rows_where(SPREADS.search):
        leaves = [*tree.leaves(row)] if tree.weight(row) <= _LARGE else []
        # The row's own sign comes first: one spread may hold another.
        every = chain(tree.children(row), leaves)
        sign = next((each for each in every if _is_sign(tree, each)), 0)
        if sign and configuration.may_change(sign):
            named[sign].update(filter(is_word, map(tree.source, filter(tree.is_named, leaves))))
    beside = defaultdict[bytes, list[int]](list)
    for sign, words in named.items():
        for word in sorted(words):
            beside[word].append(sign)
    few = {word: signs for word, signs in beside.items() if len(signs) <= _MANY}
    groups = (
        {*chain.from_iterable(few.get(other, ()) for sign in signs for other in named[sign])}
        for signs in few.values()
    )
    for signs in dict.fromkeys(tuple(sorted(group)) for group in groups if len(group) > 1):
        yield tuple(Cut((sign,)) for sign in signs)


def _is_sign(tree: Tree, row: int) -> bool:
    """Whether a row is a sign; `*` of a shell's `$*` is a name."""
    return tree.source(row) in _SIGNS and not tree.is_named(row)
