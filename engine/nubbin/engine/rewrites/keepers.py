"""Keepers: an object that keeps a single value gives way to that value (floor 3).

`class A: def __init__(self, b): self.c = b` cannot be removed as long as objects of it are made and
asked for `c`, nor can these without the class; but `A(1).c` is `1`. The same is true of a value
that may be changed, as in `A().c.f()` with `self.c = []`, as long as nothing but this member is
asked for, and of a class with a single field that has a value, `class A { c = []; }`.

Source: coupled deletion after DRReduce (2026), of a class with all that is made of it.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.classes import name_of, small_classes
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.functions import SELF
from nubbin.engine.relations.mentions import Mentions, access_of, without_access
from nubbin.engine.relations.substitution import Filled, Rows, Substitution
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Patch

_MANY: Final = 32
"""A name that occurs more often is left alone."""


def kept(tree: Tree, body: int) -> tuple[int, int] | None:
    """Return the member that a body assigns, and its value; None if the body does anything else."""
    body = tree.inmost(body)
    parts = {tree.fields[row]: row for row in tree.children(body)}
    target, value = parts.get("left", 0), parts.get("right", 0)
    words = [*filter(tree.is_named, filter(tree.is_leaf, tree.subtree(target)))] if target else []
    if not value or len(words) != 2 or tree.source(words[0]) not in SELF:
        return None
    gives = any(tree.is_sign(row, b"=") for row in tree.children(body))  # and not `+=`
    return (words[1], value) if gives and access_of(tree, words[1]) else None


def of_kept(
    configuration: Configuration,
    part: int,
    value: int,
    made: Iterable[tuple[int, Substitution]],
    mentions: Sequence[int],
) -> Iterator[Sequence[Change]]:
    """Yield the changes that remove a class with one field: `A(1)` becomes `1`, and `x.c` `x`.

    Nothing is yielded if the value is never asked for, if something else has the name of the
    member, if that is mentioned very often, or where it may not change.

    Args:
        configuration: of the text.
        part: the class, which is removed.
        value: the value that each object keeps.
        made: the places where objects are made, each with what stands for the words in the value.
        mentions: the leaves with the name of the member.
    """
    tree, few = configuration.tree, mentions if len(mentions) <= _MANY else ()
    asking = [leaf for leaf in few if not part <= leaf < tree.skip[part]]
    members = [row for leaf in asking for row in (leaf - 1, leaf)]
    accessed = all(access_of(tree, leaf) for leaf in asking)
    if asking and accessed and all(map(configuration.may_change, members)):
        rows = Rows.of(tree, value)
        filled = ((place, Filled(rows, substitution)) for place, substitution in made)
        values = (Rewrite((place,), each.text(tree, place)) for place, each in filled)
        yield Prune((part,)), *values, Rewrite(tuple(members), b"")


def unkept(tree: Tree, mentions: Mentions) -> Iterator[Patch]:
    """Yield for each class with a single field, which has a value, the edits that leave the value.

    The value takes the place of every object of the class. These must all be made by `new A`, with
    or without brackets; the class may not be mentioned in any other way, and nothing but the field
    may be asked for.

    Args:
        tree: of the text.
        mentions: for each name its mentions, in order.
    """
    few = {word: leaves for word, leaves in mentions.items() if len(leaves) <= _MANY}
    for row in small_classes(tree):
        name = name_of(tree, row)
        uses = few.get(tree.source(name), ()) if name else ()
        made = [tree.parent[use] for use in uses if use != name]
        if not made or not all(tree.begins(place, b"new") for place in made):
            continue
        value = _value(tree, tree.last_named(row))
        for field in filter(tree.is_leaf, range(row, value)):
            asking = [leaf for leaf in few.get(tree.source(field), ()) if leaf != field]
            bare = [*filter(None, (without_access(tree, leaf) for leaf in asking))]
            if bare and len(bare) == len(asking):
                values = (Edit(*tree.span(place), tree.source(value)) for place in made)
                yield Edit(*tree.span(row)), *values, *bare


def _value(tree: Tree, body: int) -> int:
    """Return the value that the only member of a body is given; 0 if there is none."""
    member = tree.only_named(body)
    if not member or is_function(tree, member):
        return 0
    sign = next((row for row in tree.subtree(member) if tree.is_sign(row, b"=")), 0)
    value, *others = [*tree.siblings_behind(sign)] or [0]
    return 0 if any(map(tree.is_named, others)) else value
