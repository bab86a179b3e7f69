"""Which forms of a kind can be made of some parts, by the rules of a grammar (floor 1).

The body and the condition of a loop can make another loop, a block or a call. Which of these exist,
and what has to stand between the parts, is all in the automata of child lists. The search is one
for shortest paths: parts cost nothing, and every token put between them costs one.

Source: "structure form conversion" (2025), read as a question to a grammar.
"""

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from typing import NamedTuple

from nubbin.engine.trees.grammar_table import GrammarTable
from nubbin.engine.trees.machines import Edges, machines
from nubbin.engine.vocabulary.text import count_words


class Skeleton(NamedTuple):
    """A form, with gaps for its parts."""

    pieces: tuple[bytes | int, ...]
    """The texts around and between the parts, and for each part its index."""
    tokens: int
    """How many tokens these texts have."""


MOST_TOKENS = 4
"""At most this many tokens are put around and between parts; a form with more is seldom smaller."""
_MOST_AROUND = 2
"""At most this many tokens are put around one part to change its kind: brackets, a semicolon."""
_MOST_PARTS = 3


class Part(NamedTuple):
    """A part that a form may use."""

    kind: str
    after: int
    """The index of the next part that may follow it in a form: the first that is not inside it."""
    tokens: int
    """How many tokens it has."""


class _Around(NamedTuple):
    """The tokens before and behind a part."""

    before: tuple[bytes, ...] = ()
    behind: tuple[bytes, ...] = ()

    @property
    def tokens(self) -> int:
        return len(self.before) + len(self.behind)


class Skeletons:
    """The forms of one language's kinds; immutable to its users."""

    def __init__(self, table: GrammarTable) -> None:
        self.table = table
        self._known: dict[tuple[str, tuple[Part, ...], int, float], tuple[Skeleton, ...]] = {}

    def of(
        self, kind: str, parts: tuple[Part, ...], most: int, least: float = 0
    ) -> tuple[Skeleton, ...]:
        """Return, for each choice of parts, the shortest form of a kind with just these parts.

        The parts keep their order, and none lies inside another. A part may have tokens of its own
        around it, and one place may be filled with the best text that the grammar knows for it. A
        single part by itself is no form.

        Args:
            kind: of the forms.
            parts: in the order of the text.
            most: how many tokens a form may have, including those of its parts.
            least: how many tokens are wanted; of smaller forms some may be missing.

        Complexity: exponential in the parts of one form, of which there are few; each answer is
        computed once.
        """
        key = kind, parts, most, least
        if key not in self._known:
            self._known[key] = self._search(*key)
        return self._known[key]

    def _search(
        self, kind: str, parts: Sequence[Part], most: int, least: float
    ) -> tuple[Skeleton, ...]:
        machine = machines(self.table).get(kind)
        roles = [_roles(self.table, part.kind) for part in parts]
        if machine is None or all(map(machine.wanted.isdisjoint, roles)):
            return ()
        edges = machine.edges
        weights = [
            0 if machine.wanted.isdisjoint(role) else part.tokens
            for role, part in zip(roles, parts, strict=True)
        ]
        heaviest = [sorted(weights[index:], reverse=True) for index in range(len(parts) + 1)]

        def may_be_large(search: _Search) -> bool:
            """Whether the form may have as many tokens as wanted in the end."""
            free = _MOST_PARTS - len(search.used)
            further = MOST_TOKENS - search.cost + sum(heaviest[search.next][:free])
            return most - search.room + further >= least

        @cache
        def ways(state: int, index: int) -> list[tuple[int, _Around]]:
            """Return the states that a part leads to in its roles, with the tokens around it."""
            kinds = edges[state].kinds
            return [(kinds[kind], around) for kind, around in roles[index].items() if kind in kinds]

        found: dict[tuple[int, ...], Skeleton] = {}
        number = count()
        queue: list[_Search] = [_Search(0, next(number), 0, 0, (), (), False, most)]
        met: set[tuple[int, tuple[int, ...], bool]] = set()
        while queue:
            here = heapq.heappop(queue)
            if (here.state, here.used, here.filled) in met:
                continue
            met.add((here.state, here.used, here.filled))
            if here.used and machine.accepting >> here.state & 1 and len(here.text) > 1:
                found.setdefault(here.used, Skeleton(here.text, here.cost))
            for further in self._steps(here, number, edges[here.state], parts, ways):
                if may_be_large(further):
                    heapq.heappush(queue, further)
        return tuple(found.values())

    def _steps(
        self,
        here: "_Search",
        number: Iterator[int],
        edges: Edges,
        parts: Sequence[Part],
        ways: Callable[[int, int], list[tuple[int, _Around]]],
    ) -> Iterator["_Search"]:
        """Yield the next beginnings: with a token more, a filler, or a part in one of its roles."""
        cost, _, current, following, used, text, filled, room = here
        left = min(MOST_TOKENS - cost, room)
        if left > 0:
            for state, token in edges.tokens.items():
                now = (*text, token)
                yield _Search(cost + 1, next(number), state, following, used, now, filled, room - 1)
        if not filled:
            for state, filler in edges.fillers.items():
                if (tokens := count_words(filler)) <= left:
                    now, less = (*text, filler), room - tokens
                    yield _Search(
                        cost + tokens, next(number), state, following, used, now, True, less
                    )
        if len(used) == _MOST_PARTS:
            return
        for index in range(following, len(parts)):
            part, with_it = parts[index], (*used, index)
            left = min(MOST_TOKENS - cost, room - part.tokens)
            for state, around in ways(current, index) if left >= 0 else ():
                if (tokens := around.tokens) <= left:
                    now = (*text, *around.before, index, *around.behind)
                    less = room - part.tokens - tokens
                    yield _Search(
                        cost + tokens, next(number), state, part.after, with_it, now, filled, less
                    )


