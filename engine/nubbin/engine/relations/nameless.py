"""Functions without their names, as they may be written where they are called (floor 3)."""

from collections.abc import Iterator, Sequence

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.relations.substitution import Filled, Own, Rows
from nubbin.engine.trees.tree import Tree


def nameless(
    tree: Tree,
    part: int,
    function: Rows,
    call: Rows,
    own: Own,
) -> Iterator[Sequence[Change]]:
    """Yield what puts a function in place of what its only call calls it.

    Without its name, and what else is between its first token and its parameters, as what it calls
    what it is called on: `func (a *A) f(x int) {…}` and `b.f(1)` become `func(x int) {…}(1)`.
    A function that begins with a name has no token that says what it is then. Whether the language
    has such functions its parser tells. Each text has fewer tokens.

    Args:
        tree: of the text.
        part: around the function; goes.
        function: the rows from its parameters on; what is around them is the function.
        call: the rows from its arguments on; what is around them is the call.
        own: what stands for which leaves behind the parameters.
    """
    sign, place = tree.parent[function.first], tree.parent[call.first]
    while not tree.is_leaf(sign):
        sign += 1
    filled = Filled(function, own)
    spare = tree.weight(part) + tree.weight(place) - tree.weight(call.first)
    if not tree.is_named(sign) and tree.weight(sign) + filled.tokens(tree) < spare:
        text = tree.source(sign) + filled.text(tree, place)
        yield Prune((part,)), Rewrite((place,), text + tree.source(call.first))
