"""The settings that there are, with a check of the values of each (floor 7)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, get_args

from nubbin.engine.oracles.conditions import expression
from nubbin.engine.oracles.oracle import ExitWord, Isolation
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.nearest import did_you_mean
from nubbin.server.globs import mistake_in

Stream = Literal["final", "live", "none"]
"""When the editor's text changes: with the result, with every improvement, or not at all."""
Validator = Callable[[object], str | None]
"""Says what is wrong with a value, as the end of a sentence; None if nothing is."""
MESSAGE_HERE: Final = "PUT THE MESSAGE HERE"
COMMAND_HERE: Final = "PUT THE COMMAND HERE"
"""The placeholders in a fresh oracle that the user has to replace."""


def _whole(low: int, high: int = 2**31) -> Validator:
    """Accept whole numbers from `low` to `high`."""

    def check(value: object) -> str | None:
        if isinstance(value, bool) or not isinstance(value, int):
            return f"has to be a whole number, not {_shown(value)}."
        if not low <= value <= high:
            return f"has to be at least {low} and at most {high}, not {_shown(value)}."
        return None

    return check


def _seconds(value: object) -> str | None:
    """Accept positive, finite numbers."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"has to be a number of seconds, not {_shown(value)}."
    if not 0 < value <= 10**9:  # true of NaN as well
        return f"has to be a number of seconds above 0 and at most 10**9, not {_shown(value)}."
    return None


def _flag(value: object) -> str | None:
    """Accept true and false."""
    return None if isinstance(value, bool) else f"has to be true or false, not {_shown(value)}."


def _text(value: object) -> str | None:
    """Accept any string that is not blank."""
    if not isinstance(value, str):
        return f"has to be a string, not {_shown(value)}."
    return None if value.strip() else "is empty."


def _one_of(*choices: str) -> Validator:
    """Accept the given words."""

    def check(value: object) -> str | None:
        if value in choices:
            return None
        hint = did_you_mean(value, choices) if isinstance(value, str) else ""
        return f"has to be one of {', '.join(choices)}, not {_shown(value)}. {hint}".rstrip()

    return check


def _expression(value: object) -> str | None:
    """Accept regular expressions."""
    if not isinstance(value, str):
        return f"has to be a regular expression in a string, not {_shown(value)}."
    if MESSAGE_HERE in value:
        return f'is not complete: write what shows your bug in the place of "{MESSAGE_HERE}".'
    try:
        expression(value)
    except ValueError as mistake:
        return f"is not a regular expression: {mistake}."
    return None


def _strategy(value: object) -> str | None:
    """Accept what `--strategy` accepts."""
    if (complaint := _text(value)) is not None:
        return complaint
    # Imported here as it loads all algorithms, a third of the time that a server takes to start.
    from nubbin.engine.naming import strategy_named

    try:
        strategy_named(str(value))
    except UsageError as mistake:
        return f"cannot be used. {mistake}"
    return None


def _exit_code(value: object) -> str | None:
    """Accept an exit status, or a word that stands for several."""
    if isinstance(value, int) and not isinstance(value, bool):
        return None if 0 <= value <= 255 else f"has to be from 0 to 255, not {_shown(value)}."
    if value in get_args(ExitWord):
        return None
    words = " or ".join(map(_shown, get_args(ExitWord)))
    return f"has to be a number, {words}, not {_shown(value)}."


def _command(value: object) -> str | None:
    """Accept a command line, or a program with its arguments."""
    parts = [value] if isinstance(value, str) else value
    if not isinstance(parts, Sequence):
        return f"has to be a string or a list of strings, not {_shown(value)}."
    if odd := [part for part in parts if not isinstance(part, str)]:
        return f"has to be a string or a list of strings, which {_shown(odd[0])} is not."
    if not parts or not parts[0].strip():
        return "is empty."
    if any(COMMAND_HERE in part for part in parts):
        return f'is not complete: write your command in the place of "{COMMAND_HERE}".'
    if any("\0" in part for part in parts):
        return "holds a NUL character, which no command can."
    return None


def _patterns(value: object) -> str | None:
    """Accept one pattern or a list of them."""
    patterns = [value] if isinstance(value, str) else value
    if not isinstance(patterns, Sequence):
        return f'has to be a list of patterns such as ["*.c"], not {_shown(value)}.'
    if odd := [part for part in patterns if not isinstance(part, str)]:
        return f'has to be a list of patterns such as ["*.c"], which {_shown(odd[0])} is not.'
    if not patterns:
        return "is empty, so the oracle is for no file. Leave files out if it is for all."
    for pattern in patterns:
        if mistake := mistake_in(pattern):
            return f"holds {_shown(pattern)}, which is not a pattern: {mistake}."
    return None


def _table(value: object) -> str | None:
    """Accept tables."""
    return None if isinstance(value, Mapping) else f"has to be a table, not {_shown(value)}."


def _tables(value: object) -> str | None:
    """Accept arrays; their elements are checked elsewhere."""
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return None
    return f"has to be an array of tables, [[oracle]], not {_shown(value)}."


def _shown(value: object) -> str:
    """Show a value as TOML would write it, cut to a readable length."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value[:40]}{"…" if len(value) > 40 else ""}"'
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, Sequence):
        return "a list"
    if isinstance(value, int) and abs(value) >= 10**20:
        return "a huge number"  # Python may refuse to write it out, which would help nobody
    return str(value)[:40]


