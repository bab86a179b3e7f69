"""What a language says beyond its grammar (floor 1).

Grammars are written for editors, and take more than compilers do: a statement outside of all
functions, a class without a name; now and then they take less. A reducer makes such texts by
the hundred. What a language amends is written down as tree-sitter queries, one file for each
language in `grammars/amendments`: a node that one captures as `wrong` counts as an error more, one
that it captures as `right` as an error less, and one that it captures as `dated` as what is taken
for the sake of old programs only. `; inherits: NAME` in the first line takes over the queries of
another language. Predicates of our own: `(#askew? @above @below)` holds where two nodes that are no
comments begin lines, but not in the same column; `(#indented? @node)` where a node does not begin
at the margin; with any number of kinds, `(#outside? @node "kind")` where it is in no node of one of
them, `(#under? @node "kind")` where it is a child of one, and `(#behind? @node "kind")` where one
stands before it; `(#unended? @node)` where the parser had to invent a node's
last token. What is around a rare node is best asked for in this way: a pattern that begins with a
function takes milliseconds to compile.

Source: queries as editors keep them (`highlights.scm`), turned to another use.
"""

import functools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from typing import NamedTuple

from tree_sitter import Language as Grammar
from tree_sitter import Node, Query, QueryCursor, QueryError

from nubbin.engine.vocabulary.text import Span

__all__ = ["Amendments", "Faults", "amendments_for"]

_Match = tuple[int, dict[str, list[Node]]]
"""The number of a pattern, and what it captures, by name."""
_INHERITS = "; inherits: "
_PREDICATE = re.compile(r"\(#(\S+)((?:\s+(?:@\w+|\"[^\"]*\"))+)\s*\)")
_CAPTURE, _STRING = re.compile(r"@(\w+)"), re.compile(r"\"([^\"]*)\"")
_KNOWN = ("eq?", "not-eq?", "match?", "any-of?")
"""The predicates of tree-sitter's that amendments make use of."""
_LOCAL = ("askew?", "indented?")
"""Those of ours that say something of where nodes begin, which changes only where they are."""


class Faults(NamedTuple):
    """What amendments find in a text, or more of it in one text than in another."""

    wrong: int = 0
    """Errors that the grammar does not know."""
    right: int = 0
    """Errors of the grammar's that are none."""
    dated: int = 0
    """Constructs that today's programs do without."""

    @property
    def errors(self) -> int:
        """How many errors there are beyond those that the grammar finds; below 0 if fewer."""
        return self.wrong - self.right

    def __sub__(self, other: "Faults") -> "Faults":
        pairs = zip(self, other, strict=True)
        return Faults(*(mine - others for mine, others in pairs))


class Amendments:
    """Counts the errors that a grammar does not know.

    Args:
        grammar: the language's.
        source: its tree-sitter queries.

    Raises:
        tree_sitter.QueryError: the grammar has no such nodes.
    """

    def __init__(self, grammar: Grammar, source: str) -> None:
        self._query = query = Query(grammar, source)
        text = source.encode()
        self._own = [
            _predicates(text[query.start_byte_for_pattern(at) : query.end_byte_for_pattern(at)])
            for at in range(query.pattern_count)
        ]
        """By pattern, its predicates that are our own."""
        self._local = [any(one.name in _LOCAL for one in own) for own in self._own]
        """By pattern, whether what it finds changes only with what it captures."""

    def faults(self, root: Node, spans: Iterable[Span]) -> Faults:
        """Count what touches any of some spans: what touches two, once.

        The difference between two texts is that between their counts, each around what differs.
        Where a name or a string is no UTF-8, which tree-sitter queries cannot compare, there is
        nothing found.
        """
        return self._found(root, spans) or Faults()

    def know_nothing_of(self, root: Node) -> bool:
        """Whether there is nothing to be counted in all of a text."""
        found = self._found(root, [Span(root.start_byte, root.end_byte)])
        return found is not None and not any(found)

    def _found(self, root: Node, spans: Iterable[Span]) -> Faults | None:
        cursor = QueryCursor(self._query)
        matches = list[_Match]()
        for span in spans:
            cursor.set_byte_range(span.start, span.end)
            try:
                matches += (each for each in cursor.matches(root) if self._touches(each, span))
            except (UnicodeDecodeError, SystemError):  # either, the second around the first
                return None
        found: Counter[str] = Counter()
        for pattern, captures in {_place(match): match for match in matches}.values():
            if all(own.holds(captures) for own in self._own[pattern]):
                for name, nodes in captures.items():
                    found[name] += len(nodes)
        return Faults(found["wrong"], found["right"], found["dated"])

    def _touches(self, match: _Match, span: Span) -> bool:
        """Whether a match may be there for what touches a span.

        Of a list's pattern the parser's library finds all matches where the list touches it.
        """
        pattern, captures = match
        return not self._local[pattern] or any(
            node.start_byte <= span.end and span.start <= node.end_byte
            for nodes in captures.values()
            for node in nodes
        )


