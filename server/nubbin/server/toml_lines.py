"""What a TOML text says, and on which line (floor 7); the parser itself tells no lines."""

import re
import tomllib
from bisect import bisect_right
from typing import Any

KeyPath = tuple[str | int, ...]
"""The way to a value: names of tables and keys, and numbers in arrays of tables."""

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
"""So many names of a key, or words of a text that look like them."""


def parsed(text: str) -> dict[str, Any]:
    """Return what a TOML text says.

    Raises:
        RecursionError: it is nested too deeply; so is a key of a hundred names, which the parser
            would take, in time quadratic in them: a minute for those of a few hundred kilobytes.
        ValueError: it is no TOML.
    """
    if _DEEP.search(text):
        raise RecursionError("A key has too many names.")
    return tomllib.loads(text)


def _names(key: str) -> list[str]:
    """Split a dotted key; the parser itself undoes quotes and escapes."""
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
    """Return where the value that starts at `position` ends: its last line's end."""
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
    """Where the keys of one text stand."""

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
        """Return the place of a table's header, with the numbers of the arrays it lies in."""
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
