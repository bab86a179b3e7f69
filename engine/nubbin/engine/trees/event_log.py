"""Logs of events, as JSON Lines (floor 1): bytes in, events and the states they led to out.

Each line that is not blank is one event, its parameters, and the state of the system after it:

    {"event": "add", "args": [1], "state": {"items": 1, "catalogue": true}}

`args` may be left out, and other keys are ignored. A log to learn from needs the states; a failing
trace, whose lines are the units of its reduction, does not.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.text import Span


class LoggedEvent(NamedTuple):
    """What happened; these tuples can be sorted, but their order has no meaning."""

    name: str
    arguments: str
    """The list of parameters as canonical JSON."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a log."""

    event: LoggedEvent
    state: Mapping[str, object] | None
    """The variables after the event; None if the line has none."""
    span: Span
    """The line's bytes, its end included."""


def read_log(text: bytes, name: str, *, states: bool) -> tuple[Entry, ...]:
    """Return the events of a log, in order.

    Args:
        text: JSON Lines.
        name: of the file, for messages.
        states: whether every line has to have a state.

    Raises:
        UsageError: a line is no event; the message says which, and why.
    """
    return tuple(_entries(text, name, states=states))


def _entries(text: bytes, name: str, *, states: bool) -> Iterator[Entry]:
    position = 0
    for number, line in enumerate(text.split(b"\n"), start=1):
        end = min(position + len(line) + 1, len(text))
        if line.strip():
            try:
                yield _entry(line, Span(position, end), states=states)
            except ValueError as mistake:
                raise UsageError(
                    f"{name}, line {number}: {mistake}. One event is one line such as "
                    '{"event": "add", "args": [1], "state": {"items": 1}}.'
                ) from mistake
        position = end


def _entry(line: bytes, span: Span, *, states: bool) -> Entry:
    """Read one line.

    Raises:
        ValueError: it is no event.
    """
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ValueError("this is not JSON") from error
    if not isinstance(data, dict) or not isinstance(data.get("event"), str):
        raise ValueError('there is no "event" with a name in it')
    arguments, state = data.get("args", []), data.get("state")
    if not isinstance(arguments, list):
        raise ValueError('"args" is not a list')
    if state is not None and not isinstance(state, dict):
        raise ValueError('"state" is not an object of variables')
    if states and state is None:
        raise ValueError('there is no "state", and without states nothing can be learnt')
    return Entry(LoggedEvent(data["event"], canonical(arguments)), state, span)


def canonical(value: object) -> str:
    """Return the JSON of a value, the same for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))
