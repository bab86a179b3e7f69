"""Definitions that go with their uses (floor 3).

What cannot go by itself is mostly used somewhere. Rather than to look for what can go inside of
definitions, piece by piece, the large cuts ask about the text without them and without what uses
them: of a run of functions all calls go with it.

Source: coupled deletion after DRReduce (2026).
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import definitions

_MANY: Final = 32
"""What more parts use does not go along with them: of such, on 36 inputs, one held."""


class Coupling:
    """What uses the definitions of a tree.

    Args:
        configuration: what is reduced.
        bare: makes one of the same tree, with nothing squeezed, flattened or hidden.
        fields: returns by row the one that each of its nodes is in.
    """

    def __init__(
        self,
        configuration: Configuration,
        bare: Callable[[], Configuration],
        fields: Callable[[], Sequence[str | None]],
    ) -> None:
        self._configuration = configuration
        self._bare = bare
        self._fields = fields

    def users(self, run: Sequence[int]) -> tuple[int, ...]:
        """Return the smallest parts, in order of definition and use, that use a run of siblings.

        Empty where nothing in it is defined or used any more, where one of the parts cannot go, and
        where they are many or weigh more than what they use: one of them is mostly needed then.
        """
        tree, first = self._configuration.tree, run[0]
        behind, found = tree.skip[run[-1]], dict[int, None]()
        for use in (use for place in run for use in self._uses.get(place, ())):
            if first <= use < behind or self._configuration.gone(Prune((use,))):
                continue
            part = self._part_around(use)
            if part is None or first in tree.subtree(part) or len(found) > _MANY:
                return ()
            found[part] = None
        heavier = sum(map(tree.weight, found)) > sum(map(tree.weight, run))
        return () if heavier or len(found) > _MANY else tuple(found)

    @cached_property
    def _uses(self) -> dict[int, list[int]]:
        """By the place of the definition."""
        found = defaultdict[int, list[int]](list)
        for definition in definitions(self._bare(), self._fields()):
            found[self._configuration.members.bottom(definition.part)] += definition.uses
        return found

    def _part_around(self, leaf: int) -> int | None:
        """Return the smallest part around a use that can go without a trace, or give way to Φ.

        An argument is none: without it the others stand for something else. In place of what is
        called, or of a type, another name or a number would not do.
        """
        configuration, tree, node = self._configuration, self._configuration.tree, leaf
        while node > 0:
            place, above = configuration.members.bottom(node), tree.parent[node]
            phi = None if "argument" in tree.name(above) else configuration.ruled(place)
            if phi is not None and not (phi.text and node == leaf):
                return place
            node = above
        return None
