"""Patterns for the files that an oracle is for, much as in .gitignore (floor 7)."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import PurePath

_TOKENS = re.compile(r"(?<![^/])\*\*/|/\*\*$|\*+|\?|\[[!^]?\]?[^\]/]*\]|[\s\S]")
_FOLDERS = r"(?:[^/]+/)*"
_ANY = r"[^/]*"
_MEMBER = re.compile(r"([\s\S])(?:-([\s\S]))?")
_NO_PIECES = {
    "[": "the [ is never closed; write [[] for one in a name",
    "{": "braces hold no alternatives; list a pattern for each, or write [{] for one in a name",
}
"""Characters that other tools give a meaning which they have not here, and advice for each."""


def _piece(token: str) -> str:
    """Translate one token of a pattern into a regular expression.

    Raises:
        ValueError: the token has a meaning only in other tools, or it is a `[` without its `]`.
    """
    if token in _NO_PIECES:
        raise ValueError(_NO_PIECES[token])
    if token == "/**":
        return r"/[\s\S]+"
    if token == "?":
        return r"[^/]"
    if len(token) > 1 and token.startswith("["):
        negated = token[1] in "!^"
        members = token[2 if negated else 1 : -1]
        ranges = (filter(None, member.groups()) for member in _MEMBER.finditer(members))
        body = "".join("-".join(map(re.escape, ends)) for ends in ranges)
        return f"(?!/)[{'^' if negated else ''}{body}]"
    return re.escape(token)


def _split(tokens: Sequence[str], mark: Callable[[str], bool]) -> list[list[str]]:
    """Return the tokens before, between and behind those for which `mark` is true."""
    parts: list[list[str]] = [[]]
    for token in tokens:
        if mark(token):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _joined(parts: Sequence[str], wild: str) -> str:
    """Join parts of a regular expression by the expression `wild`.

    A part between two wild ones is matched where it first fits, and nowhere else (hence the atomic
    group), as that leaves the most room for the parts behind it. So the time of a match is bounded
    whatever the pattern.
    """
    first, *inner = parts
    if not inner:
        return first
    *inner, last = inner
    return "".join((first, *(f"(?>{wild}?{part})" for part in inner), wild, last))


def _name(tokens: Sequence[str]) -> str:
    """Translate the part of a pattern between two slashes.

    Raises:
        ValueError: see `_piece`.
    """
    parts = _split(tokens, lambda token: token.startswith("*"))
    return _joined(["".join(map(_piece, part)) for part in parts], _ANY)


def _path(tokens: Sequence[str]) -> str:
    """Translate a whole pattern.

    Raises:
        ValueError: see `_piece`.
    """
    blocks = _split(tokens, lambda token: token == "**/")
    names = [map(_name, _split(block, lambda token: token == "/")) for block in blocks]
    return _joined(["/".join(block) for block in names], _FOLDERS)


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> re.Pattern[str]:
    """Translate a pattern; one without a slash may match in any folder.

    Raises:
        ValueError: the pattern is empty, begins with a `!`, or holds a folder `.` or `..`, braces,
            a set such as `[z-a]`, or one that is never closed.
    """
    if not pattern.strip("/"):
        raise ValueError("the pattern is empty")
    if pattern.startswith("!"):
        raise ValueError("a ! excludes nothing here; list what is meant, or write /! for a name")
    if {".", ".."} & {*pattern.split("/")}:
        raise ValueError("paths begin at the folder of the settings, without . and ..")
    anchored = "/" in pattern.rstrip("/")
    body = pattern.lstrip("/")
    if body.endswith("/"):
        body += "**"
    expression = _path(_TOKENS.findall(body))
    try:
        return re.compile(expression if anchored else _FOLDERS + expression)
    except re.error as mistake:
        raise ValueError(str(mistake)) from mistake


def mistake_in(pattern: str) -> str | None:
    """Return what is wrong with a pattern, None if nothing is."""
    try:
        _compiled(pattern)
    except ValueError as mistake:
        return str(mistake)
    return None


def matches(pattern: str, path: PurePath, root: PurePath) -> bool:
    """Whether a pattern names a file, much as in .gitignore.

    `*.c` names files in any folder, `tests/**/*.c` and `/a.c` from the root, `out/` all below it.
    Unlike in .gitignore, `tests` names no file below a folder of that name, and a backslash, `#`
    and blanks at the end are characters of the name: write `a[*].c` for a `*` in it.
    Of a file outside the root, only the base name is compared.

    Args:
        pattern: one for which `mistake_in` has nothing to say.
        path: the file, absolute or relative to `root`.
        root: the folder of the settings.
    """
    if path.is_absolute():
        path = path.relative_to(root) if path.is_relative_to(root) else PurePath(path.name)
    return _compiled(pattern).fullmatch(path.as_posix()) is not None
