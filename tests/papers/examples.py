"""The four examples of Hodován & Kiss 2016, Table 1: units, and when some of them interest."""

from collections.abc import Callable

Kept = frozenset[int]

EXAMPLES: dict[str, tuple[range, Callable[[Kept], bool]]] = {
    "A": (range(1, 9), lambda c: c >= {5, 8} and (2 in c or 7 not in c)),
    "B": (range(1, 9), lambda c: c >= set(range(1, 9))),
    # The condition of C as printed refuses the whole input. Both readings that accept it give
    # the counts of Table 3(a): 5 needs 7, or the input is an exception.
    "C": (range(1, 9), lambda c: c >= {1, 2, 3, 4, 6, 8} and not (5 in c and 7 not in c)),
    "C′": (
        range(1, 9),
        lambda c: c == set(range(1, 9)) or (c >= {1, 2, 3, 4, 6, 8} and not {5, 7} <= c),
    ),
    "D": (range(100), lambda c: c >= set(range(0, 100, 2))),
}
