"""Rewrite rules of event logs: learnt from logs, kept as JSON Lines (floor 5).

Source: Elyasov et al. 2014, §2.2 and Fig. 2. A rule says that two sequences of events, wherever
both can be executed, lead from the same state to the same state; X and Y are names of events, a and
b any parameters:

| pattern | rule |
|---|---|
| identity | [X(a)] = [] |
| inverse | [X(a); Y(a)] = [] |
| overwrite | [X(a); Y(b)] = [Y(b)] |
| commutation | [X(a); Y(b)] = [Y(b); X(a)] |

Rules learnt from logs may be wrong. Each is a line of its own in the file, so that whoever knows
better can take it out; and the result of rewriting is only ever a hint.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from nubbin.engine.trees.event_log import Entry, LoggedEvent, canonical
from nubbin.engine.vocabulary.errors import UsageError

Pattern = Literal["identity", "inverse", "overwrite", "commutation"]

CONFIDENCE: Final = 0.9
MIN_WITNESSES: Final = 4
_PATTERNS: Final[Mapping[str, Pattern]] = {name: name for name in get_args(Pattern)}


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern with the names of its events, and how often logs witnessed for and against it."""

    pattern: Pattern
    names: tuple[str, ...]
    """X, or X and Y."""
    witnesses: int = 0
    against: int = 0

    def __str__(self) -> str:
        first, last = self.names[0], self.names[-1]
        return {
            "identity": f"[{first}(a)] = []",
            "inverse": f"[{first}(a); {last}(a)] = []",
            "overwrite": f"[{first}(a); {last}(b)] = [{last}(b)]",
            "commutation": f"[{first}(a); {last}(b)] = [{last}(b); {first}(a)]",
        }[self.pattern]


def mine(
    logs: Iterable[Sequence[Entry]],
    *,
    confidence: float = CONFIDENCE,
    min_witnesses: int = MIN_WITNESSES,
    ignored: Collection[str] = (),
) -> tuple[Rule, ...]:
    """Return the rules that the logs bear out, by pattern and then by name.

    An occurrence of a rule's left side is a witness for it if its right side is seen somewhere
    to begin in the same state, and always ended in the state where the left side ended; it
    witnesses against the rule if the right side ended elsewhere. (To do nothing is seen
    everywhere.) A right side that is never seen from that state says nothing.

    Args:
        logs: runs that went well. A log does not tell the state in which it begins, so its first
            event is evidence of nothing but the state after it.
        confidence: the share of its witnesses that must be for a rule.
        min_witnesses: how many witnesses at least must be for it. (With 0.9, the paper asks for
            four.)
        ignored: variables left out of the states.
    """
    seen = _Seen()
    for log in logs:
        seen.take(log, frozenset(ignored))
    found = (
        Rule(pattern, names, votes[True], votes[False])
        for (pattern, names), votes in seen.votes().items()
    )
    borne_out = (
        rule
        for rule in found
        if rule.witnesses >= max(1, min_witnesses)
        and rule.witnesses >= confidence * (rule.witnesses + rule.against)
    )
    patterns = get_args(Pattern)
    return tuple(sorted(borne_out, key=lambda rule: (patterns.index(rule.pattern), rule.names)))


class _Occurrence(NamedTuple):
    """Some events that followed one another, with the states before and after them."""

    before: str
    events: tuple[LoggedEvent, ...]
    after: str


class _Seen:
    """All occurrences of one event, and of two in a row, that the logs have."""

    def __init__(self) -> None:
        self._occurrences: list[_Occurrence] = []
        self._ends: defaultdict[tuple[str, tuple[LoggedEvent, ...]], set[str]] = defaultdict(set)

    def take(self, log: Sequence[Entry], ignored: frozenset[str]) -> None:
        """Take in one run."""
        states = [_abstract(entry, ignored) for entry in log]
        for index in range(1, len(log)):
            for length in (1, 2):
                if index + length <= len(log):
                    events = tuple(entry.event for entry in log[index : index + length])
                    after = states[index + length - 1]
                    self._occurrences.append(_Occurrence(states[index - 1], events, after))
                    self._ends[states[index - 1], events].add(after)

    def votes(self) -> dict[tuple[Pattern, tuple[str, ...]], Counter[bool]]:
        """Count, for every rule that could be, the witnesses for it and against it."""
        counts: defaultdict[tuple[Pattern, tuple[str, ...]], Counter[bool]] = defaultdict(Counter)
        for before, events, after in self._occurrences:
            names = tuple(event.name for event in events)
            for pattern, right in _right_sides(events):
                ends = self._ends.get((before, right)) if right else {before}
                if ends:
                    counts[pattern, names][ends == {after}] += 1
        return counts


def _right_sides(
    events: tuple[LoggedEvent, ...],
) -> Iterator[tuple[Pattern, tuple[LoggedEvent, ...]]]:
    """Yield the patterns whose left side these events are, each with its right side."""
    if len(events) == 1:
        yield "identity", ()
        return
    first, second = events
    if first.arguments == second.arguments:
        yield "inverse", ()
    yield "overwrite", (second,)
    if first < second:  # both orders belong to one rule, which is named by the smaller
        yield "commutation", (second, first)


def _abstract(entry: Entry, ignored: frozenset[str]) -> str:
    assert entry.state is not None
    return canonical({name: value for name, value in entry.state.items() if name not in ignored})


def encoded(rules: Iterable[Rule]) -> bytes:
    """Return rules as JSON Lines, for people to read and to strike out."""
    return b"".join(
        json.dumps(
            {
                "rule": str(rule),
                "pattern": rule.pattern,
                "events": rule.names,
                "witnesses": rule.witnesses,
                "against": rule.against,
            }
        ).encode()
        + b"\n"
        for rule in rules
    )


def read_rules(text: bytes, name: str) -> tuple[Rule, ...]:
    """Return the rules of a file; `rule`, `witnesses` and `against` are for people only.

    Raises:
        UsageError: a line is no rule, and the message says which and why; or there is none.
    """
    rules = []
    for number, line in enumerate(text.split(b"\n"), start=1):
        if line.strip():
            try:
                rules.append(_rule(line))
            except ValueError as mistake:
                raise UsageError(
                    f"{name}, line {number}: {mistake}. `nubbin rules LOGS -o RULES` writes lines "
                    'such as {"pattern": "inverse", "events": ["add", "delete"]}.'
                ) from mistake
    if not rules:
        raise UsageError(f"{name} holds no rule. `nubbin rules LOGS -o RULES` learns some.")
    return tuple(rules)


def _rule(line: bytes) -> Rule:
    """Read one line.

    Raises:
        ValueError: it is no rule.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError("this is not JSON") from error
    pattern = _PATTERNS.get(str(data.get("pattern"))) if isinstance(data, dict) else None
    if pattern is None:
        raise ValueError(f"its pattern is none of {', '.join(_PATTERNS)}")
    names = data.get("events")
    wanted = 1 if pattern == "identity" else 2
    if not isinstance(names, list) or [type(name) for name in names] != [str] * wanted:
        raise ValueError(f'"events" has to be a list of {wanted} of their names')
    rule = Rule(pattern, tuple(names))
    if data.get("rule", str(rule)) != str(rule):
        raise ValueError(f'"rule" reads otherwise than its pattern and events, which say {rule}')
    return rule
