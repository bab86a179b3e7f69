"""From how a run ended to what it means (floor 3′: no processes here)."""

import re
import signal
import warnings

from nubbin.engine.oracles.oracle import Barred, OracleSpec
from nubbin.engine.vocabulary.errors import UsageError

_SHELL_COULD_NOT = (126, 127)  # found but not executable; not found
# With these the kernel kills a process that exceeds one of our limits.
_OUR_SIGNALS = (signal.SIGXCPU, signal.SIGXFSZ)
_SIGNALS = frozenset(int(number) for number in signal.valid_signals())
_DEATH = 128
"""What a shell adds to the number of the signal by which its command has died."""


class Conditions:
    """Decide whether a finished run is *interesting*: it is not barred, and all conditions hold."""

    def __init__(self, spec: OracleSpec, *, shell: bool) -> None:
        """Compile the conditions of a spec, once.

        Args:
            spec: with no condition, exit status 0 is interesting.
            shell: whether the exit status is a shell's, so that 126, 127 and 128+n are special.

        Raises:
            UsageError: a regular expression is malformed, the exit status never counts, or a
                persistent oracle has conditions.
        """
        if spec.persistent and spec.has_conditions:
            raise UsageError(
                "A persistent oracle answers by itself, so it cannot have conditions. "
                "Remove exit_code, stdout, stderr and output, or remove persistent."
            )
        if shell and spec.exit_code in _SHELL_COULD_NOT:
            raise UsageError(
                f"The oracle's condition exit_code = {spec.exit_code} can never hold. "
                f"{Barred.NOT_RUN} Let the command end with another status, and ask for that."
            )
        self._spec = spec
        self._shell = shell
        # A program may ignore SIGXCPU; the limit on its processor time then sends SIGKILL.
        killed = (signal.SIGKILL,) if spec.limits.cpu is not None else ()
        self._ours = (*_OUR_SIGNALS, *killed)
        self._stdout = _compiled("stdout", spec.stdout)
        self._stderr = _compiled("stderr", spec.stderr)
        self._output = _compiled("output", spec.output)
        self.searches = any((self._stdout, self._stderr, self._output))
        """Whether any condition searches the output, which may take any length of time."""

    def unmet(
        self, status: int, stdout: tuple[bytes, ...], stderr: tuple[bytes, ...]
    ) -> str | None:
        """Return the first condition that does not hold, as written in settings; None if all do.

        Args:
            status: exit status; −n when it died of signal n.
            stdout: what was kept of the stream: all of it, or its head and its tail.
            stderr: likewise.
        """
        spec = self._spec
        if not spec.has_conditions:
            return None if status == 0 else "exit_code = 0"
        if not self._status_holds(status):
            return f"exit_code = {spec.exit_code}"
        if not _found(self._stdout, stdout):
            return f"stdout = {spec.stdout!r}"
        if not _found(self._stderr, stderr):
            return f"stderr = {spec.stderr!r}"
        if not _found(self._output, stdout) and not _found(self._output, stderr):
            return f"output = {spec.output!r}"
        return None

    def barred(self, status: int) -> Barred | None:
        """Return why a run with this end never counts, whatever it wrote; None if it may."""
        if self._shell and status in _SHELL_COULD_NOT:
            return Barred.NOT_RUN
        if died_of(status, shell=self._shell) in self._ours:
            return Barred.LIMITED
        return None

    def _status_holds(self, status: int) -> bool:
        wanted = self._spec.exit_code
        if wanted is None:
            return True
        if wanted == "nonzero":
            return status != 0
        if wanted == "signal":
            return died_of(status, shell=self._shell) > 0
        # A shell would have said 128+n of a death by signal n, so both spellings are taken.
        return status == wanted or (status < 0 and _DEATH - status == wanted)


def died_of(status: int, *, shell: bool) -> int:
    """Return the number of the signal by which a run has died; 0 if it has not.

    Args:
        status: exit status; −n when it died of signal n.
        shell: whether the exit status is a shell's, which says 128+n of a death by signal n.
    """
    told = status - _DEATH if shell else 0
    return -status if status < 0 else told if told in _SIGNALS else 0


def expression(pattern: str) -> re.Pattern[str]:
    """Compile the regular expression of a condition.

    Raises:
        ValueError: it is not a regular expression; the message says why.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a pattern that some later Python may read otherwise
            return re.compile(pattern, re.MULTILINE)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(str(error)) from error


def _compiled(name: str, pattern: str | None) -> re.Pattern[str] | None:
    if pattern is None:
        return None
    try:
        return expression(pattern)
    except ValueError as error:
        raise UsageError(
            f"The oracle's condition {name} = {pattern!r} is not a regular expression: {error}. "
            "Put a backslash before characters that are meant literally."
        ) from error


def _found(pattern: re.Pattern[str] | None, parts: tuple[bytes, ...]) -> bool:
    # Head and tail are searched separately: a match across the cut was never in the output.
    return pattern is None or any(_matches(pattern, part) for part in parts)


def _matches(pattern: re.Pattern[str], part: bytes) -> bool:
    """Whether a pattern matches anywhere; no match object is made.

    Pythons up to now get wrong which part a group of `((x)|y)*+` has matched, and raise SystemError
    when they find out, which is when they make one.
    """
    return pattern.subn("", part.decode("utf-8", "replace"), count=1)[1] > 0
