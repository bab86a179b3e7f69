"""Inlining: what a name stands for takes the place of the name's uses (floor 5).

A definition and its only use hold each other: neither can go alone, and both together take
away what matters. Once the defined thing stands in the place of its use, the name, and all that
is around it in the definition, is no longer needed.

Source: function inlining and variable elimination as LPR (2024) asks a language model for
them, here for whatever has a name, without knowing what the language means by it.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain, islice, product
from math import inf
from typing import NamedTuple

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import try_changes
from nubbin.engine.configurations.changes import Change, Prune
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.parts_around import PartsAround
from nubbin.engine.relations.fillings import put
from nubbin.engine.relations.mentions import (
    access_of,
    ends_path,
    is_called,
    mentions,
    of_same,
    reference,
)
from nubbin.engine.relations.named_values import Value, anatomy_of, is_likely, values_of
from nubbin.engine.relations.placing import brackets_for, may_stand
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import enclosed

_AROUND = 3
"""At most this many removable parts around a name are taken for all of its definition, the smallest
first, or for all of a use that goes."""
_HIGH = 3
"""At most this many nodes on the way up from the only use left, the name itself among them, are
tried as that use."""
_SMALL = 6
"""A value takes the place of a use of at most this many tokens."""
_MANY = 32
"""A name that occurs more often is left alone."""
_REMEMBERED = 32
"""This many definitions are remembered, since the names in one follow each other."""


class _Reach(NamedTuple):
    """Which nodes around a name are tried as its use, if it is the only one left."""

    high: int
    """How many nodes on the way up, the name included; more if it is called, or is a path."""
    tokens: float
    """How many tokens the largest of them has, if the name is no path."""


class _Definition(NamedTuple):
    """A part that may say what a name stands for, and the uses that its value may replace."""

    part: int
    """Removable, and around an occurrence of the name."""
    name: int
    """That occurrence."""
    uses: Sequence[int]
    """The other occurrences of the name outside the part, one or more."""
    near: Sequence[tuple[int]]
    """The last of them before the part and the first behind it, each by itself."""


def inline(context: Context, text: bytes, *, wide: bool) -> bytes:
    """Put definitions, or parts of them, in place of uses; return what is left of the text.

    Each occurrence of a name is taken for its definition once. The pass asks about the text without
    a removable part around the occurrence, and with a value from that part elsewhere:
    - if the value holds the name, in place of the occurrence right before the part, or right
      behind it (`int i;` and `i = 0` become `int i = 0`);
    - if it does not, in place of all other occurrences, and at last in place of one of these,
      with all that holds the rest gone too (`a = []; a.push(x); f(a.pop())` becomes `f(x)`).
    A value is all of the part, all but the token that ends it, a node not far below it, or what
    is between the ends of such a node. If the part is all of a block in Python, a statement is
    left there. Each candidate is smaller in the order of texts.

    Args:
        context: answers for the oracle.
        text: what is reduced.
        wide: whether to ask also about changes that hardly ever hold:
            - Anything in a text without a grammar, where each line may say what any word stands
              for: of 900 questions about seven texts, none made the result smaller.
            - Up to three nodes on the way up from the only occurrence left, in place of the name
              alone: of 482 questions on 32 inputs, none held. If the name is called, a small call
              is tried in any case: of 221 questions about larger ones, on 48 inputs, none held.
            - A name in place of another name, and a value in place of several uses: of 262 and
              146 questions on these, none held. For the name of a type, both are tried in any
              case, and so is a word for a name that a sign tells from words (`$a`).
            - A value not far below the part that holds the name, and one that is a small part in
              the middle of a definition: of 560 and 2,600 questions on 38 inputs, none held.
    """
    if context.reader.by_lines and not wide:
        return text
    return try_changes(context, text, partial(_changes, wide=wide), shrinking=True)


def _changes(configuration: Configuration, *, wide: bool) -> Iterator[Sequence[Change]]:
    """Yield, for each definition, the changes that put its value where its name is used."""
    tree, most = configuration.tree, inf if wide else _SMALL
    near_by, far = _Reach(_HIGH if wide else 1, most), _Reach(_HIGH, most)
    around, anatomy = PartsAround(configuration), lru_cache(_REMEMBERED)(partial(anatomy_of, tree))
    for part, name, all_uses, near in _definitions(configuration, around):
        by_sign = all(reference(tree, use) != use for use in all_uses)
        for value in values_of(tree, name, anatomy(part)):
            if wide or is_likely(tree, name, value, anatomy(part), by_sign=by_sign):
                for uses in near if value.named else [all_uses]:
                    if wide or value.alias or len(uses) == 1:
                        yield from _put(configuration, (part,), value, uses, near_by)
    # Found once more, not remembered: each definition carries all the uses of its name.
    for definition in _definitions(configuration, around):
        part, name, _, near = definition
        ways = [(use, gone) for use in near if (gone := _gone(tree, around, definition, *use))]
        values = values_of(tree, name, anatomy(part)) if ways else ()
        for value, (use, gone) in product(values, ways):
            if not value.named and (wide or is_likely(tree, name, value, anatomy(part))):
                yield from _put(configuration, (part, *gone), value, use, far)


def _definitions(configuration: Configuration, around: PartsAround) -> Iterator[_Definition]:
    """Yield every part of a text that may define a name used outside of it."""
    tree = configuration.tree
    for leaves in mentions(configuration.tree).values():
        for name in leaves if 1 < len(leaves) <= _MANY else ():
            others = of_same(tree, leaves, name)
            for part in islice(_apart(tree, around.of(name)), _AROUND):
                before = [leaf for leaf in others if leaf < part]
                behind = [leaf for leaf in others if leaf >= tree.skip[part]]
                if before or behind:
                    near = [(leaf,) for leaf in (*before[-1:], *behind[:1])]
                    yield _Definition(part, name, before + behind, near)


def _apart(tree: Tree, parts: Iterable[int]) -> Iterator[int]:
    """Yield the innermost of the parts with each text; each part lies in the next."""
    size = -1
    for part in parts:
        if (grown := tree.end[part] - tree.start[part]) != size:
            yield part
        size = grown


def _gone(tree: Tree, around: PartsAround, definition: _Definition, use: int) -> list[int]:
    """Return the largest part around each use but one that has neither the definition nor that one.

    Empty if there is no other use, or no such part around one of them.
    """
    gone: list[int] = []
    for leaf in definition.uses:
        if leaf != use:
            parts = [
                place
                for place in islice(_apart(tree, around.of(leaf)), _AROUND)
                if use not in tree.subtree(place) and definition.part not in tree.subtree(place)
            ]
            if not parts:
                return []
            gone.append(parts[-1])
    return [*dict.fromkeys(gone)]


def _put(
    configuration: Configuration,
    parts: Sequence[int],
    value: Value,
    uses: Sequence[int],
    reach: _Reach,
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a value in place of uses, and take some parts out."""
    tree, used = configuration.tree, _used(configuration, parts, uses, reach)
    members = () if value.named else _as_members(configuration, parts, uses)
    for places in dict.fromkeys(chain(used, members)):
        room = sum(map(tree.weight, (*parts, *places)))
        if value.tokens * len(places) >= room:
            continue  # with brackets it is no smaller, and the parser need not be asked about these
        brackets = _brackets(configuration, places[0], value)
        if brackets is not None and (value.tokens + len(brackets)) * len(places) < room:
            written = ((each, enclosed(value.at(tree, each), brackets)) for each in places)
            yield Prune(tuple(parts)), *put(configuration, written)


