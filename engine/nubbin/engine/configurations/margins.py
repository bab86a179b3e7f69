"""Margins: if the beginning or the end of a line goes, the blanks beside it go too (floor 2).

Where indentation is syntax, as in Python, `a, b = c` without `a, ` must begin where `a` did. Where
a line end is, as behind `#define a b`, a parser that meets a blank first reads on in the next line.
"""

from collections.abc import Iterable, Iterator

from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import Edit, Span, indentation, outermost

_BLANKS = b" \t"


def flush(text: bytes, edits: Iterable[Edit], within: Span) -> Iterator[Edit]:
    """Yield the edits; those that take the beginning of a line also take the blanks behind it.

    Args:
        text: the text that the edits refer to.
        edits: in any order; two edits are disjoint or nested, never crossing.
        within: bytes that may change.
    """
    freed = -1  # up to here, nothing is left of the line but its margin
    for edit in outermost(edits):
        begins = edit.start == freed or indentation(text, edit.start) is not None
        if begins and not edit.replacement and not text[edit.start : edit.end].isspace():
            freed = edit.end
            while freed < within.end and text[freed] in _BLANKS:
                freed += 1
            if text[freed : freed + 1] not in (b"", b"\r", b"\n"):
                edit = Edit(edit.start, freed)
        yield edit


def beginning(tree: Tree, first: int, last: int, within: Span) -> int:
    """Return where siblings begin, with the blanks before them if the line end behind is syntax.

    It is if the node around them ends with it. What a line begins with keeps its indentation.

    Args:
        tree: of the text.
        first: the first of the siblings.
        last: the last of them.
        within: bytes that may change.
    """
    text, start, end, above = tree.text, tree.start[first], tree.end[last], tree.parent[last]
    ends = above > 0 and tree.end[above] == end + 1 and text[end : end + 1] == b"\n"
    if ends and indentation(text, start) is None:
        while start > within.start and text[start - 1] in _BLANKS:
            start -= 1
    return start
