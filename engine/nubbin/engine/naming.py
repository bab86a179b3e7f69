"""Strategies by name, as `--strategy` takes them (floor 6).

A name is one or more steps joined by `+`. A step is the name of an algorithm, a `*` if it is
repeated until it changes nothing, and options: `hoistr*+hddhr*`,
`ddmin*:granularity=line,split=4`. `-star` may stand for `*`, which shells like to expand.
"""

import re
from dataclasses import dataclass, replace
from functools import partial

from nubbin.engine.algorithms import text_passes, tree_passes
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.cache_kinds import CONTENT, CacheKind
from nubbin.engine.catalogue import FLAT, OURS, TREES
from nubbin.engine.configurations.partition import characters, lines, words_and_signs
from nubbin.engine.configurations.transforms import TreeTransforms
from nubbin.engine.step_options import StepOptions
from nubbin.engine.strategy import Pass, Phase, Step, Strategy
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.nearest import did_you_mean

_SEAM = re.compile(r"\+(?!\s*char\s*(?:[,+]|$))")
"""The sign between two steps, but not the one in `granularity=line+char`."""


def strategy_named(name: str) -> Strategy:
    """Return the strategy of that name.

    Raises:
        UsageError: there is none, or an option is wrong; the message offers the nearest name.
    """
    if name in OURS:
        return OURS[name].strategy
    parts = [_step(part.strip()) for part in _SEAM.split(name)]
    last = parts[-1]
    caches = [part.cache for part in parts if part.cache is not None]
    cache = caches[-1] if caches else CONTENT
    if cache.not_in_trees and not all(part.step.flat for part in parts):
        raise UsageError(cache.not_in_trees)
    return Strategy(
        tuple(part.step for part in parts),
        confirm=last.confirm if last.step.repeated else (),
        claims=last.claims,
        inherent=last.step.flat,
        cache=cache,
    )


@dataclass(frozen=True, slots=True)
class _Part:
    step: Step
    claims: tuple[str, ...]
    confirm: tuple[Pass, ...]
    cache: CacheKind | None
    """None if the step's options do not mention one."""


def _step(text: str) -> _Part:
    """Parse one step: its name, star and options."""
    head, _, tail = text.partition(":")
    if head.endswith("-star"):
        head = head.removesuffix("-star") + "*"
    name, star = head.removesuffix("*"), head.endswith("*")
    if not name:
        raise UsageError(
            "The name of an algorithm is missing: a + stands between two, a * or : behind one. "
            "`nubbin algorithms` lists them all."
        )
    if name not in FLAT and name not in TREES:
        known = [*OURS, *FLAT, *TREES]
        if name in OURS:
            raise UsageError(f"The strategy {name} stands alone, with nothing before or behind it.")
        raise UsageError(
            f"There is no strategy called {name!r}. "
            + did_you_mean(name, known, "`nubbin algorithms` lists them all.")
        )
    options = StepOptions(text, tail)
    part = (_flat if name in FLAT else _tree)(name, options, star=star)
    options.finish()
    return part


def _flat(name: str, options: StepOptions, *, star: bool) -> _Part:
    policy = replace(options.policy(FLAT[name].policy), until_fixpoint=star)
    granularity = options.choice(
        "granularity",
        {
            "line": (lines,),
            "char": (characters,),
            "token": (words_and_signs,),
            "line+char": (lines, characters),
        },
        "line+char",
    )
    hinted = FLAT[name].hinted
    run: Pass = partial(
        text_passes.granular,
        cuts=granularity,
        policy=policy,
        hinted=hinted,
    )
    # Tokens that were apart may become one token when they touch.
    melting = words_and_signs in granularity
    # Of the texts that held in a window a greedy run goes on from one, and another may be the best:
    # that this is 1-minimal shows only in a run over it.
    again = star and (policy.greedy > 0 or melting)
    claims = ("1-minimal",) if again or not melting else ()
    phase = Phase.FIRST if star and not again else Phase.MAIN
    step = Step(_title(name, star=star), run, phase, repeated=again, hinted=hinted, flat=True)
    return _Part(step, claims, (), options.cache())


def _tree(name: str, options: StepOptions, *, star: bool) -> _Part:
    variant = TREES[name].variant
    run: Pass = partial(
        tree_passes.hierarchical,
        variant=variant,
        policy=options.policy(Policy()),
        transforms=TreeTransforms(
            squeeze=options.switch("squeeze"),
            flatten=options.switch("flatten"),
            hide=options.switch("hide"),
        ),
    )
    claims = ("1-tree-minimal",) * variant.prune + ("1-maximal",) * variant.hoist
    confirm: tuple[Pass, ...] = (partial(tree_passes.confirm, variant=variant),)
    if variant.coarse:  # no guarantee (Vince 2024, §2.2)
        claims, confirm = (), ()
    step = Step(_title(name, star=star), run, repeated=star)
    return _Part(step, claims, confirm, options.cache())


def _title(name: str, *, star: bool) -> str:
    return name + "*" * star
