"""Sums: what a statement adds to a number is in the number from the beginning (floor 3).

In `a = 5; a++; f(a)` neither the number nor the statement that changes it can be removed without
the other. `a = 6; f(a)` has no such statement, and `6` can then be put where `a` is used.
"""

import re
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.mentions import occurrences
from nubbin.engine.trees.tree import Tree

_ADDS: Final = re.compile(
    rb"""[^\w+-]* (?:
      (?P<front> \+\+ | --) (?P<before> \w+)
    | (?P<name> \w+) \s* (?:
        (?P<back> \+\+ | --)
      | (?P<short> [+-]) = \s* (?P<more> \d{1,9})
      | = \s* \W? (?P=name) \s* (?P<sign> [+-]) \s* (?P<added> \d{1,9})
      )
    ) [^\w+-]*""",
    re.VERBOSE,
)
"""Statements that add a number to a name: `--a;`, `a++`, `((a += 2))`, `$a = $a - 1`."""
_LONGEST: Final = 64
"""A statement of more bytes is not looked at."""
_SETS: Final = (b"=", b":=")
_NUMBER: Final = re.compile(rb"\d{1,9}")
_LOOP: Final = re.compile("(^|_)(for|loop|while)(_|$)")
_MANY: Final = 8
"""The number is the value of one of so many mentions in front of the statement."""
_NEAR: Final = 12
"""The number is at most this many rows behind the name that it is the value of."""


def summed(configuration: Configuration, parts: Sequence[int]) -> Iterator[Sequence[Change]]:
    """Yield changes that remove a part which adds to a number, and put the sum for the number.

    The number is what the name was last set to in front of the part, in the same block, so that it
    is changed as often as it is set; not in the head of a loop, which would go on for ever. Whether
    what is between them needs the old number is left to the oracle.

    Args:
        configuration: of the text.
        parts: what can be removed without a trace.
    """
    tree, mentions = configuration.tree, occurrences(configuration.tree)
    for part in parts:
        name, added = _addition(tree, part) or (b"", 0)
        leaves = mentions.get(name, ())
        before = leaves[max(0, (behind := bisect(leaves, part)) - _MANY) : behind]
        number = next(filter(None, (_number(tree, leaf) for leaf in reversed(before))), 0)
        if _in_turn(tree, number, part) and configuration.may_change(number):
            value = int(tree.source(number)) + added
            yield Prune((part,)), Rewrite((number,), b"%d" % value)


def _in_turn(tree: Tree, number: int, part: int) -> bool:
    """Whether a part runs once, and later, each time that a number has been set.

    Both are in the same block, which is not the head of a loop.
    """
    block = tree.parent[part]
    around = any(tree.parent[node] == block for node in tree.upwards(number))
    return around and tree.skip[number] <= part and not _LOOP.search(tree.name(block))


def _addition(tree: Tree, part: int) -> tuple[bytes, int] | None:
    """Return the name that a part adds to, and what it adds; None if it does nothing like it."""
    if tree.end[part] - tree.start[part] > _LONGEST:
        return None
    found = _ADDS.fullmatch(tree.source(part))
    if found is None:
        return None
    name = found["before"] or found["name"]
    sign = found["front"] or found["back"] or found["short"] or found["sign"]
    added = int(found["more"] or found["added"] or 1)
    return name, -added if sign.startswith(b"-") else added


def _number(tree: Tree, name: int) -> int:
    """Return the number that a name is set to, or that what it is set to begins with; 0 if none."""
    behind = range(name + 1, min(len(tree), name + 1 + _NEAR))
    leaves = [*filter(tree.is_leaf, behind)]
    for sign, value in pairwise(leaves):
        if tree.source(sign) in _SETS:
            return value if _NUMBER.fullmatch(tree.source(value)) else 0
    return 0
