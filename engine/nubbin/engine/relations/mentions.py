"""Where a text mentions its names (floor 3)."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from nubbin.engine.trees.tree import Tree
from nubbin.engine.trees.walks import leaves_outside
from nubbin.engine.vocabulary.text import Edit, glue

Mentions = Mapping[bytes, Sequence[int]]
"""For each name the leaves that mention it, in order."""

NAME = re.compile(rb"[@#:%-]*(?P<word>[A-Za-z_$\x80-\xff][\w$\x80-\xff-]*)[?!]?")
"""A token that is a name: `x`, `@x`, `--main-color` of CSS, `empty?` of Ruby."""
_REFERENCE = re.compile("^alias$|expansion|variable_ref")
"""Words in the kinds of nodes that stand for the value of the name in them."""
_WRAPPED = 2
"""Such a node is at most this many levels above the name, with nothing else in it."""
_OF_OBJECTS: Final = (b".", b"->", b"?.")
"""The signs between an object and its member."""
OF_CLASSES: Final = (b".", b"::")
"""The signs between a class, or a module, and its member."""
_ACCESS: Final = (*_OF_OBJECTS, *OF_CLASSES)
_MEMBER: Final = re.compile(rb"(?:%b)\w+(?:\(\))?" % b"|".join(map(re.escape, _OF_OBJECTS)))
"""Such a sign of an object with the member, and, if that is called without arguments, brackets."""
_PATH = re.compile(rb"""['"]?[^\s'"]*[/:]([^\s/:'"]+)['"]?""")


def is_word(text: bytes) -> bool:
    """Whether a text that is one token may be a name: a word, and no number."""
    return NAME.fullmatch(text) is not None


def is_keyword(tree: Tree, leaf: int) -> bool:
    """Whether a leaf is a word or sign of the language itself.

    Then its kind has no name of its own, or is named after the word: `true`, `keyword_table`.
    """
    if not tree.is_named(leaf):
        return True
    spelled = tree.name(leaf).lower().removeprefix("keyword_")
    return spelled.encode() == tree.source(leaf).lower()


def occurrences(tree: Tree) -> dict[bytes, list[int]]:
    """Return for each word that may be a name the named leaves that consist of it, in order."""
    return _words(_named_leaves(tree))


def mentions(tree: Tree) -> dict[bytes, list[int]]:
    """Return for each word what `occurrences` does, together with the leaves that are a path to it.

    `#/definitions/x` and `sync/x` mention `x`, if there is also a leaf `x`.
    """
    leaves = _named_leaves(tree)
    found = _words(leaves)
    ends: dict[bytes, list[int]] = {}
    for leaf, text in leaves:
        if path := ends_path(text):
            ends.setdefault(path, []).append(leaf)
    called: dict[bytes, list[int]] = {}
    for leaf, name in leaves if ends else ():
        if name in ends:
            called.setdefault(name, []).append(leaf)
    found.update((name, sorted({*ends[name], *places})) for name, places in called.items())
    return found


def _named_leaves(tree: Tree) -> list[tuple[int, bytes]]:
    """Return the leaves of named kinds, in order, each with its text."""
    return [(leaf, tree.source(leaf)) for leaf in filter(tree.is_named, tree.leaves())]


def _words(leaves: Iterable[tuple[int, bytes]]) -> dict[bytes, list[int]]:
    """Return for each word that may be a name the leaves that consist of it."""
    found: dict[bytes, list[int]] = {}
    for leaf, text in leaves:
        if is_word(text):
            found.setdefault(text, []).append(leaf)
    return found


def leaves_beside_type(tree: Tree, parameter: int) -> Iterator[int]:
    """Return the leaves of a parameter, or of any member of a list, that are not in its type."""
    return leaves_outside(tree, parameter, lambda row: tree.fields[row] == "type")


def of_same(tree: Tree, leaves: Sequence[int], name: int) -> list[int]:
    """Return the other mentions of a name; if it is an anchor of YAML, only its aliases."""
    anchor = "anchor" in tree.name(name)
    return [leaf for leaf in leaves if leaf != name and (not anchor or "alias" in tree.name(leaf))]


def ends_path(leaf: bytes) -> bytes | None:
    """Return the last name in a path; None for a leaf that is no path."""
    path = _PATH.fullmatch(leaf)
    return path and path[1]


def reference(tree: Tree, leaf: int) -> int:
    """Return what stands for the value of a name: its leaf, or the node that it makes with a sign.

    Such a node is `$name` in PHP and in shells, `${name}` in these and in CMake, `$(name)` in Make,
    and `*name` in YAML, but neither `-name` nor `new name`.
    """
    above, start, node = tree.parent[leaf], tree.start[leaf], leaf
    for _ in range(_WRAPPED):
        if tree.only_named(tree.parent[node]) != node:
            break
        node = tree.parent[node]
        if _REFERENCE.search(tree.name(node)):
            return node
    only = above == leaf - 2 and tree.skip[above] == leaf + 1
    # Otherwise the sign is an operator, as in `-name`, or a word itself, as in `new name`.
    return above if only and glue(tree.text[start - 1 : start], tree.source(leaf)) else leaf


def is_access_sign(tree: Tree, row: int) -> bool:
    """Whether there is such a row, and it is the sign of a member access, as in `a.b`."""
    return row < len(tree) and tree.is_leaf(row) and tree.source(row) in _ACCESS


def access_of(tree: Tree, leaf: int) -> int:
    """Return the access in which a leaf names the member: `a.b` of `b`; 0 if it is in none."""
    sign, above = leaf - 1, tree.parent[leaf]
    ends = tree.skip[above] == tree.skip[leaf] and above < sign
    return above if ends and is_access_sign(tree, sign) else 0


def without_access(tree: Tree, leaf: int) -> Edit | None:
    """Return the edit that leaves `a` of the access `a.b` of a leaf `b`; None if it is in none."""
    return Edit(tree.start[leaf - 1], tree.end[leaf]) if access_of(tree, leaf) else None


def access_on(tree: Tree, use: int) -> int:
    """Return the access of a member of a use: `e.f` or `e.f()` of `e`; 0 if there is none."""
    found, member = 0, _MEMBER.match(tree.text, tree.end[use])
    while use and member and tree.start[tree.parent[use]] == tree.start[use]:
        use = tree.parent[use]
        found = use if tree.end[use] == member.end() else found
    return found


def is_called(tree: Tree, node: int) -> bool:
    """Whether a node is followed by arguments: `f` in `f(x)`, in `a.f(x)`, and in Lua's `f""`."""
    behind = tree.skip[node]
    if behind == len(tree):
        return False
    return tree.text.startswith(b"(", tree.start[behind]) or "argument" in tree.name(behind)


def most_frequent_first(mentions: Mentions) -> list[bytes]:
    """Return the names, the most frequent first; equally frequent ones in the order of bytes."""
    return sorted(mentions, key=lambda name: (-len(mentions[name]), name))