def contradiction(oracle: Mapping[str, object]) -> str | None:
    """Return what is wrong with a combination of valid keys, None if nothing is."""
    conditions = [key for key in ("exit_code", "stdout", "stderr", "output") if key in oracle]
    if oracle.get("persistent") and conditions:
        return f"a persistent oracle answers 0 or 1 itself: leave out {' and '.join(conditions)}."
    return None


TOP: Mapping[str, Validator] = {
    "jobs": _whole(1, 4096),
    "strategy": _strategy,
    "window": _whole(1, 2**20),
    "rename": _flag,
    "squeeze": _flag,
    "formatter": _command,
    "stream": _one_of(*get_args(Stream)),
    "oracle": _tables,
}
RUN: Mapping[str, Validator] = {
    **{key: TOP[key] for key in ("jobs", "window", "rename", "squeeze")},
    "language": _text,
    "seed": _whole(-(2**63), 2**63),
    "max_tests": _whole(1, 2**63),
    "max_time": _seconds,
    "allow_empty": _flag,
    "resume": _flag,
}
"""Options of one reduction, besides its strategy, that a command line or a client may set."""
ORACLE: Mapping[str, Validator] = {
    "name": _text,
    "files": _patterns,
    "command": _command,
    "exit_code": _exit_code,
    "stdout": _expression,
    "stderr": _expression,
    "output": _expression,
    "timeout": _seconds,
    "isolation": _one_of(*get_args(Isolation)),
    "persistent": _flag,
    "limits": _table,
}
LIMITS: Mapping[str, Validator] = {
    "memory": _whole(2**20, 2**62),
    "cpu": _whole(1),
    "processes": _whole(1, 2**22),
    "file_size": _whole(0, 2**62),
    "output": _whole(2, 2**30),
}

OUTSIDE_TOP: Mapping[str, str] = {
    **{key: f'"{key}" is a setting of an oracle: move it below its [[oracle]].' for key in ORACLE},
    "limits": "limits are those of an oracle: write [oracle.limits] below its [[oracle]].",
    "tool": "[tool.nubbin] is for pyproject.toml: here, write what is in it without these words.",
}
"""Where keys belong that are none of `TOP`."""
OUTSIDE_ORACLE: Mapping[str, str] = {
    key: f'"{key}" is a setting of the file: move it above the first [[oracle]].' for key in TOP
}
"""Where keys belong that are none of `ORACLE`."""
