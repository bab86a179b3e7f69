"""Sentences about oracles, consent to run them, and their settings (floor 7)."""

from collections.abc import Sequence
from pathlib import Path

from nubbin.engine.oracles.oracle import OracleSpec, command_line
from nubbin.engine.vocabulary.events import Checked
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.printable import printable, reason_of, shown
from nubbin.server.settings import Problem
from nubbin.server.work_words import Purpose

OPEN_SETTINGS = "Open Settings File"
SET_UP = "Set Up an Oracle"
"""Buttons below a sentence, for what to do next."""
ALLOW_ONCE = "Allow once"
ALLOW_ALWAYS = "Always allow"
REFUSE = "No"
NOT_TRUSTED = (
    "This workspace is not trusted, so nubbin runs no command of it. Trust the workspace in "
    "your editor, then try again."
)


def oracle_name(spec: OracleSpec) -> str:
    """Return an oracle's name, or its command if it has none, in quotes."""
    return f'"{spec.name or command_line(spec)}"'


def may_it_run(name: str, spec: OracleSpec, purpose: Purpose) -> str:
    """Ask whether a command may run on a document.

    The command begins a line: Qt Creator takes what has a tag in its first line for HTML, in which
    a part of the command might not be shown.
    """
    how = "in a copy of the workspace" if spec.isolation == "workspace" else "in scratch folders"
    why = purpose.why.format(name)
    return (
        f"{why}, nubbin runs this command {purpose.times}, {how}, with your rights:\n"
        f"{printable(command_line(spec))} (from {shown(spec.folder)}). Allow it?"
    )


def refused(name: str, spec: OracleSpec, purpose: Purpose) -> str:
    """Say that nothing ran because the user did not consent."""
    sentences = (purpose.without.format(name), purpose.again, f"It is {oracle_name(spec)}.")
    return " ".join(filter(None, sentences))


def nobody_asked(name: str, spec: OracleSpec, purpose: Purpose) -> str:
    """Say that nothing ran because the client cannot ask the user."""
    return (
        f"{purpose.without.format(name)} It is {oracle_name(spec)}. The editor puts no questions "
        "to you, so it has to say that you trust the workspace, by "
        '"initializationOptions": {"trusted": true}, and the file and its settings have to be in a '
        "folder of that."
    )


def changed_since(spec: OracleSpec) -> str:
    """Say that nothing ran because it is not any more what the user consented to."""
    what = f"What {command_line(spec)} runs has changed since you allowed it. It was not run."
    return f"{what} Try again to be asked about it as it is now."


def not_saved(file: Path) -> str:
    """Refuse to reduce while the editor shows other settings than those on disk."""
    return f"{shown(file)} has changes that are not saved. Save it, then try again."


def oracle_holds(name: str, spec: OracleSpec, checked: Checked) -> str:
    """Say that a check of the oracle went well, or what it did not tell."""
    took = f"a run takes {checked.seconds:.2f} s. It is {oracle_name(spec)}."
    if checked.of_empty is Outcome.UNRESOLVED:
        return f"The oracle holds on {name}; {took} {NO_ANSWER}"
    return f"The oracle holds on {name} and not on the empty file; {took}"


NO_ANSWER = (
    "On the empty file it gave no answer, and it may give none about many candidates, each of "
    "which then takes all its time. Whatever it waits for, let it look first whether that can come."
)


def not_remembered(file: Path, error: OSError) -> str:
    """Say that a consent could not be kept, and holds for this time only."""
    return f"The consent could not be kept in {file}: {error.strerror}. It holds this once."


def which_oracle(name: str, file: Path, fitting: Sequence[OracleSpec]) -> str:
    """Ask what makes a text interesting, a user who may have oracles for the file already."""
    if fitting:
        return (
            f"{name} has an oracle already, {oracle_name(fitting[0])}. What shall another one look "
            f"for? Your choice goes into {shown(file)}."
        )
    return (
        f"nubbin needs an oracle for {name}: a command that tells whether a text still shows "
        f"what you look for. What shall it look for? Your choice goes into {shown(file)}."
    )


def no_other_oracle(name: str, spec: OracleSpec) -> str:
    """Say that nothing was added, to a user who has an oracle but did not choose another."""
    return f"No oracle was added. That of {name} is {oracle_name(spec)}."


def none_fits(name: str, others: Sequence[Sequence[str]]) -> str:
    """Say that there is no oracle for a file.

    Args:
        name: the file's name.
        others: the file patterns of each oracle in the settings.
    """
    if not others:
        return f"There is no oracle for {name}."
    count, whose = ("1 oracle", "its") if len(others) == 1 else (f"{len(others)} oracles", "their")
    patterns = dict.fromkeys(pattern for each in others for pattern in each)
    return (
        f"The settings have {count}, but none for {name}: {whose} files are {', '.join(patterns)}."
    )


def mistakes(problems: Sequence[Problem]) -> str:
    """List the mistakes in the settings, because of which nothing was done."""
    return "The settings hold mistakes:\n" + "\n".join(f"  {problem}" for problem in problems)


def no_oracle(name: str, file: Path, others: Sequence[Sequence[str]]) -> str:
    """Say which oracle is missing, to a user who did not choose one or could not be asked."""
    return (
        f"Nothing was reduced. {none_fits(name, others)} Write an [[oracle]] with files and "
        f"command into {shown(file)}, then reduce again."
    )


def no_settings_written(file: Path, error: Exception) -> str:
    """Say that the settings could not be written."""
    why = f"{reason_of(error)}." if isinstance(error, OSError) else error
    return f"The oracle could not be written to {shown(file)}: {why}"


def complete_it(name: str, file: Path, line: int, before: OracleSpec | None) -> str:
    """Ask the user to complete a fresh oracle at a line; `before` is one that still comes first."""
    words = f"Complete line {line} of {shown(file)}, save it, and reduce {name} again."
    if before is None:
        return words
    return f"{words} Choose it then: {oracle_name(before)} of the editor's settings comes first."
