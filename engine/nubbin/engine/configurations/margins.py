"""What follows what goes from the beginning of a line comes to stand there (floor 2).

Where indentation is syntax, as in Python, `a, b = c` without `a, ` must begin where `a` did.
"""

from collections.abc import Iterable, Iterator

from nubbin.engine.vocabulary.text import Edit, Span, indentation, outermost

_BLANKS = b" \t"


def flush(text: bytes, edits: Iterable[Edit], within: Span) -> Iterator[Edit]:
    """Yield edits that take the blanks behind what they take from the beginning of a line.

    Args:
        text: what they are edits of.
        edits: in any order; two edits are disjoint or nested, never crossing.
        within: bytes that may change.
    """
    freed = -1  # up to where there is nothing but a margin left of the line
    for edit in outermost(edits):
        begins = edit.start == freed or indentation(text, edit.start) is not None
        if begins and not edit.replacement and not text[edit.start : edit.end].isspace():
            freed = edit.end
            while freed < within.end and text[freed] in _BLANKS:
                freed += 1
            if text[freed : freed + 1] not in (b"", b"\r", b"\n"):
                edit = Edit(edit.start, freed)
        yield edit
