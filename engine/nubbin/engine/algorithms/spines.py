"""The heaviest paths of a tree: what lies far below a node is found in one step (floor 5)."""

from nubbin.engine.trees.tree import Tree


class Spines:
    """The paths of one tree that lead from each node to its heaviest child; the first of equals.

    Each node is on one path, and all paths end at leaves. They are found from where somebody asks
    on downwards; what they say does not depend on who asked before.

    Complexity: O(nodes) for all questions together, in whatever order, and O(1) for each besides.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._paths: dict[int, tuple[list[int], int]] = {}  # from the leaf up; how far up a node is

    def far_below(self, node: int, distance: int, levels: int) -> list[int]:
        """Return the next nodes, one a level, from so far down the path on; fewer at its end.

        Args:
            node: where the path is entered.
            distance: levels below it at which the first of them is.
            levels: how many are returned at most.
        """
        path, height = self._path(node)
        lowest = max(0, height - distance - levels + 1)
        return path[lowest : max(0, height - distance + 1)][::-1]

    def end(self, node: int) -> int:
        """Return the leaf at the end of the path: there is one path to a leaf."""
        return self._path(node)[0][0]

    def _path(self, node: int) -> tuple[list[int], int]:
        """Return the path through a node, and the node's place in it."""
        first, unknown = node, list[int]()
        while node not in self._paths:
            unknown.append(node)
            children = list(self._tree.children(node))
            if not children:
                break
            node = max(children, key=self._tree.weight)
        path = self._paths[node][0] if node in self._paths else []
        for each in reversed(unknown):  # what was known begins right below
            self._paths[each] = path, len(path)
            path.append(each)
        return self._paths[first]
