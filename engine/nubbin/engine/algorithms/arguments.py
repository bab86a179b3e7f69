"""Arguments: a part near the uses of a name takes their place, and the name is gone (floor 5).

Only the language knows which argument belongs to which parameter. Here every part that may stand
where the name is used is taken for its argument once, and the oracle decides.

Source: function inlining as LPR (2024) asks a language model for it.
"""

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import removable, try_changes
from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.parts_around import PartsAround
from nubbin.engine.relations.mentions import occurrences, reference

_MANY: Final = 32
"""A name that occurs more often is left alone."""
_NEAR: Final = 32
"""This many removable parts before the first use of a name, and as many behind it, are tried as its
argument."""


def arguments(context: Context, text: bytes) -> bytes:
    """Put arguments in place of parameters; return what is left of the text.

    For each name that occurs more than once, and for each removable part near its first use that
    may stand there, the pass asks about the text without the name's definition, and with that part
    moved to the place of each use. Each candidate is smaller in the order of texts.
    """
    return try_changes(context, text, _changes, shrinking=True)


def _changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield, for each name, the changes that put a part near its uses in their place."""
    tree, movable = configuration.tree, removable(configuration)
    around = PartsAround(configuration)
    for leaves in occurrences(configuration.tree).values():
        parts = around.of(leaves[0])
        for part in islice(parts, 2) if len(leaves) <= _MANY else ():
            apart = [leaf for leaf in leaves if leaf not in tree.subtree(part)]
            uses = tuple(reference(tree, leaf) for leaf in apart)
            if not uses or not all(map(configuration.may_change, uses)):
                continue
            middle = bisect(movable, uses[0])
            for place in movable[max(0, middle - _NEAR) : middle + _NEAR]:
                inside = tree.subtree(place)
                crossing = place in tree.subtree(part) or part in inside
                more = tree.weight(place) * (len(uses) - 1) - sum(map(tree.weight, (*uses, part)))
                if (
                    not crossing
                    and more < 0
                    and not any(use in inside for use in uses)
                    and configuration.categories.fits(uses[0], place)
                ):
                    yield Prune((part, place)), Rewrite(uses, tree.source(place))
