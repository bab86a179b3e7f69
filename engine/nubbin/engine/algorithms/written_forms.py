"""Writing out a form, once its parts are chosen (floor 5)."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from nubbin.engine.trees.skeletons import Skeleton
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import line_end

_TIGHT_BEHIND, _TIGHT_BEFORE = b"([.", b"()[];,."
"""Characters without a blank behind them, and characters without one before them."""
_FILLED_IN = b"$"
"""A sign without a blank behind it, though it may also be the end of a name."""
_LOOSE, _TIGHT = re.compile("command$"), re.compile("^variable_assignment$|expansion$")
"""The kinds of a shell's nodes that have blanks everywhere, and nowhere: `[ a ]`, `a=${b}`."""
_END_OF_LINE = re.compile(rb"[ \t\r]*\n")


class Form(NamedTuple):
    """A form with its size; the smaller form is the better one."""

    tokens: int
    length: int
    text: bytes


def written(tree: Tree, rows: Sequence[int], skeleton: Skeleton, kind: str) -> Form:
    """Write a form out; blanks stand between words and operators, not within brackets."""
    text, tokens, ended, last = b"", skeleton.tokens, b"", b""
    for each in skeleton.pieces:
        if isinstance(each, int):
            row = rows[each]
            piece, weight, ends = tree.source(row), tree.weight(row), _line_end(tree, row)
        else:
            piece, weight, ends = each, 0, b""
        if ended:
            text += ended
        elif last not in (b"", _FILLED_IN) and _has_blank(last[-1], piece[0], kind):
            text += b" "
        text, tokens, ended, last = text + piece, tokens + weight, ends, piece
    return Form(tokens, len(text), text)


def _line_end(tree: Tree, row: int) -> bytes:
    """Return the line end right behind a part, which may be needed to end it; empty if none."""
    found = _END_OF_LINE.match(tree.text, tree.end[row])
    return line_end(found[0]) if found else b""


def _has_blank(before: int, behind: int, kind: str) -> bool:
    """Whether a blank stands between two characters in a node of a kind."""
    near = before not in _TIGHT_BEHIND and behind not in _TIGHT_BEFORE
    return (near or bool(_LOOSE.search(kind))) and not _TIGHT.search(kind)
