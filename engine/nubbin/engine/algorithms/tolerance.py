"""Whether the oracle minds what nothing uses (floor 5).

Two questions tell: those about the text with a copy of a local definition, under a new name. If
both are refused, the passes that follow leave nothing unused; see `Leftovers`. One may be refused
for another reason, such as another layout of memory. Then copies of two functions tell the same of
what is defined at the top level.

The large cuts need to know it most: where unused functions are refused, a call cannot go before
what only it calls, nor that before the call.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import islice
from typing import Final

from nubbin.engine.algorithms.context import Context
from nubbin.engine.algorithms.trying import bare
from nubbin.engine.relations.definitions import Definition, definitions
from nubbin.engine.relations.function_kinds import compiled_kinds, functions_around
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.candidate import Candidate
from nubbin.engine.vocabulary.text import indentation

_COPIES: Final = 2


def tolerance(context: Context, text: bytes) -> bytes:
    """Find out whether the oracle minds unused definitions; return the text as it is.

    The two lightest local ones whose copies the context admits are asked about, and if both are
    refused, the two lightest functions likewise; of one, nothing is.
    """
    configuration, known = bare(context, text), context.tolerance
    tree = configuration.tree
    around = functions_around(tree)
    found = sorted(definitions(configuration), key=lambda each: tree.weight(each.part))
    known.unused = _accepts_copies(context, tree, filter(partial(_is_local, tree, around), found))
    if not known.unused:
        kinds = compiled_kinds(tree)
        outer = (each for each in found if not around[each.part])
        functions = (each for each in outer if tree.kind[each.part] in kinds)
        known.unused_functions = _accepts_copies(context, tree, functions)
    return text


def _is_local(tree: Tree, around: Sequence[int], definition: Definition) -> bool:
    """Whether a definition is in a function; a copy of a parameter makes no second parameter."""
    part = definition.part
    listed = any("param" in tree.name(node) for node in (part, tree.parent[part]))
    return around[part] > 0 and not listed


def _accepts_copies(context: Context, tree: Tree, found: Iterable[Definition]) -> bool:
    """Whether the oracle accepts one of the first copies of definitions that the context admits.

    Also true if these are too few to tell.
    """
    candidates = (Candidate(None, _with_copy(tree, each)) for each in found)
    asked = [*islice(filter(context.asker.admits, candidates), _COPIES)]
    return len(asked) < _COPIES or any(context.asker.window(asked))


def _with_copy(tree: Tree, definition: Definition) -> bytes:
    """Return the text with a copy of a definition behind it, under another name.

    What begins a line is copied to the next, as Python's grammar takes two statements in a line.
    """
    start, end = tree.span(definition.part)
    name = tree.span(definition.name)
    copy = tree.text[start : name.end] + b"_" + tree.text[name.end : end]
    margin = indentation(tree.text, start)
    between = b" " if margin is None else b"\n" + margin
    return tree.text[:end] + between + copy + tree.text[end:]
