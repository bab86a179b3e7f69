"""Sections: a large text loses whole stretches of its longest list first (floor 5).

Whatever looks through all names of a text, or judges candidates by a parse of their own, takes
seconds where a text has millions of tokens. A few halves of it can be asked about at once.

Source: ddmin (Zeller and Hildebrandt 2002), with few units.
"""

from functools import partial
from itertools import pairwise

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.ddmin import Policy
from nubbin.engine.algorithms.text_passes import granular
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Span

_LARGE = 500_000
"""Bytes of a text that is worth it: one of 7 MB in C takes 33 s before its first question without
this, and 5 with it."""
_SECTIONS = 16
"""Where one of them is enough, it is found by some eight questions; where all are needed, some
thirty are in vain."""


def sections(context: Context, text: bytes) -> bytes:
    """Take sections out of a large text by ddmin; return what is left.

    Sections are stretches of the list that holds more than half of the text, cut where its members
    begin. As long as a text is large and something goes, it is cut anew.
    """
    before = b""
    while len(text) >= _LARGE and text != before:
        before, within = text, context.within(text)
        cut = partial(_sections, context.tree(text), within)
        text = granular(context, text, (cut,), Policy())
    return text


def _sections(tree: Tree, within: Span, text: bytes) -> list[bytes]:
    """Cut what may change into parts of about one size.

    Args:
        tree: of the whole.
        within: what may change.
        text: that part.
    """
    cuts = [within.start]
    for member in tree.children(_longest(tree)):
        if cuts[-1] + len(text) // _SECTIONS <= tree.start[member] < within.end:
            cuts.append(tree.start[member])
    ends = pairwise((*cuts, within.end))
    return [text[start - within.start : end - within.start] for start, end in ends]


def _longest(tree: Tree) -> int:
    """Return the innermost node that holds more than half of the tokens."""
    node, half = 0, tree.weight(0) // 2
    while heavy := next((row for row in tree.children(node) if tree.weight(row) > half), 0):
        node = heavy
    return node
