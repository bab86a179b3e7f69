r"""Enclosures: a line that begins something goes with the one that ends it (floor 5).

Brackets may be words, as in `{% block a %}` and `{% endblock %}`, `.macro` and `.endm`,
`\begin{a}` and `\end{a}`. Where no grammar knows them, or none lets what is in them stand alone,
neither line can go without the other, and what is between them is what matters.
"""

import re
from collections.abc import Iterator

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import Patch, sweep
from nubbin.engine.vocabulary.text import Edit, Span

_LINE = re.compile(rb"[^\n]*\n?")
_END = re.compile(rb"(?<![a-z])end[ \t_{(*]*([a-z]*)")
_WORD = re.compile(rb"[a-z]+")
_BEGINS = (b"begin", b"start")
_OPEN = 32
"""Lines without an end, the nearest, among which the beginning is sought."""
_LONGEST = 256
"""Bytes of a line that may begin or end something."""


def enclosures(context: Context, text: bytes) -> bytes:
    """Take out lines that begin something with those that end it; return what is left of the text.

    A line ends something if `end` is in it, as a word or as the beginning of one. What it ends is
    said by what follows: the nearest line before with a word that begins or ends so began it, or
    one that begins something in so many words. Each line goes as a whole.
    """
    within = context.within(text)
    patches: Iterator[Patch] = (
        (Edit(*first), Edit(*last))
        for first, last in _pairs(text)
        if within.holds(first) and within.holds(last)
    )
    return sweep(text, patches, context.asker, context.window)


def _pairs(text: bytes) -> Iterator[tuple[Span, Span]]:
    """Yield the lines that begin something and end it, in the order of their ends.

    Complexity: O(text).
    """
    waiting: list[tuple[Span, frozenset[bytes]]] = []
    for found in _LINE.finditer(text):
        line = Span(*found.span())
        if not 0 < line.end - line.start <= _LONGEST:
            continue
        said = found[0].lower()
        end = _END.search(said)
        if end is None:
            waiting = [*waiting[1 - _OPEN :], (line, frozenset(_WORD.findall(said)))]
            continue
        for index in reversed(range(len(waiting))):
            first, words = waiting[index]
            if any(word in _BEGINS or _is_of(word, end[1]) for word in words):
                yield first, line
                del waiting[index:]
                break


def _is_of(word: bytes, ended: bytes) -> bool:
    """Whether a word begins or ends like what is said to end: `ifdef` like `if`."""
    return bool(ended) and (word.startswith(ended) or word.endswith(ended))
