"""Judging candidates by an incremental reparse (floor 1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from tree_sitter import Node
from tree_sitter import Tree as SyntaxTree

from nubbin.engine.trees.amendments import Amendments, Faults
from nubbin.engine.trees.building import build, count_errors
from nubbin.engine.trees.incremental import edited, joined, stretches
from nubbin.engine.trees.outlining import Outline
from nubbin.engine.trees.parser import GaveUp, Parser
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.difference import Hunk, hunks
from nubbin.engine.vocabulary.text import BLANKS, Edit, Span, apply_edits

_ODD = 0.01
"""With more errors per token than this, a grammar is taken to be at odds with its text: another
dialect has dozens (1.4 to 4.8 % in three files of SQL), a macro is one (0.4 % at most in six
others)."""
_SMALL = 4096
"""A text of at most this many bytes is parsed as a whole in some 0.5 ms or less."""
_APART = 8
"""At most this many differences of two texts are compared one by one; beyond, some are joined."""
_DEEP = 1000
"""A tree with more levels is neither written as a string, which recurses, nor matched with
tree-sitter queries, which take time quadratic in depth."""


class Syntax:
    """Judges candidates by an incremental reparse of a base text.

    tree-sitter reparses only what differs between two texts, and shares the rest with the tree of
    the base, so a judgement costs some 0.1 ms where nodes are nested. A list is built anew if one
    of its members goes, which for 2,000 statements takes as long as a parse from scratch: 6 ms.

    Args:
        parser: by the grammar of the language.
        text: the base.
        amendments: the rules of the language that the grammar lacks, if any are known. They are not
            applied to a very deep text, and what is rebased from it: that takes time quadratic in
            depth.
        parsed: the tree of the base, if it is known.
        faults: what amendments find in the base, if that is known.

    Raises:
        GaveUp: the parser comes to no end with the base.
    """

    def __init__(
        self,
        parser: Parser,
        text: bytes,
        amendments: Amendments | None = None,
        parsed: SyntaxTree | None = None,
        faults: Faults | None = None,
    ) -> None:
        self._parser = parser
        self._amendments = amendments
        self._known = faults
        self.text = text
        """The base."""
        self.parsed = parsed or self._parser.parse(text)
        self.errors = count_errors(self.parsed.root_node)
        """How many errors the base text has, as the grammar sees it."""
        self._broken: dict[tuple[Edit, ...], bool] = {}
        self._whole: dict[Edit, bool] = {}
        self._around: dict[tuple[Span, ...], Faults] = {}
        self._last: tuple[bytes, tuple[SyntaxTree, SyntaxTree]] | None = None
        if parsed is None and amendments is not None and self.too_deep:
            self._amendments = None

    @cached_property
    def tree(self) -> Tree:
        """The tree of the base text, in columns."""
        return build(self.text, self.parsed, self._parser.grammar)

    @property
    def at_odds(self) -> bool:
        """Whether the grammar finds errors all over the base text, as in another dialect."""
        return self.errors > _ODD * self.tree.tokens()

    @cached_property
    def left_over(self) -> float:
        """The share (0 to 1) of the base text's tokens that are right below an error."""
        tree, leaves = self.tree, [*self.tree.leaves()]
        over = sum(tree.is_unread(max(0, tree.parent[leaf])) for leaf in leaves)
        return over / max(1, len(leaves))

    @property
    def too_deep(self) -> bool:
        """Whether the tree is too deep for tree-sitter queries."""
        return self.tree.depth > _DEEP

    @property
    def knows_dated(self) -> bool:
        """Whether anything is known that the language accepts only for the sake of old programs."""
        return self._amendments is not None and self._amendments.knows_dated

    def breaks(self, candidate: bytes) -> bool:
        """Whether the candidate has more errors than the base text, as the grammar sees it.

        It also has if the parser comes to no end with it.
        """
        try:
            return self._added(self._reparse(candidate)) > 0
        except GaveUp:
            return True

    def breaks_with(self, edits: tuple[Edit, ...]) -> bool:
        """Whether the base text has more errors once it is edited; kept, as each pass asks."""
        if edits not in self._broken:
            self._broken[edits] = self.breaks(apply_edits(self.text, edits))
        return self._broken[edits]

    def reads_whole(self, edit: Edit) -> bool:
        """Whether what an edit puts into the base text is a node there, and adds no error; kept.

        What is beside it may tear it apart: `!` takes but the `a` of `a + b`. It may also be a part
        of a token, as `1` is of `-1`, or the rest of a chain, as `b + c` is of `a + b + c`. In a
        very deep text the parser is not asked.
        """
        if edit not in self._whole:
            self._whole[edit] = self.too_deep or self._finds_whole(edit)
        return self._whole[edit]

    def _finds_whole(self, edit: Edit) -> bool:
        try:
            tree = self._reparse(apply_edits(self.text, [edit]))
        except GaveUp:
            return False
        span = Span(edit.start, edit.start + len(edit.replacement))
        node = tree.root_node.descendant_for_byte_range(*span)
        if node is None or self._added(tree) > 0:
            return False
        exact = (node.start_byte, node.end_byte) == span
        return exact or not node.child_count or _is_chain(node)

    def forbids(self, candidate: bytes, *, dated: bool = False) -> bool:
        """Whether the candidate has more faults than the base text, as the language sees it.

        With `dated`, what is accepted only for the sake of old programs is no fault.
        """
        if self._amendments is None or candidate == self.text:
            return self.breaks(candidate)
        try:
            tree, differing = self._compared(candidate)
        except GaveUp:
            return True
        added, amendments = self._added(tree), self._amendments
        if added > 0:  # as in a text that was torn, where amendments take longest
            new = (_touched(candidate, hunk.new) for hunk in differing)
            pardoned = amendments.pardoned(tree.root_node, candidate, new)
            if added > pardoned + self._faults(amendments).mistakes:
                return True  # as at most the mistakes in the base have gone for them
        more = self._more(candidate, tree, differing, amendments)
        return (added + more.errors, 0 if dated else more.dated) > (0, 0)

    def alike(self, candidate: bytes) -> bool:
        """Whether the candidate's tree has the same nodes in the same places; False if in doubt.

        Kinds and counts of nodes are compared, which is enough for texts that differ only in white
        space. A very deep tree is in doubt. Where a grammar has two trees for a text, a reparse may
        come to the other one, so a small text is parsed once more as a whole.
        """
        if self.too_deep:
            return False
        try:
            alike = _shape(self._reparse(candidate)) == self._shape
            return alike or (
                len(candidate) <= _SMALL and _shape(self._parser.parse(candidate)) == self._shape
            )
        except GaveUp:
            return False

    @cached_property
    def _shape(self) -> tuple[int, str]:
        return _shape(self.parsed)

    def rebased(self, text: bytes) -> Syntax | Outline:
        """Return a judge for another text; only the difference is parsed.

        It goes by brackets if the parser comes to no end with that text.
        """
        try:
            if self._amendments is None or text == self.text:
                tree, faults = self._reparse(text), self._known
            else:
                tree, differing = self._compared(text)
                more = self._more(text, tree, differing, self._amendments)
                faults = self._faults(self._amendments).plus(more)
        except GaveUp:
            return Outline(text)
        return Syntax(self._parser, text, self._amendments, tree, faults)

    def _compared(self, text: bytes) -> tuple[SyntaxTree, Sequence[Hunk]]:
        """Return the tree of a text, and where that and the base differ, as trees or as texts."""
        found = hunks(self.text, text)
        base, tree = self._reparsed(text, found)
        return tree, joined(stretches(found, base, tree), _APART)

    def _more(
        self, text: bytes, tree: SyntaxTree, differing: Sequence[Hunk], amendments: Amendments
    ) -> Faults:
        """Return the faults of a text by amendments, less those of the base; see `_compared`."""
        new = (_touched(text, hunk.new) for hunk in differing)
        more = amendments.faults(tree.root_node, text, new)
        if not any(self._faults(amendments)):  # most texts that compilers take
            return more
        old = tuple(_touched(self.text, hunk.old) for hunk in differing)
        if old not in self._around:  # many candidates put something else in the same place
            self._around[old] = amendments.faults(self.parsed.root_node, self.text, old)
        return more.less(self._around[old])

    def _faults(self, amendments: Amendments) -> Faults:
        """Return what amendments find in the base."""
        if self._known is None:
            whole = [Span(0, len(self.text))]
            self._known = amendments.faults(self.parsed.root_node, self.text, whole)
        return self._known

    def _added(self, tree: SyntaxTree) -> int:
        return count_errors(tree.root_node) - self.errors

    def _reparse(self, text: bytes) -> SyntaxTree:
        if text == self.text:
            return self.parsed
        return self._reparsed(text, hunks(self.text, text))[1]

    def _reparsed(self, text: bytes, found: Sequence[Hunk]) -> tuple[SyntaxTree, SyntaxTree]:
        """Return the tree of the base, edited to fit another text, and the tree of that text."""
        # Of a run of equal parts, whichever goes, the same text is left: kept, as all ask about it.
        if self._last is None or self._last[0] != text:
            base = edited(self.parsed, self.text, text, found)
            self._last = text, (base, self._parser.parse(text, base))
        return self._last[1]


def _is_chain(node: Node) -> bool:
    """Whether a node is `a + b + c`, of which `a + b` is one part."""
    one = node.children[0]
    alike = one.type == node.type and one.child_count == node.child_count == 3
    return alike and one.children[1].type == node.children[1].type


def _shape(tree: SyntaxTree) -> tuple[int, str]:
    """Return what tells trees apart whose texts differ only in white space."""
    return tree.root_node.descendant_count, str(tree.root_node)


def _touched(text: bytes, span: Span) -> Span:
    """Return a span extended over the blanks around it, and by one byte more on each side.

    So it touches its neighbours: an amendment may be about two of them.
    """
    start, end = span
    while start > 0 and text[start - 1] in BLANKS:
        start -= 1
    while end < len(text) and text[end] in BLANKS:
        end += 1
    return Span(max(0, start - 1), min(end + 1, len(text)))
