"""Strategies by name, as `--strategy` takes them (floor 6).

A name is one or more steps joined by `+`; a step is an algorithm, a `*` if it is repeated
until it changes nothing, and options: `hoistr*+hddhr*`, `ddmin*:granularity=line,split=4`.
`-star` may stand for `*`, since shells take that for themselves.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar, get_args

from nubbin.engine.algorithms import text_passes, tree_passes
from nubbin.engine.algorithms.ddmin import ONEMIN, Direction, Order, Parallel, Policy
from nubbin.engine.algorithms.hdd import Variant
from nubbin.engine.algorithms.tree_passes import TreeTransforms
from nubbin.engine.configurations.partition import characters, lexemes, lines
from nubbin.engine.oracles.cache import Cache, ConfigurationCache, ContentCache, NoCache
from nubbin.engine.oracles.prefix_memo import PrefixMemo
from nubbin.engine.strategy import BALANCED, FAST, THOROUGH, Pass, Step, Strategy
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.nearest import advice, did_you_mean

V = TypeVar("V")

_SEAM = re.compile(r"\+(?!\s*char\s*(?:[,+]|$))")
"""Between two steps; not the one inside `granularity=line+char`."""

_DDMIN = "Zeller & Hildebrandt 2002; Hodován & Kiss 2016; Kiss 2020"
_HDD = "Misherghi & Su 2006; Vince 2024, Fig. 2.2"
_HDDR = "Kiss, Hodován & Gyimóthy 2018; Vince 2024, Fig. 2.2"
_COARSE = "Hodován, Kiss & Gyimóthy 2017; Vince 2024, Fig. 2.3"
_HOIST = "Vince 2024, Fig. 7.5 to 7.8"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of `nubbin algorithms`."""

    name: str
    source: str
    summary: str


@dataclass(frozen=True, slots=True)
class _Tree:
    """An algorithm that walks the tree."""

    source: str
    summary: str
    variant: Variant


@dataclass(frozen=True, slots=True)
class _Flat:
    """An algorithm that cuts the text into pieces."""

    source: str
    summary: str
    policy: Policy = Policy()
    hinted: bool = False
    """Whether it looks at the context's hint by itself."""


_TREES: Mapping[str, _Tree] = {
    "hdd": _Tree(_HDD, "prune the tree level by level", Variant()),
    "hddr": _Tree(_HDDR, "prune the children of one node at a time", Variant(recursive=True)),
    "coarse-hdd": _Tree(_COARSE, "hdd over what can vanish altogether", Variant(coarse=True)),
    "coarse-hddr": _Tree(
        _COARSE, "hddr over what can vanish altogether", Variant(recursive=True, coarse=True)
    ),
    "hoist": _Tree(
        _HOIST, "put descendants in place of nodes, by level", Variant(prune=False, hoist=True)
    ),
    "hoistr": _Tree(
        _HOIST,
        "put descendants in place of nodes, by node",
        Variant(recursive=True, prune=False, hoist=True),
    ),
    "coarse-hoist": _Tree(
        _HOIST,
        "hoist over what can vanish altogether",
        Variant(coarse=True, prune=False, hoist=True),
    ),
    "coarse-hoistr": _Tree(
        _HOIST,
        "hoistr over what can vanish altogether",
        Variant(recursive=True, coarse=True, prune=False, hoist=True),
    ),
    "hddh": _Tree(_HOIST, "prune, then hoist, level by level", Variant(hoist=True)),
    "hddhr": _Tree(_HOIST, "prune, then hoist, by node", Variant(recursive=True, hoist=True)),
    "coarse-hddh": _Tree(
        _HOIST, "hddh over what can vanish altogether", Variant(coarse=True, hoist=True)
    ),
    "coarse-hddhr": _Tree(
        _HOIST,
        "hddhr over what can vanish altogether",
        Variant(recursive=True, coarse=True, hoist=True),
    ),
}
_FLAT: Mapping[str, _Flat] = {
    "ddmin": _Flat(_DDMIN, "minimise lines, characters or tokens"),
    "rddmin": _Flat(
        "Elyasov et al. 2014, Alg. 1", "ddmin that tries around a hint first", hinted=True
    ),
    "greeddy": _Flat(
        "Vince 2024, Fig. 6.2", "ddmin that merges a window's successes", Policy(greedy=4)
    ),
}
_OURS: Mapping[str, tuple[Strategy, str]] = {
    "fast": (FAST, "a first useful answer: the large parts go, the fine work is left undone"),
    "balanced": (BALANCED, "the default: the tree, then what no tree holds together"),
    "thorough": (THOROUGH, "all that may make a text smaller, however much it costs"),
}


def catalogue() -> tuple[Entry, ...]:
    """Return every algorithm with its source, ours first."""
    entries = [Entry(name, "nubbin", summary) for name, (_, summary) in _OURS.items()]
    entries += [Entry(name, flat.source, flat.summary) for name, flat in _FLAT.items()]
    entries += [Entry(name, tree.source, tree.summary) for name, tree in _TREES.items()]
    return tuple(entries)


def named(name: str) -> Strategy:
    """Return the strategy of that name.

    Raises:
        UsageError: there is none, or an option is wrong; the message offers the nearest.
    """
    if name in _OURS:
        return _OURS[name][0]
    parts = [_step(part.strip()) for part in _SEAM.split(name)]
    last = parts[-1]
    caches = [part.cache for part in parts if part.cache is not None]
    cache = caches[-1] if caches else ContentCache
    if cache is ConfigurationCache and not all(part.flat for part in parts):
        raise UsageError(
            "cache=config is for ddmin and greeddy alone: in a tree the same nodes stand for "
            "other texts from one walk to the next. Use cache=content."
        )
    if cache is PrefixMemo and not all(part.flat for part in parts):
        raise UsageError(
            "cache=prefix is for ddmin, rddmin and greeddy alone: it takes every line for an "
            "event of a trace, and what a tree yields is none. Use cache=content."
        )
    return Strategy(
        tuple(part.step for part in parts),
        confirm=last.confirm if last.step.star else (),
        claims=last.claims if last.step.star or not last.confirm else (),
        inherent=last.flat,
        cache=cache,
        traces=cache is PrefixMemo,
    )


