"""Decorators: a call of one takes the place of what it decorates (floor 3).

If what matters is that `d` runs in `@d def f(): …`, neither `d` nor `f` can go without the other.
`d(0)` runs it without a definition, and may give way to what `d` does, as all calls may.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from nubbin.engine.configurations.changes import Change, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.statements import is_statement

_DECORATOR: Final = re.compile("^decorator$")
"""The kind of decorators, in Python and in dialects of JavaScript."""
_CALL: Final = re.compile("call")
"""The word in the kinds of calls."""
_ARGUMENT: Final = b"(0)"
"""A call's argument for what was decorated."""


def undecorated(configuration: Configuration) -> Iterator[Sequence[Change]]:
    """Yield changes that put what decorates a definition in place of it, as a statement.

    A decorator that is a call by itself, as in `@d(1)`, is put there as it is; of any other, the
    call is, with a literal in place of the definition.
    """
    tree = configuration.tree
    for row in tree.rows_where(_DECORATOR.search):
        place, said = tree.parent[row], tree.only_named(row)
        if said and is_statement(tree, place) and configuration.may_change(place):
            called = _CALL.search(tree.name(said)) is not None
            yield (Rewrite((place,), tree.source(said) + (b"" if called else _ARGUMENT)),)
