"""The options of a step in the name of a strategy: `:key=value,…` (floor 6)."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TypeVar, get_args

from nubbin.engine.algorithms.ddmin import ONEMIN, Direction, Order, Parallel, Policy
from nubbin.engine.cache_kinds import CONFIGURATION, NONE, PREFIX, CacheKind
from nubbin.engine.oracles.cache import ContentCache
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.nearest import advice

V = TypeVar("V")

_ORDERS: Mapping[str, Order] = {name: name for name in get_args(Order)}
_DIRECTIONS: Mapping[str, Direction] = {name: name for name in get_args(Direction)}
_PARALLELS: Mapping[str, Parallel] = {name: name for name in get_args(Parallel)}
_SWITCH = {"on": True, "off": False}


class StepOptions:
    """The `key=value` pairs behind the colon of a step.

    Args:
        step: the step as the user wrote it, for messages.
        text: what stands behind its colon.

    Raises:
        UsageError: a key has two values.
    """

    def __init__(self, step: str, text: str) -> None:
        self._step = step
        self._given: dict[str, str] = {}
        self._known: set[str] = set()
        for pair in filter(None, text.split(",")):
            key, value = map(str.strip, pair.partition("=")[::2])
            if self._given.setdefault(key, value) != value:
                raise UsageError(f"{key} stands twice in the strategy {step!r}: leave one out.")

    def choice(self, key: str, values: Mapping[str, V], default: str) -> V:
        """Return the value that an option stands for.

        Raises:
            UsageError: it is none of the values.
        """
        self._known.add(key)
        value = self._given.get(key, default)
        if value not in values:
            raise UsageError(
                f"{key}={value} in the strategy {self._step!r} is none of {', '.join(values)}."
            )
        return values[value]

    def switch(self, key: str) -> bool:
        """Return whether an option is on, which is its default."""
        return self.choice(key, _SWITCH, "on")

    def policy(self, default: Policy) -> Policy:
        """Return the variant of ddmin that the options describe."""
        policy = replace(
            default,
            order=self.choice("order", _ORDERS, default.order),
            direction=self.choice("direction", _DIRECTIONS, default.direction),
            split=self._number("split", default.split, least=2, most="onemin"),
        )
        if default.greedy:
            return replace(policy, greedy=self._number("window", default.greedy, least=2))
        return replace(policy, parallel=self.choice("parallel", _PARALLELS, default.parallel))

    def cache(self) -> CacheKind | None:
        """Return the kind of cache; None if no option is about the cache."""
        content = partial(
            ContentCache,
            passing_only=self.switch("passing-only"),
            evict=self.switch("evict"),
            hashed=self.switch("hashed"),
        )
        kinds = {
            "none": NONE,
            "config": CONFIGURATION,
            "content": CacheKind(content),
            "prefix": PREFIX,
        }
        chosen = self.choice("cache", kinds, "content")
        own = self._given.keys() & {"passing-only", "evict", "hashed"}
        if own and chosen is not kinds["content"]:
            raise UsageError(
                f"{min(own)} in the strategy {self._step!r} is an option of cache=content alone: "
                "leave it out."
            )
        silent = not (own or "cache" in self._given)
        return None if silent else chosen

    def finish(self) -> None:
        """Make sure that all options have been read.

        Raises:
            UsageError: one has not, so there is no such option.
        """
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
                f"least {least} and at most 9 digits{f', or {most}' if most else ''}."
            )
        return int(value)
