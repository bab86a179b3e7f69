"""Unquoting: what a string says goes to where it is said (floor 5).

A program that makes code of a string (`eval`, `sh -c`, a template) is reduced on its outside only:
for the grammar the string is one token. Often the fault is in what the string says, and shows
without the string as well.
"""

from collections.abc import Iterator, Sequence

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.tree_passes import bare, try_all
from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.configurations.literals import content_of

_HIGH = 4
"""Nodes on the way up from a string that its content is put in place of, the string first."""


def unquoting(context: Context, text: bytes) -> bytes:
    """Put the contents of strings in place of the strings, and of what is around them.

    Whether the language takes what a string says, only the oracle knows. Each candidate is smaller
    in the order of texts.
    """
    parsing = context.parsing
    if parsing is None:
        return text
    configuration = bare(context, parsing, text)
    return try_all(configuration, _unquoted(configuration), context.shrinking(parsing, text))


def _unquoted(configuration: Configuration) -> Iterator[Sequence[Change]]:
    tree = configuration.tree
    for row in range(1, len(tree)):
        named = tree.is_named(row) and tree.start[row] < tree.end[row]
        content = content_of(tree.text, tree.start[row], tree.end[row]) if named else None
        if content and content.strip():
            for place in _around(configuration, row):
                yield (Rewrite((place,), content),)


def _around(configuration: Configuration, node: int) -> Iterator[int]:
    """Yield a node and those around it that may change, each of another span."""
    tree, spans = configuration.tree, set[tuple[int, int]]()
    while node > 0 and len(spans) < _HIGH and configuration.may_change(node):
        span = tree.start[node], tree.end[node]
        if span not in spans:
            spans.add(span)
            yield node
        node = tree.parent[node]
