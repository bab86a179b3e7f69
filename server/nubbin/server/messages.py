"""Every sentence the user sees (floor 7): what happened, why, what to do next."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.events import Checked
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.printable import printable, shown
from nubbin.server.in_words import figures, runs_made, stopped
from nubbin.server.settings import Problem
from nubbin.server.works import Purpose, Work

OPEN_SETTINGS = "Open Settings File"
SET_UP = "Set Up an Oracle"
"""Buttons below a sentence, for what to do next."""
ALLOW_ONCE = "Allow once"
ALLOW_ALWAYS = "Always allow"
REFUSE = "No"
CONTINUE = "Continue"
START_OVER = "Start Over"

NOT_TRUSTED = (
    "This workspace is not trusted, so nubbin runs no command of it. Trust the workspace in "
    "your editor, then try again."
)


def command_line(spec: OracleSpec) -> str:
    """Return an oracle's command as one would type it."""
    if isinstance(spec.command, str):
        return spec.command
    return shlex.join(spec.command)


def oracle_name(spec: OracleSpec) -> str:
    """Return an oracle's name, or its command if it has none, in quotes."""
    return f'"{spec.name or command_line(spec)}"'


def may_it_run(name: str, spec: OracleSpec, purpose: Purpose) -> str:
    """Ask whether a command may run on a document."""
    how = "in a copy of the workspace" if spec.isolation == "workspace" else "in scratch folders"
    why = purpose.why.format(name)
    return (
        f"{why}, nubbin runs this command {purpose.times}, {how}, with your rights: "
        f"{printable(command_line(spec))} (from {shown(spec.folder)}). Allow it?"
    )


def refused(name: str, spec: OracleSpec, purpose: Purpose) -> str:
    """Say that nothing ran because the user did not consent."""
    return f"{purpose.without.format(name)} It is {oracle_name(spec)}."


def changed_since(spec: OracleSpec) -> str:
    """Say that nothing ran because it is not any more what the user consented to."""
    what = f"What {command_line(spec)} runs has changed since you allowed it. It was not run."
    return f"{what} Try again to be asked about it as it is now."


def already_running(name: str, work: Work) -> str:
    """Refuse to begin a job for a document that has one already."""
    going_on = work.going_on.format(name)
    return f"{going_on} already. Cancel that {work.noun}, or wait for it to end."


def not_saved(file: Path) -> str:
    """Refuse to reduce while the editor shows other settings than those on disk."""
    return f"{shown(file)} has changes that are not saved. Save it, then try again."


def not_open(uri: str) -> str:
    """Refuse to reduce what the client has not opened."""
    return f"{uri} is not open in the editor. Open it, then try again."


def not_a_file(uri: str) -> str:
    """Refuse to reduce what has no file on this machine."""
    if uri.startswith("file:"):
        return f"{uri} leads to no file of this machine. Copy the file here first."
    return f"{uri} has no file yet, and the oracle needs a file's name. Save it, then try again."


def title(name: str, work: Work) -> str:
    """Return the heading of the progress."""
    return work.doing.format(name)


def trying() -> str:
    """Say what is done before the reduction begins, which may take long."""
    return "reading the file, and trying the oracle"


def so_far(size: int, best: int, runs: int) -> str:
    """Say how far a reduction has come."""
    return f"{size:,} → {counted(best, 'byte')}, {counted(runs, 'run')}"


def finished(name: str, reduction: Reduction) -> str:
    """Say how a reduction ended."""
    if reduction.problem:
        return f"{name}: {reduction.problem}"
    end = stopped(reduction.stopped) if reduction.stopped else None
    if reduction.output.bytes == reduction.input.bytes:
        nothing = f"{end}; nothing smaller was found" if end else "it cannot get smaller"
        return f"{name}: {nothing}, {runs_made(reduction)}."
    return f"{name}: {end or 'reduced'}, {figures(reduction)}."


def may_continue(name: str, answers: int) -> str:
    """Ask whether to continue an earlier reduction that was cut short."""
    return (
        f"An earlier reduction of {name} with this oracle was cut short after "
        f"{counted(answers, 'answer')}. Continue it? Its answers are used again, so whatever else "
        "the oracle depends on should be as it was."
    )


