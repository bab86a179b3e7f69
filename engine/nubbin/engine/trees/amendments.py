"""Amendments: the rules of a language that its grammar lacks (floor 1).

Grammars are written for editors, and take more than compilers do: a statement outside of all
functions, a class without a name; now and then they take less. A reducer makes such texts by the
hundred. The amendments are tree-sitter queries, in one file for each language, in
`grammars/amendments`. A node captured as `wrong` counts as one error more, and one captured as
`right` as one error less, which has to be one that is `wrong` by another pattern; an error of the
grammar's that is none is captured as `pardoned`, and what the language accepts only for the sake of
old programs as `dated`. `; inherits: NAME` in the first line takes over the queries of another
language.

All predicates are our own, as those of the binding (0.26) need texts that were parsed in one piece,
and in UTF-8. `(#askew? @above @below)` holds where two nodes that are no comments begin lines, but
not in the same column, and `(#indented? @node)` where a node does not begin at the margin. With any
number of kinds, `(#outside? @node "kind")` holds where a node is in none of them,
`(#under? @node "kind")` where it is a child of one, `(#behind? @node "kind")` where one stands
right before it, and `(#has? @node "child" "kind")` where a child of the first kind has a child of
one of the others. `(#unended? @node)` holds where the parser had to invent a node's last token.
`(#reads? @node "a" "b")` holds for a node with one of these texts, `(#like? @node "regex")` for one
in whose text the expression is found, and `(#same? @one @other)` for two with one text. With `not-`
in front each holds where it would not. What is around a rare node is best asked for by these, as a
pattern that begins with a function takes milliseconds to compile; and so is what makes a frequent
node right, as a text in which nothing is wrong is judged faster.

Source: queries as editors keep them (`highlights.scm`), turned to another use.
"""

import functools
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.resources import files
from typing import Final, NamedTuple

from tree_sitter import Language as Grammar
from tree_sitter import Node, Query, QueryCursor, QueryError

from nubbin.engine.vocabulary.text import Span

__all__ = ["Amendments", "Faults", "amendments_for"]

_Captures = Mapping[str, Sequence[Node]]
"""What a match of a pattern captures, by name."""
_Test = Callable[[Sequence[Node], Sequence[str], bytes], bool]
_INHERITS = "; inherits: "
_PREDICATE = re.compile(r"\(#(\S+)((?:\s+(?:@\w+|\"[^\"]*\"))+)\s*\)")
_CAPTURE, _STRING = re.compile(r"@(\w+)"), re.compile(r"\"([^\"]*)\"")
_LOCAL = ("askew?", "indented?")
"""Predicates on where nodes begin, which changes only if the text at these nodes does."""


class Faults(NamedTuple):
    """What amendments find in a text, or the difference between two texts."""

    wrong: int = 0
    """Errors that the grammar does not find."""
    right: int = 0
    """Errors among these that are none after all; never more than there are."""
    pardoned: int = 0
    """Errors found by the grammar that are none."""
    dated: int = 0
    """Constructs that are accepted only for the sake of old programs."""

    @property
    def mistakes(self) -> int:
        """How many errors the grammar does not find."""
        return self.wrong - self.right

    @property
    def errors(self) -> int:
        """How many errors there are more than the grammar finds; negative if there are fewer."""
        return self.mistakes - self.pardoned

    def plus(self, other: "Faults") -> "Faults":
        """Return the faults of a text that has these and some others."""
        return Faults(*map(operator.add, self, other))

    def less(self, other: "Faults") -> "Faults":
        """Return the faults that a text has beyond some others."""
        return Faults(*map(operator.sub, self, other))


