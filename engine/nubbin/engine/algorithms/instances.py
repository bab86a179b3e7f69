"""Smaller instances: a part of a text in the place of a larger one like it (floor 5).

A part of the file is well-formed, and its names are known there; that makes it a better stand-in
than the shortest text that the grammar alone would give.

Source: Vulcan (Xu and others 2023), "sub-tree replacement"; Shrink Ray's smallest text of one
type; "smaller structures" of structure form conversion (2025).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from itertools import islice
from math import inf

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.mentions import is_called, is_word
from nubbin.engine.trees.kinds import Instance, smallest
from nubbin.engine.trees.tree import Tree

_LARGE = 4
"""In place of a node of this many tokens or more, only single tokens are tried."""
_LARGEST = 10
"""In place of a node of more tokens, only a word for nothing is tried, such as `None`."""
_NOTHING = re.compile("none|null|nil|undefined")
"""Beginnings of the kinds of words for nothing, which may stand for anything."""
_SHORTER = 2
"""A token must be shorter by this many bytes than the one it replaces: otherwise there are as many
tokens, and hardly fewer bytes."""


class Reach(Enum):
    """Of how many kinds, besides its own, instances are tried in a place."""

    LEAST = 1
    """Only in place of several tokens; of more than ten, only a word for nothing, such as `None`.

    The cause of a refusal may be far away: if a compiler rejects unused names, `0` cannot stand for
    the only use of a name until the name is gone, or used elsewhere. When this alone was asked anew
    in the end, a program in C went from 54 tokens to 38, and one in Python from 98 to 39."""
    NEAR = 3
    WIDE = 8
    """Instances that hardly ever hold are tried as well: in large places too, and in place of a
    called name also such as are no word (`0(x)`: on 47 inputs none made a result smaller). Of 655
    questions about several tokens in a place of four or more, on 32 inputs, two held; of 150 about
    places of more than ten, on 31, none."""


def instances(context: Context, text: bytes, reach: Reach) -> bytes:
    """Put small nodes in place of larger ones, wherever the grammar lets them stand.

    For every named node, the heaviest first, the pass asks about the smallest instances of some
    kinds that fit in its place, and about that of its own kind. Instances are those of the text,
    whose names are known, and then those of the input, for kinds that the text has no more. The
    input's instance of the node's own kind is asked about too, if it has fewer tokens and no names:
    `default` for `case MINUTE`, when all that was under the former has gone.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        reach: what is asked about.
    """

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        return _changes(configuration, context.original.instances, reach)

    return try_changes(context, text, changes)


def _changes(
    configuration: Configuration, input_has: Mapping[str, Instance], reach: Reach
) -> Iterator[Sequence[Change]]:
    """Yield, for each part, the changes that put a smaller one of its kind in its place."""
    tree, wide = configuration.tree, reach is Reach.WIDE
    text_has = smallest(tree)
    ordered = [
        *sorted((instance, kind) for kind, instance in text_has.items()),
        *sorted((input_has[kind], kind) for kind in input_has.keys() - text_has.keys()),
    ]
    for place in _places(configuration, reach):
        limit = _limit(tree, place, wide=wide)
        huge = tree.weight(place) > _LARGEST and not wide
        fitting = (
            one
            for one, kind in ordered
            if one[:2] < limit and (not huge or _NOTHING.match(kind))
            if configuration.categories.admit(place, kind)
        )
        own = () if huge else _of_kind(tree.name(place), text_has, input_has)
        tried = (*islice(fitting, reach.value), *(one for one in own if one[:2] < limit))
        texts = (one.text for one in tried if wide or _is_likely(tree, place, one))
        yield from ((Rewrite((place,), text),) for text in dict.fromkeys(texts))


def _of_kind(
    kind: str, text_has: Mapping[str, Instance], input_has: Mapping[str, Instance]
) -> list[Instance]:
    """Return the text's instance of a kind, and the input's if it is smaller and has no names."""
    least, given = text_has.get(kind), input_has.get(kind)
    if least and given and given.tokens < least.tokens and not given.names:
        return [least, given]
    return [least] if least else []


def _is_likely(tree: Tree, place: int, instance: Instance) -> bool:
    """Whether an instance is one of those that now and then hold in a place."""
    light = tree.weight(place) < _LARGE or instance.tokens == 1
    return light and (is_word(instance.text) or not is_called(tree, place))


def _places(configuration: Configuration, reach: Reach) -> list[int]:
    """Return the places in which instances are tried, the largest first."""
    tree = configuration.tree
    fewest = 2 if reach is Reach.LEAST else 1
    most = _LARGEST if reach is Reach.NEAR else inf
    places = (
        place
        for place in configuration.every_place()
        if tree.is_named(place) and not tree.is_extra(place) and configuration.may_change(place)
        if fewest <= tree.weight(place) <= most
    )
    return sorted(places, key=lambda place: (*_size(tree, place), place), reverse=True)


def _limit(tree: Tree, place: int, *, wide: bool) -> tuple[int, int]:
    """Return a size; only smaller instances are tried in a place."""
    tokens, length = _size(tree, place)
    return tokens, length - (0 if wide or tokens > 1 else _SHORTER - 1)


def _size(tree: Tree, node: int) -> tuple[int, int]:
    """Return the tokens and the bytes of a node."""
    return tree.weight(node), tree.end[node] - tree.start[node]
