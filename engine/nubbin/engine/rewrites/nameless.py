"""Functions that are written, without their names, where they are called (floor 3)."""

from collections.abc import Iterator, Sequence

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.relations.substitution import Filled, Rows, Substitution
from nubbin.engine.trees.tree import Tree


def nameless(
    tree: Tree,
    part: int,
    function: Rows,
    call: Rows,
    substitution: Substitution,
) -> Iterator[Sequence[Change]]:
    """Yield the changes that put a function in place of its name in its only call.

    The function loses all that is between its first token and its parameters, such as its name and
    its receiver: `func (a *A) f(x int) {…}` and `b.f(1)` become `func(x int) {…}(1)`. Nothing is
    yielded for a function that begins with a name, as no keyword would tell what it is, nor if the
    text would get no fewer tokens. Whether the language has such functions is left to its parser.

    Args:
        tree: of the text.
        part: the part around the function, which is removed.
        function: the rows from its parameters on; the node around them is the function.
        call: the rows from its arguments on; the node around them is the call.
        substitution: what stands for which leaves behind the parameters.
    """
    sign, place = tree.parent[function.first], tree.parent[call.first]
    while not tree.is_leaf(sign):
        sign += 1
    filled = Filled(function, substitution)
    spare = tree.weight(part) + tree.weight(place) - tree.weight(call.first)
    if not tree.is_named(sign) and tree.weight(sign) + filled.tokens(tree) < spare:
        text = tree.source(sign) + filled.text(tree, place)
        yield Prune((part,)), Rewrite((place,), text + tree.source(call.first))
