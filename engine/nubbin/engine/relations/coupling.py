"""Definitions that are removed together with their uses (floor 3).

A part that cannot be removed by itself is mostly used somewhere. Rather than search inside such
definitions piece by piece, the large cuts ask about the text without them and without what uses
them: a run of functions is removed together with all calls of them.

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
"""A run that more parts use does not go along with them: of such cuts, on 36 inputs, one held."""


class Coupling:
    """Finds what uses the definitions of a tree.

    Args:
        configuration: what is reduced.
        bare: makes a configuration of the same tree with nothing squeezed, flattened or hidden.
        fields: returns, by row, the field that each node of the tree is in.
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

        The result is empty where the run defines nothing that is still used, where one of the parts
        cannot be removed, and where the parts are many or weigh more than the run: mostly one of
        them is needed then.
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
        """The mentions that use a definition, by its place."""
        found = defaultdict[int, list[int]](list)
        for definition in definitions(self._bare(), self._fields()):
            found[self._configuration.members.bottom(definition.part)] += definition.uses
        return found

    def _part_around(self, leaf: int) -> int | None:
        """Return the smallest part around a use that can be removed, or give way to Φ.

        An argument is no such part: without it the others would stand for other parameters. Nor is
        the leaf itself, if its Φ has text: another name or a number would not do in its place.
        """
        configuration, tree, node = self._configuration, self._configuration.tree, leaf
        while node > 0:
            place, above = configuration.members.bottom(node), tree.parent[node]
            phi = None if "argument" in tree.name(above) else configuration.ruled(place)
            if phi is not None and not (phi.text and node == leaf):
                return place
            node = above
        return None
