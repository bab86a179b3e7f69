"""Closures of a graph of needs: everything that each node needs, directly or not (floor 3)."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from copy import copy

NodeSet = int
"""A set of nodes: bit i is set if node i is in it. So sets of thousands are joined at once."""


def closures(needs: Sequence[Set[int]]) -> list[NodeSet]:
    """Return for each node the set of itself, what it needs, and what that needs in turn.

    Args:
        needs: by node, the nodes that it needs directly; circles are allowed.

    Complexity: O(nodes²) bits, and for each need one union of sets of as many bits as nodes.
    """
    found: list[NodeSet] = [0] * len(needs)
    for circle in _circles(needs):
        whole: NodeSet = sum(1 << node for node in circle)
        for node in circle:
            for other in needs[node]:  # the sets of those in the circle are still empty
                whole |= found[other]
        for node in circle:
            found[node] = whole
    return found


Clause = tuple[Sequence[int], int]
"""Different nodes, and a node that is needed where all of them are there together."""


class Reached:
    """A growing set of nodes, which has with each node everything that it needs, directly or not.

    Args:
        needs: by node, the nodes that it needs directly.
        clauses: what several nodes need together.

    Complexity: O(nodes + needs + clauses) for all that is ever added.

    Source: propagation of units (Dowling and Gallier 1984, §3).
    """

    def __init__(self, needs: Sequence[Set[int]], clauses: Sequence[Clause]) -> None:
        self._needs, self._clauses = needs, clauses
        self._met = set[int]()
        self._open = [len(body) for body, _ in clauses]
        self._of = defaultdict[int, list[int]](list)
        for index, (body, _) in enumerate(clauses):
            for node in body:
                self._of[node].append(index)

    def copy(self) -> "Reached":
        """Return a set that grows on its own."""
        other = copy(self)
        other._met, other._open = {*self._met}, [*self._open]
        return other

    def add(self, starts: Iterable[int]) -> set[int]:
        """Add nodes and all that these need; return which of them are new."""
        new, waiting = set[int](), [*starts]
        while waiting:
            node = waiting.pop()
            if node in self._met:
                continue
            self._met.add(node)
            new.add(node)
            waiting += self._needs[node]
            for index in self._of.get(node, ()):
                self._open[index] -= 1
                if not self._open[index]:
                    waiting.append(self._clauses[index][1])
        return new


def nodes_of(numbers: Iterable[int], size: int) -> NodeSet:
    """Return the set of some nodes, all of them less than `size`."""
    digits = bytearray(b"0") * (size + 1)
    for number in numbers:
        digits[-1 - number] = ord("1")
    return int(digits, 2)


def numbers(nodes: NodeSet) -> Iterator[int]:
    """Yield the nodes of a set in ascending order."""
    digits = f"{nodes:b}"[::-1]
    node = digits.find("1")
    while node >= 0:
        yield node
        node = digits.find("1", node + 1)


def _circles(needs: Sequence[Set[int]]) -> Iterator[list[int]]:
    """Yield the strongly connected components, each after the others that it needs.

    A node that needs no node which needs it in turn is a component by itself.

    Source: Tarjan 1972, §4, without recursion.
    """
    entered: dict[int, int] = {}
    earliest: dict[int, int] = {}
    waiting: list[int] = []  # entered, and not yet in a circle
    closed: set[int] = set()
    for start in range(len(needs)):
        walk = [(start, iter({start}))] if start not in entered else []
        while walk:
            node, others = walk[-1]
            other = next(others, None)
            if other is None:
                walk.pop()
                above = walk[-1][0] if walk else node
                earliest[above] = min(earliest[above], earliest[node])
                if earliest[node] == entered[node] and node not in closed:
                    circle = [waiting.pop()]
                    while circle[-1] != node:
                        circle.append(waiting.pop())
                    closed.update(circle)
                    yield circle
            elif other not in entered:
                entered[other] = earliest[other] = len(entered)
                waiting.append(other)
                walk.append((other, iter(needs[other])))
            elif other not in closed:
                earliest[node] = min(earliest[node], entered[other])
