"""Definitions that are removed together with their uses (floor 3).

A part that cannot be removed by itself is mostly used somewhere. Rather than search inside such
definitions piece by piece, the large cuts ask about the text without them and without what uses
them: a run of functions is removed together with all calls of them.

Source: coupled deletion after DRReduce (2026).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from nubbin.engine.configurations.changes import Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import definitions
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree

_BRANCH: Final = re.compile("arm|case|when")
"""Words in the kinds of branches that begin with what is compared."""
_HANDED: Final = re.compile("argument|initiali[sz]er")
"""Words in the kinds of lists behind the name of what is called, or made."""
_OPENER: Final = re.compile(rb"[(\[{]")
_VALUED: Final = "block"
"""The kind of a list of statements that may end with a value, as Rust's does."""
_MANY: Final = 32
"""A run that more parts use does not go along with them: of such cuts, on 36 inputs, one held."""


class Coupling:
    """Finds what uses the definitions of a tree.

    Args:
        configuration: what is reduced.
        bare: makes a configuration of the same tree with nothing squeezed, flattened or hidden.
    """

    def __init__(
        self,
        configuration: Configuration,
        bare: Callable[[], Configuration],
    ) -> None:
        self._configuration = configuration
        self._bare = bare

    def users(self, run: Sequence[int]) -> tuple[int, ...]:
        """Return the smallest parts, in order of definition and use, that use a run of siblings.

        The result is empty where the run defines nothing that is still used, where one of the parts
        cannot be removed, and where the parts are many or weigh more than the run: mostly one of
        them is needed then. A branch for what the run defines may weigh more: it cannot stay.
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
        chosen = any(_BRANCH.search(tree.name(part)) for part in found)
        return () if (heavier and not chosen) or len(found) > _MANY else tuple(found)

    @cached_property
    def _uses(self) -> dict[int, list[int]]:
        """The mentions that use a definition, by its place."""
        found = defaultdict[int, list[int]](list)
        for definition in definitions(self._bare()):
            found[self._configuration.members.bottom(definition.part)] += definition.uses
        return found

    def _part_around(self, leaf: int) -> int | None:
        """Return the smallest part around a use that can be removed, or give way to Φ.

        A name goes with the call or the branch that begins with it. An argument is no such part:
        without it the others would stand for other parameters. Nor is the leaf itself, if its Φ has
        text: another name or a number would not do in its place. Nor is the value that a block ends
        with, nor what holds the block, unless it can go without a trace.
        """
        configuration, tree = self._configuration, self._configuration.tree
        node, valued = _begun_with(tree, leaf), False
        while node > 0:
            place, above = configuration.members.bottom(node), tree.parent[node]
            is_value = tree.name(above) == _VALUED and not is_statement(tree, node)
            phi = None if is_value or "argument" in tree.name(above) else configuration.ruled(place)
            valued = valued or is_value
            if phi is not None and not (phi.text and (valued or node == leaf)):
                return place
            node = above
        return None


def _begun_with(tree: Tree, leaf: int) -> int:
    """Return the call or the branch that a name begins, as it is nothing without; else the leaf."""
    for node in tree.upwards(leaf):
        above, behind = tree.parent[node], tree.skip[node]
        ends = tree.end[node] == tree.end[leaf] and behind < tree.skip[above]
        if ends and _HANDED.search(tree.name(behind)):
            return above
        if _BRANCH.search(tree.name(above)) and next(tree.named_children(above), 0) == node:
            inside = _OPENER.search(tree.text, tree.start[node], tree.start[leaf])
            return leaf if inside else above
    return leaf
