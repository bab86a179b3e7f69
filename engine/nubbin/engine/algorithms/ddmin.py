"""The minimizing delta debugging algorithm and its variants (floor 5).

There is one loop; the published variants differ only in their `Policy`:

| variant | policy | source |
|---|---|---|
| ddmin | `order="subsets-first"`, `direction="forward"` | Zeller & Hildebrandt 2002 |
| orders of the two phases; parallel, combined | `order`, `parallel` | Hodován & Kiss 2016, §3 |
| ddmin^ν, onemin | `split` | Kiss 2020, Alg. 2 and 3 |
| backward | `direction` | Kiss 2020, §IV; Vince 2024, ch. 4 |
| ddmin* | `until_fixpoint` | Vince 2024, ch. 5 |
| stable parallel | `parallel="stable"`: the questioner's rule | Vince 2024, ch. 6 |
| GreeDDy | `greedy=4` | Vince 2024, Fig. 6.2 and its prose |
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, Literal, NamedTuple, TypeVar

from nubbin.engine.asking.questioner import Asker
from nubbin.engine.configurations.partition import partition
from nubbin.engine.vocabulary.candidate import Candidate

U = TypeVar("U")

ONEMIN = sys.maxsize
"""The split factor at which ddmin^ν becomes onemin: every part is one unit from the start."""


Order = Literal["subsets-first", "complements-first", "complements-only"]
Direction = Literal["forward", "backward"]
Parallel = Literal["stable", "parallel", "combined"]
Configured = Candidate[tuple[U, ...]]
"""A candidate whose value is the units it keeps, in order."""
Make = Callable[[tuple[U, ...]], Configured[U]]
"""Returns the candidate that keeps these units."""


@dataclass(frozen=True, slots=True)
class Policy:
    """Which of the published variants of ddmin to run."""

    order: Order = "complements-only"
    direction: Direction = "backward"
    split: int = 2
    """How many parts a configuration is cut into, and by how much granularity rises (ν)."""
    parallel: Parallel = "stable"
    """stable: the earliest interesting step wins; parallel: the first that is found interesting
    wins, phase by phase; combined: the same, over both phases at once."""
    greedy: int = 0
    """How many steps are asked about at once and merged (GreeDDy's window); 0: none is merged."""
    until_fixpoint: bool = False
    """Whether ddmin is repeated over what it has left until it removes nothing (ddmin*).

    A pass that cuts a text into units anew each time is repeated as a whole instead."""

    def __post_init__(self) -> None:
        if self.split < 2:
            raise ValueError(f"the split factor must be at least 2, not {self.split}")


class Minimum(NamedTuple, Generic[U]):
    """The result of ddmin."""

    units: tuple[U, ...]
    iterations: int
    """How many times the main loop was run, the last time included, in all repetitions."""


@dataclass(frozen=True)
class Step(Candidate[tuple[U, ...]]):
    """Keep some of the parts: one (a subset) or all but one (a complement)."""

    kept: tuple[int, ...]
    """Indices of the parts that are kept, rising."""
    subset: bool


def whole(step: Configured[U]) -> int:
    """Return the number of all units: nothing is cut off."""
    return len(step.value)


def ddmin(
    units: Sequence[U],
    render: Callable[[Sequence[U]], bytes],
    asker: Asker,
    policy: Policy = Policy(),
    enough: Callable[[Configured[U]], int] = whole,
) -> Minimum[U]:
    """Return a 1-minimal configuration: no single unit can be taken from it.

    A configuration of one unit is 1-minimal only if the empty one is not interesting, so the
    empty one is asked about as well. `units` itself is taken to be interesting.

    Args:
        units: the configuration to minimise, in order.
        render: returns the text that some of the units make.
        asker: answers for the oracle.
        policy: the variant.
        enough: returns how many units of an interesting configuration suffice, from its front: a
            trace is cut off behind the event that ended it (Elyasov et al. 2014, Fig. 3). The
            shortened configuration is not asked about here.

    Complexity: O(n²) runs for n units, each time; by complements only, with ν = 2, at most n² + 3n.
    """
    found, size = _once(units, render, asker, policy, enough), len(units)
    while policy.until_fixpoint and len(found.units) < size:
        size = len(found.units)
        again = _once(found.units, render, asker, policy, enough)
        found = Minimum(again.units, found.iterations + again.iterations)
    return found


def _once(
    units: Sequence[U],
    render: Callable[[Sequence[U]], bytes],
    asker: Asker,
    policy: Policy,
    enough: Callable[[Configured[U]], int],
) -> Minimum[U]:
    """Return what one run of ddmin leaves; for the arguments see `ddmin`."""

    def make(kept: tuple[U, ...]) -> Configured[U]:
        return Candidate(kept, render(kept))

    configuration = tuple(units)
    parts = partition(configuration, policy.split)
    search, start = Search(make, asker, policy), origin(parts, policy)
    iterations = 0
    while configuration:
        iterations += 1
        step = search.first_step(parts, start)
        if step is not None:
            configuration = step.value[: enough(step)]
            start = _next_start(step, len(parts), policy)
            parts = _cut([parts[index] for index in step.kept], len(configuration))
            if step.subset or len(parts) == 1:
                parts = partition(configuration, policy.split)
                start = origin(parts, policy)
        elif len(parts) < len(configuration):
            n, m = len(parts), min(len(configuration), len(parts) * policy.split)
            start = start * m // n if policy.direction == "forward" else (start + 1) * m // n - 1
            parts = partition(configuration, m)
        else:
            break
    return Minimum(configuration, iterations)


@dataclass(frozen=True, slots=True)
class Search(Generic[U]):
    """Looks for the steps of a configuration, by a policy."""

    make: Make[U]
    asker: Asker
    policy: Policy

    def first_step(self, parts: list[tuple[U, ...]], start: int) -> Step[U] | None:
        """Return the step that an iteration takes over these parts, or None when no part can go.

        Args:
            parts: the configuration, cut into parts.
            start: index of the part whose complement comes first.
        """
        subsets = self._steps(parts, _subsets(len(parts), self.policy))
        complements = self._steps(parts, _complements(len(parts), start, self.policy))
        phases = {
            "subsets-first": [subsets, complements],
            "complements-first": [complements, subsets],
            "complements-only": [complements],
        }[self.policy.order]
        if self.policy.greedy:
            return self._greedily(chain(*phases), parts)
        if self.policy.parallel == "combined":
            phases = [chain(*phases)]
        for phase in phases:
            step = self.asker.first(phase, first_come=self.policy.parallel != "stable")
            if step is not None:
                return step
        return None

    def _greedily(self, steps: Iterator[Step[U]], parts: list[tuple[U, ...]]) -> Step[U] | None:
        """Return the merge of the interesting steps of the first window that has any.

        All of them are merged if that is interesting. Otherwise the others are merged into the
        first one by one, without those that make it uninteresting. An empty intersection is not
        asked about.
        """

        def merged(steps: list[Step[U]]) -> Step[U] | None:
            """Return the intersection of some steps; None if it is empty or not interesting."""
            step = self._intersection(steps, parts)
            return step if step is not None and self.asker.first([step]) is not None else None

        while batch := list(islice(steps, self.policy.greedy)):
            answers = self.asker.window(batch)
            found = [step for step, interesting in zip(batch, answers, strict=True) if interesting]
            if not found:
                continue
            best, *others = found
            if others and (every := merged(found)):
                return every
            for other in others if len(others) > 1 else ():
                best = merged([best, other]) or best
            return best
        return None

    def _intersection(self, steps: list[Step[U]], parts: list[tuple[U, ...]]) -> Step[U] | None:
        """Return the step that keeps the parts that all `steps` keep; None if there is none."""
        common = set(steps[0].kept).intersection(*(step.kept for step in steps[1:]))
        if not common:
            return None
        subset = any(step.subset for step in steps)
        (merged,) = self._steps(parts, iter([(tuple(sorted(common)), subset)]))
        return merged

    def _steps(
        self, parts: list[tuple[U, ...]], choices: Iterator[tuple[tuple[int, ...], bool]]
    ) -> Iterator[Step[U]]:
        """Yield the choices as candidates, rendered when they are drawn."""
        for kept, subset in choices:
            candidate = self.make(tuple(chain.from_iterable(parts[index] for index in kept)))
            yield Step(candidate.value, candidate.text, kept, subset)


def _subsets(n: int, policy: Policy) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield each part alone; nothing if there is only one, which is the whole configuration."""
    if n > 1:
        for index in range(n) if policy.direction == "forward" else range(n - 1, -1, -1):
            yield (index,), True


def _complements(n: int, start: int, policy: Policy) -> Iterator[tuple[tuple[int, ...], bool]]:
    """Yield all parts but one, once round the circle from `start`."""
    step = 1 if policy.direction == "forward" else -1
    for turn in range(n):
        removed = (start + step * turn) % n
        yield tuple(index for index in range(n) if index != removed), False


def origin(parts: list[tuple[U, ...]], policy: Policy) -> int:
    """Return where the circle of complements begins in a fresh partition."""
    return 0 if policy.direction == "forward" else len(parts) - 1


def _cut(parts: list[tuple[U, ...]], size: int) -> list[tuple[U, ...]]:
    """Return the parts that hold the first `size` units; the last part is shortened if need be."""
    kept: list[tuple[U, ...]] = []
    for part in parts:
        if size <= 0:
            break
        kept.append(part[:size])
        size -= len(part)
    return kept


def _next_start(step: "Step[U]", n: int, policy: Policy) -> int:
    """Return where the circle goes on, as an index into the kept parts: beside the last removed."""
    removed = sorted(set(range(n)).difference(step.kept))
    if not removed or not step.kept:
        return 0
    if policy.direction == "forward":
        return sum(index < removed[-1] for index in step.kept) % len(step.kept)
    return (sum(index < removed[0] for index in step.kept) - 1) % len(step.kept)
