"""The variables of a function, and what is removed with unused ones (floor 1).

Once a variable is removed with its value, another that was used only in this value is unused too,
and so on: each variable of such a chain is looked at once.
"""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from tree_sitter import Node

from nubbin.engine.vocabulary.text import Edit, Span

__all__ = ["BLANK", "Variables"]

BLANK: Final = b"_"
"""The name of a variable that nothing has to use."""


class _Variable(NamedTuple):
    """A name in a scope."""

    name: bytes
    scope: Span
    since: int
    """The offset at which its first definition ends: before, the name means another variable."""


class Variables:
    """The variables of one function, and the edits that remove the unused ones.

    Args:
        captures: what the tree-sitter queries found in the function.
        source: the text of the function.
    """

    def __init__(self, captures: dict[str, list[Node]], source: bytes) -> None:
        self._source = source
        self._scopes = sorted({*map(_span, captures.get("scope", ()))})
        self._outer = _around(self._scopes)
        self._effects = sorted(each.start_byte for each in captures.get("effect", ()))
        clauses = captures.get("clause", ())
        self._clauses = {node.id for node in clauses}
        self._holders = {node.id: node for node in (*captures.get("statement", ()), *clauses)}
        self._held = {_span(name): node for node in self._holders.values() for name in _left(node)}
        # A result may have a name, and `:=` in the outermost block of the function assigns to it.
        self._body = self._scopes[:2]
        self._parameters = {self._text(each) for each in captures.get("parameter", ())}
        self._variables: dict[tuple[bytes, Span], _Variable] = {}
        self._places = defaultdict[_Variable, list[Span]](list)  # definitions and assignments
        defined, given = ([*map(_span, captures.get(each, ()))] for each in ("defined", "given"))
        self._record_definitions(sorted(defined))
        targets = {*given, *chain.from_iterable(self._places.values())}
        self._record_assignments(given)
        names = map(_span, captures.get("name", ()))
        self._uses = sorted(name for name in names if name not in targets)

    def edits(self) -> tuple[Edit, ...]:
        """Return the edits after which no variable is unused.

        Complexity: O(names), each with the scopes around it.
        """
        meant = [self._meant(use) for use in self._uses]
        uses, kept = Counter(meant), Counter(self._kept())
        lost: set[int] = set()  # the indices of uses that are removed
        gone: set[Span] = set()
        idle = [variable for variable in self._places if not uses[variable]]
        while idle:
            for place in self._places[idle.pop()]:
                gone.add(place)
                holder = self._held[place]
                kept[holder.id] -= 1
                for use in () if kept[holder.id] else self._lost(holder, gone):
                    variable = meant[use]
                    if use not in lost and variable is not None:
                        lost.add(use)
                        uses[variable] -= 1
                        if not uses[variable]:
                            idle.append(variable)
        return tuple(edit for node in self._holders.values() for edit in self._without(node, gone))

    def _record_definitions(self, defined: Iterable[Span]) -> None:
        """Record the variables that are defined at some places, in order of the text."""
        for place in defined:
            name, scope = self._name(place), self._scope(place)
            outer = scope in self._body and name in self._parameters
            if scope is not None and name != BLANK and not outer:
                variable = _Variable(name, scope, _end(self._held[place]))
                self._places[self._variables.setdefault((name, scope), variable)].append(place)

    def _record_assignments(self, given: Iterable[Span]) -> None:
        """Record the places where variables are assigned values."""
        for place in given:
            variable = self._meant(place)
            if variable is not None:
                self._places[variable].append(place)

    def _kept(self) -> Iterator[int]:
        """Yield, for each name but `_` on the left of a holder, the holder's id."""
        for place, holder in self._held.items():
            if self._name(place) != BLANK:
                yield holder.id

    def _lost(self, holder: Node, gone: set[Span]) -> Iterator[int]:
        """Yield the indices of the uses that are removed with a holder that keeps no name."""
        for edit in self._without(holder, gone):
            if edit.replacement != BLANK:
                ends = (bisect_left(self._uses, Span(at, at)) for at in (edit.start, edit.end))
                yield from range(*ends)

    def _meant(self, place: Span) -> _Variable | None:
        """Return the variable that a name means; None if it is none of this function's."""
        scope = self._scope(place)
        while scope is not None:
            variable = self._variables.get((self._name(place), scope))
            if variable is not None and variable.since <= place.start:
                return variable
            scope = self._outer[scope]
        return None

    def _scope(self, place: Span) -> Span | None:
        """Return the innermost scope around a place; None if it is in none."""
        at = bisect_right(self._scopes, place)
        scope = self._scopes[at - 1] if at else None
        while scope is not None and not scope.holds(place):
            scope = self._outer[scope]
        return scope

    def _without(self, node: Node, gone: set[Span]) -> Iterator[Edit]:
        """Yield the edits that remove unused names on the left of a statement or a clause."""
        left = _left(node)
        if not any(_span(name) in gone for name in left):
            return
        kept = [name for name in left if _span(name) not in gone and self._text(name) != BLANK]
        above = node.parent
        if kept or (above is None):
            yield from self._blanked(left, gone)
        elif node.id in self._clauses:
            sign = next(child for child in node.children if child.type == ":=")
            yield Edit(left[0].start_byte, sign.end_byte)
        elif node.type == "var_spec":
            if self._has_effect(node) or len(above.named_children) > 1:
                yield from self._blanked(left, gone)
            else:
                yield Edit(*_span(_declaration(node)))
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
                yield Edit(name.start_byte, name.end_byte, BLANK)

    def _has_effect(self, node: Node) -> bool:
        at = bisect_right(self._effects, node.start_byte - 1)
        return at < len(self._effects) and self._effects[at] < node.end_byte

    def _name(self, place: Span) -> bytes:
        return self._source[place.start : place.end]

    def _text(self, node: Node) -> bytes:
        return self._source[node.start_byte : node.end_byte]


def _around(spans: Sequence[Span]) -> dict[Span, Span | None]:
    """Return for each span the innermost other one around it; spans are nested or disjoint."""
    found: dict[Span, Span | None] = {}
    open_spans: list[Span] = []
    for span in spans:
        while open_spans and not open_spans[-1].holds(span):
            open_spans.pop()
        found[span] = open_spans[-1] if open_spans else None
        open_spans.append(span)
    return found


def _left(node: Node) -> list[Node]:
    """Return the nodes on the left of a statement or a clause."""
    field = next((each for each in ("left", "alias") if node.child_by_field_name(each)), None)
    if field is None:
        return node.children_by_field_name("name")
    (names,) = node.children_by_field_name(field)
    return names.named_children


def _declaration(spec: Node) -> Node:
    """Return the declaration around a specification of variables, with or without brackets."""
    node = spec
    while node.type != "var_declaration" and node.parent is not None:
        node = node.parent
    return node


def _end(node: Node) -> int:
    """Return the offset at which the value in a statement or a clause ends."""
    value = node.child_by_field_name("value")
    return value.end_byte if value and node.child_by_field_name("alias") else node.end_byte


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)
