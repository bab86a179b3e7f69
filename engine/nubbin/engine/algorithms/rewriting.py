"""Making a trace shorter by rules, without running it (floor 5).

Source: Elyasov et al. 2014, §2.2. Rewriting only takes events away, so the events left are a subset
of the trace, as rddmin needs for its R.
"""

from collections.abc import Iterable, Sequence

from nubbin.engine.algorithms.rules import Pattern, Rule
from nubbin.engine.trees.event_log import LoggedEvent, read_log
from nubbin.engine.vocabulary.text import Span


def rewrite(events: Sequence[LoggedEvent], rules: Iterable[Rule]) -> tuple[int, ...]:
    """Return the indices, rising, of the events that are left when no rule can be applied.

    Rules that shorten are applied from the left. A commutation does not shorten: it is used only
    to bring two events together that another rule then makes shorter, so every step takes away
    at least one event and the rewriting ends.

    Complexity: O(events) for each event with a rule that shortens, in each round.
    """
    known = _Rules(rules)
    left, kept = list(range(len(events))), list(events)
    changed = True
    while changed:
        changed = False
        position = 0
        while position < len(left):
            gone = known.superfluous(kept, position)
            for place in sorted(gone, reverse=True):
                del left[place], kept[place]
            changed = changed or bool(gone)
            position = max(0, min(gone) - 1) if gone else position + 1
    return tuple(left)


def left_over(trace: bytes, name: str, rules: Iterable[Rule]) -> tuple[Span, ...]:
    """Return the lines of a trace that rewriting leaves, in order.

    Args:
        trace: JSON Lines, an event each.
        name: the name of its file, for messages.
        rules: what may be rewritten.

    Raises:
        UsageError: a line is no event.
    """
    entries = read_log(trace, name, states=False)
    left = rewrite([entry.event for entry in entries], rules)
    return tuple(entries[index].span for index in left)


class _Rules:
    """Rules, ready to be looked up by the names of events."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._known: set[tuple[Pattern, tuple[str, ...]]] = set()
        self._firsts, self._seconds = set[str](), set[str]()  # X and Y, of rules that shorten
        for rule in rules:
            self._known.add((rule.pattern, rule.names))
            if rule.pattern == "commutation":
                self._known.add((rule.pattern, rule.names[::-1]))
            elif rule.pattern != "identity":
                first, second = rule.names
                self._firsts.add(first)
                self._seconds.add(second)

    def superfluous(self, events: Sequence[LoggedEvent], position: int) -> tuple[int, ...]:
        """Return the positions of the events that go with, or because of, the one at `position`."""
        event = events[position]
        if ("identity", (event.name,)) in self._known:
            return (position,)
        right = range(position + 1, len(events)) if event.name in self._firsts else ()
        for place in right:  # the event moves right, past those that it commutes with
            if gone := self._together(event, events[place], position, place):
                return gone
            if not self._commute(event, events[place]):
                break
        left = range(position - 1, -1, -1) if event.name in self._seconds else ()
        for place in left:
            if gone := self._together(events[place], event, place, position):
                return gone
            if not self._commute(events[place], event):
                break
        return ()

    def _together(
        self, first: LoggedEvent, second: LoggedEvent, left: int, right: int
    ) -> tuple[int, ...]:
        """Return the positions of those of two neighbouring events that go."""
        names = (first.name, second.name)
        if first.arguments == second.arguments and ("inverse", names) in self._known:
            return (left, right)
        return (left,) if ("overwrite", names) in self._known else ()

    def _commute(self, first: LoggedEvent, second: LoggedEvent) -> bool:
        return ("commutation", (first.name, second.name)) in self._known
