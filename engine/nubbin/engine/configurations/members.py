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
        children = self._tree.children(node)
        if not self._flatten:
            return [*map(self.bottom, children)] if self._squeeze else [*children]
        members: list[int] = []
        stack = [*children][::-1]
        while stack:
            child = stack.pop()
            if self._recurs(node, child, first=not members, last=not stack):
                stack.extend([*self._tree.children(child)][::-1])
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
        if first == last or tree.kind[node] != tree.kind[child]:
            return False
        if not tree.is_named(child) or tree.is_leaf(child):
            return False
        operands = (each for each in tree.named_children(tree.parent[child]) if each != child)
        return len([*islice(operands, 2)]) < 2
