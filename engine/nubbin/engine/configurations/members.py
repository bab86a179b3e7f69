"""The places below a node, with chains squeezed and recursion flattened (floor 2)."""

from itertools import islice

from nubbin.engine.configurations.transforms import TreeTransforms
from nubbin.engine.trees.tree import Tree


class Members:
    """Lists the places below the nodes of one tree.

    Args:
        tree: the tree.
        transforms: of these, whether chains are squeezed, and recursive nodes flattened.
    """

    def __init__(self, tree: Tree, transforms: TreeTransforms) -> None:
        self._tree = tree
        self._squeeze = transforms.squeeze
        self._flatten = transforms.flatten

    def below(self, node: int) -> list[int]:
        """Return the places of a node's children, in order."""
        members: list[int] = []
        stack = list(self._tree.children(node))[::-1]
        while stack:
            child = stack.pop()
            if self._flatten and self._recurs(node, child, first=not members, last=not stack):
                stack.extend(list(self._tree.children(child))[::-1])
            else:
                members.append(self.bottom(child))
        return members

    def bottom(self, node: int) -> int:
        """Return the place of a node: the last node of the chain that begins here, if squeezed."""
        tree = self._tree
        while (
            self._squeeze
            and not tree.is_leaf(node)
            and tree.skip[node + 1] == tree.skip[node]
            and tree.start[node + 1] == tree.start[node]
            and tree.end[node + 1] == tree.end[node]
        ):
            node += 1
        return node

    def _recurs(self, node: int, child: int, *, first: bool, last: bool) -> bool:
        """Whether the child repeats its parent's rule at the parent's edge, beside one operand.

        With more operands, these are no list: from `if (a) b; else if (c) d;` no run of conditions
        and branches can be cut out, only the rest of the chain from any `if` on.
        """
        tree = self._tree
        repeats = tree.kind[node] == tree.kind[child] and tree.is_named(child)
        if first == last or not repeats or tree.is_leaf(child):
            return False
        operands = (each for each in tree.named_children(tree.parent[child]) if each != child)
        return len([*islice(operands, 2)]) < 2
