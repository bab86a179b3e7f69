"""Which neighbouring tokens people write without a blank between them (floor 3).

This is typography that languages share: no blank inside round and square brackets, before a comma,
or between a function and its arguments. Whether the parser agrees is checked later.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import QUOTES, line_end

_GOVERNING = re.compile("(?<!^preproc)(^|_)(do|else|for|foreach|if|while)(_|$)")
"""Words in the kinds of nodes that govern a statement, which needs no brackets there."""
_HERE = "heredoc"
_LITERAL = (_HERE, "string")
"""Words in the kinds of literals in which white space counts."""
_OPENERS, _CLOSERS = (b"(", b"[", b"$(", b"<(", b">("), (b")", b"]")
_ENDS = (b",", b";")
_LINKS = (b".", b"::", b"?.")
_PREFIXES = (b"!", b"~", b"-", b"+", b"*", b"&", b"&&", b"**", b"++", b"--", b"...", b"@")
_POSTFIXES = (b"++", b"--", b"?", b"!")
_COLONED = ("pair", "label", "property", "field", "parameter", "declaration", "item")
"""Words in the kinds of nodes that consist of a name, a colon, and a rest."""
_LISTS = ("argument", "parameter")
"""Words in the kinds of lists in brackets that belong to the name before them."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two neighbouring tokens."""

    start: int
    end: int
    """The bytes `[start, end)`; may be empty."""
    left: int
    right: int
    """The rows of the tokens."""
    around: int
    """The row of the smallest node that holds both tokens."""
    before: int
    after: int
    """The rows of its children that hold the left token and the right one."""


def visible(tree: Tree) -> list[int]:
    """Return the rows of the tokens that are not white space, in order."""
    return [leaf for leaf in tree.leaves() if not tree.source(leaf).isspace()]


def gaps(tree: Tree, tokens: list[int]) -> Iterator[Gap]:
    """Yield the gaps between neighbouring tokens.

    Complexity: O(nodes) in all, as a node begins, and ends, at one gap at most.
    """
    parent = tree.parent
    for left, right in pairwise(tokens):
        after = right
        while parent[after] > left:
            after = parent[after]
        around, before = parent[after], left
        while parent[before] != around:
            before = parent[before]
        yield Gap(tree.end[left], tree.start[right], left, right, around, before, after)


def tokens_within(tree: Tree, gap: Gap) -> Iterator[int]:
    """Yield the rows of white space that the grammar takes for tokens."""
    for row in range(gap.left + 1, gap.right):
        if tree.is_leaf(row) and tree.end[row] > tree.start[row]:
            yield row


def frozen(tree: Tree, gap: Gap) -> bool:
    r"""Whether a gap is no layout: blanks of a string, a continued line, or the `\n` of `\r\n`."""
    blank, one = tree.text[gap.start : gap.end], tree.source(gap.left)
    return (
        (bool(blank) and not blank.isspace())
        or any(tree.is_named(row) for row in tokens_within(tree, gap))
        or (one in QUOTES and one == tree.source(gap.right))
        or any(part in tree.name(gap.around) for part in _LITERAL)
        or (_HERE in tree.name(gap.after) and bool(line_end(blank)))
        or (blank.startswith(b"\n") and one.endswith(b"\r"))
    )


def ends(tree: Tree, gap: Gap) -> bool:
    """Whether what follows a gap ends the construct around it, as an `end` or an end tag does."""
    after = gap.after
    named = tree.name(after).startswith("end") or tree.begins(after, b"</")
    return (named or not tree.is_named(after)) and tree.skip[after] == tree.skip[gap.around]


def tight(tree: Tree, gap: Gap) -> bool:
    """Whether people write no blank in a gap; whether the parser takes that is not asked here."""
    one, other, kind = _sign(tree, gap.left), _sign(tree, gap.right), tree.name(gap.around)
    if kind.endswith("command"):  # a shell's words are apart because of their blanks
        return one == b"(" or other in (b";", b")")
    return (
        one in _OPENERS
        or other in _CLOSERS
        or other in _ENDS
        or (one == b"{" and other == b"}")
        or (other == b"}" and gap.after == gap.right and _opened_tight(tree, gap.around))
        or (gap.before == gap.left and _links(one, kind))
        or (gap.after == gap.right and _links(other, kind))
        or (other in (b"(", b"[", b"<") and _belongs(tree, gap, one, other))
        or (other == b":" and _coloned(tree, gap))
        or (b"|" in (one, other) and "parameters" in kind)  # Rust's closures, Ruby's blocks
        or (one == b"<" and _angled(tree, tree.parent[gap.left]))
        or (other == b">" and _angled(tree, tree.parent[gap.right]))
        or (_pair(tree, gap) and (_prefixed(gap, one) or _postfixed(gap, other)))
    )


def governed(tree: Tree, gap: Gap) -> bool:
    """Whether a statement without braces follows a gap, governed by another, such as an `if`."""
    governs = _GOVERNING.search(tree.name(gap.around)) is not None
    return governs and is_statement(tree, gap.after) and tree.source(gap.right) != b"{"


def _sign(tree: Tree, row: int) -> bytes:
    """Return the text of a token without a named kind; empty for others.

    Some grammars give names to commas and semicolons, too.
    """
    said = tree.source(row)
    return said if not tree.is_named(row) or said in _ENDS else b""


def _opened_tight(tree: Tree, node: int) -> bool:
    """Whether a node begins with a brace without a blank behind it, as `{1, 2}` does."""
    inside = node + 2
    opens = tree.begins(node, b"{") and inside < len(tree)
    return opens and tree.end[node + 1] == tree.start[inside]


def _belongs(tree: Tree, gap: Gap, one: bytes, other: bytes) -> bool:
    """Whether a bracket belongs to what stands before it: a call, an index, parameters."""
    if not tree.is_named(gap.before) or (one and one not in (b")", b"]", b">")):
        return False
    if gap.after == gap.right:
        return other != b"<" and not one.startswith(b")")
    kind = tree.name(gap.after)
    return any(part in kind for part in (_LISTS if one != b")" else _LISTS[:1]))


def _links(sign: bytes, kind: str) -> bool:
    """Whether a sign, in a node of this kind, has no blanks on its two sides."""
    if sign == b"->":
        return "field" in kind or "member" in kind
    return sign in _LINKS or (sign == b"!" and "macro" in kind)


def _coloned(tree: Tree, gap: Gap) -> bool:
    """Whether a colon ends what stands before it: a name, or the head of some statements."""
    if gap.after != gap.right:
        return gap.after == gap.right - 1 and "annotation" in tree.name(gap.after)
    kind, rest = tree.name(gap.around), tree.skip[gap.right]
    return (
        any(part in kind for part in _COLONED)
        or rest == tree.skip[gap.around]
        or is_statement(tree, rest)
    )


def _angled(tree: Tree, node: int) -> bool:
    """Whether a node is a list in angle brackets, and not a comparison."""
    first, last = node + 1, tree.skip[node] - 1
    return tree.source(first) == b"<" and tree.parent[last] == node and tree.source(last) == b">"


def _pair(tree: Tree, gap: Gap) -> bool:
    """Whether a gap is between an operator and its only operand, and not in an item of a list."""
    if "item" in tree.name(gap.around):
        return False
    return gap.before == gap.around + 1 and tree.skip[gap.after] == tree.skip[gap.around]


def _prefixed(gap: Gap, one: bytes) -> bool:
    return gap.before == gap.left and one in _PREFIXES


def _postfixed(gap: Gap, other: bytes) -> bool:
    return gap.after == gap.right and other in _POSTFIXES
