"""Amendments: the rules of a language that its grammar lacks (floor 1).

Grammars are written for editors, and take more than compilers do: a statement outside of all
functions, a class without a name; now and then they take less. A reducer makes such texts by the
hundred. The amendments are tree-sitter queries, in one file for each language, in
`grammars/amendments`. A node captured as `wrong` counts as one error more, and one captured as
`right` as one error less, which has to be one that is `wrong` by another pattern; an error of the
grammar's that is none is captured as `pardoned`, and what the language accepts only for the sake of
old programs as `dated`. `; inherits: NAME…` in the first line takes over the queries of other
files.

What is in round brackets there after `#` is a predicate; see `predicates`.

Source: queries as editors keep them (`highlights.scm`), turned to another use.
"""

import functools
import operator
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tree_sitter import Language as Grammar
from tree_sitter import Node, Query, QueryCursor, QueryError

from nubbin.engine.trees.predicates import Captures, Test, predicates
from nubbin.engine.trees.queries import queries
from nubbin.engine.vocabulary.text import Span

__all__ = ["Amendments", "Faults", "amendments_for"]


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
        found = [*map(predicates, self.patterns)]
        self._hold = [_holding([one.holds for one in each]) for each in found]
        """For each pattern, whether all its predicates hold for a match."""
        self._local = [any(one.is_local for one in each) for each in found]
        """For each pattern, whether its matches change only if what they capture does."""

    def faults(self, root: Node, text: bytes, spans: Iterable[Span]) -> Faults:
        """Count the faults that touch any of some spans; see `Amendments.faults`."""
        cursor = QueryCursor(self._query)
        faulty = dict[tuple[object, ...], Captures]()
        for span in spans:
            cursor.set_byte_range(span.start, span.end + 1)
            for pattern, captures in cursor.matches(root):
                if self._touches(pattern, captures, span) and self._hold[pattern](captures, text):
                    faulty[_place(pattern, captures)] = captures
        found: Counter[str] = Counter()
        for each in faulty.values():
            for name, nodes in each.items():
                found[name] += len(nodes)
        return Faults(*(found[each] for each in Faults._fields))

    def _touches(self, pattern: int, captures: Captures, span: Span) -> bool:
        """Whether a match may depend on the text that touches a span.

        If a pattern is about a list, tree-sitter finds all matches in a list that touches the span.
        """
        return not self._local[pattern] or any(
            node.start_byte <= span.end and span.start <= node.end_byte
            for nodes in captures.values()
            for node in nodes
        )


def _holding(tests: Sequence[Test]) -> Test:
    """Return a test that says whether all of some hold; most patterns have one at most."""
    match tests:
        case []:
            return lambda captures, text: True
        case [test]:
            return test
        case _:
            return lambda captures, text: all(test(captures, text) for test in tests)


def _place(pattern: int, captures: Captures) -> tuple[object, ...]:
    """Return a key that identifies a match in one tree: its pattern and its nodes."""
    return pattern, *((name, node.id) for name in captures for node in captures[name])


@functools.cache
def amendments_for(language_name: str, grammar: Grammar) -> Amendments | None:
    """Return the amendments of a language; None if it has none, or the grammar has other nodes."""
    source = queries("amendments", language_name)
    try:
        return Amendments(grammar, source) if source else None
    except QueryError:
        return None
