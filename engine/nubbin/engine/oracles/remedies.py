"""Advice on what an oracle may lack that does not hold (floor 3′)."""

import os
import re
import shlex
import signal
from typing import Final

from nubbin.engine.oracles.bases import choose_base, forbids_execution
from nubbin.engine.oracles.conditions import died_of
from nubbin.engine.oracles.oracle import Barred, OracleSpec, Verdict
from nubbin.engine.oracles.placeholders import PLACEHOLDER
from nubbin.engine.oracles.shell import words_of

_ELSEWHERE: Final = ("{}", "@@")
"""What stands for the file in commands of other tools: of `find` and `xargs`, and of fuzzers."""
_MISSING: Final = re.compile(
    rb"no such file|cannot (find|open)|can't (find|open)|could not find|no module named|not found",
    re.IGNORECASE,
)
"""How compilers and interpreters say that a file is not there."""
_NOT_EXECUTABLE: Final = 126
"""The status of a shell that may not execute what it was to run."""
_NO_SCRIPT: Final = re.compile(rb"\.{0,2}/[^\s:]+: (not found|no such file)", re.IGNORECASE)
"""How a shell says so of a script, and not of a program that it knows by name alone."""


def remedy(spec: OracleSpec, verdict: Verdict, name: str) -> str:
    """Return advice on what a run that does not hold may lack; a sentence behind a space, or none.

    Args:
        spec: the oracle.
        verdict: of the run.
        name: the candidate's base name.
    """
    return (
        _of_other_tools(spec)
        or _if_slow(verdict)
        or _if_not_executable(verdict)
        or _if_file_missing(spec, verdict, name)
        or _if_died(spec, verdict)
        or _if_alone(spec, verdict)
    )


def _of_other_tools(spec: OracleSpec) -> str:
    """Advise on what stands for the file in commands of other tools, and not here."""
    words = words_of(spec.command)
    if not any(map(PLACEHOLDER.search, words)):
        for sign in _ELSEWHERE:
            if sign in words:
                return f" It has {sign}, which is passed on as it is: {{file}} stands for the file."
    return ""


def _if_slow(verdict: Verdict) -> str:
    if verdict.timed_out and not verdict.endless:
        return " If it only needs longer, allow that: --timeout, or timeout in nubbin.toml."
    return ""


def _if_not_executable(verdict: Verdict) -> str:
    if verdict.status == _NOT_EXECUTABLE and forbids_execution(base := choose_base(jobs=1)):
        return (
            f" In {base}, where it runs, nothing can be executed: let TMPDIR name another folder."
        )
    return ""


def _if_file_missing(spec: OracleSpec, verdict: Verdict, name: str) -> str:
    """Advise on a file that the command names from its own folder, and that was not found."""
    for word in words_of(spec.command)[1:] if _misses_files(spec, verdict) else ():
        path = os.path.normpath(os.path.join(spec.folder, word))
        told = word != name and os.path.basename(word).encode() in _printed(verdict)
        if told and not os.path.isabs(word) and os.path.isfile(path):
            return (
                f" It runs in a scratch folder, where there is no {word}: write "
                f"{shlex.quote(path)}."
            )
    return ""


def _if_died(spec: OracleSpec, verdict: Verdict) -> str:
    died = died_of(verdict.status or 0, shell=isinstance(spec.command, str))
    if died and not spec.has_conditions and verdict.barred is None:
        return (
            f" It died of {_signal(died)}. If that is what you look for, say so: "
            '--exit-code signal, or exit_code = "signal" in nubbin.toml.'
        )
    return ""


def _if_alone(spec: OracleSpec, verdict: Verdict) -> str:
    """Advise on files that the command does not name: what ran did not find them."""
    ran = verdict.barred is not Barred.NOT_RUN or _NO_SCRIPT.search(_printed(verdict))
    if ran and _misses_files(spec, verdict):
        return (
            " It runs in a scratch folder that holds nothing but the text. If it needs other files "
            'of yours, give it --isolation workspace, or isolation = "workspace" in nubbin.toml.'
        )
    return ""


def _misses_files(spec: OracleSpec, verdict: Verdict) -> bool:
    """Whether what was run in a scratch folder says that a file is not there."""
    return spec.isolation == "scratch" and _MISSING.search(_printed(verdict)) is not None


def _printed(verdict: Verdict) -> bytes:
    return verdict.stdout + verdict.stderr


def _signal(number: int) -> str:
    """Return a signal's name, or its number if it has none."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
