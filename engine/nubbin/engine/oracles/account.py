"""The account of one run of the oracle that is given to the user (floor 3′)."""

from typing import Final

from nubbin.engine.oracles.oracle import OracleSpec, Verdict, command_line
from nubbin.engine.vocabulary.outcome import Outcome
from nubbin.engine.vocabulary.printable import printable, shown

_HEAD: Final = 12
_TAIL: Final = 12
"""Lines shown of a long output: the first ones, and the last ones."""
_WIDTH: Final = 400
"""Characters shown of a long line."""
_ENDLESS: Final = (
    "Matching the conditions against its output took too long. A repetition inside another, as in "
    "(a+)+, may never end: rewrite the pattern without it."
)
_UNANSWERED: Final = (
    "That was no answer: an oracle with persistent = true stays, reads paths on its standard "
    "input, and answers each of them with a line, 0 (interesting) or 1. Leave persistent out for "
    "a command that ends after one text."
)


def command_of(spec: OracleSpec) -> str:
    """Return a line that says which command an oracle runs, and of which folder it is."""
    return f"Its command: {_line(command_line(spec))} (from {shown(spec.folder)})"


def account_of(verdict: Verdict) -> str:
    """Return lines that say how one run of the oracle ended, how long it took, and what it wrote.

    If a persistent oracle ended instead of answering, they also say what it should have done.
    """
    if verdict.endless:
        end = f"{_ENDLESS} The oracle itself ended"
    elif verdict.timed_out:
        end = "It ran out of time and was stopped"
    elif verdict.answered:
        answer = "0 (interesting)" if verdict.outcome is Outcome.INTERESTING else "1 (not)"
        end = f"It answered {answer}"
    elif verdict.status is None:
        end = "It was stopped"
    elif verdict.status < 0:
        end = f"It died of signal {-verdict.status}"
    else:
        end = f"It exited with status {verdict.status}"
    lines = [f"{end} after {verdict.seconds:.2f} s."]
    if verdict.barred is not None:
        lines.append(verdict.barred)
    elif verdict.unmet is not None:
        lines.append(_line(f"What does not hold is its condition {verdict.unmet}"))
    if verdict.unanswered:
        lines.append(_UNANSWERED)
    streams = (("output", verdict.stdout), ("error", verdict.stderr))
    # The standard output of an oracle that answered holds its answers, which are told above.
    for name, stream in streams[1:] if verdict.answered else streams:
        if stream.strip():
            lines.append(f"Its standard {name}:")
            lines += [f"  | {line}" for line in excerpt(stream)]
        else:
            lines.append(f"Its standard {name} was empty.")
    return "\n".join(lines)


def excerpt(stream: bytes) -> list[str]:
    """Return the first and last lines of a stream, fit for a terminal."""
    lines = stream.decode(errors="backslashreplace").rstrip().splitlines()
    if len(lines) > _HEAD + _TAIL:
        left_out = len(lines) - _HEAD - _TAIL
        lines = [*lines[:_HEAD], f"… {left_out:,} lines …", *lines[-_TAIL:]]
    return [_line(line) for line in lines]


def _line(line: str) -> str:
    """Cut a long line; show control characters instead of obeying them."""
    if len(line) > _WIDTH:
        line = line[:_WIDTH] + "…"
    return printable(line, keep="\t")
