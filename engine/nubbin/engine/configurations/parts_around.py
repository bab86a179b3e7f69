"""What is around a node that can go without a trace (floor 2)."""

from collections.abc import Iterator

from nubbin.engine.configurations.configuration import Configuration


class PartsAround:
    """The parts around each node of a configuration that can go without a trace.

    What it finds is true as long as nothing of the configuration is changed.

    Complexity: O(nodes) for all questions together, and O(1) besides for each part that is yielded.

    Args:
        configuration: what is reduced.
    """

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._nearest: dict[int, int] = {}  # of nodes that cannot go, the part around; or the root

    def of(self, node: int) -> Iterator[int]:
        """Yield the parts around a node that can go, from itself on upwards."""
        parent = self._configuration.tree.parent
        while (part := self._from(node)) > 0:
            yield part
            node = parent[part]

    def _from(self, node: int) -> int:
        """Return the nearest part from a node on upwards that can go; the root if none can."""
        parent, path = self._configuration.tree.parent, list[int]()
        while node > 0 and node not in self._nearest and not self._configuration.removable(node):
            path.append(node)
            node = parent[node]
        nearest = self._nearest.get(node, node)
        self._nearest.update(dict.fromkeys(path, nearest))
        return nearest