class Amendments:
    """Counts what the amendments of a language find in its texts.

    Args:
        grammar: of the language.
        source: its amendments, as tree-sitter queries.

    Raises:
        tree_sitter.QueryError: the queries name nodes that the grammar does not have.
        ValueError: they have a predicate that is unknown.
    """

    def __init__(self, grammar: Grammar, source: str) -> None:
        self._grammar = grammar
        self._rules = _Rules(grammar, source)
        self.knows_dated = any("@dated" in each for each in self._rules.patterns)
        """Whether anything is accepted only for the sake of old programs."""

    def faults(self, root: Node, text: bytes, spans: Iterable[Span]) -> Faults:
        """Count the faults that touch any of some spans; one that touches several counts once.

        Two texts differ in as many faults as the counts around their differences do.

        Args:
            root: the tree of a text.
            text: that text.
            spans: parts of it.
        """
        return self._rules.faults(root, text, spans)

    def pardoned(self, root: Node, text: bytes, spans: Iterable[Span]) -> int:
        """Count only the pardoned errors; most amendments need not be looked at for that."""
        return 0 if self._pardons is None else self._pardons.faults(root, text, spans).pardoned

    @functools.cached_property
    def _pardons(self) -> "_Rules | None":
        """The amendments that pardon errors."""
        pardons = "\n".join(each for each in self._rules.patterns if "@pardoned" in each)
        return _Rules(self._grammar, pardons) if pardons else None


class _Rules:
    """The patterns of some amendments; the arguments are those of `Amendments`."""

    def __init__(self, grammar: Grammar, source: str) -> None:
        self._query = query = Query(grammar, source)
        text = source.encode()
        ranges = (
            slice(query.start_byte_for_pattern(at), query.end_byte_for_pattern(at))
            for at in range(query.pattern_count)
        )
        self.patterns = [text[each].decode() for each in ranges]
        """The source of each pattern."""
        self._predicates = [*map(_predicates, self.patterns)]
        self._local = [any(one.name in _LOCAL for one in each) for each in self._predicates]
        """For each pattern, whether its matches change only if what they capture does."""

    def faults(self, root: Node, text: bytes, spans: Iterable[Span]) -> Faults:
        """Count the faults that touch any of some spans; see `Amendments.faults`."""
        cursor = QueryCursor(self._query)
        faulty = dict[tuple[object, ...], _Captures]()
        for span in spans:
            cursor.set_byte_range(span.start, span.end)
            for pattern, captures in cursor.matches(root):
                if self._holds(pattern, captures, text) and self._touches(pattern, captures, span):
                    faulty[_place(pattern, captures)] = captures
        found: Counter[str] = Counter()
        for each in faulty.values():
            for name, nodes in each.items():
                found[name] += len(nodes)
        return Faults(*(found[each] for each in Faults._fields))

    def _holds(self, pattern: int, captures: _Captures, text: bytes) -> bool:
        """Whether all predicates of a pattern hold for a match of it."""
        return all(each.holds(captures, text) for each in self._predicates[pattern])

    def _touches(self, pattern: int, captures: _Captures, span: Span) -> bool:
        """Whether a match may depend on the text that touches a span.

        If a pattern is about a list, tree-sitter finds all matches in a list that touches the span.
        """
        return not self._local[pattern] or any(
            node.start_byte <= span.end and span.start <= node.end_byte
            for nodes in captures.values()
            for node in nodes
        )


def _place(pattern: int, captures: _Captures) -> tuple[object, ...]:
    """Return a key that identifies a match in one tree: its pattern and its nodes."""
    return pattern, *((name, node.id) for name in captures for node in captures[name])


class _Predicate(NamedTuple):
    """A predicate; the binding's callback for those that it does not know leaks memory."""

    name: str
    captures: Sequence[str]
    strings: Sequence[str]
    """Kinds of nodes, texts, or an expression."""
    test: _Test
    wanted: bool
    """What the test has to say."""

    def holds(self, captures: _Captures, text: bytes) -> bool:
        """Whether the predicate holds for the captures of a match in a text."""
        nodes = [captures[name][0] for name in self.captures]
        return self.test(nodes, self.strings, text) == self.wanted


