"""Words for what is done with a document, and for what its commands are run (floor 7)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Purpose:
    """Words for what a command of the user's is run for; `{}` stands for the document's name."""

    why: str
    times: str
    """How often it is run."""
    without: str
    """The consequence if the user does not allow it to run."""
    again: str = ""
    """What the user has to do to be asked once more."""


@dataclass(frozen=True, slots=True)
class Work:
    """Words for what is done with a document; `{}` stands for its name."""

    doing: str
    going_on: str
    noun: str
    stop: str
    """The title of the code action that stops it."""
    stopping: str
    cancelled: str
    """What is said of one that was cancelled before there was anything to keep."""
    again: str
    """What the user has to do to be asked once more."""
    purpose: Purpose
    """What the oracle is run for."""


REDUCING = Work(
    doing="Reducing {}",
    going_on="{} is being reduced",
    noun="reduction",
    stop="Stop reducing, keep the best so far",
    stopping="stopping with the smallest so far; cancelling again ends at once",
    cancelled="cancelled before anything smaller was found; nothing was changed",
    again="reduce again",
    purpose=Purpose(
        why="To reduce {}",
        times="hundreds of times",
        without="{}: nothing was reduced, for the oracle was not allowed to run.",
        again="Reduce again to be asked again.",
    ),
)
CHECKING = Work(
    doing="Checking the oracle on {}",
    going_on="The oracle is being checked on {}",
    noun="check",
    stop="Stop checking the oracle",
    stopping="stopping; cancelling again ends at once",
    cancelled="the check was cancelled",
    again="check again",
    purpose=Purpose(
        why="To check the oracle on {}",
        times="a few times",
        without="{}: the oracle was not checked, for it was not allowed to run.",
        again="Check again to be asked again.",
    ),
)
TO_FORMAT = Purpose(
    why="To format the result of {}",
    times="once",
    without="{}: the result is not formatted, for the formatter was not allowed to run.",
)