def starts_over(name: str, answers: int) -> str:
    """Say that a reduction starts over, as nobody asked it to continue the one that was killed."""
    return (
        f"An earlier reduction of {name} with this oracle was killed after "
        f"{counted(answers, 'answer')}. This one starts over; with --resume it would continue from "
        "there."
    )


def waiting(work: Work) -> str:
    """Say that a job waits until the user has answered a question."""
    return f"waiting for your answer. If you do not see the question, {work.again}"


def not_continued(name: str) -> str:
    """Say that nothing was reduced because the user did not say whether to continue."""
    return (
        f"{name}: nothing was reduced, because you did not say whether to continue the earlier "
        "reduction, which is kept. Reduce again to be asked again."
    )


def cancelled_early(name: str, work: Work) -> str:
    """Say that something was cancelled before there was anything to keep."""
    return f"{name}: {work.cancelled}."


def beside(reason: str, path: Path) -> str:
    """Say that a result is in a file of its own, and why."""
    return f"{reason} The result is in {shown(path)}."


DOCUMENT_CHANGED = "The document has changed meanwhile, so it was left as it is."
DOCUMENT_CROSSED = (
    "The document does not hold what the edit should have made of it: it has changed at the very "
    "same moment, or was closed. Undo to have back what was typed."
)
DOCUMENT_CLOSED = "The document was closed or renamed meanwhile."
CANNOT_EDIT = "The editor knows no edits that come from a server."
EDIT_UNANSWERED = "The editor has not said whether it applied the edit."
EDIT_NOT_REPORTED = "The editor says that it applied the edit, but has reported no change."
NOT_EXPRESSIBLE = "Saved by the editor, it would not be the same bytes."
NOT_ASKED_AGAIN = "Because that was not checked, it is not put into the document."
NOT_ASKED_FOR = "The result is not put into the document, as the settings ask (stream = none)."
UNASKED = "The oracle was not asked once more about the smallest text found until then."


def holds_earlier(edits: int, *, saved: bool) -> str:
    """Say what a document holds that has some edits of ours, but not the result.

    With `saved`, the file on disk does not hold the original any more.
    """
    return (
        "The document holds what was found before, about which the oracle was not asked once more. "
        f"{undoing(edits, saved=saved)}"
    )


def may_hold(*, saved: bool) -> str:
    """Say that a document that has changed may hold edits of ours; `saved` as above."""
    way = "Undo" if saved else "Undo, or revert the file,"
    return f"The document may hold something of what was found. {way} to have the original back."


def edit_refused(reason: str | None) -> str:
    """Say that the editor did not edit the document, and why, if it has said so."""
    why = printable(reason or "").rstrip(". ")
    return "The editor did not apply the edit" + (f": {why}." if why else ".")


def broken_off(name: str, work: Work) -> str:
    """Say that something was ended at once, because its server ends or trust is withdrawn."""
    return f"{name}: the {work.noun} was broken off before its end."


def engine_died(name: str, work: Work, status: int | None) -> str:
    """Say that the engine process ended without a result."""
    how = f"signal {-status}" if status and status < 0 else f"status {status}"
    return f"{name}: the {work.noun} broke off, its process ended with {how}."


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


NOTHING_TO_APPLY = "There is nothing to apply: no running reduction has found a smaller text yet."


def not_applied(name: str, reason: str) -> str:
    """Say that the best so far is not in the document, and how to get it."""
    return (
        f"{name}: {reason} The reduction goes on. Cancel it to get what it has found so far, in "
        "the document or else beside the file."
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


def undoing(edits: int, *, saved: bool) -> str:
    """Say how the user gets back what the document held before our edits; `saved` as above."""
    if edits == 1:
        return "One undo brings the original back."
    way = "" if saved else ", or reverting the file"
    return f"{edits} undos bring the original back{way}." if edits else ""


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
    return f"The oracle could not be written to {shown(file)}. {error}"


def complete_it(name: str, file: Path, line: int, before: OracleSpec | None) -> str:
    """Ask the user to complete a fresh oracle at a line; `before` is one that still comes first."""
    words = f"Complete line {line} of {shown(file)}, save it, and reduce {name} again."
    if before is None:
        return words
    return f"{words} Choose it then: {oracle_name(before)} of the editor's settings comes first."
