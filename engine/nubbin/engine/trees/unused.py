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
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import chain
from typing import Final, NamedTuple

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser, Query, QueryCursor, QueryError
from xxhash import xxh3_128_digest

from nubbin.engine.trees.incremental import edited
from nubbin.engine.vocabulary.difference import Difference
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits

__all__ = ["Unused", "unused_for"]

_BLANK: Final = b"_"
"""The name of a variable that nothing has to use."""
_OWNER: Final = re.compile(rb"(?<![\w.])(\w+)\s*\.")
"""What members are called by way of, as an import is."""
_LAST: Final = re.compile(rb"(\w+)\W*$")
"""The last word of a path, by which it is called."""
_KEPT: Final = (_BLANK, b".", b"C")
"""What is imported for what it does, for all that is in it, or is not of the language."""
_PARTS: Final = 4096
"""Parts of a text that are remembered: of a candidate most are as they were in the one before."""
_LARGE: Final = 1 << 14
"""Bytes of a function beyond which it takes too long to look for its variables each time."""


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
        source: its queries.

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
            part, start = self._part(node, text[node.start_byte : node.end_byte]), node.start_byte
            owners |= part.owners
            edits += (Edit(start + one, start + other, new) for one, other, new in part.edits)
        for node in imports:
            edits += self._not_imported(node, text, owners)
        return apply_edits(text, edits) if edits else text

    def _part(self, node: Node, source: bytes) -> _Part:
        """Return what is to know of a part of a text."""
        digest = xxh3_128_digest(source)
        if digest not in self._parts:
            if len(self._parts) >= _PARTS:
                self._parts.clear()
            has_variables = "function" in node.type or "method" in node.type
            edits = self._edits(source) if has_variables and len(source) <= _LARGE else ()
            owners = frozenset(_OWNER.findall(apply_edits(source, edits)))
            self._parts[digest] = _Part(edits, owners)
        return self._parts[digest]

    def _edits(self, source: bytes) -> tuple[Edit, ...]:
        """Return the edits of a function, read by itself: its nodes are told apart by position."""
        root = self._parser.parse(source).root_node
        return _Variables(QueryCursor(self._query).captures(root), source).edits()

    def _not_imported(self, node: Node, text: bytes, owners: set[bytes]) -> Iterator[Edit]:
        """Yield the edits that take out what is imported and not called by any name."""
        every = QueryCursor(self._query).captures(node).get("import", [])
        idle = [one for one in every if not _is_called(text[one.start_byte : one.end_byte], owners)]
        for each in [node] if idle and len(idle) == len(every) else idle:
            yield Edit(each.start_byte, each.end_byte)


class _Variable(NamedTuple):
    """A name in a scope."""

    name: bytes
    scope: Span
    since: int
    """Where its first definition ends: in its own value the name is another's."""


