"""Outer variables: what is handed to a function is declared in front of both functions (floor 3).

A parameter keeps a function from being inlined, or keeps its argument from being known: the
variable that is handed to it may stand for it, if both functions know the variable.

Source: C-Reduce's passes that make parameters, and local variables, global (Regehr and others
2012), here both at once, and for every language.
"""

from collections.abc import Mapping, Sequence

from nubbin.engine.configurations.changes import Change, Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.relations.definitions import Definition
from nubbin.engine.trees.statements import is_statement
from nubbin.engine.trees.tree import Tree
from nubbin.engine.vocabulary.text import newline


def moved_out(
    configuration: Configuration, defined: Mapping[int, Definition], leaf: int, function: int
) -> Sequence[Change] | None:
    """Return the changes that move a name's definition in front of the functions that need it.

    None if the name has no definition or one at the top level already, or where the text in front
    of these functions may not change.

    Args:
        configuration: of the text.
        defined: each definition, by the leaves that mention its name.
        leaf: a mention of the name.
        function: a node in a function that is to know the name as well.
    """
    tree, found = configuration.tree, defined.get(leaf)
    if found is None or not _is_local(tree, found.part):
        return None
    *_, outer = tree.upwards(min(found.part, function))
    first = next(tree.leaves(outer))
    if not configuration.may_change(first):
        return None
    end = newline(tree.text)
    text = b"".join((tree.source(found.part), end, tree.source(first)))
    return Prune((found.part,)), Rewrite((first,), text)


def _is_local(tree: Tree, part: int) -> bool:
    """Whether a part is a statement in something else, and no parameter."""
    kind = tree.name(part)
    return tree.parent[part] > 0 and is_statement(tree, part) and "param" not in kind
