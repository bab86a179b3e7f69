"""Margins: if the beginning of a line goes, the rest moves to where it was (floor 2).

Where indentation is syntax, as in Python, `a, b = c` without `a, ` must begin where `a` did.
"""

from collections.abc import Iterable, Iterator

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
