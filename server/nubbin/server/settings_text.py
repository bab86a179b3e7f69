"""One more `[[oracle]]` in the text of a settings file (floor 7).

The first oracle that fits a file is the one that is used, so the new one goes before those. All
else stays as it is, and the line ends are those of the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

from nubbin.engine.vocabulary.errors import UsageError
from nubbin.server.globs import matches, mistake_in
from nubbin.server.saving import all_crlf
from nubbin.server.toml_lines import KeyPath, Lines, parsed

_MARK: Final = "\ufeff"


@dataclass(frozen=True, slots=True)
class Added:
    """The text of a settings file with a new table."""

    text: str
    start: int
    """Where the table starts."""


def with_oracle(text: str, table: str, path: Path, root: Path, prefix: str = "") -> Added:
    """Return the text of a settings file with one more oracle, the first that fits a file.

    Args:
        text: what the settings file holds.
        table: the oracle, with LF as line ends.
        path: the file that it is for.
        root: the folder of the settings.
        prefix: what the names of tables begin with, such as `tool.nubbin.`.

    Raises:
        UsageError: that is not TOML, as the text has mistakes, or lists oracles in an array.
    """
    mark, text = text[: text.startswith(_MARK)], text.removeprefix(_MARK)
    keys = tuple(prefix.split(".")[:-1])
    end = "\r\n" if all_crlf(text) else "\n"
    if not text:
        text = f"# Settings of nubbin, the test-case reducer.{end}"
    try:
        place = _place(text, path, root, keys)
        head, tail = text[:place], text[place:]
        if head and not head.endswith("\n"):
            head += end
        if head and not head.endswith(2 * end):
            head += end
        new = head + table.replace("\n", end) + (end + tail if tail else "")
        parsed(new)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"With it, the file would not be valid TOML: {error}.") from error
    return Added(mark + new, len(mark + head))


def _place(text: str, path: Path, root: Path, keys: KeyPath) -> int:
    """Return where the first oracle that fits a file begins, with the comment above it.

    If none fits, that is the end of the text.
    """
    table: object = parsed(text)
    for key in (*keys, "oracle"):
        table = table.get(key) if isinstance(table, dict) else None
    oracles = table if isinstance(table, list) else []
    first = next((n for n, it in enumerate(oracles) if _fits(it, path, root)), None)
    line = None if first is None else Lines(text).of((*keys, "oracle", first))
    lines = text.split("\n")
    if line is None or not lines[line - 1].lstrip().startswith("[["):  # a value in an array
        return len(text)
    del lines[line - 1 :]
    comments = sum(1 for _ in takewhile(lambda it: it.lstrip().startswith("#"), reversed(lines)))
    before, above = ("".join(f"{it}\n" for it in lines[:n]) for n in (None, len(lines) - comments))
    return len(above if _is_toml(above) else before)  # a `#` may stand in a string of many lines


def _fits(oracle: object, path: Path, root: Path) -> bool:
    """Whether a table is an oracle for a file; what is wrong with it is told elsewhere."""
    files = oracle.get("files", "*") if isinstance(oracle, Mapping) else None
    patterns = [files] if isinstance(files, str) else files
    return isinstance(patterns, list) and any(
        isinstance(it, str) and not mistake_in(it) and matches(it, path, root) for it in patterns
    )


def _is_toml(text: str) -> bool:
    try:
        parsed(text)
    except ValueError:
        return False
    return True
