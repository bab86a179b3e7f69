"""Every sentence about a job that the user sees (floor 7): what happened, why, what to do next."""

from pathlib import Path

from nubbin.engine.figures import Reduction
from nubbin.engine.vocabulary.counted import counted
from nubbin.engine.vocabulary.printable import printable, shown
from nubbin.server.reduction_words import figures, runs_made, stopped
from nubbin.server.work_words import Work

CONTINUE = "Continue"
START_OVER = "Start Over"
TRYING = "reading the file, and trying the oracle"
"""What is done before the reduction begins, which may take long."""
SHUTTING_DOWN = "The language server is shutting down, and begins nothing more. Restart it first."


def already_running(name: str, work: Work) -> str:
    """Refuse to begin a job for a document that has one already."""
    going_on = work.going_on.format(name)
    return f"{going_on} already. Cancel that {work.noun}, or wait for it to end."


def not_running(name: str) -> str:
    """Refuse what is for a reduction, as a client may show actions of a while ago."""
    return f"{name} is not being reduced any more."


def answered_late(answer: str) -> str:
    """Say that an answer came when its question was open no longer, though it was still shown."""
    return f"“{answer}” changed nothing: what it answers had been settled, or had ended, before."


def not_open(uri: str) -> str:
    """Refuse to reduce what the client has not opened."""
    return f"{uri} is not open in the editor. Open it, then try again."


def not_a_file(uri: str) -> str:
    """Refuse to reduce what has no file on this machine."""
    if uri and not uri.startswith("untitled:"):
        return f"{uri} leads to no file of this machine. Copy the file here first."
    what = uri or "The document"
    return f"{what} has no file yet, and the oracle needs a file's name. Save it, then try again."


def title(name: str, work: Work) -> str:
    """Return the heading of the progress."""
    return work.doing.format(name)


def so_far(size: int, best: int, runs: int) -> str:
    """Say how far a reduction has come."""
    return f"{size:,} → {counted(best, 'byte')}, {counted(runs, 'run')}"


def finished(name: str, reduction: Reduction) -> str:
    """Say how a reduction ended."""
    if reduction.problem:
        return f"{name}: {reduction.problem}"
    end = stopped(reduction.stopped) if reduction.stopped else None
    if reduction.unchanged:
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
EDIT_NOT_REPORTED = (
    "The editor says that it applied the edit, but has reported no change, so nobody knows whether "
    "the document holds it."
)
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
    """Say that something was ended at once, because the user or its server ends it."""
    return f"{name}: the {work.noun} was broken off before its end."


def distrusted(name: str, work: Work) -> str:
    """Say that something was ended at once, because trust was withdrawn."""
    return f"{name}: the {work.noun} was ended, as the workspace is not trusted any more."


def engine_died(name: str, work: Work, status: int | None) -> str:
    """Say that the engine process ended without a result."""
    how = f"signal {-status}" if status and status < 0 else f"status {status}"
    return f"{name}: the {work.noun} broke off, its process ended with {how}."


NOTHING_TO_APPLY = "There is nothing to apply: no running reduction has found a smaller text yet."


def ends_already(name: str) -> str:
    """Say that the result itself is on its way, so that nothing else is put into the document."""
    return f"{name}: the reduction has ended, and its result comes by itself."


def not_applied(name: str, reason: str) -> str:
    """Say that the best so far is not in the document, and how to get it."""
    return (
        f"{name}: {reason} The reduction goes on. Cancel it to get what it has found so far, in "
        "the document or else beside the file."
    )


def undoing(edits: int, *, saved: bool) -> str:
    """Say how the user gets back what the document held before our edits; `saved` as above."""
    if edits == 1:
        return "One undo brings the original back."
    way = "" if saved else ", or reverting the file"
    return f"{edits} undos bring the original back{way}." if edits else ""
