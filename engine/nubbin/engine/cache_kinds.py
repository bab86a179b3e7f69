"""The caches that a strategy may ask for, and what each does not go with (floor 6)."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from nubbin.engine.oracles.cache import Cache, ConfigurationCache, ContentCache, NoCache
from nubbin.engine.oracles.prefix_memo import PrefixMemo


@dataclass(frozen=True, slots=True)
class CacheKind:
    """A kind of cache, as strategies name it."""

    make: Callable[[], Cache]
    """Makes the cache of one reduction."""
    not_in_trees: str = ""
    """Why no step may walk a tree with it, and what to do instead; empty if one may."""
    not_with_new_text: str = ""
    """Why no step may put in text that the input does not have, likewise."""
    traces: bool = False
    """Whether it takes texts for traces of events, and the oracle may tell how far they were
    executed."""


NONE: Final = CacheKind(NoCache)
CONTENT: Final = CacheKind(ContentCache)
CONFIGURATION: Final = CacheKind(
    ConfigurationCache,
    not_in_trees=(
        "cache=config is for ddmin and greeddy alone: in a tree the same nodes stand for other "
        "texts from one walk to the next. Use cache=content."
    ),
    not_with_new_text=(
        "cache=config remembers units of the input, which --rename and --squeeze put other text in "
        "place of. Use cache=content."
    ),
)
PREFIX: Final = CacheKind(
    PrefixMemo,
    not_in_trees=(
        "cache=prefix is for ddmin, rddmin and greeddy alone: it takes every line for an event of "
        "a trace, and what a tree yields is none. Use cache=content."
    ),
    traces=True,
)