def _place(match: _Match) -> tuple[object, ...]:
    """Return what tells a match from others in one tree: its pattern, and its nodes."""
    pattern, captures = match
    return pattern, *((name, node.id) for name in captures for node in captures[name])


class _Predicate(NamedTuple):
    """A predicate of our own; the binding's way to ask for these leaks memory with each answer."""

    name: str
    captures: Sequence[str]
    kinds: Sequence[str]

    def holds(self, captures: Mapping[str, Sequence[Node]]) -> bool:
        """Whether it holds for a match."""
        match self.name, [captures[name][0] for name in self.captures], self.kinds:
            case "askew?", [_, _] as nodes, []:
                return len(_columns(nodes)) > 1 and all(map(_begins_statement, nodes))
            case "indented?", [_] as nodes, []:
                return _columns(nodes) != {0}
            case "outside?", [node], kinds:
                return all(above.type not in kinds for above in _above(node))
            case "under?", [Node(parent=Node(type=above))], kinds:
                return above in kinds
            case "behind?", [Node(prev_sibling=before)], kinds:
                return before is not None and before.type in kinds
            case "unended?", [Node(children=[*_, last])], []:
                return last.is_missing
        raise QueryError(f"A query has a predicate that is unknown, or asked amiss: #{self.name}")


def _predicates(pattern: bytes) -> list[_Predicate]:
    """Return the predicates in a pattern but those that tree-sitter knows."""
    return [
        _Predicate(name, _CAPTURE.findall(rest), _STRING.findall(rest))
        for name, rest in _PREDICATE.findall(pattern.decode())
        if name not in _KNOWN
    ]


def _columns(nodes: Iterable[Node]) -> set[int]:
    return {node.start_point.column for node in nodes}


def _above(node: Node) -> Iterator[Node]:
    """Yield the nodes around a node, the innermost first."""
    while (parent := node.parent) is not None:
        yield (node := parent)


def _begins_statement(node: Node) -> bool:
    """Whether a node is no comment, and the first of its siblings in a line."""
    before = node.prev_sibling
    first = before is None or before.end_point.row < node.start_point.row
    return first and not node.is_extra


@functools.cache
def amendments_for(language_name: str, grammar: Grammar) -> Amendments | None:
    """Return what a language amends; None if nothing, or of a grammar with other nodes."""
    source = _source(language_name)
    try:
        return Amendments(grammar, source) if source else None
    except QueryError:
        return None


def _source(language_name: str) -> str:
    folder = files("nubbin.engine.trees.grammars").joinpath("amendments")
    resource = folder.joinpath(f"{language_name}.scm")
    if not resource.is_file():
        return ""
    source = resource.read_text("utf-8")
    first, _, rest = source.partition("\n")
    return _source(first.removeprefix(_INHERITS)) + rest if first.startswith(_INHERITS) else source
