"""An oracle's specification, and the verdict of one run (floor 3′: values only, no processes)."""

import shlex
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, get_args

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.outcome import Answer, Outcome

ExitWord = Literal["nonzero", "signal"]
ExitCode = int | ExitWord
Isolation = Literal["scratch", "workspace"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What one run of the oracle may use; beyond that, it and its children are killed."""

    memory: int | None = None
    """Bytes of address space of each process; None: unlimited (sanitizers reserve terabytes)."""
    cpu: int | None = None
    """Seconds of processor time of each process."""
    processes: int = 512
    """Processes of the run alive at once."""
    file_size: int = 256 * 2**20
    """Bytes of any one file it writes."""
    output: int = 64 * 2**10
    """Bytes kept of each output stream, half from its head and half from its tail."""


@dataclass(frozen=True, slots=True)
class OracleSpec:
    """A command and the conditions under which a text is interesting.

    With no condition, exit status 0 is interesting; otherwise all conditions must hold.
    """

    command: str | tuple[str, ...]
    """A string is run by `sh -c`, a tuple is executed as it is."""
    folder: Path
    """Where a first word like `./check.sh` is sought: the settings' folder."""
    name: str = ""
    exit_code: ExitCode | None = None
    stdout: str | None = None
    stderr: str | None = None
    output: str | None = None
    """Regular expressions, searched in what was kept of the streams (`output`: of either)."""
    timeout: float | None = None
    """Seconds; None: adapted to the slowest run on the input."""
    isolation: Isolation = "scratch"
    workspace: Path | None = None
    """The root that `{workspace}` names, and that `isolation = "workspace"` copies."""
    persistent: bool = False
    rewrites: bool = False
    """Whether what the command leaves in the file is part of the verdict, as a formatter's is."""
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        """Check the words and the time.

        Raises:
            UsageError: one of them means nothing.
        """
        if self.isolation not in get_args(Isolation):
            raise UsageError(f"isolation is one of {_listed(Isolation)}, not {self.isolation!r}.")
        if isinstance(self.exit_code, str) and self.exit_code not in get_args(ExitWord):
            raise UsageError(
                f"exit_code is a number or one of {_listed(ExitWord)}, not {self.exit_code!r}."
            )
        if self.timeout is not None and not self.timeout > 0:
            raise UsageError(f"timeout is {self.timeout}, so no run could end. Give more than 0.")

    @property
    def has_conditions(self) -> bool:
        """Whether anything is asked of a run but the exit status 0."""
        conditions = (self.exit_code, self.stdout, self.stderr, self.output)
        return any(condition is not None for condition in conditions)


def command_line(spec: OracleSpec) -> str:
    """Return an oracle's command as one would type it."""
    if isinstance(spec.command, str):
        return spec.command
    return shlex.join(spec.command)


def _listed(words: object) -> str:
    return ", ".join(f'"{word}"' for word in get_args(words))


class Barred(StrEnum):
    """Why a run never counts, whatever it wrote: sentences for the user."""

    NOT_RUN = "A shell ends with 126 or 127 when it cannot run a command, so these never count."
    CROWDED = (
        "It ran more processes at once than its limit `processes` allows (512 unless set). Start "
        "fewer, or raise the limit."
    )
    CLOSED = "It had closed its standard output, so that no answer could come."
    LIMITED = "It was stopped by one of its limits (CPU time or file size), which never counts."


@dataclass(frozen=True)  # no slots: a frozen class with slots is pickled field by field, in Python
class Verdict:
    """One run of the oracle."""

    outcome: Outcome
    seconds: float
    status: int | None = None
    """Exit status; -n when it died of signal n; None when we stopped it."""
    timed_out: bool = False
    barred: Barred | None = None
    """Why the run never counts; None: the conditions decided."""
    unmet: str | None = None
    """The first condition that does not hold, as written in the settings; None: all hold."""
    stdout: bytes = b""
    stderr: bytes = b""
    """What was kept of the streams: head and tail."""
    left: bytes | None = None
    """What a formatter left in the file; None: no file, or the command is no formatter."""
    executed: int | None = None
    """How many events of a trace ran, the one that ended it included; None: nobody has said."""
    endless: bool = False
    """The oracle ended, but searching its output for the conditions took too long."""

    def values(self) -> tuple[Any, ...]:
        """Return the values that `of` takes; they are sent faster than an object of this class."""
        outcome, *others = vars(self).values()
        return (outcome.value, *others)

    @classmethod
    def of(cls, values: tuple[Any, ...]) -> "Verdict":
        """Return the verdict that has these values."""
        outcome, *others = values
        return cls(Outcome(outcome), *others)

    @property
    def answer(self) -> Answer:
        """What may be remembered of it."""
        return Answer(self.outcome, self.executed)

    @property
    def answered(self) -> bool:
        """Whether a persistent oracle has answered, and is still running."""
        return self.outcome is not Outcome.UNRESOLVED and self.status is None

    @property
    def unanswered(self) -> bool:
        """Whether a persistent oracle ended, or closed its output, instead of answering."""
        by_itself = self.status is not None or self.barred is Barred.CLOSED
        return self.outcome is Outcome.UNRESOLVED and by_itself
