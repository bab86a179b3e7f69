"""Whether the oracle minds what nothing uses (floor 5).

One question tells: the one about the text with a copy of a local definition, under a new name. If
it is refused, the passes that follow leave nothing unused; see `Leftovers`.
"""

from collections.abc import Iterator
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import definitions
from nubbin.engine.relations.function_kinds import functions_around
from nubbin.engine.vocabulary.candidate import Candidate

_FEW: Final = 32
"""A text of fewer tokens takes so few questions that one more is not worth it."""


def tolerance(context: Context, text: bytes) -> bytes:
    """Find out whether the oracle minds an unused definition; return the text as it is.

    The lightest definition whose copy the context admits is asked about: a copy of a parameter, for
    one, makes no second parameter.
    """
    configuration = bare(context, text)
    if configuration.tree.tokens() >= _FEW:
        fields = context.reader.syntax(text).fields()
        copies = (Candidate(None, copy) for copy in _copies(configuration, fields))
        asked = next(filter(context.asker.admits, copies), None)
        if asked is not None:
            context.tolerance.unused = any(context.asker.window([asked]))
    return text


def _copies(configuration: Configuration, fields: list[str | None]) -> Iterator[bytes]:
    """Yield the text with a renamed copy of a local definition behind it, for each of these."""
    tree, found = configuration.tree, definitions(configuration, fields)
    around = functions_around(tree)
    for each in sorted(found, key=lambda each: tree.weight(each.part)):
        if around[each.part]:
            start, end = tree.span(each.part)
            name = tree.span(each.name)
            copy = tree.text[start : name.end] + b"_" + tree.text[name.end : end]
            yield tree.text[:end] + b" " + copy + tree.text[end:]
