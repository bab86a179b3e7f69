"""Swaps: a name gives way to another where it is used, and something goes with it (floor 5).

The place where a name is used may be needed, but not that name: `++i < n` has to count something,
be it the pointer. Another name there makes the text no smaller, so no pass makes that change by
itself. But after it, the variable that was counted, or its limit, may go.

Source: Vulcan (Xu and others 2023), "identifier replacement", which keeps such texts to try all
deletions on them; here only what is beside the names is tried.
"""

from collections.abc import Iterator, Sequence
from itertools import compress, islice

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare, try_all
from nubbin.engine.asking.questioner import Proposals
from nubbin.engine.configurations.changes import Change, Hoist, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.mentions import Mentions, most_frequent_first, occurrences
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.candidate import Candidate

_RIVALS = 4
"""At most this many other names, the most frequent first, are tried in place of one."""
_MANY = 32
"""A name that occurs more often is left alone."""
_UP = 3
"""A part that goes with a swap is beside the name, or beside one of this many nodes around it."""

_Swap = tuple[Rewrite, Sequence[int]]
"""Another name in one place, and the other places of the name that it replaces."""


def swaps(context: Context, text: bytes) -> bytes:
    """Put other names where that lets something else go; return what is left of the text.

    The pass first asks where another name of the text can stand in a name's place. For each such
    swap it then asks about the text with the swap, and without one part beside the new name or
    beside another occurrence of the old one, or with only the new name left of a node around it.
    Each of the latter texts has fewer tokens than the text.
    """
    configuration = bare(context, text)
    possible = _swaps(configuration, occurrences(configuration.tree))
    held = _held(context, text, configuration, possible)
    changes = (
        (swap, change)
        for swap, others in held
        for change in _with(configuration, swap.places[0], others)
    )
    return try_all(context.shrinking(text), configuration, changes)


def _swaps(configuration: Configuration, every: Mentions) -> Iterator[_Swap]:
    """Yield the swaps that put another name in a single place of one."""
    ranked = most_frequent_first(every)
    for name, leaves in every.items():
        for leaf in filter(configuration.may_change, leaves if len(leaves) <= _MANY else ()):
            others = [other for other in leaves if other != leaf]
            for rival in islice((other for other in ranked if other != name), _RIVALS):
                yield Rewrite((leaf,), rival), others


def _held(
    context: Context, text: bytes, configuration: Configuration, swaps: Iterator[_Swap]
) -> list[_Swap]:
    """Return the swaps that hold by themselves, asked about a window at a time."""
    found: list[_Swap] = []
    while window := list(islice(swaps, context.window)):
        texts = (Candidate(None, configuration.render([swap])) for swap, _ in window)
        found += compress(window, context.asker.on_top(Proposals(text, texts, known=True)) or ())
    return found


def _with(configuration: Configuration, leaf: int, others: Sequence[int]) -> Iterator[Change]:
    """Yield the changes to try along with a swap in a leaf."""
    tree = configuration.tree
    for node in (leaf, *others):
        for part in _beside(configuration, node):
            if leaf not in tree.subtree(part):
                yield Prune((part,))
    node = leaf
    for place in _above(tree, leaf):
        if configuration.may_change(place):
            yield Hoist(place, node)
        node = place


def _beside(configuration: Configuration, node: int) -> Iterator[int]:
    """Yield the parts that can go beside a node, and beside those around it."""
    tree = configuration.tree
    for above in _above(tree, node):
        for part in filter(tree.is_named, tree.children(above)):
            if node not in tree.subtree(part) and configuration.prunable(part):
                yield part


def _above(tree: Tree, node: int) -> Iterator[int]:
    """Yield the nearest nodes around one, but for the root."""
    return islice(tree.upwards(tree.parent[node]), _UP)
