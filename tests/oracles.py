"""Oracles and a questioner without processes, for tests of what algorithms ask."""

from collections.abc import Callable, Sequence

from nubbin.engine.budget import Budget
from nubbin.engine.cache import Cache, ConfigurationCache, ContentCache
from nubbin.engine.pool import InlinePool
from nubbin.engine.questioner import Questioner


def ask(oracle: Callable[[bytes], bool], cache: Cache | None = None) -> Questioner:
    """Return a questioner over a Python function."""
    return Questioner(InlinePool(oracle), cache or ContentCache(), Budget())


def ask_units(
    oracle: Callable[[frozenset[int]], bool], cache: Cache | None = None
) -> Questioner:
    """Return a questioner over a function of the units kept; see `render_units`."""
    return ask(lambda text: oracle(frozenset(text)), cache or ConfigurationCache())


def render_units(units: Sequence[int]) -> bytes:
    """Write units below 256 as a text of one byte each."""
    return bytes(units)
