"""The queries of tree-sitter that come with nubbin: a file for each language (floor 1)."""

import functools
from importlib.resources import files
from typing import Final

_INHERITS: Final = "; inherits: "
"""Begins the first line of a file that goes on from others, whose names follow."""


@functools.cache
def queries(folder: str, language_name: str) -> str:
    """Return a language's queries, together with those that they inherit; empty if it has none.

    Args:
        folder: which queries: `amendments` or `unused`.
        language_name: of the language.
    """
    source = files("nubbin.engine.trees.grammars").joinpath(folder, f"{language_name}.scm")
    if not source.is_file():
        return ""
    first, end, rest = source.read_text("utf-8").partition("\n")
    if first.startswith(_INHERITS):
        names = first.removeprefix(_INHERITS).split()
        return "\n".join([*(queries(folder, name) for name in names), rest])
    return first + end + rest
