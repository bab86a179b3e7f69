"""Fusions: two classes become one, with the members of both (floor 3).

A class may be needed for what one member of it is, and another class for another member. A single
class that has both is smaller by a declaration, and so may be what mentions them. Where one of them
is the other's base, it may have the name of either: a message may hold that of the derived class,
which only inherits what it says besides.

Source: C-Reduce's passes that make one of a class and its base (Regehr and others 2012), here for
classes that need not be related.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.classes import name_of
from nubbin.engine.relations.definitions import defined_by
from nubbin.engine.relations.mentions import Mentions, access_of
from nubbin.engine.relations.sizes import LARGE
from nubbin.engine.trees.fields import first_in_field
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch, Span, apply_edits, newline

_CLASS: Final = re.compile("class$|(class|interface|struct)_")
"""How the kinds of classes begin."""
_MANY: Final = 32
"""A class whose name occurs more often stays."""


class _Class(NamedTuple):
    """A class with a name and members."""

    whole: Span
    """All that declares it."""
    name: int
    """The leaf with its name."""
    members: Span
    """What is between the braces, or between what is in front of its body and that body's end."""
    braces: bool
    """Whether its members are in braces."""


def fused(
    configuration: Configuration,
    mentions: Mentions,
) -> Iterator[Patch]:
    """Yield for two classes of one kind the edits that make one of them a part of another.

    The members of a class move behind those of the next class, or of the one before; those of a
    class inside of another stay where they are. The other mentions of its name become the other
    name, with what they are asked of or without; what is defined by the same name keeps it. The
    members of a class move to those of its base, too, which takes its name. Each patch removes
    tokens.

    Args:
        configuration: of the text.
        mentions: for each name its mentions, in order.
    """
    tree = configuration.tree
    for kind in sorted(tree.kinds_where(_CLASS.match)):
        classes = [*_classes(tree, kind, mentions)]
        for one, other in pairwise(each for each in classes if each.braces):
            inside = one.members.holds(other.whole)
            for going, staying in ((other, one),) if inside else ((one, other), (other, one)):
                leaves = mentions[tree.source(going.name)]
                uses = [leaf for leaf in leaves if defined_by(configuration, leaf) is None]
                accesses = [access_of(tree, use) or use for use in uses]
                for places in (accesses, uses) if accesses != uses else (uses,):
                    renamed = _renamed(tree, places, staying.name)
                    yield *_joined(tree.text, going, staying, renamed), *renamed
        for going, base in _derived(tree, classes):
            head = Span(going.whole.start, going.members.start)
            edits = _renamed(tree, mentions[tree.source(base.name)], going.name)
            renamed = [edit for edit in edits if not head.holds(edit)]
            yield *_joined(tree.text, going, base, renamed), *renamed


def _classes(tree: Tree, kind: int, mentions: Mentions) -> Iterator[_Class]:
    """Yield the classes of a kind that have a name and a body, in order."""
    for row in filter(tree.is_named, tree.rows_of({kind})):
        name = name_of(tree, row)
        if not name or not 0 < len(mentions.get(tree.source(name), ())) <= _MANY:
            continue
        whole, braces = _whole(tree, row), _braces(tree, row)
        members = braces or _indented(tree, row)
        if whole and members and tree.weight(row) <= LARGE:
            yield _Class(whole, name, members, braces is not None)


def _braces(tree: Tree, row: int) -> Span | None:
    """Return what is between the braces of a class; None if it does not end with them."""
    *_, body = tree.children(row)
    last = tree.end[body] - 1
    braces = tree.begins(body, b"{") and tree.text.startswith(b"}", last)
    return Span(tree.end[body + 1], last) if braces else None


def _indented(tree: Tree, row: int) -> Span | None:
    """Return what holds the members of a class without braces; an only word says there is none.

    It begins with the end of the line above them. A class that ends with a word may have no body.
    """
    *_, last = children = [*tree.children(row)]
    body = first_in_field(tree, children, "body")
    if body and tree.weight(body) > 1:
        return Span(tree.end[children[children.index(body) - 1]], tree.end[body])
    place = tree.end[body] if body else tree.start[last]
    return Span(place, place) if body or tree.source(last).isalpha() else None


def _derived(tree: Tree, classes: Iterable[_Class]) -> Iterator[tuple[_Class, _Class]]:
    """Yield classes that mention another in front of their members, each with that one."""
    named = {tree.source(each.name): each for each in classes}
    for each in named.values():
        head = bisect_left(tree.start, each.members.start, each.name)
        words = dict.fromkeys(map(tree.source, filter(tree.is_leaf, range(each.name + 1, head))))
        for word in filter(named.__contains__, words):
            if named[word] != each:
                yield each, named[word]


def _renamed(tree: Tree, places: Iterable[int], name: int) -> list[Edit]:
    """Return the edits that put a name in some places."""
    return [Edit(*tree.span(place), tree.source(name)) for place in places]


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
