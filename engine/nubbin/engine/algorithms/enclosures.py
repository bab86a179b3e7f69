r"""Enclosures: the line or tag that begins something goes with the one that ends it (floor 5).

Brackets may be words, as in `{% block a %}` and `{% endblock %}`, `.macro` and `.endm`,
`\begin{a}` and `\end{a}`, and so may tags, `{#if a}` and `{/if}`. If no grammar knows them, or none
lets their content stand alone, neither can go without the other; and either their content is what
matters, or nothing of it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypeVar

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep
from nubbin.engine.trees.endings import SLASH, begun_by
from nubbin.engine.vocabulary.text import CLOSER_OF, Edit, Patch, Span

T = TypeVar("T")

_LINE = re.compile(rb"[^\n]*\n?")
_END = re.compile(rb"(?<![a-z])end[ \t_{(*]*([a-z]*)")
_WORD = re.compile(rb"[a-z]+")
_TAG = re.compile(
    rb"(?:%b|[<{\[]{1,3}[^\w\s]?[ \t]*end)(?P<ended>\w+)|[<{\[]{1,3}[^\w\s]?[ \t]*(?P<begins>\w+)"
    % SLASH
)
"""The beginning of a tag, whose brackets are `<>`, `{}` or `[]`."""
_NAME = re.compile(rb"<[\w.:-]+")
_BRACKET = re.compile(rb"\"[^\"\n]*\"|'[^'\n]*'|[<>{}\[\]]")
_BLANKS = re.compile(rb"\s*")
_NO_ATTRIBUTE = b" \t\r\n/"
"""What a tag may have behind its name and any attributes."""
_CLOSER_OF = {**CLOSER_OF, b"<": b">"}
_BEGINS = (b"begin", b"start")
_OPEN = 32
"""The beginning is sought among this many lines, or tags, without an end: the nearest ones."""
_LONGEST = 256
"""A line or a tag of more bytes neither begins nor ends anything."""


class _Line(NamedTuple):
    """A line that may begin or end something."""

    span: Span
    words: frozenset[bytes]
    """The words in the line; none if it ends something."""
    ended: bytes
    """The word that says what the line ends; empty if there is none."""


def enclosures(context: Context, text: bytes) -> bytes:
    """Take out lines and tags that begin something with those that end it; return what is left.

    A line ends something if a word in it is `end`, or begins with it. The word behind that `end`,
    or the rest of the same word, says what is ended. The line that began it is the nearest before
    that has a word which begins or ends with this, or is `begin` or `start`. Both lines go as a
    whole.

    A tag ends something if it begins with a slash, or `end`. The tag that began it is the nearest
    before that begins with the word behind these. Both tags go with all that is between them, or
    else without it; or, if nothing is between them, they become one tag that closes itself: `<a/>`.
    If there is one element between them, both become one with the attributes of both, and with
    either name: `<c b d>e</c>` or `<a b d>e</a>` for `<a b><c d>e</c></a>`.
    """
    tags = [*_tags(text)]
    patches = chain(_with_content(tags), _both(_lines(text)), _both(tags), _closed(text, tags))
    text = sweep(context, text, patches)
    return sweep(context, text, _merged(text, [*_tags(text)]))


def _with_content(tags: Iterable[tuple[Span, Span]]) -> Iterator[Patch]:
    """Yield the patches that take out pairs of tags with all that is between them."""
    for first, last in tags:
        yield (Edit(first.start, last.end),)


def _both(pairs: Iterable[tuple[Span, Span]]) -> Iterator[Patch]:
    """Yield the patches that take out both of a pair, but nothing between them."""
    for first, last in pairs:
        yield Edit(*first), Edit(*last)


def _closed(text: bytes, tags: Iterable[tuple[Span, Span]]) -> Iterator[Patch]:
    """Yield the patches that turn `<a></a>` into `<a/>`."""
    for first, last in tags:
        empty = _past_blanks(text, first.end) == last.start
        if empty and text.startswith(b"<", first.start):
            start = first.start + len(text[first.start : first.end - 1].rstrip())
            yield (Edit(start, last.end, b"/>"),)


def _merged(text: bytes, tags: Sequence[tuple[Span, Span]]) -> Iterator[Patch]:
    """Yield the patches that make one of an element and the only one in it.

    One of the two that has no attributes has nothing to give to the other: its tags can go.
    """
    ends = {first.start: last for first, last in tags}
    for first, last in tags:
        start = _past_blanks(text, first.end)
        begun = Span(start, _tag_end(text, start))
        ended = ends.get(start, Span(begun.end, begun.end))
        outer, inner = (_NAME.match(text, place) for place in (first.start, start))
        if outer and inner and _past_blanks(text, ended.end) == last.start:
            joint = Edit(first.end - 1, inner.end())
            if text[outer.end() : first.end - 1].strip():
                yield Edit(*outer.span(), inner[0]), joint, Edit(*last)
            if text[inner.end() : begun.end - 1].strip(_NO_ATTRIBUTE):
                yield joint, Edit(*(ended if start in ends else last))


def _past_blanks(text: bytes, place: int) -> int:
    """Return where the white space at a place ends."""
    found = _BLANKS.match(text, place)
    return found.end() if found else place


def _tags(text: bytes) -> Iterator[tuple[Span, Span]]:
    """Yield the pairs of tags that begin something and end it, in the order of their ends.

    Neither tag of a pair lies in the other, as `{/if}` does in `{if {/if} }`.

    Complexity: O(text).
    """

    def pair(first: re.Match[bytes], last: re.Match[bytes]) -> tuple[Span, Span] | None:
        if first["begins"] != last["ended"]:
            return None
        first_end, last_end = _tag_end(text, first.start()), _tag_end(text, last.start())
        apart = 0 < first_end <= last.start() and last_end
        if not apart or text[first_end - 2 : first_end - 1] == b"/":
            return None
        return Span(first.start(), first_end), Span(last.start(), last_end)

    return _paired(((tag, tag["ended"] is not None) for tag in _TAG.finditer(text)), pair)


def _paired(
    marks: Iterable[tuple[T, bool]], pair: Callable[[T, T], tuple[Span, Span] | None]
) -> Iterator[tuple[Span, Span]]:
    """Yield the spans of each mark that ends something and of the nearest before that began it.

    Marks in between that have no end are not taken for beginnings any more.

    Args:
        marks: in order, each with whether it ends something; if not, it may begin something.
        pair: returns the spans of both; None if the first did not begin what the second ends.
    """
    waiting: list[T] = []
    for mark, ends in marks:
        if not ends:
            waiting = [*waiting[1 - _OPEN :], mark]
            continue
        for index in reversed(range(len(waiting))):
            if (found := pair(waiting[index], mark)) is not None:
                yield found
                del waiting[index:]
                break


def _tag_end(text: bytes, start: int) -> int:
    """Return where the tag ends that begins at a place; 0 if its bracket has no partner nearby."""
    opened = list[bytes]()
    for found in _BRACKET.finditer(text, start, start + _LONGEST):
        sign = found[0]
        if sign in _CLOSER_OF and (sign != b"<" or not opened):
            opened.append(sign)
        elif opened and sign == _CLOSER_OF[opened[-1]]:
            opened.pop()
            if not opened:
                return found.end()
    return 0


def _lines(text: bytes) -> Iterator[tuple[Span, Span]]:
    """Yield the pairs of lines that begin something and end it, in the order of their ends.

    Complexity: O(text).
    """

    def pair(first: _Line, last: _Line) -> tuple[Span, Span] | None:
        begun = any(word in _BEGINS or begun_by(word, last.ended) for word in first.words)
        return (first.span, last.span) if begun else None

    return _paired(_line_marks(text), pair)


def _line_marks(text: bytes) -> Iterator[tuple[_Line, bool]]:
    """Yield the lines that are not long, each with whether it ends something."""
    for found in _LINE.finditer(text):
        span = Span(*found.span())
        if 0 < span.end - span.start <= _LONGEST:
            said = found[0].lower()
            end = _END.search(said)
            words = frozenset() if end else frozenset(_WORD.findall(said))
            yield _Line(span, words, end[1] if end else b""), end is not None
