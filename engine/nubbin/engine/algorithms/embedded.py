"""Texts in other languages: a script in a page loses its parts by its own grammar (floor 5).

To the grammar of HTML a script is one token, of which no function, call or argument can go.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from nubbin.engine.algorithms.context import Context
from nubbin.engine.asking.embedded import Embedded
from nubbin.engine.asking.shrinking import Shrinking
from nubbin.engine.trees.reader import Reader
from nubbin.engine.trees.tree import worth_of
from nubbin.engine.vocabulary.text import Size, Span

_RAW = "raw_text"
"""What grammars of markup call a text that is in another language."""


def embedded(
    context: Context, text: bytes, passes: Sequence[Callable[[Context, bytes], bytes]]
) -> bytes:
    """Make passes over each part of a text that is in another language, as of a text of its own.

    Each is asked about with all that is around it, and only where that becomes smaller. Left as it
    is, one whose grammar is not installed, or makes no whole of it.
    """
    whole = context.within(text)
    for span, tag in reversed([*_parts(context.reader, text)]):  # the others stay in place
        part = text[slice(*span)]
        reader = context.reader.embedded(tag, part) if whole.holds(span) else None
        if reader is None:
            continue
        before, behind = text[: span.start], text[span.end :]
        asker = Shrinking(Embedded(context.asker, before, behind), _size, lambda part: None, part)
        # What is known of the whole, and of its input, is not known of the part.
        inside = replace(
            Context(asker, reader), window=context.window, runs=context.runs, seed=context.seed
        )
        for run in passes:
            part = run(inside, part)
        text = before + part + behind
    return text


def _size(part: bytes) -> Size:
    """Return the place of a part in the order of whole texts, where all of it is one leaf.

    A string is one token of a script, but as many of the page as it has words.
    """
    return Size.of(part, worth_of(part, 0, len(part)))


def _parts(reader: Reader, text: bytes) -> Iterator[tuple[Span, str]]:
    """Yield where the texts in other languages are, and the name of the tag in front, in order.

    That is in the same element, be there one behind or not.
    """
    tree = reader.syntax(text).tree
    for row in tree.rows_of(tree.kinds_where(_RAW.__eq__)):
        named_parts = tree.named_children(tree.parent[row - 1])
        tag = tree.source(next(iter(named_parts), row)).decode(errors="replace").lower()
        yield tree.span(row), tag
