"""The descendants of a node that may stand in its place (floor 2)."""

import re
from functools import partial
from itertools import islice
from typing import Final

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER_OF

_LEAP: Final = 2.5
"""A hoist is a leap if it makes a place more than this many times smaller."""
_BLOCK: Final = "block"
"""The kind of blocks, with braces or, as in Python, without."""
_BRACES: Final = 2
"""The tokens that a block has around its statements in most languages."""
_DECLARES: Final = re.compile("declar|param|signature")
"""Words in the kinds of nodes that have a name and a type, and no value."""
_SIGNS: Final = (b":", b"=", b"=>")
"""The signs between a key and its value."""


def hoistable(configuration: Configuration, place: int) -> list[int]:
    """Return χ: the nearest compatible descendants on each path down, farthest first.

    Source: Vince 2024, Fig. 7.6; the order is that of TMIN^χ (§7.2).
    """
    if not configuration.may_change(place):
        return []
    tree, node = configuration.tree, configuration.standing(place)
    found: list[tuple[int, int]] = []
    frontier, distance = list(tree.children(node)), 1
    while frontier:
        below: list[int] = []
        for child in frontier:
            if configuration.categories.compatible(node, child):
                found.append((-distance, child))
            else:
                below.extend(tree.children(child))
        frontier, distance = below, distance + 1
    return [child for _, child in sorted(found)]


def takes(configuration: Configuration, place: int, descendant: int) -> bool:
    """Whether the descendant may be hoisted into the place: they are compatible, it may change."""
    compatible = configuration.categories.compatible(place, descendant)
    return compatible and configuration.may_change(place)


def named_below(configuration: Configuration, place: int, levels: int, *, leaps: bool) -> list[int]:
    """Return the named nodes, of any kind, up to `levels` levels below, each with another span.

    The value of an only key, in brackets, counts as one level with its object: `b` with `{a: b}`.

    Args:
        configuration: what is reduced.
        place: where one of them is to stand.
        levels: how far down to look.
        leaps: whether to return also nodes that leave little of the place: those in one of several
            parts that can go, as hoisting takes all the others away at once, and those with less
            than two fifths of the tokens that are no value of an only key. A block counts as if it
            were in braces, in all languages.
    """
    if not configuration.may_change(place):
        return []
    tree = configuration.tree
    found: list[int] = []
    standing = configuration.standing(place)
    spans = {tree.span(standing), tree.visible_span(standing)}
    level, only_values = [standing], {*_only_value(tree, standing)}
    if not leaps and _crowded(configuration, standing):
        levels = min(levels, 1)
    for _ in range(levels):
        level = [child for node in level for child in tree.children(node)]
        values = [value for node in level for value in _only_value(tree, node)]
        only_values.update(values)
        level += values
        for node in level:
            span = tree.span(node)
            if tree.is_named(node) and not tree.is_extra(node) and span not in spans:
                spans.add(span)
                light = _LEAP * _weight(tree, node) < tree.weight(place)
                if leaps or not light or node in only_values:
                    found.append(node)
        if not leaps:
            level = [node for node in level if not _crowded(configuration, node)]
    return found


def _weight(tree: Tree, node: int) -> int:
    """Return how many tokens a node has, with the braces that a block has in most languages."""
    return tree.weight(node) + _BRACES * _is_bare(tree, node)


def _is_bare(tree: Tree, node: int) -> bool:
    """Whether a node is a block that only begins with a colon, as in Python."""
    is_block = tree.name(node) == _BLOCK and not tree.begins(node, b"{")
    return is_block and tree.is_sign(node - 1, b":")


def _only_value(tree: Tree, record: int) -> list[int]:
    """Return the value of a node's only key, in brackets, as `b` of `{a: b}`; or an empty list."""
    start = tree.start[record]
    if tree.text[start : start + 1] not in CLOSER_OF:
        return []
    pair = tree.only_named(record)
    if pair in (0, record + 1):
        return []
    parts = [*islice(tree.children(pair), 4)]
    is_pair = len(parts) == 3 and not _DECLARES.search(tree.name(pair))
    return parts[2:] if is_pair and tree.source(parts[1]) in _SIGNS else []


def _crowded(configuration: Configuration, node: int) -> bool:
    """Whether several parts of a node can go without a trace; no more than two are looked for.

    A block behind a colon cannot: there are no empty ones.
    """
    tree = configuration.tree
    parts = filter(tree.is_named, configuration.children(node))
    loose = (part for part in parts if not any(map(partial(_is_bare, tree), tree.same_bytes(part))))
    return len([*islice(filter(configuration.removable, loose), 2)]) > 1