class _Variables:
    """The variables of one function, and what becomes of it without those that nothing uses.

    Args:
        captures: what the queries found in it.
        source: its text.
    """

    def __init__(self, captures: dict[str, list[Node]], source: bytes) -> None:
        self._source = source
        self._scopes = sorted(map(_span, captures.get("scope", ())))
        self._effects = sorted(each.start_byte for each in captures.get("effect", ()))
        self._clauses = captures.get("clause", [])
        holders = {node.id: node for node in (*captures.get("statement", ()), *self._clauses)}
        self._holders = [*holders.values()]
        defined, given = (map(_span, captures.get(each, ())) for each in ("defined", "given"))
        # What a function gives back may have a name, which `:=` in its outermost block means.
        self._body = [*self._scopes[:2]]
        self._parameters = {self._text(each) for each in captures.get("parameter", ())}
        self._variables = self._known(sorted(defined))
        self._given = [*given]
        targets = {*self._variables, *self._given}
        self._uses = [name for name in map(_span, captures.get("name", ())) if name not in targets]

    def edits(self) -> tuple[Edit, ...]:
        """Return the edits after which no variable is unused."""
        found: list[Edit] = []
        gone: set[Span] = set()
        while True:
            idle = self._idle(gone) - gone
            if not idle:
                return tuple(found)
            gone |= idle
            found = [*chain.from_iterable(self._without(node, gone) for node in self._holders)]
            removed = [Span(edit.start, edit.end) for edit in found if edit.replacement != _BLANK]
            gone |= {use for use in self._uses if any(span.holds(use) for span in removed)}

    def _known(self, defined: Iterable[Span]) -> dict[Span, _Variable]:
        """Return the variables that are defined in places, each known behind its value."""
        ends = {_span(name): _end(node) for node in self._holders for name in _left(node)}
        found: dict[tuple[bytes, Span], _Variable] = {}
        places: dict[Span, _Variable] = {}
        for place in defined:
            name, scope = self._name(place), self._scope(place)
            outer = scope in self._body and name in self._parameters
            if scope is not None and name != _BLANK and not outer:
                variable = _Variable(name, scope, ends[place])
                places[place] = found.setdefault((name, scope), variable)
        return places

    def _idle(self, gone: set[Span]) -> set[Span]:
        """Return where the variables that nothing uses are defined, and given values."""
        known = defaultdict[bytes, list[_Variable]](list)
        for variable in self._variables.values():
            known[variable.name].append(variable)

        def meant(place: Span) -> _Variable | None:
            around = [
                variable
                for variable in known.get(self._name(place), ())
                if variable.since <= place.start and variable.scope.holds(place)
            ]
            return max(around, key=lambda variable: variable.scope, default=None)

        used = {meant(use) for use in self._uses if use not in gone}
        places = [*self._variables.items(), *((place, meant(place)) for place in self._given)]
        return {place for place, variable in places if variable and variable not in used}

    def _scope(self, place: Span) -> Span | None:
        """Return the innermost scope around a place; None for what is known everywhere."""
        before = reversed(self._scopes[: bisect_right(self._scopes, place)])
        return next((scope for scope in before if scope.holds(place)), None)

    def _without(self, node: Node, gone: set[Span]) -> Iterator[Edit]:
        """Yield the edits that free a statement or a clause of what is idle on its left."""
        left = _left(node)
        if not any(_span(name) in gone for name in left):
            return
        kept = [name for name in left if _span(name) not in gone and self._text(name) != _BLANK]
        above = node.parent
        if kept or (above is None):
            yield from self._blanked(left, gone)
        elif node in self._clauses:
            sign = next(child for child in node.children if child.type == ":=")
            yield Edit(left[0].start_byte, sign.end_byte)
        elif node.type == "var_spec":
            if self._has_effect(node) or len(above.named_children) > 1:
                yield from self._blanked(left, gone)
            else:
                yield Edit(above.start_byte, above.end_byte)
        elif above.type == "statement_list" and not self._has_effect(node):
            yield Edit(node.start_byte, node.end_byte)
        else:
            yield from self._blanked(left, gone)
            for sign in node.children:
                if sign.type == ":=":
                    yield Edit(sign.start_byte, sign.end_byte, b"=")

    def _blanked(self, left: Iterable[Node], gone: set[Span]) -> Iterator[Edit]:
        for name in left:
            if _span(name) in gone:
                yield Edit(name.start_byte, name.end_byte, _BLANK)

    def _has_effect(self, node: Node) -> bool:
        at = bisect_right(self._effects, node.start_byte - 1)
        return at < len(self._effects) and self._effects[at] < node.end_byte

    def _name(self, place: Span) -> bytes:
        return self._source[place.start : place.end]

    def _text(self, node: Node) -> bytes:
        return self._source[node.start_byte : node.end_byte]


def _left(node: Node) -> list[Node]:
    """Return what stands on the left of a statement or a clause."""
    field = next((each for each in ("left", "alias") if node.child_by_field_name(each)), None)
    if field is None:
        return node.children_by_field_name("name")
    (names,) = node.children_by_field_name(field)
    return names.named_children


def _end(node: Node) -> int:
    """Return where the value ends that a statement or a clause gives."""
    value = node.child_by_field_name("value")
    return value.end_byte if value and node.child_by_field_name("alias") else node.end_byte


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def _is_called(spec: bytes, owners: set[bytes]) -> bool:
    """Whether something is called by way of an import: by its own name, or its path's last word."""
    name, _, path = spec.rpartition(b" ")
    word = _LAST.search(path)
    called = name.strip() or (word[1] if word else b"")
    return called in owners or called in _KEPT


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
