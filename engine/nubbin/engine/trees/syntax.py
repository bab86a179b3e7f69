"""Judging candidates by an incremental reparse (floor 1)."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

from tree_sitter import Language as Grammar
from tree_sitter import Node, Parser
from tree_sitter import Tree as SyntaxTree

from nubbin.engine.trees.amendments import Amendments
from nubbin.engine.trees.tree import Tree, build
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits, common_head, common_tail

_ODD = 0.01
"""Errors for each token beyond which a grammar does not know its language: another dialect has
dozens (1.4 and 4.8 % in two files of SQL), a macro is one (0.4 % at most in six others)."""
_DEEP = 1000
"""Levels of a tree beyond which it is not written down as a string, nor matched with queries."""


def count_errors(root: Node) -> int:
    """Count the nodes the parser invented or gave up on, looking only where there are some."""
    errors = 0
    stack = [root]
    while stack:
        node = stack.pop()
        if node.has_error:
            errors += node.is_error or node.is_missing
            stack.extend(node.children)
    return errors


class Syntax:
    """Judges candidates by an incremental reparse of a base text.

    tree-sitter reparses only what lies between the common head and the common tail of two
    texts, so a judgement costs some 0.1 ms whatever the file's size.

    Args:
        grammar: the language's.
        text: the base.
        amendments: what the language says beyond its grammar, if anything is known. About a very
            deep text, and what is rebased from it, nobody asks: it takes time quadratic in depth.
        parsed: the base's tree, if it is there already.
    """

    def __init__(
        self,
        grammar: Grammar,
        text: bytes,
        amendments: Amendments | None = None,
        parsed: SyntaxTree | None = None,
    ) -> None:
        self._parser = Parser(grammar)
        self._grammar = grammar
        self._amendments = amendments
        self.text = text
        """The base."""
        self.parsed = parsed or self._parser.parse(text)
        self.errors = count_errors(self.parsed.root_node)
        """How many errors the base text has, as the grammar sees it."""
        self._broken: dict[tuple[Edit, ...], bool] = {}
        if parsed is None and amendments is not None and self.tree.depth > _DEEP:
            self._amendments = None

    @cached_property
    def tree(self) -> Tree:
        """The base text's columns."""
        return build(self.text, self.parsed, self._grammar)

    @property
    def at_odds(self) -> bool:
        """Whether the grammar finds errors all over the base text, as in another dialect."""
        return self.errors > _ODD * self.tree.tokens()

    def breaks(self, candidate: bytes) -> bool:
        """Whether the candidate has more errors than the base text, as the grammar sees it."""
        return self._added(self._reparse(candidate)) > 0

    def breaks_with(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the base text has more errors once it is edited; remembered: each pass asks."""
        if edits not in self._broken:
            self._broken[edits] = self.breaks(apply_edits(self.text, edits))
        return self._broken[edits]

    def forbids(self, candidate: bytes, *, dated: bool = False) -> bool:
        """Whether the candidate has more faults than the base text, as the language sees it.

        With `dated`, what is taken for the sake of old programs only is no fault.
        """
        if self._amendments is None or candidate == self.text:
            return self.breaks(candidate)
        base, difference = edited(self.parsed, self.text, candidate)
        tree = self._parser.parse(candidate, base)
        new, old = stretches(difference, base, tree)
        after = self._amendments.faults(tree.root_node, _touched(candidate, new))
        before = self._amendments.faults(self.parsed.root_node, _touched(self.text, old))
        more = after - before
        return (self._added(tree) + more.errors, 0 if dated else more.dated) > (0, 0)

    def alike(self, candidate: bytes) -> bool:
        """Whether the candidate's tree has the same nodes in the same places; no when in doubt.

        Names and counts are compared, which for texts that differ in white space only tells
        their trees apart. A very deep tree is in doubt: writing it down recurs.
        """
        if self.tree.depth > _DEEP:
            return False
        root = self._reparse(candidate).root_node
        return root.descendant_count == self._shape[0] and str(root) == self._shape[1]

    @cached_property
    def _shape(self) -> tuple[int, str]:
        root = self.parsed.root_node
        return root.descendant_count, str(root)

    def rebased(self, text: bytes) -> Syntax:
        """Return a judge for another text, at the cost of the difference."""
        return Syntax(self._grammar, text, self._amendments, self._reparse(text))

    def _added(self, tree: SyntaxTree) -> int:
        root = tree.root_node
        return (count_errors(root) if root.has_error else 0) - self.errors

    def _reparse(self, text: bytes) -> SyntaxTree:
        if text == self.text:
            return self.parsed
        return self._parser.parse(text, edited(self.parsed, self.text, text)[0])


class Difference(NamedTuple):
    """Where two texts differ: up to `start` and from `old_end` and `new_end` on they do not."""

    start: int
    old_end: int
    new_end: int

    @classmethod
    @lru_cache(maxsize=1)  # all who judge a candidate ask in turn
    def of(cls, old: bytes, new: bytes) -> Difference:
        """Return the difference of two texts, told from their common head and tail."""
        start = common_head(old, new)
        tail = common_tail(old, new, min(len(old), len(new)) - start)
        return cls(start, len(old) - tail, len(new) - tail)


def edited(tree: SyntaxTree, old: bytes, new: bytes) -> tuple[SyntaxTree, Difference]:
    """Return a text's tree, told where another text differs, and where that is.

    A reparse may start from it.
    """
    at = Difference.of(old, new)
    points = _point(new, at.start), _point(old, at.old_end), _point(new, at.new_end)
    copy = tree.copy()
    copy.edit(*at, *points)
    return copy, at


def stretches(at: Difference, base: SyntaxTree, tree: SyntaxTree) -> tuple[Span, Span]:
    """Return the stretches of a new text and of the old one beyond which nothing differs.

    Neither bytes nor structure do.

    Args:
        at: where they differ.
        base: the old text's tree, told so.
        tree: the new text's tree, parsed from `base`.
    """
    start, end = at.start, at.new_end
    for changed in base.changed_ranges(tree):
        start, end = min(start, changed.start_byte), max(end, changed.end_byte)
    return Span(start, end), Span(start, end - at.new_end + at.old_end)


def _touched(text: bytes, span: Span) -> Span:
    """Return a span grown over the blanks around it, up to a byte of what stands on either side.

    What an amendment says of two neighbours changes with each of them.
    """
    start = len(text[: span.start].rstrip())
    end = len(text) - len(text[span.end :].lstrip())
    return Span(max(0, start - 1), min(end + 1, len(text)))


def _point(text: bytes, offset: int) -> tuple[int, int]:
    """Return (row, column in bytes) of an offset."""
    return text.count(b"\n", 0, offset), offset - (text.rfind(b"\n", 0, offset) + 1)
