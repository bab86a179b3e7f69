"""What a language's grammar says about a node's children, in microseconds (floor 1).

Kinds of nodes go in; out come answers: can these children be removed, can this one be of another
kind, what is the shortest text for this place. No parser is run. The tables are compiled from
each grammar's own rules by `nubbin.engine.trees.grammars.compile`.

A kind is written as tree-sitter's node type; that of an anonymous node (a keyword, an
operator, a bracket) has a `'` before it: see `kind_name`.
"""

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, Final

import tree_sitter

__all__ = ["UNREAD", "ChildList", "GrammarTable", "kind_name", "table_for"]

UNREAD: Final = "ERROR"
"""The kind that tree-sitter gives a node around text that it could not read."""


def kind_name(node_type: str, is_named: bool) -> str:
    """Return how tables write a kind: the type itself, with `'` before it if anonymous."""
    return node_type if is_named else "'" + node_type


class _Automaton:
    """Accepts the child lists of one kind: a row for each state, a column for kinds alike."""

    def __init__(self, data: dict[str, Any], sets: list[list[int]], extras: list[int]) -> None:
        self.rows: list[list[int]] = data["rows"]
        self.accepting: int = sum(1 << state for state in data["accepting"])
        self.columns = {
            kind: column for column, group in enumerate(data["columns"]) for kind in sets[group]
        }
        self.extra = len(data["columns"])  # the column of what may stand anywhere
        for state, row in enumerate(self.rows):
            row.append(state)
        for kind in extras:
            self.columns.setdefault(kind, self.extra)
        self.kinds: list[list[int]] = [[] for _ in range(self.extra + 1)]
        """For each column, the kinds that are treated alike."""
        for kind, column in self.columns.items():
            self.kinds[column].append(kind)
        self._before: dict[tuple[int, int], int] = {}

    def before(self, column: int, states: int) -> int:
        """Return the set of states from which a child of `column` leads into `states`.

        Sets of states are bit masks. Each answer is computed once.
        """
        key = column, states
        if key not in self._before:
            self._before[key] = sum(
                1 << state
                for state, row in enumerate(self.rows)
                if row[column] >= 0 and states >> row[column] & 1
            )
        return self._before[key]


class ChildList:
    """The list of children of one node, read once from both ends; most questions are then O(1).

    All answers are about the list as it was given. Complexity: O(children) to construct.
    """

    def __init__(self, table: "GrammarTable", parent_kind: str, kinds: Sequence[str]) -> None:
        self._table = table
        self._parent = parent_kind
        self._machine = table.automaton(parent_kind)
        self._kinds = kinds
        ids, machine = table.ids, self._machine
        n = len(kinds)
        # _forth[i]: the state before child i, -1 if the children before it are refused.
        # _back[i]: the states from which the children from i on are accepted.
        self._admitted: dict[int, frozenset[str]] = {}
        self._forth = [-1] * (n + 1)
        self._back = [0] * (n + 1)
        if machine is None:
            return
        columns = [machine.columns.get(ids.get(kind, -1), -1) for kind in kinds]
        state = 0
        for i, column in enumerate(columns):
            self._forth[i] = state
            state = machine.rows[state][column] if state >= 0 and column >= 0 else -1
        self._forth[n] = state
        states = machine.accepting
        for i in range(n - 1, -1, -1):
            self._back[i + 1] = states
            states = machine.before(columns[i], states) if columns[i] >= 0 else 0
        self._back[0] = states

    @property
    def accepted(self) -> bool:
        """Whether the grammar derives the list as it stands.

        If it does not, only changes that would mend it are approved: removing the one unknown kind.
        """
        return self._joins(0, 0)

    def removable(self, i: int, j: int) -> bool:
        """Whether the children `[i, j)` can be removed together.

        All of them can only where the whole text may be empty: a node without text is no node.
        """
        if j - i == len(self._kinds):
            return self._table.nullable(self._parent) and self._joins(i, j)
        if j - i == 1 and (self._parent, self._kinds[i]) in self._table.firm:
            return False
        return self._joins(i, j)

    def admitted(self, i: int) -> frozenset[str]:
        """Return the kinds of the nodes that can stand in place of child `i`."""
        if i not in self._admitted:
            self._admitted[i] = frozenset(self._admits(i))
        return self._admitted[i]

    def _admits(self, i: int) -> Iterator[str]:
        machine, state = self._machine, self._forth[i]
        if machine is not None and state >= 0:
            for column, target in enumerate(machine.rows[state]):
                if target >= 0 and self._back[i + 1] >> target & 1:
                    yield from (self._table.kinds[kind] for kind in machine.kinds[column])

    def fillers(self, i: int) -> Iterator[tuple[str, bytes]]:
        """Yield (kind, text) for what can stand in place of child `i`, the best ones first.

        Literals and built-in types come first, then the rest by length. Before a dot, numbers are
        left out, as the dot would become part of them.
        """
        following = self._kinds[i + 1] if i + 1 < len(self._kinds) else ""
        admitted = self.admitted(i)
        for kind, text in self._table.fillers:
            number = following.startswith("'.") and text[-1:].isdigit()
            if not number and kind in admitted:
                yield kind, text

    def replacement(self, i: int) -> bytes | None:
        """Return Φ of this very place: the best text that can stand for child `i`, if any.

        Without any filler, it is Φ of the child's kind. For a keyword it is the shortest of the
        keywords that the rule offers there (`let` for `const`).
        """
        if self._kinds[i].startswith("'"):
            admitted = self.admitted(i)
            words = (word for word in self._table.keywords if f"'{word.decode()}" in admitted)
            return next(words, None)
        return next((text for _, text in self.fillers(i)), self._table.phi(self._kinds[i]))

    def _joins(self, i: int, j: int) -> bool:
        """Whether the children before `i` and those from `j` on are an accepted list together."""
        state = self._forth[i]
        return state >= 0 and bool(self._back[j] >> state & 1)


