"""The transformations of a tree that a configuration may be given (floor 2): values only.

Source: Vince 2024, §3 and ch. 7 (squeezing, flattening, hiding).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TreeTransforms:
    """What is done to a tree before a pass walks it, each with a switch of its own."""

    squeeze: bool = True
    """Whether a chain of nodes with one child each is one node."""
    flatten: bool = True
    """Whether the operands of a recursive node (`a + b + c`) are siblings."""
    hide: bool = True
    """Whether places that nothing smaller can replace are left out of every configuration."""


ALL = TreeTransforms()
BARE = TreeTransforms(squeeze=False, flatten=False, hide=False)
"""No transformation: the tree stays as it was parsed."""
