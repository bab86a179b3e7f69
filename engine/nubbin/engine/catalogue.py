"""All strategies by name: our own, and the published algorithms (floor 6)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.hdd import Variant
from nubbin.engine.algorithms.rddmin import PUBLISHED
from nubbin.engine.strategies import BALANCED, FAST, THOROUGH
from nubbin.engine.strategy import Strategy

_DDMIN = "Zeller & Hildebrandt 2002; Hodován & Kiss 2016; Kiss 2020; Vince 2024"
_HDD = "Misherghi & Su 2006; Vince 2024, Fig. 2.2"
_HDDR = "Kiss, Hodován & Gyimóthy 2018; Vince 2024, Fig. 2.2"
_COARSE = "Hodován, Kiss & Gyimóthy 2017; Vince 2024, Fig. 2.3"
_HOIST = "Vince 2024, Fig. 7.5 to 7.7"
_HDDH = "Vince 2024, Fig. 7.8 and §7.2"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of `nubbin algorithms`."""

    name: str
    source: str
    summary: str


@dataclass(frozen=True, slots=True)
class OwnStrategy:
    """A strategy of nubbin's own."""

    strategy: Strategy
    summary: str


@dataclass(frozen=True, slots=True)
class TreeAlgorithm:
    """An algorithm that walks the tree."""

    source: str
    summary: str
    variant: Variant


@dataclass(frozen=True, slots=True)
class FlatAlgorithm:
    """An algorithm that cuts the text into pieces."""

    source: str
    summary: str
    policy: Policy = Policy()
    hinted: bool = False
    """Whether it uses the context's hint itself."""


def _and_coarse(source: str, fine: Mapping[str, TreeAlgorithm]) -> Mapping[str, TreeAlgorithm]:
    """Return some algorithms together with their coarse variants, which have the given source."""
    coarse = {
        f"coarse-{name}": TreeAlgorithm(
            source, f"{name} over nodes that can go altogether", replace(tree.variant, coarse=True)
        )
        for name, tree in fine.items()
    }
    return {**fine, **coarse}


_HDDS = {
    "hdd": TreeAlgorithm(_HDD, "prune the tree level by level", Variant()),
    "hddr": TreeAlgorithm(
        _HDDR, "prune the children of one node at a time", Variant(recursive=True)
    ),
}
_HOISTING = Variant(prune=False, hoist=True)
_HOISTS = {
    "hoist": TreeAlgorithm(_HOIST, "put descendants in place of nodes, by level", _HOISTING),
    "hoistr": TreeAlgorithm(
        _HOIST, "put descendants in place of nodes, by node", replace(_HOISTING, recursive=True)
    ),
}
_HDDHS = {
    "hddh": TreeAlgorithm(_HDDH, "prune, then hoist, level by level", Variant(hoist=True)),
    "hddhr": TreeAlgorithm(
        _HDDH, "prune, then hoist, by node", Variant(recursive=True, hoist=True)
    ),
}
TREES: Mapping[str, TreeAlgorithm] = {
    **_and_coarse(_COARSE, _HDDS),
    **_and_coarse(_HOIST, _HOISTS),
    **_and_coarse(_HDDH, _HDDHS),
}
FLAT: Mapping[str, FlatAlgorithm] = {
    "ddmin": FlatAlgorithm(_DDMIN, "minimise lines, characters or tokens"),
    "rddmin": FlatAlgorithm(
        "Elyasov et al. 2014, Alg. 1",
        "ddmin that tries around a hint first",
        PUBLISHED,
        hinted=True,
    ),
    "greeddy": FlatAlgorithm(
        "Vince 2024, Fig. 6.2", "ddmin that merges a window's successes", Policy(greedy=4)
    ),
}
OURS: Mapping[str, OwnStrategy] = {
    "fast": OwnStrategy(FAST, "a first useful answer: only large parts are removed"),
    "balanced": OwnStrategy(BALANCED, "the default: parts of the tree, then changes across it"),
    "thorough": OwnStrategy(
        THOROUGH, "everything that may make a text smaller, however much it costs"
    ),
}


def catalogue() -> tuple[Entry, ...]:
    """Return all algorithms with their sources, our own first."""
    entries = [Entry(name, "nubbin", own.summary) for name, own in OURS.items()]
    entries += [Entry(name, flat.source, flat.summary) for name, flat in FLAT.items()]
    entries += [Entry(name, tree.source, tree.summary) for name, tree in TREES.items()]
    return tuple(entries)
