"""A parse tree in immutable columns, with one row for each node, in preorder (floor 1).

The subtree of node `i` is the rows `[i, skip[i])`; its children are `i + 1`, then the `skip` of
each child as long as that is less than `skip[i]`. There is no object for each node, and no
recursion: a tree may be as deep as the file is long.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, count, islice

from nubbin.engine.trees.grammar_table import UNREAD
from nubbin.engine.trees.worth import worth_of
from nubbin.engine.vocabulary.text import BLANKS, Span

NAMED, EXTRA, PART = 1, 2, 4
"""Flags of a node."""


@dataclass(frozen=True)
class Tree:
    """The rows of a parsed text; all columns have one entry per node."""

    text: bytes
    start: array[int]
    """First byte of the node."""
    end: array[int]
    """One past the last byte."""
    kind: array[int]
    """Index into `kinds`."""
    parent: array[int]
    """Row of the parent; -1 at the root."""
    skip: array[int]
    """One past the last row of the node's subtree."""
    flags: array[int]
    """`NAMED`, `EXTRA` and `PART` (of a comment), as bits."""
    kinds: tuple[str, ...]
    depth: int
    """The number of nodes on the longest path from the root to a leaf."""
    read_fields: Callable[[], Sequence[str | None]] | None = field(
        default=None, kw_only=True, repr=False, compare=False
    )
    """Returns the column `fields`, which most trees are never asked for; None without a grammar."""

    def __len__(self) -> int:
        return len(self.start)

    def children(self, node: int) -> Iterator[int]:
        """Yield the node's children, in order of the text."""
        child, end = node + 1, self.skip[node]
        while child < end:
            yield child
            child = self.skip[child]

    def siblings_behind(self, node: int) -> Iterator[int]:
        """Yield the siblings behind a node, in order of the text; the root has none."""
        row, end = self.skip[node], self.skip[self.parent[node]] if node else 0
        while row < end:
            yield row
            row = self.skip[row]

    def named_children(self, node: int) -> Iterator[int]:
        """Yield the named children, without comments and other extras."""
        for child in self.children(node):
            if self.is_named(child) and not self.is_extra(child):
                yield child

    def only_named(self, node: int) -> int:
        """Return the only named child, comments not counted; 0 unless there is exactly one."""
        found = [*islice(self.named_children(node), 2)]
        return found[0] if len(found) == 1 else 0

    def last_named(self, node: int) -> int:
        """Return the last named child, comments not counted, by a look from the end; or else 0."""
        row = self._last_children[node]
        while row > node:
            if self.is_named(row) and not self.is_extra(row):
                return row
            row -= 1
            while row > node and self.parent[row] != node:
                row = self.parent[row]
        return 0

    def inmost(self, node: int) -> int:
        """Follow only named children down, as from `((a))` to `a`; the node itself without any."""
        while only := self.only_named(node):
            node = only
        return node

    def below(self, node: int, levels: int) -> Iterator[int]:
        """Yield the nodes at most this many levels below a node, level by level."""
        level = [node]
        for _ in range(levels):
            level = [child for each in level for child in self.children(each)]
            yield from level

    def upwards(self, node: int) -> Iterator[int]:
        """Yield a node and those around it, the innermost first, without the root."""
        while node > 0:
            yield node
            node = self.parent[node]

    def same_bytes(self, node: int) -> Iterator[int]:
        """Yield a node and those around it that have the same bytes, without the root."""
        start, end = self.start[node], self.end[node]
        while node > 0 and self.start[node] == start and self.end[node] == end:
            yield node
            node = self.parent[node]

    def topmost(self, node: int) -> int:
        """Return the highest node that has the same bytes, but the root only for itself."""
        return (node, *self.same_bytes(node))[-1]

    def subtree(self, node: int) -> range:
        """Return the rows of a node and of all that is below it."""
        return range(node, self.skip[node])

    def bounds(self, rows: Sequence[int], node: int) -> tuple[int, int]:
        """Return `(i, j)` such that `rows[i:j]` are in the node; the rows are in order."""
        return bisect_left(rows, node), bisect_left(rows, self.skip[node])

    def is_leaf(self, node: int) -> bool:
        """Whether the node has no children."""
        return self.skip[node] == node + 1

    def is_named(self, node: int) -> bool:
        """Whether the grammar gives the node a name; punctuation and keywords have none."""
        return bool(self.flags[node] & NAMED)

    def is_extra(self, node: int) -> bool:
        """Whether the node may stand anywhere, as comments do, or is a part of a comment."""
        return bool(self.flags[node] & EXTRA)

    def is_comment(self, node: int) -> bool:
        """Whether the node is a whole comment: it may stand anywhere, and has such a kind."""
        whole = self.flags[node] & (EXTRA | PART) == EXTRA
        return whole and names_comment(self.name(node))

    def is_unread(self, node: int) -> bool:
        """Whether the node is what the parser put around text that it could not read."""
        return self.name(node) == UNREAD

    def is_flat(self) -> bool:
        """Whether there is no node but the root, its tokens, and what the parser skipped."""
        inner = (row for row in range(1, len(self)) if not self.is_leaf(row))
        return all(self.is_extra(row) or self.is_unread(row) for row in inner)

    def comments(self) -> Iterator[int]:
        """Yield the comments, in order."""
        return filter(self.is_comment, self.rows_where(names_comment))

    def kinds_where(self, fits: Callable[[str], object]) -> frozenset[int]:
        """Return the numbers of the tree's kinds whose names fit."""
        return frozenset(number for number, kind in enumerate(self.kinds) if fits(kind))

    def rows_of(self, kinds: Set[int], node: int = 0) -> Iterator[int]:
        """Yield the nodes of some kinds in a subtree, in order."""
        inside = self.kind[node : self.skip[node]] if kinds else ()
        return compress(count(node), map(kinds.__contains__, inside))

    def rows_where(self, fits: Callable[[str], object]) -> Iterator[int]:
        """Yield the nodes whose kinds have names that fit, in order."""
        return self.rows_of(self.kinds_where(fits))

    def innermost(
        self, values: Iterable[tuple[int, int]], outside: int, *, below: bool = False
    ) -> array[int]:
        """Return for each row the value of the innermost of some nodes that it is in, or is.

        Args:
            values: the nodes, in order, each with its value.
            outside: the value of rows that are in none of these.
            below: whether a node does not count as in itself.

        Complexity: O(nodes), and O(rows) by whole blocks of memory.
        """
        found, around = array("i"), [(len(self), outside)]

        def fill(end: int, value: int) -> None:
            found.extend(array("i", [value]) * (end - len(found)))

        for node, value in values:  # outer ones come first
            first = node + below
            while around[-1][0] < first:
                fill(*around.pop())
            fill(first, around[-1][1])
            around.append((self.skip[node], value))
        for end, value in reversed(around):
            fill(end, value)
        return found

    def name(self, node: int) -> str:
        """Return the name of the node's kind."""
        return self.kinds[self.kind[node]]

    def source(self, node: int) -> bytes:
        """Return the node's own bytes."""
        return self.text[self.start[node] : self.end[node]]

    def span(self, node: int) -> Span:
        """Return the span of the node's own bytes."""
        return Span(self.start[node], self.end[node])

    def is_sign(self, row: int, sign: bytes) -> bool:
        """Whether there is such a row, and it is a leaf that consists of this sign."""
        return row < len(self) and self.is_leaf(row) and self.source(row) == sign

    def between(self, node: int) -> bytes | None:
        """Return the text between the first and last child; None if it is all of a single node.

        `{ class A {}; }` has a node and a sign that ends it between its brackets.
        """
        children = [child for child in self.children(node) if not self.is_extra(child)]
        inside = children[1:-1]
        ended = any(self.is_sign(child, b";") for child in inside[1:])
        if sum(map(self.is_named, inside)) < 2 - ended:
            return None
        return self.text[self.end[children[0]] : self.start[children[-1]]].strip()

    def begins(self, node: int, sign: bytes) -> bool:
        """Whether a node has children, and the first of them is a leaf that consists of a sign."""
        return self.is_sign(node + 1, sign) and self.parent[node + 1] == node

    def visible_span(self, node: int) -> Span:
        """Return the node's span without blanks at its ends, which the root may have."""
        start, end = self.start[node], self.end[node]
        while end > start and self.text[end - 1] in BLANKS:
            end -= 1
        while start < end and self.text[start] in BLANKS:
            start += 1
        return Span(start, end)

    def leaves(self, node: int = 0) -> Iterator[int]:
        """Yield the leaves of the subtree that have bytes, in order, including comments."""
        for row in range(node, self.skip[node] if len(self) else node):
            if self.skip[row] == row + 1 and self.end[row] > self.start[row]:
                yield row

    def tokens(self) -> int:
        """Count the tokens, without comments; see `worth_of`."""
        return self.token_counts[-1]

    def tokens_touching(self, spans: Iterable[Span]) -> int:
        """Count the tokens that touch any of some spans, in order; one that touches two, once."""
        total = counted = 0
        for span in spans:
            first = bisect_left(self.start, span.start)
            if first and self.end[first - 1] >= span.start:  # a leaf, as its parents begin no later
                first -= 1
            last = bisect_right(self.start, span.end)
            total += self.token_counts[last] - self.token_counts[max(first, counted)]
            counted = last
        return total

    @cached_property
    def fields(self) -> Sequence[str | None]:
        """What the grammar calls the place of each node in its parent; None without a name."""
        return self.read_fields() if self.read_fields else [None] * len(self)

    @cached_property
    def _last_children(self) -> Sequence[int]:
        """For each row its last child; 0 for a leaf."""
        last = [0] * len(self)
        for row in range(1, len(self)):
            last[self.parent[row]] = row
        return last

    @cached_property
    def token_counts(self) -> array[int]:
        """For each row the number of tokens before it, and at the end the number of all tokens.

        The subtree of a node has `token_counts[skip[node]] - token_counts[node]`.
        """
        counts, total = array("i", [0]), 0
        # Text that the parser gave up on is flagged as extra too, but it is no comment.
        unread = {number for number, kind in enumerate(self.kinds) if kind == UNREAD}
        rows = zip(self.start, self.end, self.kind, self.skip, self.flags, strict=True)
        for row, (start, end, kind, skip, flags) in enumerate(rows, 1):
            if skip == row and (not flags & EXTRA or kind in unread):
                total += worth_of(self.text, start, end)
            counts.append(total)
        return counts

    def weight(self, node: int) -> int:
        """Return how many tokens the node's subtree has."""
        return self.token_counts[self.skip[node]] - self.token_counts[node]


def names_comment(kind: str) -> bool:
    """Whether a kind of nodes that may stand anywhere is one of comments."""
    return "comment" in kind or "marginalia" in kind  # the latter are SQL's /* … */
