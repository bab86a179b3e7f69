r"""Enclosures: what begins something goes with what ends it (floor 5).

Brackets may be words, as in `{% block a %}` and `{% endblock %}`, `.macro` and `.endm`,
`\begin{a}` and `\end{a}`, and so may tags, `{#if a}` and `{/if}`. Where no grammar knows them, or
none lets what is in them stand alone, neither can go without the other, and what is between them is
what matters, or nothing of it is.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.trees.endings import SLASH, begun_by
from nubbin.engine.vocabulary.text import CLOSER, Edit, Patch, Span

_LINE = re.compile(rb"[^\n]*\n?")
_END = re.compile(rb"(?<![a-z])end[ \t_{(*]*([a-z]*)")
_WORD = re.compile(rb"[a-z]+")
_TAG = re.compile(
    rb"(?:%b|[<{\[]{1,3}[^\w\s]?[ \t]*end)(?P<ended>\w+)|[<{\[]{1,3}[^\w\s]?[ \t]*(?P<begins>\w+)"
    % SLASH
)
"""The beginning of a tag, whose brackets are `<>`, `{}` or `[]`."""
_BRACKET = re.compile(rb"\"[^\"\n]*\"|'[^'\n]*'|[<>{}\[\]]")
_CLOSER = {**CLOSER, b"<": b">"}
_BEGINS = (b"begin", b"start")
_OPEN = 32
"""The beginning is sought among the nearest lines, or tags, that have no end yet: so many."""
_LONGEST = 256
"""A line or a tag of more bytes neither begins nor ends anything."""


def enclosures(context: Context, text: bytes) -> bytes:
    """Take out what begins something with what ends it; return what is left of the text.

    A line ends something if a word in it is `end`, or begins so. The word behind that `end`, or
    the rest of it, says what is ended: the nearest line before with a word that begins or ends so
    began it, or the nearest with `begin` or `start` in it. Both lines go as a whole.

    A tag ends something if a slash, or `end`, is the first thing in it. The nearest tag before that
    begins with the word behind this began it. Both tags go, or else all that is between them as
    well; or, where nothing is between them, they become one tag that closes itself: `<a/>`.
    """
    tags = [*_tags(text)]
    patches = chain(_with_content(tags), _both(_lines(text)), _both(tags), _closed(text, tags))
    return sweep(context, text, patches)


def _with_content(tags: Iterable[tuple[Span, Span]]) -> Iterator[Patch]:
    """Yield what takes out tags with all that is between them."""
    for first, last in tags:
        yield (Edit(first.start, last.end),)


def _both(pairs: Iterable[tuple[Span, Span]]) -> Iterator[Patch]:
    """Yield what takes out both of a pair, and leaves what is between them."""
    for first, last in pairs:
        yield Edit(*first), Edit(*last)


def _closed(text: bytes, tags: Iterable[tuple[Span, Span]]) -> Iterator[Patch]:
    """Yield what makes `<a/>` of `<a></a>`."""
    for first, last in tags:
        if text.startswith(b"<", first.start) and not text[first.end : last.start].strip():
            start = first.start + len(text[first.start : first.end - 1].rstrip())
            yield (Edit(start, last.end, b"/>"),)


def _tags(text: bytes) -> Iterator[tuple[Span, Span]]:
    """Yield the tags that begin something and end it, in the order of their ends.

    Neither is in the other, as `{/if}` is in `{if {/if} }`.

    Complexity: O(text).
    """
    waiting: list[tuple[int, bytes]] = []
    for found in _TAG.finditer(text):
        said = found["ended"]
        if said is None:
            waiting = [*waiting[1 - _OPEN :], (found.start(), found["begins"])]
            continue
        for index in reversed(range(len(waiting))):
            start, word = waiting[index]
            if word != said:
                continue
            first_end, last_end = _tag_end(text, start), _tag_end(text, found.start())
            apart = 0 < first_end <= found.start() and last_end
            if apart and text[first_end - 2 : first_end - 1] != b"/":
                yield Span(start, first_end), Span(found.start(), last_end)
                del waiting[index:]
                break


def _tag_end(text: bytes, start: int) -> int:
    """Return where the tag ends that begins at a place; 0 if its bracket has no partner nearby."""
    opened = list[bytes]()
    for found in _BRACKET.finditer(text, start, start + _LONGEST):
        sign = found[0]
        if sign in _CLOSER and (sign != b"<" or not opened):
            opened.append(sign)
        elif opened and sign == _CLOSER[opened[-1]]:
            opened.pop()
            if not opened:
                return found.end()
    return 0


def _lines(text: bytes) -> Iterator[tuple[Span, Span]]:
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
            if any(word in _BEGINS or begun_by(word, end[1]) for word in words):
                yield first, line
                del waiting[index:]
                break
