"""Bodies: a function loses its body before it goes itself (floor 5).

Compilers may reject an empty body of a function that has to return something, but not a body that
never comes to its end. The calls of the function stay valid, and everything that only its body
used can go. In the end a declaration may do for a function.

Source: rustc's "everybody loops", by which its developers reduce programs.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.patches import sweep_in_parts
from nubbin.engine.algorithms.results import has_result
from nubbin.engine.algorithms.trying import bare, try_changes
from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.function_kinds import is_function
from nubbin.engine.vocabulary.text import words

_PARTS: Final = 4
"""If not all bodies can go at once, they are cut into this many groups, and these again."""


def bodies(context: Context, text: bytes) -> bytes:
    """Replace the bodies of functions by ones that do nothing; return what is left of the text.

    The pass asks about the text with all bodies replaced, then with a fourth of them, and so on
    down to single ones. The text stays as it is if its language's table names no such body. Each
    candidate has fewer tokens than the text.
    """
    table = context.reader.table
    if table is None or table.diverging is None:
        return text
    configuration, fields = bare(context, text), context.reader.syntax(text).fields()
    every = tuple(_emptied(configuration, fields, table.diverging))
    groups = [every] if every else []
    return sweep_in_parts(context, configuration.render, groups, _PARTS)


def prototypes(context: Context, text: bytes) -> bytes:
    """Put a semicolon in place of the body of each function; return what is left of the text.

    A function that is only called need not be defined, while an empty body may be rejected because
    it returns nothing.
    """
    fields = context.reader.syntax(text).fields()

    def changes(configuration: Configuration) -> Iterator[Sequence[Change]]:
        for _, body in _functions(configuration, fields):
            if configuration.tree.weight(body) > 1:
                yield (Rewrite((body,), b";"),)

    return try_changes(context, text, changes)


def _emptied(
    configuration: Configuration, fields: Sequence[str | None], diverging: bytes
) -> Iterator[Rewrite]:
    """Yield for each function the change that empties its body, if that takes tokens away."""
    tree = configuration.tree
    for row, body in _functions(configuration, fields):
        text = diverging if has_result(tree, row, fields) else b"{}"
        if tree.weight(body) > words(text):
            yield Rewrite((body,), text)


def _functions(
    configuration: Configuration, fields: Sequence[str | None]
) -> Iterator[tuple[int, int]]:
    """Yield each function whose body may change, with that body."""
    tree = configuration.tree
    for row in filter(tree.is_named, range(len(tree))):
        body = next((child for child in tree.children(row) if fields[child] == "body"), None)
        if body is not None and is_function(tree, row) and configuration.may_change(body):
            yield row, body
