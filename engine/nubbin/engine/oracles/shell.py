"""How a shell reads a command, as far as needed to put a path into it (floor 3′)."""

import re
import shlex
from collections.abc import Sequence
from typing import Final

from nubbin.engine.vocabulary.errors import UsageError

ASSIGNMENT: Final = re.compile(r"[A-Za-z_]\w*=", re.ASCII)
RESERVED: Final = frozenset(
    shlex.split("! { } case do done elif else esac fi for if in then until while")
)
BUILT_IN: Final = frozenset(
    shlex.split(
        ". : [ alias bg break cd command continue echo eval exec exit export false fg getopts"
        " hash jobs kill printf pwd read readonly return set shift test times trap true type"
        " ulimit umask unalias unset wait"
    )
)
_WORKED_OUT = ("`", "$(", "${")
_NOT_SIMPLE = frozenset(";|&<>()`\n#")
_ENDS_WORD = frozenset(" \t\n;|&<>()")


def plain(command: str) -> str:
    """Return a letter for each character: p plain, q in quotes, e escaped, c in a comment.

    In a here-document quotes are plain text, which is not modelled: in a command with one, a quote
    that is not closed is no error.

    Raises:
        UsageError: a quote is never closed.
    """
    states: list[str] = []
    quote = ""
    escaped = comment = False
    for index, character in enumerate(command):
        if comment and character != "\n":
            states.append("c")
            continue
        comment = False
        if escaped:
            escaped = False
            states.append("q" if quote else "e")
        elif quote:
            states.append("q")
            if character == quote:
                quote = ""
            elif character == "\\" and quote == '"':
                escaped = True
        elif character in "'\"":
            quote = character
            states.append("q")
        elif character == "#" and (index == 0 or command[index - 1] in _ENDS_WORD):
            comment = True
            states.append("c")
        else:
            escaped = character == "\\"
            states.append("e" if escaped else "p")
    if (quote or escaped) and "<<" not in only_plain(command, states):
        what = f"the quote {quote}" if quote else "its last backslash"
        raise UsageError(f"The command ends too early, after {what}: {command!r}.")
    return "".join(states)


def only_plain(command: str, states: Sequence[str]) -> str:
    """Return a command with a blank for each character that is not plain."""
    return "".join(c if state == "p" else " " for c, state in zip(command, states, strict=True))


def first_word(command: str) -> tuple[int, int]:
    """Return where the first word after assignments starts and ends.

    An assignment itself is returned if no word of the same command follows, or if its value
    has to be worked out by the shell.
    """
    states = plain(command)
    end = 0
    while True:
        start = end
        while start < len(command) and (command[start].isspace() or states[start] == "c"):
            start += 1
        end = start
        while end < len(command) and not (states[end] == "p" and command[end] in _ENDS_WORD):
            end += 1
        word = command[start:end]
        alone = not command[end:].strip() or command[end] not in " \t"
        if alone or not ASSIGNMENT.match(word) or any(mark in word for mark in _WORKED_OUT):
            return start, end


def simple(command: str) -> str:
    """Return the command, without blanks at its end, if a path can be put behind it.

    Raises:
        UsageError: it is not a single simple command.
    """
    command = command.rstrip(" \t\n")
    start, end = first_word(command)
    word = command[start:end]
    if (
        word in RESERVED
        or ASSIGNMENT.match(word)
        or any(
            state in "pc" and character in _NOT_SIMPLE
            for character, state in zip(command, plain(command), strict=True)
        )
    ):
        raise UsageError(
            f"The command is not a single simple command: {command!r}. "
            "Write {file} where the path of the candidate belongs."
        )
    return command


def words_of(command: str | tuple[str, ...]) -> Sequence[str]:
    """Return a command's words without quotes, operators and comments."""
    if not isinstance(command, str):
        return command
    try:
        states = zip(command, plain(command), strict=True)
        blanked = (" " if s == "c" or (s == "p" and c in _ENDS_WORD) else c for c, s in states)
        return shlex.split("".join(blanked))
    except (UsageError, ValueError):  # a quote that is never closed; a here-document may have one
        return command.split()
