"""Removing unused variables and imports, in languages that refuse them (floor 1).

Go compilers refuse unused variables and imports. So with `n, err := f()` the last use of `n` cannot
be removed, unless the definition changes along with it, to `_, err := f()`. What people would do by
hand after they deleted something is done here to a text.

The definitions are found by tree-sitter queries, in one file for each such language, in
`grammars/unused`. They capture every `name`; where a name is `defined`, and where it is only
`given` a value; the `statement` around, which is removed unless it contains an `effect`, or the
`clause` around, which is removed up to its sign; each `scope`; and each `import`.

Source: goimports and `gofmt -s`, which editors run on every text that is saved.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from tree_sitter import Node, Query, QueryCursor, QueryError
from xxhash import xxh3_128_digest

from nubbin.engine.trees.incremental import edited
from nubbin.engine.trees.parser import GaveUp, Parser
from nubbin.engine.trees.queries import queries
from nubbin.engine.trees.variables import BLANK, Variables
from nubbin.engine.vocabulary.difference import Difference
from nubbin.engine.vocabulary.text import Edit, apply_edits

__all__ = ["Unused", "unused_for"]

_OWNER: Final = re.compile(rb"(?<![\w.])(\w+)\s*\.")
"""A name before a dot, as that of an import."""
_LAST: Final = re.compile(rb"([^\s/]+?)(?:[/.]v\d+)?[\"`]$")
"""The last part of a path, before the version: the package is called by it, or by a word of it."""
_WORD: Final = re.compile(rb"\w+")
_KEPT: Final = (BLANK, b".", b"C")
"""Names of imports that always stay: for their effects, for all their names, or for C."""
_PARTS: Final = 4096
"""So many parts of texts are remembered, as most parts of a candidate are as in the one before."""
_LARGE: Final = 1 << 14
"""In parts of more bytes no variables are removed, as that would take too long each time."""


class _Part(NamedTuple):
    """A function, or whatever else stands at the top level of a text."""

    edits: tuple[Edit, ...]
    """The edits that remove its unused variables, relative to its start."""
    owners: frozenset[bytes]
    """The names before dots, once these edits are made."""


class Unused:
    """Removes unused variables and imports.

    Args:
        parser: by the grammar of the language.
        source: its tree-sitter queries.

    Raises:
        tree_sitter.QueryError: the queries name nodes that the grammar does not have.
    """

    def __init__(self, parser: Parser, source: str) -> None:
        self._query = Query(parser.grammar, source)
        self._parser = parser
        self._last = b"", parser.parse(b"")
        self._parts: dict[bytes, _Part] = {}  # by the digest of their text

    def removed(self, text: bytes) -> bytes:
        """Return a text without unused variables and imports.

        Returns the text itself if it has syntax errors, or the parser comes to no end with it.

        The result depends on the text alone. Complexity: O(difference from the text before), except
        for looking up its functions.
        """
        try:
            edits = self._edits(text)
        except GaveUp:
            return text
        return apply_edits(text, edits) if edits else text

    def _edits(self, text: bytes) -> list[Edit]:
        """Return the edits that remove what is unused; none if there are syntax errors.

        Raises:
            GaveUp: the parser comes to no end with the text, or with a part of it.
        """
        before, tree = self._last
        if text != before:
            base = edited(tree, before, text, [Difference.of(before, text).hunk])
            tree = self._parser.parse(text, base)
            self._last = text, tree
        if tree.root_node.has_error:
            return []
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
            edits += self._unused_imports(node, text, owners)
        return edits

    def _part(self, source: bytes) -> _Part:
        """Return the edits and the owners of a part of a text."""
        digest = xxh3_128_digest(source)
        if digest not in self._parts:
            if len(self._parts) >= _PARTS:
                self._parts.clear()
            edits = self._edits_alone(source) if len(source) <= _LARGE else ()
            owners = frozenset(_OWNER.findall(apply_edits(source, edits)))
            self._parts[digest] = _Part(edits, owners)
        return self._parts[digest]

    def _edits_alone(self, source: bytes) -> tuple[Edit, ...]:
        """Return the edits of a part, parsed by itself, so that offsets begin at its start."""
        root = self._parser.parse(source).root_node
        return Variables(QueryCursor(self._query).captures(root), source).edits()

    def _unused_imports(self, node: Node, text: bytes, owners: set[bytes]) -> Iterator[Edit]:
        """Yield the edits that remove the imports that no owner names."""
        every = QueryCursor(self._query).captures(node).get("import", [])
        idle = [one for one in every if not _is_called(text[one.start_byte : one.end_byte], owners)]
        for each in [node] if idle and len(idle) == len(every) else idle:
            yield Edit(each.start_byte, each.end_byte)


def _is_called(spec: bytes, owners: set[bytes]) -> bool:
    """Whether an import is used: its own name, or a word of the last part of its path, is."""
    name, _, path = spec.rpartition(b" ")
    last = _LAST.search(path)
    words = [name.strip()] if name else _WORD.findall(last[1]) if last else []
    return any(word in owners or word in _KEPT for word in words)


def unused_for(language_name: str, parser: Parser) -> Unused | None:
    """Return what removes unused definitions; None if not known, or the grammar has other nodes."""
    source = queries("unused", language_name)
    try:
        return Unused(parser, source) if source else None
    except QueryError:
        return None
