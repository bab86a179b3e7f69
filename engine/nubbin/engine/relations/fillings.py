"""What is filled into a string or an object, and what may stand there instead (floor 3).

In `"a ${x} b"` a string that `x` stands for can replace `${x}` as a whole: by its content, without
its quotes. Some languages take a string with its quotes in place of `x`; PHP takes none. In
`{ x }`, which is short for `{ x: x }`, a value has to follow the name.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from nubbin.engine.configurations.changes import Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.lexemes import content_of
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import CLOSER_OF, Edit

FILLS_IN: Final = re.compile("interpol|substitution")
"""Words in the kinds of nodes that fill a value into a string."""
_STRING: Final = re.compile("string|(?<!un)quoted")
"""Words in the kinds of strings."""
_EXPANDED: Final = re.compile("variable_ref")
"""The kind of names with signs around them that give way to the texts they stand for."""
_SIGN: Final = re.compile(rb"[$#]|[$#\\]?[{(]")
"""What may stand in front of the value where there is no such node."""
_SHORT: Final = re.compile("shorthand(?!.*pattern)")
"""Words in the kinds of members that are both a name and its value: `{ x }`, Rust's `A { x }`."""
_STARTS: Final = "string_start"
"""The kind of the letters and quotes that a string of Python begins with."""
_PREFIXES: Final = b"BFRTUbfrtu"
"""The letters that may stand before the quotes of a string of Python."""
_OTHER: Final = {b'"': b"'", b"'": b'"'}
"""By the quotes around a string, those that may stand in it."""
_DEEP: Final = 8
"""A string is at most this many levels above the value that is filled into it."""


def takes_any_text(tree: Tree, place: int) -> bool:
    """Whether any text that `put` puts at a place fits there.

    It does in a string, behind the name of a member, and in place of a name that gives way to the
    text it stands for wherever it is, as `$(name)` in a makefile and `${name}` in CMake.
    """
    expanded = _EXPANDED.match(tree.name(place)) is not None
    return expanded or _is_in_string(tree, place) or is_short(tree, place)


def _is_in_string(tree: Tree, place: int) -> bool:
    """Whether a place is a part of a string."""
    return _STRING.search(tree.name(tree.parent[place])) is not None


def is_short(tree: Tree, place: int) -> bool:
    """Whether the node at a place is both the name of a member and its value."""
    return any(_SHORT.search(tree.name(node)) for node in tree.same_bytes(place))


def fits(configuration: Configuration, place: int, node: int) -> bool:
    """Whether a node may stand at a place, as any may where any text may."""
    return takes_any_text(configuration.tree, place) or configuration.categories.fits(place, node)


def put(configuration: Configuration, values: Iterable[tuple[int, bytes]]) -> list[Rewrite]:
    """Return the changes that put texts at places; a string in a string is put by its content.

    A member that is both a name and its value keeps the name, with the text behind it. Where one of
    the changes would touch what may not change, the texts are put as they are.
    """
    found = [*written(configuration.tree, values := [*values])]
    if not all(configuration.may_change(row) for row, _ in found):
        found = values
    return [Rewrite((row,), text) for row, text in found]


def written(tree: Tree, values: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, bytes]]:
    """Yield the rows that give way where texts are put at places, and what each gives way to.

    A string that another is filled into gives way as a whole, as the content of the other joins the
    text beside it. A member that is both a name and its value keeps the name: with 1 for `x`,
    `{ x }` becomes `{ x: 1 }`.
    """
    strings, edits = dict[int, list[Edit]](), list[tuple[int, Edit]]()
    for place, text in values:
        content = content_of(text, 0, len(text)) if text else None
        rows = () if content is None else _filling(tree, place)
        if is_short(tree, place):
            text = b"%b: %b" % (tree.source(place), text)
        if rows and content is not None:
            strings[tree.parent[rows[0]]] = []
            text = content
        else:
            text = _requoted(tree, place, text)
        first, last = (rows[0], rows[-1]) if rows else (place, place)
        edits.append((first, Edit(tree.start[first], tree.end[last], text)))
    for row, edit in edits:
        string = min((each for each in strings if each < row < tree.skip[each]), default=None)
        if string is None:
            yield row, edit.replacement
        else:
            strings[string].append(edit)
    yield from ((row, joined(tree, row, inside)) for row, inside in strings.items() if inside)


def _requoted(tree: Tree, place: int, text: bytes) -> bytes:
    """Return a text with quotes that do not end the string which a place is filled into.

    Before Python 3.12 the first quote like its own ends `f"{…}"`, also within the braces. In other
    languages, whose grammars have no `string_start`, only the braces end what is filled in.
    """
    for node in islice(tree.upwards(tree.parent[place]), _DEEP):
        if tree.is_leaf(node) or tree.name(node + 1) != _STARTS:
            continue
        quotes = tree.source(node + 1).lstrip(_PREFIXES)
        other = _OTHER.get(quotes, quotes)
        return text if other in text else text.replace(quotes, other)
    return text


def joined(tree: Tree, string: int, edits: Sequence[Edit]) -> bytes:
    """Return a string with edits in it; pieces that meet get no blank, as words would, between."""
    pieces, position = list[bytes](), tree.start[string]
    for edit in edits:
        pieces += tree.text[position : edit.start], edit.replacement
        position = edit.end
    return b"".join((*pieces, tree.text[position : tree.end[string]]))


def _filling(tree: Tree, place: int) -> Sequence[int]:
    """Return the rows that fill the value at a place into a string; none if it is in no string."""
    above, before, behind = tree.parent[place], place - 1, tree.skip[place]
    if not _is_in_string(tree, place):
        only = tree.only_named(above) == place and FILLS_IN.search(tree.name(above))
        return (above,) if only and _is_in_string(tree, above) else ()
    if "concat" in tree.name(above):  # beside strings, as a macro of C may be
        return ()
    sign = tree.source(before)
    if tree.parent[before] != above or not _SIGN.fullmatch(sign):
        return (place,)
    closed = behind < tree.skip[above] and tree.source(behind) == CLOSER_OF.get(sign[-1:])
    return (before, place, behind) if closed else (before, place)
