"""The tree of a text that has no grammar: brackets, indentation, lines and words (floor 1).

Hardly any text is without structure. What stands in brackets belongs together, and lines belong to
the line above them that is indented less. A line is an item of a list. The parts of an item that
commas and semicolons end are its subitems; so is a line that ends what the item began, as `</p>` or
`end` does. This gives the passes over trees something to work on, in any language.

Source: C-Reduce's passes for any language (Regehr and others 2012), over balanced brackets and over
lines by the depth of their nesting; here both make one tree.
"""

import re
from array import array
from collections import Counter
from collections.abc import Collection
from typing import NamedTuple

from nubbin.engine.trees.endings import belongs
from nubbin.engine.trees.tree import NAMED, Tree
from nubbin.engine.vocabulary.text import OPENER_OF

# Bounded: else a text full of quotes would take quadratic time; and long strings have parts anyway.
_STRING = rb"""
    "(?:[^"\\\n]|\\.){0,99}" | `(?:[^`\\\n]|\\.){0,99}`
    | (?<![\w\x80-\xff])'(?:[^'\\\n]|\\.){0,99}'"""
_BRACKET = re.compile(rb"%b | (?P<open>[(\[{]) | (?P<close>[)\]}])" % _STRING, re.VERBOSE)
# A byte order mark counts as a blank: as a part of the first word, it could keep that from going.
_TOKEN = re.compile(
    rb"""\n(?P<line>[ \t]*) | [ \t\r\f\v]+ | \A\xef\xbb\xbf
    | (?P<string>%b) | (?P<number>\d[\w.]*) | (?P<identifier>[\w\x80-\xff]+)
    | (?P<open>[(\[{]) | (?P<close>[)\]}]) | (?P<last>[,;](?=[ \t\r]*(?:\n|\Z))) | (?P<end>[,;])
    | (?P<sign>(?P<one>.)(?P=one)*)"""
    % _STRING,
    re.VERBOSE,
)
_INDENTED = re.compile(rb"[ \t]*")
_LISTS = ("document", "item", "subitem", "block", "group")
_LEAVES = ("string", "number", "identifier")
_KINDS = (*_LISTS, *_LEAVES, "mark", "'sign")
"""A sign stands between parts or around them, as punctuation of a grammar; a mark is a part."""
_DOCUMENT, _ITEM, _SUBITEM, _BLOCK, _GROUP, *_, _MARK, _SIGN = range(len(_KINDS))
_LEAF = {kind: _KINDS.index(kind) for kind in _LEAVES}
_LONG = 32
"""In a subitem with more parts, signs become marks: then runs of parts can go across them."""


class Brackets(NamedTuple):
    """The brackets of a text, by their offsets."""

    pairs: set[int]
    """The brackets that have a partner."""
    alone: list[int]
    """The others, in order."""
    crossed: bool
    """Whether a bracket without a partner stands between two that are a pair."""

    def signs(self, text: bytes) -> bytes:
        """Return the brackets without a partner, as bytes."""
        return bytes(text[place] for place in self.alone)


def paired(text: bytes) -> Brackets:
    """Find the brackets of a text, except those in strings.

    A closing bracket is the partner of the last open one of its kind; brackets that were opened in
    between have no partner.

    Complexity: O(text).
    """
    pairs: set[int] = set()
    places: list[int] = []
    waiting: list[tuple[bytes, int]] = []
    opened: Counter[bytes] = Counter()
    last, crossed = -1, False  # `last` is the last closing bracket without a partner
    for found in _BRACKET.finditer(text):
        bracket, place = found[0], found.start()
        if found.lastgroup is None:
            continue
        places.append(place)
        if found.lastgroup == "open":
            waiting.append((bracket, place))
            opened[bracket] += 1
        elif opened[OPENER_OF[bracket]]:
            opener, start = waiting.pop()
            while opener != OPENER_OF[bracket]:
                crossed = True
                opened[opener] -= 1
                opener, start = waiting.pop()
            opened[opener] -= 1
            crossed |= start < last
            pairs |= {start, place}
        else:
            last = place
    alone = [place for place in places if place not in pairs]
    return Brackets(pairs, alone, crossed)


def outline(text: bytes, pairs: Collection[int]) -> Tree:
    """Return the tree of a text.

    Args:
        text: any bytes.
        pairs: the offsets of its brackets that have a partner.

    Complexity: O(text), without recursion.
    """
    rows = _Rows(text)
    for found in _TOKEN.finditer(text):
        kind, start, end = found.lastgroup, *found.span()
        if kind is None:
            continue
        if kind == "line":
            rows.line_ends(len(found["line"]))
        elif kind in ("open", "close") and start in pairs:
            rows.opens(start) if kind == "open" else rows.closes(start)
        elif kind in ("end", "last"):
            rows.ends(start, of_line=kind == "last")
        else:
            rows.token(_LEAF.get(kind, _SIGN), start, end)
    return rows.tree()


