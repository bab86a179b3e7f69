"""The automata of child lists, with what is written for each of their edges (floor 1)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from nubbin.engine.trees.grammar_table import GrammarTable

_UNFIT = re.compile("[#\n'\"`]")
"""Characters of tokens that need a line of their own, or are followed by text and not by nodes."""


class Edges(NamedTuple):
    """The edges that leave a state of an automaton."""

    tokens: dict[int, bytes]
    """For each target, the shortest token that leads there."""
    kinds: dict[str, int]
    """For each named kind, its target."""
    fillers: dict[int, bytes]
    """For each target, the best text of a kind that leads there."""


class _Columns(NamedTuple):
    """What the columns of an automaton stand for; the best come first."""

    tokens: list[tuple[int, bytes]]
    kinds: list[tuple[int, str]]
    fillers: list[tuple[int, bytes]]

    @classmethod
    def of(cls, columns: Mapping[str, int], fillers: Iterable[tuple[str, bytes]]) -> "_Columns":
        """Sort the columns, given the column of each kind, and the fillers, best first."""
        signs = [kind for kind in columns if kind.startswith("'") and not _UNFIT.search(kind[1:])]
        signs.sort(key=lambda kind: (len(kind), kind))
        return cls(
            [(columns[kind], kind[1:].encode()) for kind in signs],
            [(column, kind) for kind, column in columns.items() if not kind.startswith("'")],
            [(columns[kind], text) for kind, text in fillers if kind in columns],
        )

    def leading(self, row: Sequence[int]) -> Edges:
        """Return the edges of the state with this row; a negative target is none."""
        tokens: dict[int, bytes] = {}
        for column, token in self.tokens:
            if row[column] >= 0:
                tokens.setdefault(row[column], token)
        fillers: dict[int, bytes] = {}
        for column, text in self.fillers:
            if row[column] >= 0:
                fillers.setdefault(row[column], text)
        kinds = {kind: row[column] for column, kind in self.kinds if row[column] >= 0}
        return Edges(tokens, kinds, fillers)


class Machine(NamedTuple):
    """The automaton of a kind's children."""

    edges: list[Edges]
    """By state."""
    accepting: int
    """The set of states that it may end in, as a bit mask."""
    wanted: frozenset[str]
    """The named kinds on any edge."""


@cache
def machines(table: GrammarTable) -> Mapping[str, Machine]:
    """Return the automata of the kinds that have children."""
    found: dict[str, Machine] = {}
    for kind in table.kinds:
        machine = table.automaton(kind)
        if machine is not None and not kind.startswith("'"):
            names = {table.kinds[number]: column for number, column in machine.columns.items()}
            columns = _Columns.of(
                {name: column for name, column in names.items() if column != machine.extra},
                table.fillers,
            )
            edges = [columns.leading(row) for row in machine.rows]
            wanted = frozenset[str]().union(*(each.kinds for each in edges))
            found[kind] = Machine(edges, machine.accepting, wanted)
    return found
