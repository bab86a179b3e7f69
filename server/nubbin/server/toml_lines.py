"""TOML with the line of each key, which Python's parser does not tell (floor 7)."""

import re
import tomllib
from bisect import bisect_right
from typing import Any

KeyPath = tuple[str | int, ...]
"""The path to a value: names of tables and keys, and numbers in arrays of tables."""

_NAME = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_KEY = re.compile(rf"{_NAME}(?:[ \t]*\.[ \t]*{_NAME})*")
_HEADER = re.compile(rf"(\[\[?)[ \t]*({_KEY.pattern})[ \t]*\]\]?")
_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_IN_VALUE = re.compile(
    r'"""(?:\\[\s\S]|[^\\])*?"{3,5}'
    r"|'''[\s\S]*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|#[^\n]*"
    r"|[\[\]{}\n]"
    r"""|[^"'#\[\]{}\n]+"""
)
_DEEP = re.compile(rf"(?<![A-Za-z0-9_-])(?:{_NAME}[ \t]*\.[ \t]*){{100}}")
"""A key of more than a hundred names, or words in a string that look like one."""


def parsed(text: str) -> dict[str, Any]:
    """Return the value of a TOML text.

    Raises:
        RecursionError: it is nested too deeply, or has a key of more than a hundred names. The
            parser would accept such a key, but in time quadratic in the names: a minute for a few
            hundred kilobytes of them.
        ValueError: it is not TOML.
    """
    if _DEEP.search(text):
        raise RecursionError("A key has too many names.")
    return tomllib.loads(text)


def _names(key: str) -> list[str]:
    """Split a dotted key into names; the TOML parser undoes quotes and escapes."""
    names: list[str] = []
    table: object = tomllib.loads(f"{key} = 0")
    while isinstance(table, dict):
        name, table = next(iter(table.items()))
        names.append(name)
    return names


def _after_blanks(text: str, position: int) -> int:
    """Return where the next header or key starts, or the text's length."""
    blanks = _BLANK.match(text, position)
    return blanks.end() if blanks else position


def _after_value(text: str, position: int) -> int:
    """Return where the last line of the value that starts at `position` ends."""
    depth = 0
    while position < len(text):
        token = _IN_VALUE.match(text, position)
        if token is None:
            return len(text)
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
        elif token[0] == "\n" and depth <= 0:
            break
        position = token.end()
    return position


class Lines:
    """The lines on which the keys of one text stand."""

    def __init__(self, text: str) -> None:
        """Read a text that the TOML parser has accepted; keys of inline tables are not seen."""
        self._lines: dict[KeyPath, int] = {}
        self._counts: dict[KeyPath, int] = {}
        starts = [match.end() for match in re.finditer("\n", text)]
        table: KeyPath = ()
        position = 0
        while (position := _after_blanks(text, position)) < len(text):
            line = bisect_right(starts, position) + 1
            if header := _HEADER.match(text, position):
                table = self._enter(_names(header[2]), array=header[1] == "[[")
                for end in range(1, len(table) + 1):
                    self._lines.setdefault(table[:end], line)
                position = header.end()
            elif key := _KEY.match(text, position):
                place = table
                for name in _names(key[0]):
                    place = (*place, name)
                    self._lines.setdefault(place, line)
                position = _after_value(text, key.end())
            else:
                break

    def _enter(self, names: list[str], *, array: bool) -> KeyPath:
        """Return the path of a table, given its header's names: with its numbers in arrays."""
        place: KeyPath = ()
        for name in names[:-1]:
            place = (*place, name)
            if place in self._counts:
                place = (*place, self._counts[place])
        place = (*place, names[-1])
        if array:
            self._counts[place] = self._counts.get(place, -1) + 1
            place = (*place, self._counts[place])
        return place

    def of(self, place: KeyPath) -> int | None:
        """Return the 1-based line of a key, or of the nearest table around it."""
        while place:
            if place in self._lines:
                return self._lines[place]
            place = place[:-1]
        return None
