"""Counting tokens incrementally, from similar texts that were counted before (floor 1)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tree_sitter import Node, TreeCursor
from tree_sitter import Tree as SyntaxTree

from nubbin.engine.trees.incremental import edited, stretches
from nubbin.engine.trees.parser import GaveUp, Parser
from nubbin.engine.trees.syntax import Syntax
from nubbin.engine.trees.tree import Tree, names_comment
from nubbin.engine.trees.worth import worth_of
from nubbin.engine.vocabulary.difference import Difference, hunks
from nubbin.engine.vocabulary.text import Span, count_words

_AT_HAND = 4
"""The trees of this many texts are kept: that of the window, and smaller ones found since."""
_IN_COMMENT = 3
"""A comment may have this many levels of nodes inside: what it documents, and how."""
_SHORT = 1024
"""A text of at most this many bytes is parsed from scratch, which is as quick."""


class _Counted(NamedTuple):
    """A text, its tree and its tokens."""

    text: bytes
    tree: SyntaxTree
    tokens: int
    columns: Tree | None = None
    """The tree in columns, if that exists already."""

    def touching(self, spans: Sequence[Span]) -> int:
        """Count the tokens that touch any of some spans; see `Tree.tokens_touching`."""
        if self.columns is not None:
            return self.columns.tokens_touching(spans)
        return _touching(self.tree, self.text, spans)


class Tally:
    """Counts tokens (leaves without white space and comments) at the cost of the difference.

    An incremental reparse tells which stretches of a text have another structure than the most
    similar of the texts at hand. Only the leaves that touch them are looked at, in both texts.

    A text with errors is parsed from scratch, as the parser may recover from them otherwise than in
    a similar text. So a count depends on the text alone, and not on the texts that were counted
    before, whose order depends on the workers.

    A text with which the parser comes to no end has as many tokens as it has words and signs.

    Args:
        parser: by the grammar of the language.
        text: the first text.
        syntax: the tree of that.
    """

    def __init__(self, parser: Parser, text: bytes, syntax: Syntax) -> None:
        self._parser = parser
        self._newest = _Counted(text, syntax.parsed, syntax.tree.tokens(), syntax.tree)
        self._known = [self._newest]

    def count(self, text: bytes) -> int:
        """Return the number of tokens in a text."""
        try:
            return self._counted(text).tokens
        except GaveUp:
            return count_words(text)

    def keep(self, text: bytes) -> None:
        """Keep a text, so that later texts may be counted by their difference from it."""
        try:
            counted = self._counted(text)
        except GaveUp:
            return
        others = [known for known in self._known if known.text != text]
        self._known = [*others, counted][-_AT_HAND:]
        self._newest = counted

    def _counted(self, text: bytes) -> _Counted:
        for known in (self._newest, *self._known):
            if known.text == text:
                return known
        if len(text) <= _SHORT:
            tree = self._parser.parse(text)
            tokens = _touching(tree, text, [Span(0, len(text))])
        else:
            nearest = min(self._known, key=lambda known: _differing(known.text, text))
            tree, tokens = self._recount(text, nearest)
        self._newest = _Counted(text, tree, tokens)
        return self._newest

    def _recount(self, text: bytes, old: _Counted) -> tuple[SyntaxTree, int]:
        """Return the tree of a text, and how many tokens it has, given those of an older text."""
        found = hunks(old.text, text)
        base = edited(old.tree, old.text, text, found)
        tree = self._reparsed(text, base)
        differing = stretches(found, base, tree)
        now = _touching(tree, text, [hunk.new for hunk in differing])
        return tree, old.tokens + now - old.touching([hunk.old for hunk in differing])

    def _reparsed(self, text: bytes, base: SyntaxTree) -> SyntaxTree:
        """Return the tree of a text, from scratch if that may be another one than from a base."""
        if base.root_node.has_error:  # so it has, in all likelihood
            return self._parser.parse(text)
        try:
            tree = self._parser.parse(text, base)
        except GaveUp:
            return self._parser.parse(text)
        return self._parser.parse(text) if tree.root_node.has_error else tree


def _differing(one: bytes, other: bytes) -> int:
    """Return how many bytes of two texts are outside their common head and tail."""
    start, end, other_end = Difference.of(one, other)
    return end - start + other_end - start


def _touching(tree: SyntaxTree, text: bytes, spans: Iterable[Span]) -> int:
    """Count the tokens that touch any of some spans, in order; one that touches two counts once."""
    count, newest = 0, -1
    for span in spans:
        for start, end in _leaves_touching(tree, span):
            if start > newest:
                count, newest = count + worth_of(text, start, end), start
    return count


def _leaves_touching(tree: SyntaxTree, span: Span) -> Iterator[tuple[int, int]]:
    """Yield the bytes `[start, end)` of the leaves that touch a span and count as tokens.

    Comments, and what else may stand anywhere, do not count; text that the parser gave up on does.
    """
    cursor = tree.walk()
    _go_before(cursor, span.start)
    while True:
        node = cursor.node
        assert node is not None  # a cursor always stands on a node
        if node.start_byte > span.end:
            return
        if not _is_comment(node) and cursor.goto_first_child():
            continue
        start, end, passed = node.start_byte, node.end_byte, node.is_extra and not node.is_error
        if end >= span.start and not passed and end > start:
            yield start, end
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return


def _go_before(cursor: TreeCursor, start: int) -> None:
    """Go to the last node, in preorder, that begins before `start`; stay if there is none.

    If that is in a comment, go to the comment. All that touches `start` from the left is there or
    behind. (tree-sitter has a call to go to a child by its bytes, but that goes wrong where a node
    is hidden.)
    """
    assert cursor.node is not None
    low, high = 0, cursor.node.descendant_count
    while high - low > 1:  # the node `low` begins before `start`, or is the root
        middle = (low + high) // 2
        cursor.goto_descendant(middle)
        if cursor.node.start_byte < start:
            low = middle
        else:
            high = middle
    cursor.goto_descendant(low)
    for _ in range(_IN_COMMENT):
        if cursor.goto_parent() and _is_comment(cursor.node):
            low = cursor.descendant_index
    cursor.goto_descendant(low)


def _is_comment(node: Node | None) -> bool:
    """Whether a node may stand anywhere and is called a comment; see `Tree.is_comment`."""
    return node is not None and node.is_extra and names_comment(node.type)
