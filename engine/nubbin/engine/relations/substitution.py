"""The body of a function, or a part of it, with arguments in place of its parameters (floor 3)."""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from nubbin.engine.relations.fillings import is_short, written
from nubbin.engine.relations.mentions import reference
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, apply_edits, enclosed, indentation

_DEEP: Final = 5
"""What may stand in place of a call lies at most this many levels below the body."""
_VALUES: Final = 8
"""At most this many texts are tried in place of a call, from the whole body downwards."""
_OWN: Final = frozenset(("attribute", "field", "key", "label", "name", "property"))
"""The fields in which a word does not mean what the same word means elsewhere."""
_LOOP_JUMPS: Final = (b"break", b"continue")
"""Words that only a loop has a place for."""
SPREADS: Final = re.compile("expansion|rest|splat|spread|unpack|var(arg|iad)")
"""Words in the kinds of nodes that stand for several values, or take several."""


class Rows(NamedTuple):
    """Siblings next to each other: the rows from `first` up to but not including `behind`."""

    first: int
    behind: int
    several: bool = False
    """Whether they are all arguments that one parameter takes; they also replace its `...`."""
    brackets: bytes = b""
    """The brackets that are put around them, if any."""

    @classmethod
    def of(cls, tree: Tree, node: int) -> "Rows":
        """Return the rows of one node."""
        return cls(node, tree.skip[node])


Substitution = Mapping[int, Rows]
"""For each leaf that gives way, the rows that are put in its place."""


def free_words(tree: Tree, rows: Rows) -> dict[int, bytes]:
    """Return the leaves in some rows that may mention a parameter, each with its text."""
    leaves = filter(tree.is_named, filter(tree.is_leaf, range(rows.first, rows.behind)))
    return {leaf: tree.source(leaf) for leaf in leaves if tree.fields[leaf] not in _OWN}


@dataclass(frozen=True, slots=True)
class Filled:
    """A part of a body in which rows from elsewhere stand in place of some leaves."""

    value: Rows
    """The part of the body."""
    substitution: Substitution
    inserted: Mapping[int, bytes] = field(default_factory=dict)
    """By row, the text that replaces it, indented as deep as the row."""

    def tokens(self, tree: Tree) -> int:
        """Return how many tokens it has."""
        parts = (self.value, *self.substitution.values())
        tokens = (weight(tree, each) + len(each.brackets) for each in parts)
        return sum(tokens) - len(self.substitution)

    def text(self, tree: Tree, place: int) -> bytes:
        """Return the text to be put in a place.

        Its lines are indented like the place, except inside of a token, as in a long string. The
        lines of inserted texts are all indented.
        """
        begin = tree.start[self.value.first]
        deep, flat = (indentation(tree.text, each) for each in (begin, tree.start[place]))
        texts = {
            _place(tree, leaf, rows): enclosed(source(tree, rows), rows.brackets)
            for leaf, rows in self.substitution.items()
        }
        for row, text in self.inserted.items():
            if deep is not None and flat is not None:
                text = text.replace(b"\n" + deep, b"\n" + flat)
            texts[row] = text
        edits = [
            Edit(tree.start[row] - begin, tree.end[row] - begin, text)
            for row, text in written(tree, texts.items())
        ]
        position = begin
        for leaf in range(self.value.first, self.value.behind):
            if not tree.is_leaf(leaf) or not tree.source(leaf).strip():
                continue
            gap = tree.text[position : tree.start[leaf]]
            if deep is not None and flat is not None and b"\n" + deep in gap:
                gap = gap.replace(b"\n" + deep, b"\n" + flat)
                edits.append(Edit(position - begin, tree.start[leaf] - begin, gap))
            position = tree.end[leaf]
        return enclosed(apply_edits(source(tree, self.value), edits), self.value.brackets)


def _place(tree: Tree, leaf: int, rows: Rows) -> int:
    """Return the node that gives way to what stands for a leaf."""
    place = reference(tree, leaf)
    above = tree.parent[place]
    return above if rows.several and spreads(tree, above) else place


def spreads(tree: Tree, node: int) -> bool:
    """Whether a node stands for several values, or takes several: `...b`, `*b`."""
    return SPREADS.search(tree.name(node)) is not None


def stand_ins(tree: Tree, body: int, parameters: Container[bytes]) -> list[Rows]:
    """Return what may stand in place of a call: the body without its brackets, or a node in it.

    The nodes are not far below the body; they are no lists in round brackets, and no leaves but
    parameters, as `inline` asks about what other names may stand for.
    """
    whole = unbracketed(tree, body)
    found = {source(tree, whole): whole}
    for node in tree.below(body, _DEEP):
        word = tree.is_leaf(node) and (tree.source(node) not in parameters or is_short(tree, node))
        if not word and not tree.is_extra(node) and tree.source(node)[:1] != b"(":
            found.setdefault(source(tree, rows := Rows.of(tree, node)), rows)
    return [rows for text, rows in found.items() if text][:_VALUES]


def unbracketed(tree: Tree, body: int) -> Rows:
    """Return a body without the brackets at its ends, if it has any."""
    rows = [*tree.children(body)]
    bracketed = len(rows) > 1 and not any(map(tree.is_named, (rows[0], rows[-1])))
    return Rows(rows[0] + 1, rows[-1]) if bracketed else Rows.of(tree, body)


def without_jump(tree: Tree, body: int) -> Rows:
    """Return a loop's body without brackets, and without the jump at its end, if it has one.

    There is no place for that jump where there is no loop.
    """
    rows = unbracketed(tree, body)
    *before, last = [*tree.named_children(body)] or [0]
    jumps = any(tree.begins(last, word) for word in _LOOP_JUMPS)
    return Rows(rows.first, last) if before and jumps else rows


def split_result(tree: Tree, body: int) -> tuple[Rows, Rows] | None:
    """Return the rows that a body consists of before its `return`, and those of the returned value.

    None unless the body ends with a `return` of one value.
    """
    members = [*filter(tree.is_named, tree.children(body))]
    while len(members) == 1:  # the list of statements may be a node of its own
        members = [*filter(tree.is_named, tree.children(members[0]))]
    if not members or not tree.begins(members[-1], b"return"):
        return None
    given_back = [*filter(tree.is_named, tree.children(members[-1]))]
    if len(given_back) != 1:
        return None
    return Rows(members[0], members[-1]), Rows.of(tree, given_back[0])


def weight(tree: Tree, rows: Rows) -> int:
    """Return how many tokens some rows have, without the brackets put around them."""
    return tree.token_counts[rows.behind] - tree.token_counts[rows.first]


def source(tree: Tree, rows: Rows) -> bytes:
    """Return the text of some rows."""
    return tree.text[tree.start[rows.first] : tree.end[rows.behind - 1]].rstrip()
