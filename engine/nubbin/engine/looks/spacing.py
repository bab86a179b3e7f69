"""Which neighbouring tokens people write without a blank between them (floor 3).

Typography that languages share: nothing inside round and square brackets, nothing before a
comma, none between a function and its arguments. Whether the parser agrees is asked later.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import QUOTES

_GOVERNING = re.compile("(?<!^preproc)(^|_)(do|else|for|foreach|if|while)(_|$)")
"""Words in the kinds of nodes that govern a statement, which may stand in them without brackets."""
_LINE_END = re.compile(rb"\r\n|\n|\r")
_HERE = "heredoc"
_LITERAL = (_HERE, "string")
"""Parts of the names of what white space is a part of."""
_OPENERS, _CLOSERS = (b"(", b"["), (b")", b"]")
_ENDS = (b",", b";")
_LINKS = (b".", b"::", b"?.")
_PREFIXES = (b"!", b"~", b"-", b"+", b"*", b"&", b"&&", b"**", b"++", b"--", b"...", b"@")
_POSTFIXES = (b"++", b"--", b"?", b"!")
_COLONED = ("pair", "label", "property", "field", "parameter", "declaration", "item")
"""Parts of what grammars call the things that are made of a name, a colon, and a rest."""
_STATEMENTS = (
    "statement",
    "declaration",
    "definition",
    "block",
    "body",
    "suite",
    "item",
    "command",
    "pipeline",
)
"""Parts of what grammars call the things that have lines of their own."""
_LISTS = ("argument", "parameter")
"""Parts of what grammars call the brackets that belong to the name before them."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What stands between two neighbouring tokens."""

    start: int
    end: int
    """Bytes `[start, end)`; may be none."""
    left: int
    right: int
    """Rows of the tokens."""
    around: int
    """Row of the smallest node that holds both."""
    before: int
    after: int
    """The children of that node in which they are."""


def visible(tree: Tree) -> list[int]:
    """Return the rows of the tokens that are not white space, in order."""
    return [leaf for leaf in tree.leaves() if not tree.source(leaf).isspace()]


def gaps(tree: Tree, tokens: list[int]) -> Iterator[Gap]:
    """Yield what is between neighbours; O(nodes) in all: each begins and ends at one gap."""
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


def line_end(blank: bytes) -> bytes:
    """Return the first line end in some white space; nothing if there is none."""
    found = _LINE_END.search(blank)
    return found.group() if found else b""


def frozen(tree: Tree, gap: Gap) -> bool:
    """Whether what stands here is no layout: a string's blanks, a continued line, half an end."""
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
    closes = not tree.is_named(gap.after) or tree.name(gap.after).startswith("end")
    return closes and tree.skip[gap.after] == tree.skip[gap.around]


def tight(tree: Tree, gap: Gap) -> bool:
    """Whether people leave out the blank; the parser may yet have another opinion."""
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


def is_statement(tree: Tree, node: int) -> bool:
    """Whether the grammar's name for a node says that it is a statement, or made of some."""
    return tree.is_named(node) and any(part in tree.name(node) for part in _STATEMENTS)


def governed(tree: Tree, gap: Gap) -> bool:
    """Whether what follows a gap is a statement that another one governs, as an `if` does."""
    governs = _GOVERNING.search(tree.name(gap.around)) is not None
    return governs and is_statement(tree, gap.after) and tree.source(gap.right) != b"{"


def _sign(tree: Tree, row: int) -> bytes:
    """Return the text of a token to which the grammar gives no name; nothing for others."""
    return b"" if tree.is_named(row) else tree.source(row)


def _opened_tight(tree: Tree, node: int) -> bool:
    """Whether a node begins with a brace that something stands right behind, as `{1, 2}` does."""
    inside = node + 2
    opens = tree.begins(node, b"{") and inside < len(tree)
    return opens and tree.end[node + 1] == tree.start[inside]


def _belongs(tree: Tree, gap: Gap, one: bytes, other: bytes) -> bool:
    """Whether a bracket goes on with what stands before it: a call, an index, parameters."""
    if not tree.is_named(gap.before) or (one and one not in (b")", b"]", b">")):
        return False
    if gap.after == gap.right:
        return other != b"<" and not one.startswith(b")")
    kind = tree.name(gap.after)
    return any(part in kind for part in (_LISTS if one != b")" else _LISTS[:1]))


def _links(sign: bytes, kind: str) -> bool:
    """Whether a sign ties together what stands on its sides, in a node of this kind."""
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
    """Whether the tokens belong to an operator and its only operand; not to a list's item."""
    if "item" in tree.name(gap.around):
        return False
    return gap.before == gap.around + 1 and tree.skip[gap.after] == tree.skip[gap.around]


def _prefixed(gap: Gap, one: bytes) -> bool:
    return gap.before == gap.left and one in _PREFIXES


def _postfixed(gap: Gap, other: bytes) -> bool:
    return gap.after == gap.right and other in _POSTFIXES
