"""What a command comes to once its words are known (floor 3′): all that a worker is told of it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Launch:
    """What a worker executes, and around it."""

    argv: tuple[str, ...]
    """The first word is an absolute path."""
    variables: dict[str, str]
    """Added to the environment."""
