"""Hierarchical delta debugging and hoisting, in all their variants (floor 5).

Every variant walks the tree in groups of places and does one or two things to each group:

| | groups | what is done |
|---|---|---|
| HDD, Hoist, HDDH | the levels of the tree | prune; hoist; prune, then hoist |
| HDD^r, Hoist^r, HDDH^r | the children of one node after the other, FIFO | the same |
| Coarse … | the same | the same, to places with an empty Φ only |

Source: Misherghi & Su 2006 (HDD); Kiss, Hodován & Gyimóthy 2018 (HDD^r); Vince 2024, §2.2
(coarse, Φ) and ch. 7 (hoisting; Fig. 7.5–7.8).
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from nubbin.engine.algorithms.ddmin import Policy, ddmin
from nubbin.engine.asking.questioner import Asker
from nubbin.engine.configurations.changes import Hoist, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.descendants import hoistable
from nubbin.engine.vocabulary.candidate import Candidate


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the published combinations."""

    recursive: bool = False
    coarse: bool = False
    prune: bool = True
    hoist: bool = False
    by_rules: bool = False
    """Whether the grammar's rules may also put two kinds in one category, as Java's make a block
    a statement. The published variants do not do this."""


def walk(configuration: Configuration, variant: Variant, asker: Asker, policy: Policy) -> None:
    """Make one pass of the variant over the tree.

    If a pass changes nothing, the text is 1-tree-minimal (no place can be replaced by its Φ),
    provided that the variant prunes and is not coarse; and 1-maximal (no hoist can be made),
    provided that it hoists. This holds over the configuration's places; a squeezed or flattened
    tree has fewer of these than it has nodes.

    Args:
        configuration: reduced in place.
        variant: what to do.
        asker: answers for the oracle.
        policy: the variant of ddmin that prunes.
    """
    groups = _siblings(configuration) if variant.recursive else _levels(configuration)
    for group in groups:
        places = group
        if variant.coarse:
            places = [place for place in group if configuration.vanishes(place)]
        if variant.prune:
            places = prune(configuration, places, asker, policy)
        if variant.hoist:
            hoist(configuration, places, asker)


def _levels(configuration: Configuration) -> Iterator[list[int]]:
    """Yield the places of each level, from the root down, as they are once the last was reduced."""
    level = [0]
    while level:
        yield level
        level = [child for place in level for child in configuration.children(place)]


def _siblings(configuration: Configuration) -> Iterator[list[int]]:
    """Yield the children of each node that is kept, level by level from the root's."""
    queue = deque([0])
    while queue:
        place = queue.popleft()
        yield configuration.children(place)
        queue.extend(configuration.children(place))


def prune(
    configuration: Configuration, places: Sequence[int], asker: Asker, policy: Policy
) -> list[int]:
    """Put Φ in the places that ddmin takes away; return the others.

    None of the places returned can be replaced by its Φ alone.
    """
    units = [place for place in places if configuration.worth_pruning(place)]

    def pruned(kept: Sequence[int]) -> Prune:
        staying = set(kept)
        return Prune(tuple(unit for unit in units if unit not in staying))

    def render(kept: Sequence[int]) -> bytes:
        return configuration.render([pruned(kept)])

    change = pruned(ddmin(units, render, asker, policy).units)
    if change.places:  # to make none takes time in proportion to all that were made before
        configuration.apply([change])
    gone = set(change.places)
    return [place for place in places if place not in gone]


def hoist(configuration: Configuration, places: Sequence[int], asker: Asker) -> None:
    """Hoist descendants into the places until no single hoist is interesting (TMIN^χ).

    After a success the search goes on from that place, round and round. The result is 1-maximal
    over the places, since the search ends only when a whole round is refused.

    Source: Vince 2024, Fig. 7.5 and 7.6.
    """
    turn = 0
    while places:
        step = asker.first(_hoists(configuration, [*places[turn:], *places[:turn]], asker.poll))
        if step is None:
            return
        configuration.apply([step.value])
        turn = places.index(step.value.place)


def _hoists(
    configuration: Configuration, places: Sequence[int], poll: Callable[[], None]
) -> Iterator[Candidate[Hoist]]:
    """Yield every hoist into the places, in the order of the places.

    A million places may have none between them: `poll` is called before each.
    """
    for place in places:
        poll()
        for descendant in hoistable(configuration, place):
            change = Hoist(place, descendant)
            yield Candidate(change, configuration.render([change]))