def _brackets(configuration: Configuration, place: int, value: Value) -> bytes | None:
    """Return the brackets that a value needs around it in a place; None if it may not stand there.

    A value with the name in it needs none.
    """
    if value.named:
        return b"" if may_stand(configuration, place, value.kinds) else None
    return brackets_for(configuration, place, value.text, value.kinds)


def _used(
    configuration: Configuration, parts: Sequence[int], leaves: Sequence[int], reach: _Reach
) -> Iterator[tuple[int, ...]]:
    """Yield the places to take for the uses: the names themselves, or nodes around a single use.

    For a function, the whole call stands for what its body comes to; for a path to a name, as in
    JSON, it is the object that has nothing else in it.
    """
    tree = configuration.tree
    uses = [reference(tree, leaf) for leaf in leaves]
    if not uses or not all(map(configuration.may_change, uses)):
        return
    if len(uses) > 1:
        yield tuple(uses)
        return
    high, most = reach
    if is_called(tree, leaves[0]):
        high = max(high, _HIGH)
    if ends_path(tree.source(leaves[0])):
        high, most = max(high, _HIGH + 1), inf
    for use in islice(configuration.around(uses[0]), high):
        if tree.weight(use) > most or any(part in tree.subtree(use) for part in parts):
            return
        yield (use,)


def _as_members(
    configuration: Configuration, parts: Sequence[int], leaves: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the nodes that ask for the name as a member, if each use does: `this.x`, `A::x`."""
    tree = configuration.tree
    places = tuple(node for leaf in leaves if (node := access_of(tree, leaf)))
    around = any(part in tree.subtree(place) for place, part in product(places, parts))
    if len(places) == len(leaves) and not around and all(map(configuration.may_change, places)):
        yield places
