"""Closures of a graph of needs: all that each node needs, directly or not (floor 5)."""

from collections.abc import Iterable, Iterator, Sequence, Set

Nodes = int
"""A set of nodes: bit i stands for node i. Sets of thousands are joined at once so."""


def closures(needs: Sequence[Set[int]]) -> list[Nodes]:
    """Return for each node itself, what it needs, and what that needs in turn.

    Args:
        needs: by node, other nodes; circles are allowed.

    Complexity: O(nodes²) bits, and a union of as many as there are nodes for each need.
    """
    found: list[Nodes] = [0] * len(needs)
    for circle in _circles(needs):
        whole: Nodes = sum(1 << node for node in circle)
        for node in circle:
            for other in needs[node]:  # those of the circle have nothing yet
                whole |= found[other]
        for node in circle:
            found[node] = whole
    return found


def reached(needs: Sequence[Set[int]], starts: Iterable[int]) -> Nodes:
    """Return nodes, what these need, and what that needs in turn.

    Complexity: O(nodes + needs).
    """
    met, waiting = set[int](), [*starts]
    while waiting:
        node = waiting.pop()
        if node not in met:
            met.add(node)
            waiting += needs[node]
    digits = bytearray(b"0") * (len(needs) + 1)
    for node in met:
        digits[-1 - node] = ord("1")
    return int(digits, 2)


def numbers(nodes: Nodes) -> Iterator[int]:
    """Yield the nodes of a set, rising."""
    digits = f"{nodes:b}"[::-1]
    node = digits.find("1")
    while node >= 0:
        yield node
        node = digits.find("1", node + 1)


def _circles(needs: Sequence[Set[int]]) -> Iterator[list[int]]:
    """Yield nodes that need each other, each behind what it needs besides; one node if none does.

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
