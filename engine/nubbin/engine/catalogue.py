"""The strategies that have a name: ours, and the published algorithms (floor 6)."""

from collections.abc import Mapping
from dataclasses import dataclass

from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.hdd import Variant
from nubbin.engine.strategy import BALANCED, FAST, THOROUGH, Strategy

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
class Tree:
    """An algorithm that walks the tree."""

    source: str
    summary: str
    variant: Variant


@dataclass(frozen=True, slots=True)
class Flat:
    """An algorithm that cuts the text into pieces."""

    source: str
    summary: str
    policy: Policy = Policy()
    hinted: bool = False
    """Whether it looks at the context's hint by itself."""


TREES: Mapping[str, Tree] = {
    "hdd": Tree(_HDD, "prune the tree level by level", Variant()),
    "hddr": Tree(_HDDR, "prune the children of one node at a time", Variant(recursive=True)),
    "coarse-hdd": Tree(_COARSE, "hdd over what can vanish altogether", Variant(coarse=True)),
    "coarse-hddr": Tree(
        _COARSE, "hddr over what can vanish altogether", Variant(recursive=True, coarse=True)
    ),
    "hoist": Tree(
        _HOIST, "put descendants in place of nodes, by level", Variant(prune=False, hoist=True)
    ),
    "hoistr": Tree(
        _HOIST,
        "put descendants in place of nodes, by node",
        Variant(recursive=True, prune=False, hoist=True),
    ),
    "coarse-hoist": Tree(
        _HOIST,
        "hoist over what can vanish altogether",
        Variant(coarse=True, prune=False, hoist=True),
    ),
    "coarse-hoistr": Tree(
        _HOIST,
        "hoistr over what can vanish altogether",
        Variant(recursive=True, coarse=True, prune=False, hoist=True),
    ),
    "hddh": Tree(_HOIST, "prune, then hoist, level by level", Variant(hoist=True)),
    "hddhr": Tree(_HOIST, "prune, then hoist, by node", Variant(recursive=True, hoist=True)),
    "coarse-hddh": Tree(
        _HOIST, "hddh over what can vanish altogether", Variant(coarse=True, hoist=True)
    ),
    "coarse-hddhr": Tree(
        _HOIST,
        "hddhr over what can vanish altogether",
        Variant(recursive=True, coarse=True, hoist=True),
    ),
}
FLAT: Mapping[str, Flat] = {
    "ddmin": Flat(_DDMIN, "minimise lines, characters or tokens"),
    "rddmin": Flat(
        "Elyasov et al. 2014, Alg. 1", "ddmin that tries around a hint first", hinted=True
    ),
    "greeddy": Flat(
        "Vince 2024, Fig. 6.2", "ddmin that merges a window's successes", Policy(greedy=4)
    ),
}
OURS: Mapping[str, tuple[Strategy, str]] = {
    "fast": (FAST, "a first useful answer: only the large parts go"),
    "balanced": (BALANCED, "the default: the tree, then what no tree holds together"),
    "thorough": (THOROUGH, "all that may make a text smaller, however much it costs"),
}


def catalogue() -> tuple[Entry, ...]:
    """Return every algorithm with its source, ours first."""
    entries = [Entry(name, "nubbin", summary) for name, (_, summary) in OURS.items()]
    entries += [Entry(name, flat.source, flat.summary) for name, flat in FLAT.items()]
    entries += [Entry(name, tree.source, tree.summary) for name, tree in TREES.items()]
    return tuple(entries)
