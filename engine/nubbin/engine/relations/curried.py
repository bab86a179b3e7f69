"""Arguments and parameters that stand behind a name one by one, without brackets (floor 3).

So it is in OCaml, Haskell and their like: `let f a b = c`, `f 1 2`.
"""

import re
from itertools import takewhile
from typing import Final

from nubbin.engine.trees.tree import Tree

_APPLICATION: Final = re.compile("application_e|apply_e|exp_apply|^apply$|function_call_expr$")
"""The kinds of nodes that are a function and its arguments."""
_PARAMETERS: Final = re.compile(r"\w*(param|pat(tern)?s?(_|$))")
"""Words in the kinds of parameters, and of nodes with nothing but parameters; none of a sign."""
_GROUP: Final = "patterns"
"""How the kinds of nodes with nothing but parameters end."""


def arguments(tree: Tree, word: int) -> list[int]:
    """Return the arguments that a function named by a leaf is applied to; none if it is not.

    An application to several may be one node, or one in another for each.
    """
    callee, found = tree.topmost(word), list[int]()
    while tree.parent[callee] == callee - 1 and _APPLICATION.search(tree.name(callee - 1)):
        callee -= 1
        found += [*tree.named_children(callee)][1:]
    return found


def parameters(tree: Tree, word: int) -> list[int]:
    """Return the parameters behind the name of a function where it is defined; none elsewhere."""
    behind = tree.siblings_behind(tree.topmost(word))
    found = [*takewhile(lambda row: _PARAMETERS.match(tree.name(row)), behind)]
    if len(found) == 1 and tree.name(found[0]).endswith(_GROUP):
        return [*tree.named_children(found[0])]
    return found
