"""Compounds: a word that is made of several gives way to one of them (floor 5).

In CSS, HTML, Lisp or a shell a word may have hyphens and still be one token. No deletion of tokens
turns `margin-top` into `top`, though the bug mostly shows with either.
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

    The shortest part comes first. For a word that begins with a hyphen, all behind its first part,
    which names a vendor, counts as a part too: `linear-gradient` of `-moz-linear-gradient`.
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
