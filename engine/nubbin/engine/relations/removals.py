"""Parts that are removed because something stands elsewhere for what they say (floor 3)."""

from collections.abc import Iterable, Iterator

from nubbin.engine.configurations.changes import Prune, Rewrite
from nubbin.engine.configurations.configuration import Configuration
from nubbin.engine.trees.tree import Tree


def removals(configuration: Configuration, parts: Iterable[int]) -> Iterator[Prune | Rewrite]:
    """Yield the change that removes each part; all of a block may leave Φ, as Python's `pass`."""
    for part in parts:
        least = configuration.ruled(part) if _is_all(configuration.tree, part) else None
        yield Rewrite((part,), least.text) if least and least.text else Prune((part,))


def _is_all(tree: Tree, part: int) -> bool:
    """Whether a part is all of a block that has no brackets."""
    return any("block" in tree.name(node) for node in tree.same_bytes(part))
