"""Fusions: two classes become one, with the members of both (floor 3).

A class may be needed for what one member of it is, and another class for another member. A single
class that has both is smaller by a declaration, and so may be what mentions them.

Source: C-Reduce's passes that make one of a class and its base (Regehr and others 2012), here for
classes that need not be related.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.classes import name_of
from nubbin.engine.relations.definitions import defined_by
from nubbin.engine.relations.mentions import Mentions, access_of
from nubbin.engine.relations.sizes import LARGE
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch, Span, apply_edits, newline

_CLASS: Final = re.compile("(class|interface|struct)_")
"""How the kinds of classes begin."""
_MANY: Final = 32
"""A class whose name occurs more often stays."""


class _Class(NamedTuple):
    """A class with a name and members in braces."""

    whole: Span
    """All that declares it."""
    name: int
    """The leaf with its name."""
    members: Span
    """What is between the braces."""


def fused(
    configuration: Configuration,
    mentions: Mentions,
) -> Iterator[Patch]:
    """Yield for neighbouring classes of one kind the edits that make one of them a part of another.

    The members of a class move behind those of the next class, or of the one before; those of a
    class inside of another stay where they are. The other mentions of its name become the other
    name, with what they are asked of or without; what is defined by the same name keeps it. Each
    patch removes tokens.

    Args:
        configuration: of the text.
        mentions: for each name its mentions, in order.
    """
    tree = configuration.tree
    for kind in sorted(tree.kinds_where(_CLASS.match)):
        for one, other in pairwise(_classes(tree, kind, mentions)):
            inside = one.members.holds(other.whole)
            for going, staying in ((other, one),) if inside else ((one, other), (other, one)):
                leaves = mentions[tree.source(going.name)]
                uses = [leaf for leaf in leaves if defined_by(configuration, leaf) is None]
                accesses = [access_of(tree, use) or use for use in uses]
                for places in (accesses, uses) if accesses != uses else (uses,):
                    new = tree.source(staying.name)
                    renamed = [Edit(*tree.span(place), new) for place in places]
                    yield *_joined(tree.text, going, staying, renamed), *renamed


def _classes(tree: Tree, kind: int, mentions: Mentions) -> Iterator[_Class]:
    """Yield the classes of a kind that have a name and members in braces, in order."""
    for row in tree.rows_of({kind}):
        name = name_of(tree, row)
        if not name or not 0 < len(mentions.get(tree.source(name), ())) <= _MANY:
            continue
        *_, body = tree.children(row)
        whole, last = _whole(tree, row), tree.end[body] - 1
        braces = tree.begins(body, b"{") and tree.text.startswith(b"}", last)
        if whole and braces and tree.weight(row) <= LARGE:
            yield _Class(whole, name, Span(tree.end[body + 1], last))


def _whole(tree: Tree, row: int) -> Span | None:
    """Return the span of all that declares a class; None if that is a template or a variable."""
    above, behind = tree.parent[row], tree.skip[row]
    if above and not tree.begins(above, b"{"):
        return tree.span(above) if tree.only_named(above) == row else None
    return Span(tree.start[row], tree.end[behind if tree.is_sign(behind, b";") else row])


def _joined(text: bytes, going: _Class, staying: _Class, renamed: Sequence[Edit]) -> Iterator[Edit]:
    """Yield the edits that put the members of one class to those of another."""
    start, end = going.members
    if staying.members.holds(going.whole):
        yield Edit(going.whole.start, start)
        yield Edit(end, going.whole.end)
        return
    yield Edit(*going.whole)
    own = (edit for edit in renamed if going.members.holds(edit))
    moved = [edit._replace(start=edit.start - start, end=edit.end - start) for edit in own]
    place = staying.members.end
    yield Edit(place, place, newline(text) + apply_edits(text[start:end], moved))
