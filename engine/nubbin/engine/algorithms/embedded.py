"""Texts in other languages: a script in a page loses its parts by its own grammar (floor 5).

To the grammar of HTML a script is one token, of which no function, call or argument can go.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from nubbin.engine.algorithms.context import Context
from nubbin.engine.asking.embedded import Embedded
from nubbin.engine.asking.shrinking import Shrinking
from nubbin.engine.trees.measure import WithoutTokens
from nubbin.engine.trees.reader import Reader
from nubbin.engine.trees.worth import worth_of
from nubbin.engine.vocabulary.text import Size, Span

_RAW = "raw_text"
"""The kind of node that grammars of markup give to a text in another language."""


def embedded(
    context: Context, text: bytes, passes: Sequence[Callable[[Context, bytes], bytes]]
) -> bytes:
    """Make passes over each part of a text that is in another language, as over a text of its own.

    Each candidate is asked about with everything around the part, and only if the whole becomes
    smaller. A part stays as it is if its grammar is not installed, or does not make a whole of it.
    """
    whole = context.within(text)
    for span, tag in reversed([*_parts(context.reader, text)]):  # the others stay in place
        part = text[slice(*span)]
        reader = context.reader.embedded(tag, part) if whole.holds(span) else None
        if reader is None:
            continue
        before, behind = text[: span.start], text[span.end :]
        asker = Shrinking(Embedded(context.asker, before, behind), _AsLeaf(), part)
        # The rest of the context describes the whole text and its input, not this part.
        inside = replace(
            Context(asker, reader), window=context.window, runs=context.runs, seed=context.seed
        )
        for run in passes:
            part = run(inside, part)
        text = before + part + behind
    return text


class _AsLeaf(WithoutTokens):
    """Measures parts as the leaves that they are of whole texts.

    A string is one token of a script, but in the page it counts as many tokens as it has words.
    """

    def size(self, text: bytes) -> Size:
        """Return the place of a part in the order of texts."""
        return Size.of(text, worth_of(text, 0, len(text)))


def _parts(reader: Reader, text: bytes) -> Iterator[tuple[Span, str]]:
    """Yield the span of each text in another language, in order, and the name of the tag before it.

    The tag is in the same element, whether or not another one ends it.
    """
    tree = reader.syntax(text).tree
    for row in tree.rows_where(_RAW.__eq__):
        named_parts = tree.named_children(tree.parent[row - 1])
        tag = tree.source(next(iter(named_parts), row)).decode(errors="replace").lower()
        yield tree.span(row), tag