class _Rows:
    """The rows of a tree, written in preorder.

    A list is the document, a block or a group; the innermost one is being written. In each list
    around it, an item and a subitem of that are open, and the next list lies in this subitem.
    """

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._start, self._end = array("i"), array("i")
        self._kind, self._parent, self._skip = array("i"), array("i"), array("i")
        self._path: list[int] = []
        self._depth = 0
        indented = _INDENTED.match(text)
        self._indent = indented.end() if indented else 0
        self._first = True  # whether the next token is the first of its line
        self._last = 0  # where the last token ended
        self._lists = [_DOCUMENT]
        self._items: list[int | None] = [None]  # for each list, the indentation of its open item
        self._subitems = [False]  # for each list, whether a subitem is open in its open item
        self._begin(_DOCUMENT, 0)

    def line_ends(self, indent: int) -> None:
        """Take note that the next token begins a line that is indented by so many bytes."""
        self._indent, self._first = indent, True

    def token(self, kind: int, start: int, end: int) -> None:
        """Write a token into the open item, or into a new one."""
        self._subitem_begins(start)
        self._leaf(kind, start, end)

    def ends(self, start: int, *, of_line: bool) -> None:
        """Write a sign that ends a subitem, and its item as well if it is the last of a line.

        Where no item is open, it is a token like others: a comma may begin a line.
        """
        self._line_begins(start)
        if self._items[-1] is None:
            self._subitem_begins(start)
        elif of_line:
            self._finish_item()
        else:
            self._finish_subitem()
        self._leaf(_SIGN, start, start + 1)

    def opens(self, start: int) -> None:
        """Write an opening bracket; what follows it goes into a new group."""
        self._subitem_begins(start)
        self._begin_list(_GROUP, start)
        self._leaf(_SIGN, start, start + 1)

    def closes(self, start: int) -> None:
        """Write a closing bracket; what follows it goes behind the group."""
        self._first = False
        self._finish_item()
        while self._lists[-1] != _GROUP:
            self._finish_list()
            self._finish_item()
        self._leaf(_SIGN, start, start + 1)
        self._finish_list()

    def tree(self) -> Tree:
        """Return the tree, after all tokens were written."""
        while self._lists:
            self._finish_item()
            self._finish_list()
        self._end[0] = len(self._text)
        flags = array("b", (NAMED * (kind != _SIGN) for kind in self._kind))
        columns = self._start, self._end, self._kind, self._parent, self._skip, flags
        return Tree(self._text, *columns, _KINDS, self._depth)

    def _line_begins(self, start: int) -> None:
        """If a token is the first of its line, end the items that are indented as much, or more.

        A line that is indented more than an item begins a block in it. A line that is indented as
        much, and ends what the item began, is a part of the item.
        """
        behind = False  # whether a block was ended
        while self._first:
            indent = self._items[-1]
            if indent is not None and indent < self._indent:
                self._begin_list(_BLOCK, start)
                break
            if indent == self._indent and self._goes_on(start, behind=behind):
                self._finish_subitem()
                break
            self._finish_item()
            above = self._items[-2] if self._lists[-1] == _BLOCK else None
            if above is None or above < self._indent:
                break
            self._finish_list()
            behind = True
        self._first = False

    def _goes_on(self, start: int, *, behind: bool) -> bool:
        """Whether a line, which may stand behind a block, is a part of the open item."""
        last = self._path[-1]
        item = self._path[-2] if self._subitems[-1] else last
        return belongs(self._text, self._start[item], self._start[last], start, behind=behind)

    def _subitem_begins(self, start: int) -> None:
        """Make sure that a subitem is open for a token."""
        self._line_begins(start)
        if self._items[-1] is None:
            self._begin(_ITEM, start)
            self._items[-1] = self._indent
        if not self._subitems[-1]:
            self._begin(_SUBITEM, start)
            self._subitems[-1] = True

    def _begin_list(self, kind: int, start: int) -> None:
        self._begin(kind, start)
        self._lists.append(kind)
        self._items.append(None)
        self._subitems.append(False)

    def _finish_list(self) -> None:
        self._finish()
        self._lists.pop()
        self._items.pop()
        self._subitems.pop()

    def _finish_item(self) -> None:
        self._finish_subitem()
        if self._items[-1] is not None:
            self._finish()
            self._items[-1] = None

    def _finish_subitem(self) -> None:
        if self._subitems[-1]:
            parts = self._children(self._path[-1])
            if len(parts) > _LONG:  # as in a text of a single line
                for part in parts:
                    if self._kind[part] == _SIGN:
                        self._kind[part] = _MARK
            self._finish()
            self._subitems[-1] = False

    def _leaf(self, kind: int, start: int, end: int) -> None:
        self._begin(kind, start)
        self._last = end
        self._finish()

    def _begin(self, kind: int, start: int) -> None:
        row = len(self._start)
        self._start.append(start)
        self._end.append(start)
        self._kind.append(kind)
        self._parent.append(self._path[-1] if self._path else -1)
        self._skip.append(row + 1)
        self._path.append(row)
        self._depth = max(self._depth, len(self._path))

    def _children(self, row: int) -> list[int]:
        """Return the children of a row that is being written."""
        found, child = [], row + 1
        while child < len(self._kind):
            found.append(child)
            child = self._skip[child]
        return found

    def _finish(self) -> None:
        row = self._path.pop()
        self._end[row] = self._last
        self._skip[row] = len(self._start)
