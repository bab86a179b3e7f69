"""What a name may stand for, taken from what looks like its definition (floor 3)."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nubbin.engine.relations.definitions import IMPORTS
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.relations.mentions import is_word
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import indent_of, indentation, newline

_DEEP = 3
"""A value lies at most this many levels below the definition."""
_FRAME = 10
"""A definition may have this many tokens around its value, and more only if the value has more:
`export function f() { return 1; }`."""
_ALIASES = re.compile("alias|type")
"""Words in the kinds of definitions that only give a type a name."""
_PATHS = re.compile("qualified|scoped")
"""Words in the kinds of nodes that are a path to something."""
_MANY = 256
"""If more nodes of a definition may be values, only the largest, and those that end it, are looked
at."""
_UNREAD = ("preproc_arg",)
"""Kinds of leaves that the grammar does not parse further, whether they are one token or many."""


class Value(NamedTuple):
    """What a name may stand for."""

    tokens: int
    text: bytes
    named: bool
    """Whether the name is in the value; at the end of a path to what is imported it does not
    count."""
    kinds: frozenset[str] | None = None
    """The kinds of the nodes in the definition that have this text. None where the text may be of
    any kind: a whole definition, what is between the ends of a node, the path to what is imported,
    and what the grammar leaves unparsed, as the body of a macro."""

    ends: bool = False
    """Whether the definition ends with it, or with it and a closing token behind it."""
    alias: bool = False
    """Whether the definition only gives it the name: it is a type, is imported, or is what a macro
    without parameters is replaced by."""
    on_lines: bool = False
    """Whether it is a block on lines of its own, as in YAML, and has to stay so; `text` then has
    the lines without the indentation of the block."""

    def at(self, tree: Tree, place: int) -> bytes:
        """Return what is put in a place of the text."""
        if not self.on_lines:
            return self.text
        margin = newline(tree.text) + indent_of(tree.text, tree.start[place]) + b"  "
        return b"".join(margin + line.rstrip() for line in self.text.splitlines())


class Anatomy(NamedTuple):
    """What a definition is made of; it is the same for each name in it."""

    part: int
    """The definition."""
    rows: Sequence[int]
    """The nodes in it that a name may stand for, in order."""
    last: int
    """Its last child; itself if it has none."""
    closed: bool
    """Whether the last child is a token that closes the definition, as `;` does."""
    end: int
    """The offset in the text at which the definition ends, without such a token."""


def anatomy_of(tree: Tree, part: int) -> Anatomy:
    """Return what a definition is made of.

    If a definition has very many nodes, only those that make up most of it, or that end it, are
    taken for what a name may stand for, as they are all gone through for each name.
    """
    last = max(tree.children(part), default=part)
    closed = last > part and tree.is_leaf(last) and not tree.is_named(last)
    end = tree.end[last - 1] if closed else tree.end[part]
    rows, level = list[int](), [part]
    for _ in range(_DEEP):
        level = [below for node in level for below in _below(tree, node)]
        rows += filter(tree.is_named, level)
    if len(rows) > _MANY:
        size = tree.weight(part)
        rests = ((row, size - tree.weight(row)) for row in rows)
        rows = [row for row, rest in rests if tree.end[row] >= end or rest <= size - rest]
    return Anatomy(part, rows, last, closed, end)


def values_of(tree: Tree, name: int, anatomy: Anatomy) -> list[Value]:
    """Return what a name may stand for: the parts of its definition, each text once."""
    found: dict[bytes, Value] = {}
    for value in _values(tree, name, anatomy):
        known = found.setdefault(value.text, value)
        if known.kinds is not None and value.kinds is not None:
            found[value.text] = known._replace(kinds=known.kinds | value.kinds)
    return [value for value in found.values() if value.text]


def _values(tree: Tree, name: int, anatomy: Anatomy) -> Iterator[Value]:
    """Yield the definition, also without the token that closes it, and then the nodes in it."""
    whole, *content = _values_at(tree, name, anatomy, anatomy.part)
    yield from (whole, *content)
    if anatomy.closed:
        text = tree.text[tree.start[anatomy.part] : tree.start[anatomy.last]]
        yield whole._replace(text=text.rstrip())
    for node in anatomy.rows:
        if tree.source(node) != tree.source(name):
            yield from _values_at(tree, name, anatomy, node)


def _values_at(tree: Tree, name: int, anatomy: Anatomy, node: int) -> Iterator[Value]:
    """Yield a node of a definition, and then what is between its ends, if anything is."""
    part = anatomy.part
    path = _is_path_to(tree, name, node, part)
    named = name in tree.subtree(node) and not path
    text, margin = tree.source(node), indentation(tree.text, tree.start[node])
    on_lines = node != part and margin is not None and "block" in tree.name(node)
    if on_lines:
        text = text.replace(b"\n" + (margin or b""), b"\n")
    unread = tree.is_leaf(node) and (tree.weight(node) > 1 or tree.name(node) in _UNREAD)
    kinds = None if node == part or unread or path else frozenset((tree.name(node),))
    ends = tree.end[node] >= anatomy.end
    macro = tree.name(node) in _UNREAD and node == tree.skip[name]
    alias = path or macro or _is_alias(tree, name, node, part)
    yield Value(tree.weight(node), text, named, kinds, ends, alias, on_lines)
    if content := tree.between(node):
        most = tree.weight(node) - 2  # its ends are a token each, or more
        yield Value(most, content, named)


def _is_alias(tree: Tree, name: int, node: int, part: int) -> bool:
    """Whether a definition only gives a type, which is this node of it, a name."""
    both = tree.parent[name] == tree.parent[node] == part
    return both and _ALIASES.search(tree.name(part)) is not None


def _is_path_to(tree: Tree, name: int, node: int, part: int) -> bool:
    """Whether a node is the whole path that an import imports, and ends with the imported name.

    Then it may stand wherever the name does: `java.util.List` where that is imported as `List`.
    """
    imported = tree.parent[node] == part and IMPORTS.search(tree.name(part)) is not None
    path = imported and _PATHS.search(tree.name(node)) is not None
    return path and node < name and tree.end[name] == tree.end[node]


def is_likely(
    tree: Tree, name: int, value: Value, anatomy: Anatomy, *, by_sign: bool = False
) -> bool:
    """Whether a value resembles those that, in other reductions, could stand for their names.

    A single word seldom could, as it may be another name; unless the name is used with a sign in
    front (`by_sign`), as in `$name`: a word without the sign is a text then.
    """
    if value.named:
        return value.kinds is None
    size = tree.weight(_without_head(tree, name, anatomy))
    most = value.ends or size - value.tokens <= max(_FRAME, value.tokens)
    return most and (value.alias or by_sign or not is_word(value.text))


def _without_head(tree: Tree, name: int, anatomy: Anatomy) -> int:
    """Return the function a definition ends with, as behind `template <class T>`, or all of it."""
    last = anatomy.last
    return last if last < name < tree.skip[last] and is_function(tree, last) else anatomy.part


def _below(tree: Tree, node: int) -> Iterator[int]:
    """Yield the children of a node, and behind each what it only wraps in keywords and signs.

    Only three wrappers are looked into, as brackets may be nested a hundred thousand deep.
    """
    for child in tree.children(node):
        yield child
        for _ in range(_DEEP):
            if not (child := tree.only_named(child)):
                break
            yield child
