"""Whether the oracle minds what nothing uses (floor 5).

Two questions tell: those about the text with a copy of a local definition, under a new name. If
both are refused, the passes that follow leave nothing unused; see `Leftovers`. One may be refused
for another reason, such as another layout of memory.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import definitions
from nubbin.engine.relations.function_kinds import functions_around
from nubbin.engine.vocabulary.candidate import Candidate

_COPIES: Final = 2


def tolerance(context: Context, text: bytes) -> bytes:
    """Find out whether the oracle minds unused definitions; return the text as it is.

    The two lightest ones whose copies the context admits are asked about; of one, nothing is.
    """
    copies = _copies(bare(context, text), context.reader.syntax(text).fields())
    candidates = (Candidate(None, copy) for copy in copies)
    asked = [*islice(filter(context.asker.admits, candidates), _COPIES)]
    if len(asked) == _COPIES:
        context.tolerance.unused = any(context.asker.window(asked))
    return text


def _copies(configuration: Configuration, fields: list[str | None]) -> Iterator[bytes]:
    """Yield the text with a renamed copy of a local definition behind it, for each of these.

    A parameter has none: a copy of it makes no second parameter.
    """
    tree, found = configuration.tree, definitions(configuration, fields)
    around = functions_around(tree)
    for each in sorted(found, key=lambda each: tree.weight(each.part)):
        part = each.part
        listed = any("param" in tree.name(node) for node in (part, tree.parent[part]))
        if around[part] and not listed:
            start, end = tree.span(part)
            name = tree.span(each.name)
            copy = tree.text[start : name.end] + b"_" + tree.text[name.end : end]
            yield tree.text[:end] + b" " + copy + tree.text[end:]
