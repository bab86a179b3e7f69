"""What nothing uses any more, in languages that refuse it (floor 1).

A compiler of Go takes no variable and no import that nothing uses. So of `n, err := f()` no use of
`n` can go that is the last one, unless the definition changes along with it: to `_, err := f()`.
What people would do by hand, after they deleted something, is done here to a text.

What is defined where is written down as tree-sitter queries, one file for each such language in
`grammars/unused`: every `name`; where a name is `defined`, and where it is `given` a value only;
the `statement` around, which goes unless there is something of `effect` in it, or the `clause`
around, which goes as far as its sign; each `scope`; and each `import`.

Source: goimports and `gofmt -s`, which editors run on every text that is saved.
"""

import functools
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Final, NamedTuple

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query, QueryCursor, QueryError
from xxhash import xxh3_128_digest

from nubbin.engine.trees.incremental import edited
from nubbin.engine.trees.variables import BLANK, Variables
from nubbin.engine.vocabulary.difference import Difference
from nubbin.engine.vocabulary.text import Edit, apply_edits

__all__ = ["Unused", "unused_for"]

_OWNER: Final = re.compile(rb"(?<![\w.])(\w+)\s*\.")
"""What members are called by way of, as an import is."""
_LAST: Final = re.compile(rb"([^\s/]+?)(?:[/.]v\d+)?[\"`]$")
"""The last part of a path, before the version: the package is called by it, or a word of it."""
_WORD: Final = re.compile(rb"\w+")
_KEPT: Final = (BLANK, b".", b"C")
"""What is imported for what it does, for all that is in it, or is not of the language."""
_PARTS: Final = 4096
"""Parts of a text that are remembered: of a candidate most are as they were in the one before."""
_LARGE: Final = 1 << 14
"""Bytes of a part beyond which it takes too long to look for its variables each time."""


class _Part(NamedTuple):
    """A function, or whatever else stands at the top of a text."""

    edits: tuple[Edit, ...]
    """Which free it of what nothing uses, counted from its start."""
    owners: frozenset[bytes]
    """What members are called by way of, once these edits are made."""


class Unused:
    """Takes out variables and imports that nothing uses.

    Args:
        grammar: the language's.
        source: its tree-sitter queries.

    Raises:
        tree_sitter.QueryError: the grammar has no such nodes.
    """

    def __init__(self, grammar: Grammar, source: str) -> None:
        self._query = Query(grammar, source)
        self._parser = Parser(grammar)
        self._last = b"", self._parser.parse(b"")
        self._parts: dict[bytes, _Part] = {}  # by the digest of their text

    def removed(self, text: bytes) -> bytes:
        """Return a text without what nothing uses; itself, where the parser finds errors in it.

        A function of the text alone. Complexity: O(what differs from the text before), but for
        looking up its functions.
        """
        before, tree = self._last
        if text != before:
            base = edited(tree, before, text, [Difference.of(before, text).hunk])
            tree = self._parser.parse(text, base)
            self._last = text, tree
        if tree.root_node.has_error:
            return text
        edits: list[Edit] = []
        owners: set[bytes] = set()
        imports: list[Node] = []
        for node in tree.root_node.named_children:
            if "import" in node.type:
                imports.append(node)
                continue
            part, start = self._part(text[node.start_byte : node.end_byte]), node.start_byte
            owners |= part.owners
            edits += (Edit(start + one, start + other, new) for one, other, new in part.edits)
        for node in imports:
            edits += self._not_imported(node, text, owners)
        return apply_edits(text, edits) if edits else text

    def _part(self, source: bytes) -> _Part:
        """Return what is to know of a part of a text."""
        digest = xxh3_128_digest(source)
        if digest not in self._parts:
            if len(self._parts) >= _PARTS:
                self._parts.clear()
            edits = self._edits(source) if len(source) <= _LARGE else ()
            owners = frozenset(_OWNER.findall(apply_edits(source, edits)))
            self._parts[digest] = _Part(edits, owners)
        return self._parts[digest]

    def _edits(self, source: bytes) -> tuple[Edit, ...]:
        """Return the edits of a part, read by itself: its nodes are told apart by position."""
        root = self._parser.parse(source).root_node
        return Variables(QueryCursor(self._query).captures(root), source).edits()

    def _not_imported(self, node: Node, text: bytes, owners: set[bytes]) -> Iterator[Edit]:
        """Yield the edits that take out what is imported and not called by any name."""
        every = QueryCursor(self._query).captures(node).get("import", [])
        idle = [one for one in every if not _is_called(text[one.start_byte : one.end_byte], owners)]
        for each in [node] if idle and len(idle) == len(every) else idle:
            yield Edit(each.start_byte, each.end_byte)


def _is_called(spec: bytes, owners: set[bytes]) -> bool:
    """Whether something is called by way of an import: by its own name, or its path's last part."""
    name, _, path = spec.rpartition(b" ")
    last = _LAST.search(path)
    words = [name.strip()] if name else _WORD.findall(last[1]) if last else []
    return any(word in owners or word in _KEPT for word in words)


@functools.cache
def _source(language_name: str) -> str:
    folder = files("nubbin.engine.trees.grammars").joinpath("unused")
    resource = folder.joinpath(f"{language_name}.scm")
    return resource.read_text("utf-8") if resource.is_file() else ""


def unused_for(language_name: str, grammar: Grammar) -> Unused | None:
    """Return what takes out what a language refuses; None if nothing, or of other nodes."""
    source = _source(language_name)
    try:
        return Unused(grammar, source) if source else None
    except QueryError:
        return None
