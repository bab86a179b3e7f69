"""Annotations: the parser stumbles over them, and the program does without them (floor 5).

`namespace std __attribute__((…)) {` is an error to the grammar, and all that follows is taken for
something else. Without its annotations, a text has a tree that tells more about it.

Source: C-Vise's way with attributes and `extern template`, all at once.
"""

import re
from functools import reduce
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import taken_out
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits

_DEEP: Final = 5
"""An annotation may be followed by brackets nested as deep as this."""
_INSIDE: Final = reduce(lambda inner, _: rf"[^()]*(?:\({inner}\)[^()]*)*", range(_DEEP), "[^()]*")


def annotations(context: Context, text: bytes) -> bytes:
    """Take out all annotations at once if the parser then finds fewer errors, or as many as can go.

    The language's table says what an annotation is.
    """
    table, errors = context.reader.table, context.reader.syntax(text).errors
    if not errors or table is None or not table.notes:
        return text
    pattern = "|".join(note.replace("()", rf"\s*\({_INSIDE}\)") for note in table.notes)
    spans = [Span(*match.span()) for match in re.finditer(pattern.encode(), text)]
    without = apply_edits(text, [Edit(*span) for span in spans])
    if context.reader.syntax(without).errors >= errors:
        return text
    return taken_out(context, text, spans)
