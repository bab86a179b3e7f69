"""Which line ends of a text a person would leave (floor 3).

There are no rules for single languages: a line that ended between two statements still ends there,
and the pieces of one statement are joined on one line, if it fits.
"""

from bisect import bisect_left
from collections.abc import Container, Sequence
from enum import Enum
from typing import Final

from nubbin.engine.looks.spacing import Gap, ends, tight, tokens_within
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import line_end

_LABELS: Final = ("access_specifier", "case", "label")
"""Words in the kinds of labels, which some people indent in braces, and some do not."""


class Break(Enum):
    """Whether a line ends in a gap."""

    NONE = 0
    """No line ends here."""
    SOFT = 1
    """A line ends here, unless what follows fits on it."""
    HARD = 2
    """A line ends here."""


def kept(
    tree: Tree, tokens: Sequence[int], gap: Gap, blank: bytes, in_line: Container[str]
) -> Break:
    """Return whether a line ends in a gap, before brackets are looked at.

    Args:
        tree: of the text.
        tokens: its visible leaves, in order.
        gap: between two of them.
        blank: the text of the gap.
        in_line: the kinds of nodes whose block begins in the line of what stands before it.
    """
    if not line_end(blank):
        return Break.HARD if gap.around == 0 and parts(tree, gap, blank) else Break.NONE
    if tree.is_extra(gap.left) or tree.is_extra(gap.right) or directs(tree, gap):
        return Break.HARD
    if tree.source(gap.right) == b";" or (tree.source(gap.right) == b">" and tight(tree, gap)):
        return Break.NONE
    if tree.source(gap.right) == b"{" and tree.name(gap.around) in in_line:
        return Break.SOFT  # the line end stood behind something that is gone
    if gap.around == 0:
        return Break.HARD
    if tree.source(gap.left) == b"," and tree.source(gap.right) != b"{":
        return Break.SOFT
    hard = (
        tree.is_unread(gap.around)
        or any(tokens_within(tree, gap))
        or (_members(tree, gap) and not tight(tree, gap))
        or tree.source(gap.left) == b";"
        or is_statement(tree, gap.after)
        or is_label(tree, gap.before)
        or _before_label(tree, gap)
        or _behind_opener(tree, tokens, gap)
        or (ends(tree, gap) and _is_word(tree, gap.right))
        or goes_on(tree, gap)
    )
    return Break.HARD if hard else Break.SOFT


def directs(tree: Tree, gap: Gap) -> bool:
    """Whether a directive for the preprocessor follows a gap: it needs a line of its own."""
    kinds = map(tree.name, (gap.right, tree.parent[gap.right]))  # the first if it has errors
    directive = tree.source(gap.right).startswith(b"#")
    return directive and any(kind.startswith("preproc") for kind in kinds)


def _members(tree: Tree, gap: Gap) -> bool:
    """Whether a gap may be between two statements, and not within one that a semicolon ends."""
    both = tree.is_named(gap.before) and tree.is_named(gap.after)
    stated = is_statement(tree, gap.before) or is_statement(tree, gap.after)
    return both and (stated or tree.source(tree.skip[gap.around] - 1) != b";")


def parts(tree: Tree, gap: Gap, blank: bytes) -> bool:
    """Whether there are blanks between two statements; where there are none, that is on purpose."""
    return (
        bool(blank)
        and tree.is_named(gap.before)
        and tree.is_named(gap.after)
        and not tree.is_extra(gap.right)
        and not tight(tree, gap)
        and tree.source(gap.left) in (b";", b"}")
    )


def goes_on(tree: Tree, gap: Gap) -> bool:
    """Whether a gap is between a body without brackets and a word that goes on, as `until` does."""
    word = gap.after == gap.right and _is_word(tree, gap.right)
    return word and is_statement(tree, gap.before) and tree.source(gap.left) != b"}"


def is_label(tree: Tree, node: int) -> bool:
    """Whether a node is a label, or a case with its label."""
    return any(part in tree.name(node) for part in _LABELS)


def _before_label(tree: Tree, gap: Gap) -> bool:
    """Whether a gap is before a sign that stands right before a label."""
    behind = tree.skip[gap.after]
    sign = gap.after == gap.right and not tree.is_named(gap.right)
    return sign and behind < tree.skip[gap.around] and is_label(tree, behind)


def _behind_opener(tree: Tree, tokens: Sequence[int], gap: Gap) -> bool:
    """Whether a gap is behind a word such as `do`, whose construct a word such as `end` closes."""
    if gap.left != gap.before or not _is_word(tree, gap.left):
        return False
    behind = bisect_left(tokens, tree.skip[gap.around])
    ending = tokens[behind - 1 : behind + 1]  # the last token of the node, and the one behind it
    return any(_is_word(tree, token) for token in ending)


def _is_word(tree: Tree, token: int) -> bool:
    """Whether a token is a word of the grammar itself, as keywords are."""
    return not tree.is_named(token) and tree.source(token).isalpha()
