"""The heaviest paths of a tree: they find nodes far below another in one step (floor 5)."""

from nubbin.engine.trees.tree import Tree


class Spines:
    """The paths of one tree that lead from each node to its heaviest child; the first of equals.

    Each node is on one path, and all paths end at leaves. A path is followed only from the node
    that was asked about, but answers do not depend on earlier questions.

    Complexity: O(nodes) for all questions together, in whatever order, and O(1) for each besides.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        # The path of each node, from the leaf up, and the node's index in it.
        self._paths: dict[int, tuple[list[int], int]] = {}

    def far_below(self, node: int, distance: int, levels: int) -> list[int]:
        """Return successive nodes of a node's path, from a distance below it on; fewer at its end.

        Args:
            node: where the path is entered.
            distance: how many levels below it the first returned is.
            levels: how many are returned at most, one for each level.
        """
        path, height = self._path(node)
        lowest = max(0, height - distance - levels + 1)
        return path[lowest : max(0, height - distance + 1)][::-1]

    def end(self, node: int) -> int:
        """Return the leaf at the end of a node's path; no other path ends there."""
        return self._path(node)[0][0]

    def _path(self, node: int) -> tuple[list[int], int]:
        """Return the path through a node, from the leaf up, and the node's index in it."""
        first, unknown = node, list[int]()
        while node not in self._paths:
            unknown.append(node)
            children = list(self._tree.children(node))
            if not children:
                break
            node = max(children, key=self._tree.weight)
        path = self._paths[node][0] if node in self._paths else []
        for each in reversed(unknown):  # the known part of the path ends right below these
            self._paths[each] = path, len(path)
            path.append(each)
        return self._paths[first]
