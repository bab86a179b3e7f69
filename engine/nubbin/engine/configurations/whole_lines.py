"""Lines of which nothing is left go with their ends (floor 2).

In tables, logs and settings a line is a record, and an empty line is another record, or the end of
all. So an edit that takes everything in a line takes the line too, and an empty line that would
then follow another. For compilers, lines mean nothing of the kind.
"""

import re
from collections.abc import Iterable
from typing import Final

from nubbin.engine.vocabulary.text import Edit, Span, outermost

_BLANKS: Final = b" \t\f\v"
_REST_OF_LINE: Final = re.compile(rb"[ \t\f\v]*\r?\n")
_AND_EMPTY_ONES: Final = re.compile(rb"(?:%b)+" % _REST_OF_LINE.pattern)


def whole_lines(text: bytes, edits: Iterable[Edit], within: Span) -> list[Edit]:
    """Return the edits; those that leave nothing of their lines take the line ends as well.

    Args:
        text: the text that the edits refer to.
        edits: in any order; two edits are disjoint or nested, never crossing.
        within: bytes that may change.
    """
    found: list[Edit] = []
    for edit in outermost(edits):
        if found and not (found[-1].replacement or edit.replacement):
            between = text[found[-1].end : edit.start]
            if not between.strip(_BLANKS):
                edit = Edit(found.pop().start, edit.end)
        found.append(edit)
    return [edit if edit.replacement else _with_end(text, edit, within) for edit in found]


def _with_end(text: bytes, edit: Edit, within: Span) -> Edit:
    """Return an edit without a replacement, extended to whole lines if their rest is blank.

    If the line above is empty, the empty lines behind go too.
    """
    begin = text.rfind(b"\n", 0, edit.start) + 1
    margin = text[begin : edit.start]
    above = text[text.rfind(b"\n", 0, max(0, begin - 1)) + 1 : begin]
    rest = (_REST_OF_LINE if above.strip() else _AND_EMPTY_ONES).match(text, edit.end, within.end)
    if rest is None or begin < within.start or margin.strip(_BLANKS):
        return edit
    return Edit(begin, rest.end())
