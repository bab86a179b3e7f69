"""Words that are made of several (floor 5).

In CSS, HTML, Lisp or a shell a word has hyphens, and is one token all the same: no deletion makes
`top` of `margin-top`, though what goes wrong with the one mostly does with the other.
"""

import re
from collections.abc import Iterator

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.algorithms.token_passes import tokens
from nubbin.engine.vocabulary.text import Edit, Patch, Span

_COMPOUND = re.compile(rb"-?[A-Za-z]\w*(?:-\w+)+")


def compounds(context: Context, text: bytes) -> bytes:
    """Put one of its parts in place of a word with hyphens, wherever the word stands.

    The shortest part comes first; at last, of a word that begins with a hyphen, all behind its
    first part, which says for whom it is: `linear-gradient` of `-moz-linear-gradient`.
    """
    places: dict[bytes, list[Span]] = {}
    for span in tokens(context, text):
        word = text[span.start : span.end]
        if _COMPOUND.fullmatch(word):
            places.setdefault(word, []).append(span)

    def patches() -> Iterator[Patch]:
        for word, spans in places.items():
            parts = {part for part in word.split(b"-") if part[:1].isalpha()}
            if word.startswith(b"-"):
                parts.add(word.split(b"-", 2)[2])
            for part in sorted(parts, key=lambda part: (len(part), part)):
                yield tuple(Edit(*span, part) for span in spans)

    return sweep(context, text, patches())