class _Search(NamedTuple):
    """The beginning of a form; cheaper ones, and among equals older ones, come first."""

    cost: int  # how many tokens it has, without those of its parts
    number: int  # its age
    state: int
    next: int  # the first part that may still follow
    used: tuple[int, ...]  # its parts
    text: tuple[bytes | int, ...]  # its pieces
    filled: bool  # whether it has a filler
    room: int
    """How many tokens may still follow, including those of parts."""


@cache
def _leaves(table: GrammarTable) -> Mapping[str, bytes]:
    """Return the shortest texts of the kinds without children, as far as these are words."""
    words_of = ((kind, text) for kind, text in table.fillers if text.isalpha())
    return {kind: text for kind, text in words_of if not machines(table)[kind].wanted}


@cache
def _wraps(table: GrammarTable) -> Mapping[str, dict[str, _Around]]:
    """Return for each kind the kinds that a node of it becomes with a few tokens around it."""
    found: dict[str, dict[str, _Around]] = {}
    for wrap, (edges, accepting, _) in machines(table).items():
        for state, before in _by_tokens(edges, 0, _MOST_AROUND).items():
            for kind, target in edges[state].kinds.items():
                rest = _by_tokens(edges, target, _MOST_AROUND - len(before))
                ends = [behind for end, behind in rest.items() if accepting >> end & 1]
                if ends:
                    around = _Around(before, min(ends, key=lambda end: (len(end), end)))
                    known = found.setdefault(kind, {})
                    known[wrap] = min(
                        known.get(wrap, around), around, key=lambda one: (one.tokens, one)
                    )
    return found


@cache
def _roles(table: GrammarTable, kind: str) -> Mapping[str, _Around]:
    """Return the kinds that a part can be, with the tokens that it needs around it for that.

    A name can be of any kind of names, as all are written alike.
    """
    texts = _leaves(table)
    alike = [kind, *(other for other in texts if texts[other] == texts.get(kind))]
    return {**_wraps(table).get(kind, {}), **dict.fromkeys(alike, _Around())}


def _by_tokens(edges: Sequence[Edges], start: int, most: int) -> dict[int, tuple[bytes, ...]]:
    """Return the states that at most `most` tokens lead to, each with the fewest tokens."""
    found: dict[int, tuple[bytes, ...]] = {start: ()}
    for state in (queue := [start]):  # grows while it is read
        if len(found[state]) < most:
            for target, token in edges[state].tokens.items():
                if target not in found:
                    found[target] = (*found[state], token)
                    queue.append(target)
    return found
