"""The parts around a node that can go without a trace (floor 2)."""

from collections.abc import Iterator

from nubbin.engine.configurations.configuration import Configuration


class PartsAround:
    """Finds the parts around the nodes of a configuration that can go without a trace.

    Its answers are true as long as the configuration is not changed.

    Complexity: O(nodes) for all questions together, plus O(1) for each part that is yielded.

    Args:
        configuration: what is reduced.
    """

    def __init__(self, configuration: Configuration) -> None:
        self._configuration = configuration
        self._nearest: dict[int, int] = {}  # what `_from` returns for nodes that cannot go

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