def _predicates(pattern: str) -> list[_Predicate]:
    """Return the predicates in a pattern.

    Raises:
        ValueError: one of them is unknown.
    """
    return [
        _predicate(name, _CAPTURE.findall(rest), _STRING.findall(rest.replace("\\\\", "\\")))
        for name, rest in _PREDICATE.findall(pattern)
    ]


def _predicate(name: str, captures: Sequence[str], strings: Sequence[str]) -> _Predicate:
    stated = name.removeprefix("not-")
    if stated not in _TESTS:
        raise ValueError(f"A query has a predicate that is unknown: #{name}")
    return _Predicate(name, captures, strings, _TESTS[stated], stated == name)


def _source(node: Node, text: bytes) -> str:
    """Return the text of a node; bytes that are not UTF-8 are replaced."""
    return text[node.start_byte : node.end_byte].decode("utf-8", "replace")


def _reads(nodes: Sequence[Node], words: Sequence[str], text: bytes) -> bool:
    return _source(nodes[0], text) in words


def _is_like(nodes: Sequence[Node], expressions: Sequence[str], text: bytes) -> bool:
    return re.search(expressions[0], _source(nodes[0], text)) is not None


def _are_same(nodes: Sequence[Node], _: Sequence[str], text: bytes) -> bool:
    return _source(nodes[0], text) == _source(nodes[1], text)


def _are_askew(nodes: Sequence[Node], _: Sequence[str], _text: bytes) -> bool:
    return len({*map(_column, nodes)}) > 1 and all(map(_begins_statement, nodes))


def _is_indented(nodes: Sequence[Node], _: Sequence[str], _text: bytes) -> bool:
    return _column(nodes[0]) > 0


def _is_outside(nodes: Sequence[Node], kinds: Sequence[str], _text: bytes) -> bool:
    above = nodes[0].parent
    while above is not None and above.type not in kinds:
        above = above.parent
    return above is None


def _is_under(nodes: Sequence[Node], kinds: Sequence[str], _text: bytes) -> bool:
    above = nodes[0].parent
    return above is not None and above.type in kinds


def _is_behind(nodes: Sequence[Node], kinds: Sequence[str], _text: bytes) -> bool:
    before = nodes[0].prev_sibling
    return before is not None and before.type in kinds


def _has(nodes: Sequence[Node], kinds: Sequence[str], _text: bytes) -> bool:
    child, *wanted = kinds
    holders = (each for each in nodes[0].children if each.type == child)
    return any(each.type in wanted for holder in holders for each in holder.children)


def _is_unended(nodes: Sequence[Node], _: Sequence[str], _text: bytes) -> bool:
    return nodes[0].child_count > 0 and nodes[0].children[-1].is_missing


def _column(node: Node) -> int:
    return node.start_point.column


def _begins_statement(node: Node) -> bool:
    """Whether a node is no comment, and the first of its siblings on its line."""
    before = node.prev_sibling
    first = before is None or before.end_point.row < node.start_point.row
    return first and not node.is_extra


_TESTS: Final[Mapping[str, _Test]] = {
    "reads?": _reads,
    "like?": _is_like,
    "same?": _are_same,
    "askew?": _are_askew,
    "indented?": _is_indented,
    "outside?": _is_outside,
    "under?": _is_under,
    "behind?": _is_behind,
    "has?": _has,
    "unended?": _is_unended,
}
"""The predicates, each given the nodes that it names, its strings, and the text."""


@functools.cache
def amendments_for(language_name: str, grammar: Grammar) -> Amendments | None:
    """Return the amendments of a language; None if it has none, or the grammar has other nodes."""
    source = _queries(language_name)
    try:
        return Amendments(grammar, source) if source else None
    except QueryError:
        return None


def _queries(language_name: str) -> str:
    folder = files("nubbin.engine.trees.grammars").joinpath("amendments")
    resource = folder.joinpath(f"{language_name}.scm")
    if not resource.is_file():
        return ""
    source = resource.read_text("utf-8")
    first, _, rest = source.partition("\n")
    return _queries(first.removeprefix(_INHERITS)) + rest if first.startswith(_INHERITS) else source
