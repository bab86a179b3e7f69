"""A command ready to be executed: all that a worker is told of it (floor 3′)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Launch:
    """What a worker executes, and with which variables."""

    argv: tuple[str, ...]
    """The first word is an absolute path."""
    variables: dict[str, str]
    """Added to the environment."""
