"""How a shell reads a command, as far as needed to put a path into it (floor 3′)."""

import re
import shlex
from collections.abc import Sequence
from enum import Enum, auto
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


class Role(Enum):
    """What a character of a command is to a shell."""

    PLAIN = auto()
    QUOTED = auto()
    """In quotes, or one of these."""
    ESCAPED = auto()
    """Behind a backslash that is not in quotes, or this backslash."""
    COMMENT = auto()


def roles_in(command: str) -> Sequence[Role]:
    """Return the role of each character.

    In a here-document quotes are plain text, which is not modelled: in a command with one, a quote
    that is not closed is no error.

    Raises:
        UsageError: a quote is never closed.
    """
    roles: list[Role] = []
    quote = ""
    escaped = comment = False
    for index, character in enumerate(command):
        if comment and character != "\n":
            roles.append(Role.COMMENT)
            continue
        comment = False
        if escaped:
            escaped = False
            roles.append(Role.QUOTED if quote else Role.ESCAPED)
        elif quote:
            roles.append(Role.QUOTED)
            if character == quote:
                quote = ""
            elif character == "\\" and quote == '"':
                escaped = True
        elif character in "'\"":
            quote = character
            roles.append(Role.QUOTED)
        elif character == "#" and (index == 0 or command[index - 1] in _ENDS_WORD):
            comment = True
            roles.append(Role.COMMENT)
        else:
            escaped = character == "\\"
            roles.append(Role.ESCAPED if escaped else Role.PLAIN)
    if (quote or escaped) and "<<" not in only_plain(command, roles):
        what = f"the quote {quote}" if quote else "its last backslash"
        raise UsageError(f"The command ends too early, after {what}: {command!r}.")
    return roles


def only_plain(command: str, roles: Sequence[Role]) -> str:
    """Return a command with a blank for each character that is not plain."""
    pairs = zip(command, roles, strict=True)
    return "".join(character if role is Role.PLAIN else " " for character, role in pairs)


def first_word(command: str) -> tuple[int, int]:
    """Return where the first word after assignments starts and ends.

    An assignment itself is returned if no word of the same command follows, or if its value
    has to be worked out by the shell.
    """
    roles = roles_in(command)
    end = 0
    while True:
        start = end
        while start < len(command) and (command[start].isspace() or roles[start] is Role.COMMENT):
            start += 1
        end = start
        while end < len(command) and not (roles[end] is Role.PLAIN and command[end] in _ENDS_WORD):
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
            role in (Role.PLAIN, Role.COMMENT) and character in _NOT_SIMPLE
            for character, role in zip(command, roles_in(command), strict=True)
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
        pairs = zip(command, roles_in(command), strict=True)
        return shlex.split("".join(" " if _separates(*pair) else pair[0] for pair in pairs))
    except (UsageError, ValueError):  # a quote that is never closed; a here-document may have one
        return command.split()


def _separates(character: str, role: Role) -> bool:
    """Whether a character of a command stands between its words, and in none of them."""
    return role is Role.COMMENT or (role is Role.PLAIN and character in _ENDS_WORD)
