"""What is done with a document, and what commands are run for it, in words (floor 7)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a command of the user's is run for, in words."""

    why: str
    times: str
    """How often."""
    without: str
    """What the user is told, and what to do, when it was not allowed to run."""


@dataclass(frozen=True, slots=True)
class Work:
    """What is done with a document, in words."""

    doing: str
    going_on: str
    noun: str
    stopping: str
    again: str
    """What to do in order to be asked once more."""
    purpose: Purpose
    """What its oracle is run for."""


REDUCING = Work(
    doing="Reducing {}",
    going_on="{} is being reduced",
    noun="reduction",
    stopping="stopping with the smallest so far; cancelling again ends at once",
    again="reduce again",
    purpose=Purpose(
        why="To reduce",
        times="hundreds of times",
        without="Nothing was reduced, for the oracle was not allowed to run. Reduce again to be "
        "asked again.",
    ),
)
CHECKING = Work(
    doing="Checking the oracle on {}",
    going_on="The oracle is being checked on {}",
    noun="check",
    stopping="stopping; cancelling again ends at once",
    again="check again",
    purpose=Purpose(
        why="To check the oracle",
        times="a few times",
        without="The oracle was not checked, for it was not allowed to run. Check it again to be "
        "asked again.",
    ),
)
TO_FORMAT = Purpose(
    why="To format the result",
    times="once",
    without="The result is not formatted, for the formatter was not allowed to run.",
)