class GrammarTable:
    """One language's table; immutable to its users."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.kinds: tuple[str, ...] = (*data["kinds"], UNREAD)
        self.ids = {kind: number for number, kind in enumerate(self.kinds)}
        self.extras = frozenset(self.kinds[number] for number in data["extras"])
        """The kinds that may stand anywhere, such as comments."""
        self.firm = frozenset((self.kinds[p], self.kinds[k]) for p, k in data["firm"])
        """(parent, child) kinds where the child stays, although by the rules it can be removed."""
        self.full = frozenset(self.kinds[kind] for kind in data["full"])
        """The kinds that have a text in the language, though the parser takes them without."""
        self.labels = _labels(self.kinds, data["labels"])
        """For each kind that has supertypes, the names of these, direct and indirect."""
        texts = [None if text is None else text.encode() for text in data["texts"]]
        self._phi = {
            kind: text.encode()
            for kind, text in zip(data["kinds"], data["phi"], strict=True)
            if text is not None
        }
        self.fillers: tuple[tuple[str, bytes], ...] = tuple(
            (self.kinds[number], text)
            for number in data["fillers"]
            if (text := texts[number]) is not None
        )
        """Every kind with its own shortest text, the best ones first."""
        diverging: str | None = data["diverging"]
        self.diverging = None if diverging is None else diverging.encode()
        """What never returns; None where any body of a function may be empty."""
        self.notes: tuple[str, ...] = tuple(data["notes"])
        """Regular expressions for what the grammar stumbles over, and programs can do without; `()`
        at the end of one stands for anything in brackets."""
        words = (kind[1:].encode() for kind in data["kinds"] if kind[:1] == "'")
        self.keywords = tuple(
            sorted(filter(bytes.isalpha, words), key=lambda word: (len(word), word))
        )
        """Every keyword, the shortest first."""
        self._data = data
        self._of: list[int] = data["of"]
        self._automata: dict[int, _Automaton] = {}

    def phi(self, kind_name: str) -> bytes | None:
        """Return Φ: the best text that fits wherever a node of the kind does; None if unknown.

        It may be of another kind (`pass` for a Python loop), is never longer than necessary, and is
        empty only for the kind of the whole text. `ChildList.replacement` knows the place, and may
        do better.
        """
        return self._phi.get(kind_name)

    def nullable(self, kind_name: str) -> bool:
        """Whether a node of the kind may have no text at all."""
        return self._phi.get(kind_name) == b""

    def children(self, parent_kind: str, child_kinds: Sequence[str]) -> ChildList:
        """Read one list of children, for any number of questions about it."""
        return ChildList(self, parent_kind, child_kinds)

    def automaton(self, kind: str) -> _Automaton | None:
        """Return the automaton of a kind's child lists; None if the kind is unknown."""
        number = self.ids.get(kind)
        if number is None or kind == UNREAD:
            return None
        which = self._of[number]
        if which not in self._automata:
            extras = [self.ids[extra] for extra in (*self.extras, UNREAD)]
            data = self._data
            self._automata[which] = _Automaton(data["automata"][which], data["sets"], extras)
        return self._automata[which]


def _labels(
    kinds: Sequence[str], members: Mapping[str, Sequence[int]]
) -> Mapping[str, frozenset[str]]:
    """Return for each kind its labels, given the kinds of each label."""
    found: dict[str, set[str]] = {}
    for label, numbers in members.items():
        for number in numbers:
            found.setdefault(kinds[number], set()).add(label)
    return {kind: frozenset(names) for kind, names in found.items()}


@functools.cache
def table_for(language_name: str, grammar: tree_sitter.Language) -> GrammarTable | None:
    """Return the table of a language, or None without one that matches the grammar.

    They match if the kinds that only one of the two has are at most a twentieth of the grammar's: a
    later version of a grammar has a few more kinds, an older one other names. Lists with an unknown
    kind are refused, so such a difference costs candidates, but never makes wrong ones.
    """
    resource = files("nubbin.engine.trees.grammars").joinpath("tables", f"{language_name}.json")
    if not resource.is_file():
        return None
    table = GrammarTable(json.loads(resource.read_text("utf-8")))
    shown = {
        kind_name(name, grammar.node_kind_is_named(number))
        for number in range(grammar.node_kind_count)
        if grammar.node_kind_is_visible(number) and (name := grammar.node_kind_for_id(number))
    }
    foreign = shown.symmetric_difference(table.kinds) - {UNREAD}
    return table if len(foreign) * 20 <= len(shown) else None
