"""Minimising around a guessed reduction (floor 5).

Source: Elyasov, Prasetya, Hage & Nikas 2014, Reduce First, Debug Later, Alg. 1. The guess R may
come from rewriting a log (`rules`), from a selection in an editor, or from anything else that
points at what matters; it may be wrong.
"""

from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Final, TypeVar

from nubbin.engine.algorithms.ddmin import (
    Configured,
    Minimum,
    Policy,
    Search,
    ddmin,
    origin,
    whole,
)
from nubbin.engine.asking.questioner import Asker
from nubbin.engine.configurations.partition import partition
from nubbin.engine.vocabulary.candidate import Candidate

U = TypeVar("U", bound=Hashable)

PUBLISHED: Final = Policy(order="complements-first", direction="forward")
"""Asks about parts by themselves as well, as Alg. 1 does, in the order of Fig. 3(b)."""


def rddmin(
    units: Sequence[U],
    reduction: Collection[U],
    render: Callable[[Sequence[U]], bytes],
    asker: Asker,
    policy: Policy = PUBLISHED,
    enough: Callable[[Configured[U]], int] = whole,
) -> Minimum[U]:
    """Return a 1-minimal configuration, whatever the reduction is.

    A good reduction saves runs, above all one that holds a little too much. If no configuration
    around R but E is interesting, R costs at most the runs of `extend` more than ddmin.

    Args:
        units: E, interesting, in order and without duplicates.
        reduction: R, some of the units.
        render: returns the text that some of the units make.
        asker: answers for the oracle.
        policy: the variant of ddmin, and of the search.
        enough: returns how many units of an interesting configuration suffice; see `ddmin`.
    """
    found = extend(units, reduction, render, asker, policy, enough)
    return ddmin(found, render, asker, policy, enough)


def extend(
    units: Sequence[U],
    reduction: Collection[U],
    render: Callable[[Sequence[U]], bytes],
    asker: Asker,
    policy: Policy = PUBLISHED,
    enough: Callable[[Configured[U]], int] = whole,
) -> tuple[U, ...]:
    """Return an interesting configuration that holds R, as small as a short search finds it.

    This is R itself if it is interesting; else R with one part, or all parts but one, of the other
    units; else all units. As in ddmin, the parts get finer while nothing is found. An empty R is
    no guess: all units are returned.

    As printed, Alg. 1 goes on while n < |E∖R|, and would never try single units. Its prose lets n
    grow until it *is* |E∖R|, and its bound counts those questions too; this function follows the
    prose. In each round the phases come in the policy's order (Alg. 1 prints subsets first; the
    steps of its Fig. 3(b) are those of complements first).

    Args:
        units: E, interesting, in order and without duplicates.
        reduction: R, some of the units.
        render: returns the text that some of the units make.
        asker: answers for the oracle.
        policy: order, direction, split factor and parallel policy of the search.
        enough: returns how many units of an interesting configuration suffice; see `ddmin`.

    Complexity: at most 6|E∖R| + 1 runs with ν = 2.
    """
    chosen = frozenset(reduction)
    kept = tuple(unit for unit in units if unit in chosen)
    rest = tuple(unit for unit in units if unit not in chosen)
    if not kept or not rest:
        return tuple(units)
    alone = asker.first([Candidate(kept, render(kept))])
    if alone is not None:
        return kept[: enough(alone)]
    place = {unit: index for index, unit in enumerate(units)}

    def beside(part: tuple[U, ...]) -> Configured[U]:
        joined = tuple(sorted((*kept, *part), key=place.__getitem__))
        return Candidate(joined, render(joined))

    search, n = Search(beside, asker, policy), policy.split
    while len(rest) > 1:
        parts = partition(rest, n)
        step = search.first_step(parts, origin(parts, policy))
        if step is not None:
            return step.value[: enough(step)]
        if len(parts) == len(rest):
            break
        n *= policy.split
    return tuple(units)