@dataclass(frozen=True, slots=True)
class _Part:
    step: Step
    claims: tuple[str, ...]
    confirm: tuple[Pass, ...]
    cache: Callable[[], Cache] | None
    """None: the step's options do not say."""
    flat: bool
    """Whether its units are pieces of the text, which make the same bytes wherever they occur."""


def _step(text: str) -> _Part:
    """Read one step: name, star, options."""
    head, _, tail = text.partition(":")
    if head.endswith("-star"):
        head = head.removesuffix("-star") + "*"
    name, star = head.removesuffix("*"), head.endswith("*")
    if not name:
        raise UsageError(
            "The name of an algorithm is missing: a + stands between two, a * or : behind one. "
            "`nubbin algorithms` lists them all."
        )
    if name not in _FLAT and name not in _TREES:
        known = [*_OURS, *_FLAT, *_TREES]
        if name in _OURS:
            raise UsageError(f"The strategy {name} stands alone, with nothing before or behind it.")
        raise UsageError(
            f"There is no strategy called {name!r}. "
            + did_you_mean(name, known, "`nubbin algorithms` lists them all.")
        )
    options = _Options(text, tail)
    part = _flat(name, star, options) if name in _FLAT else _tree(name, star, options)
    options.finish()
    return part


def _flat(name: str, star: bool, options: "_Options") -> _Part:
    policy = options.policy(_FLAT[name].policy)
    granularity = options.choice(
        "granularity",
        {
            "line": (lines,),
            "char": (characters,),
            "token": (lexemes,),
            "line+char": (lines, characters),
        },
        "line+char",
    )
    hinted = _FLAT[name].hinted
    run: Pass = partial(
        text_passes.granular, cuts=granularity, policy=policy, star=star, hinted=hinted
    )
    step = Step(_title(name, star), run, once=star, hinted=hinted)
    return _Part(step, ("1-minimal",), (), options.cache(), True)


def _tree(name: str, star: bool, options: "_Options") -> _Part:
    variant = _TREES[name].variant
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
    return _Part(Step(_title(name, star), run, star), claims, confirm, options.cache(), False)


def _title(name: str, star: bool) -> str:
    return name + "*" * star


_ORDERS: Mapping[str, Order] = {name: name for name in get_args(Order)}
_DIRECTIONS: Mapping[str, Direction] = {name: name for name in get_args(Direction)}
_PARALLELS: Mapping[str, Parallel] = {name: name for name in get_args(Parallel)}
_SWITCH = {"on": True, "off": False}


class _Options:
    """The `key=value` pairs behind a step's colon; each is read once."""

    def __init__(self, step: str, text: str) -> None:
        self._step = step
        self._given: dict[str, str] = {}
        self._known: set[str] = set()
        for pair in filter(None, text.split(",")):
            key, _, value = pair.partition("=")
            self._given[key.strip()] = value.strip()

    def choice(self, key: str, values: Mapping[str, V], default: str) -> V:
        """Return what the option stands for."""
        self._known.add(key)
        value = self._given.get(key, default)
        if value not in values:
            raise UsageError(
                f"{key}={value} in the strategy {self._step!r} is none of {', '.join(values)}."
            )
        return values[value]

    def switch(self, key: str) -> bool:
        """Return an option that is on unless it is said to be off."""
        return self.choice(key, _SWITCH, "on")

    def policy(self, default: Policy) -> Policy:
        """Return the variant of ddmin that the options describe."""
        policy = replace(
            default,
            order=self.choice("order", _ORDERS, default.order),
            direction=self.choice("direction", _DIRECTIONS, default.direction),
            parallel=self.choice("parallel", _PARALLELS, default.parallel),
            split=self._number("split", default.split, least=2, most="onemin"),
        )
        if default.greedy:
            policy = replace(policy, greedy=self._number("window", default.greedy, least=2))
        return policy

    def cache(self) -> Callable[[], Cache] | None:
        """Return what makes the cache; None when no option speaks of it."""
        content = partial(
            ContentCache,
            passing_only=self.switch("passing-only"),
            evict=self.switch("evict"),
            hashed=self.switch("hashed"),
        )
        kinds: Mapping[str, Callable[[], Cache]] = {
            "none": NoCache,
            "config": ConfigurationCache,
            "content": content,
            "prefix": PrefixMemo,
        }
        chosen = self.choice("cache", kinds, "content")
        silent = self._given.keys().isdisjoint({"cache", "passing-only", "evict", "hashed"})
        return None if silent else chosen

    def finish(self) -> None:
        """Complain of options that nobody has read."""
        for key in (key for key in self._given if key not in self._known):
            raise UsageError(
                f"The strategy {self._step!r} has no option {key!r} to set. "
                f"{advice(key, self._known)}"
            )

    def _number(self, key: str, default: int, *, least: int, most: str = "") -> int:
        self._known.add(key)
        value = self._given.get(key)
        if value is None:
            return default
        if most and value == most:
            return ONEMIN
        if not re.fullmatch("[0-9]{1,9}", value) or int(value) < least:
            raise UsageError(
                f"{key}={value} in the strategy {self._step!r} must be a whole number of at "
                f"least {least}{f', or {most}' if most else ''}."
            )
        return int(value)
