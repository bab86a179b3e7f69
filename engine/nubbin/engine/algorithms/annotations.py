"""Annotations: what the parser stumbles over, and the program does without (floor 5).

`namespace std __attribute__((…)) {` is an error to the grammar, and all that follows is taken for
something else. What is known of a text by its tree is worth more once that has gone.

Source: C-Vise's way with attributes and `extern template`, all at once.
"""

import re
from functools import reduce
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import taken_out
from nubbin.engine.vocabulary.text import Edit, Span, apply_edits

_DEEP: Final = 5
"""Brackets within brackets, as deep as this, may follow an annotation."""
_INSIDE: Final = reduce(lambda inner, _: rf"[^()]*(?:\({inner}\)[^()]*)*", range(_DEEP), "[^()]*")


def annotations(context: Context, text: bytes) -> bytes:
    """Take out at once what the grammar has trouble with, if it then reads more of the text.

    What may go so, the language's table says. Where not all can go, parts of it are asked about.
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
