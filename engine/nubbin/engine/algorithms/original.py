"""What the input has to offer to texts that have lost it: names, words, small nodes (floor 5)."""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from nubbin.engine.looks.braces import braced_in_line
from nubbin.engine.relations.words import Words, words_by_kind
from nubbin.engine.trees.kinds import Instance, parent_kinds, smallest
from nubbin.engine.trees.outlining import Outline
from nubbin.engine.trees.tree import Tree
from nubbin.engine.trees.unused import Unused


class Original:
    """What is known of the input, found out when it is first asked for, as the input may be large.

    Args:
        tree: of the input.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree

    @cached_property
    def names(self) -> frozenset[bytes]:
        """The names in the input: the leaves that the grammar calls identifiers."""
        tree = self._tree
        rows = tree.rows_where(lambda kind: "identifier" in kind)
        return frozenset(tree.source(row) for row in rows if tree.is_leaf(row)) - {b""}

    def remover(self, unused: Unused | None) -> Callable[[bytes], bytes] | None:
        """Return the function that removes unused definitions; None if they need not be removed.

        If the oracle holds on the input with something unused in it, it accepts such texts.
        """
        text = self._tree.text
        return unused.removed if unused and unused.removed(text) == text else None

    @cached_property
    def instances(self) -> Mapping[str, Instance]:
        """The smallest instances of kinds in the input, to be put in the place of larger ones."""
        return smallest(self._tree)

    @cached_property
    def parent_kinds(self) -> Mapping[str, frozenset[str]]:
        """For each kind the kinds of nodes that are parents of it in the input."""
        return parent_kinds(self._tree)

    @cached_property
    def words(self) -> Words:
        """The words of the input, by kind; they may replace longer ones."""
        return words_by_kind(self._tree)

    @cached_property
    def braced_in_line(self) -> frozenset[str]:
        """The kinds of nodes whose blocks begin in the line of what stands before them."""
        return braced_in_line(self._tree)


NOTHING: Final = Original(Outline(b"").tree)
"""The input is empty, or is not known."""
