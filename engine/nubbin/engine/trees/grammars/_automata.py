"""Minimal automata that accept the child lists of each visible kind (used by `compile`)."""

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import NamedTuple

from nubbin.engine.trees.grammars._rules import (
    Grammar,
    Rule,
    alias_kind,
    anonymous,
    parts,
    token_string,
)

START, END = 0, 1


class Automaton(NamedTuple):
    """A deterministic automaton over kinds; it begins in state 0.

    `rows[state]` maps a kind to the next state; a kind that is missing is refused.
    """

    accepting: frozenset[int]
    rows: tuple[dict[str, int], ...]


class _Nfa:
    """A nondeterministic automaton that is being built, from START to END."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._open: dict[tuple[str, str | None], tuple[int, int]] = {}
        self.silent: list[set[int]] = [set(), set()]
        self.edges: list[list[tuple[str, int]]] = [[], []]

    def _state(self) -> int:
        self.silent.append(set())
        self.edges.append([])
        return len(self.edges) - 1

    def token(self, kind: str | None, start: int, end: int) -> None:
        """Accept one child of a kind between two states; None stands for a hidden token."""
        if kind is None:
            self.silent[start].add(end)
        else:
            self.edges[start].append((kind, end))

    def add(self, rule: Rule, start: int, end: int, alias: str | None = None) -> None:
        """Accept what a rule derives between two states."""
        match rule["type"]:
            case "BLANK":
                self.silent[start].add(end)
            case "STRING" | "PATTERN" | "TOKEN" | "IMMEDIATE_TOKEN":
                string = token_string(rule)
                shown = anonymous(string) if string is not None else None
                self.token(alias or shown, start, end)
            case "SYMBOL":
                self._symbol(rule["name"], start, end, alias)
            case "ALIAS":
                self.add(rule["content"], start, end, alias_kind(rule))
            case "CHOICE":
                for member in rule["members"]:
                    self.add(member, start, end, alias)
            case "SEQ":
                for member in rule["members"]:
                    after = self._state()
                    self.add(member, start, after, alias)
                    start = after
                self.silent[start].add(end)
            case "REPEAT" | "REPEAT1" as kind:
                first, last = self._state(), self._state()
                self.silent[start].add(first)
                self.add(rule["content"], first, last, alias)
                self.silent[last] |= {first, end}
                if kind == "REPEAT":
                    self.silent[start].add(end)
            case _:  # FIELD, RESERVED and the precedences
                self.add(rule["content"], start, end, alias)

    def _symbol(self, name: str, start: int, end: int, alias: str | None) -> None:
        """Accept a rule by name: a visible one is one child, a hidden one all that it derives."""
        grammar = self._grammar
        inlined = name in grammar.inline
        if alias is not None and not inlined:
            self.token(alias, start, end)
        elif grammar.visible(name):
            self.token(name, start, end)
        elif grammar.leaf(name):
            self.token(alias, start, end)
        elif (name, alias) in self._open:
            # A hidden rule inside itself. Going back to its own ends accepts a little more than
            # the grammar, as the nesting is not counted, and never less.
            first, last = self._open[name, alias]
            self.silent[start].add(first)
            self.silent[last].add(end)
        else:
            first, last = self._state(), self._state()
            self.silent[start].add(first)
            self.silent[last].add(end)
            self._open[name, alias] = first, last
            self.add(grammar.rules[name], first, last, alias)
            del self._open[name, alias]

    def closure(self, states: Iterable[int]) -> frozenset[int]:
        """Return the states that are reached without a child, including these."""
        todo = list(states)
        seen = set(todo)
        while todo:
            for state in self.silent[todo.pop()]:
                if state not in seen:
                    seen.add(state)
                    todo.append(state)
        return frozenset(seen)


def automata(grammar: Grammar) -> dict[str, Automaton]:
    """Return, for each visible kind, the minimal automaton of its child lists.

    Hidden rules, inlined rules and supertypes are expanded, and aliases are followed. Hidden tokens
    are skipped, so a list is judged by its visible children.
    """
    bodies: dict[str, list[Rule | None]] = defaultdict(list)
    for kind in grammar.kinds():
        bodies[kind] = []
    for name, rule in grammar.rules.items():
        if name in bodies:
            bodies[name].append(None if grammar.leaf(name) else rule)
    for alias in grammar.aliases():
        _aliased(grammar, alias["content"], bodies[alias_kind(alias)])
    return {kind: _compile(grammar, rules) for kind, rules in bodies.items()}


def _aliased(grammar: Grammar, rule: Rule, bodies: list[Rule | None]) -> None:
    """Add the rules for the children of an aliased symbol; an alias goes to each symbol below."""
    if rule["type"] == "ALIAS":
        return  # the inner alias wins
    if rule["type"] == "SYMBOL":
        name = rule["name"]
        if name in grammar.inline:
            _aliased(grammar, grammar.rules[name], bodies)
        else:
            bodies.append(None if grammar.leaf(name) else grammar.rules[name])
    elif rule["type"] in ("STRING", "PATTERN", "TOKEN", "IMMEDIATE_TOKEN"):
        bodies.append(None)
    else:
        for part in parts(rule):
            _aliased(grammar, part, bodies)


def _compile(grammar: Grammar, bodies: list[Rule | None]) -> Automaton:
    """Return the minimal automaton of the union of rules; None, or no rule at all, is a leaf."""
    nfa = _Nfa(grammar)
    for body in bodies or [None]:
        if body is None:
            nfa.silent[START].add(END)
        else:
            nfa.add(body, START, END)
    return _minimal(*_determinised(nfa))


def _determinised(nfa: _Nfa) -> tuple[set[int], list[dict[str, int]]]:
    """Return accepting states and rows, by the subset construction."""
    first = nfa.closure([START])
    numbers = {first: 0}
    rows: list[dict[str, int]] = []
    queue = [first]
    for states in queue:
        targets: dict[str, set[int]] = defaultdict(set)
        for state in states:
            for kind, target in nfa.edges[state]:
                targets[kind].add(target)
        row = {}
        for kind, found in sorted(targets.items()):
            after = nfa.closure(found)
            if after not in numbers:
                numbers[after] = len(numbers)
                queue.append(after)
            row[kind] = numbers[after]
        rows.append(row)
    return {number for states, number in numbers.items() if END in states}, rows


def _minimal(accepting: set[int], rows: list[dict[str, int]]) -> Automaton:
    """Merge states that accept the same continuations (Moore's partition refinement)."""
    blocks = [int(state in accepting) for state in range(len(rows))]
    while True:
        signatures: dict[Hashable, int] = {}
        refined = [
            signatures.setdefault(
                (block, tuple((kind, blocks[target]) for kind, target in row.items())),
                len(signatures),
            )
            for block, row in zip(blocks, rows, strict=True)
        ]
        if len(signatures) == len(set(blocks)):
            break
        blocks = refined
    # `refined` numbers blocks in the order of their first states, so the first one is 0.
    merged: dict[int, dict[str, int]] = {}
    for block, row in zip(refined, rows, strict=True):
        merged.setdefault(block, {kind: refined[target] for kind, target in row.items()})
    ends = frozenset(refined[state] for state in accepting)
    return Automaton(ends, tuple(merged[block] for block in range(len(merged))))
