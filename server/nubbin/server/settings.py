"""Settings (floor 7): from nubbin.toml, the editor and the command line to checked values.

Mistakes raise nothing: they are returned as problems, and the values they concern are left out.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nubbin.engine.oracles.command import Command
from nubbin.engine.oracles.conditions import Conditions
from nubbin.engine.oracles.cores import usable_cores
from nubbin.engine.oracles.files import read_regular
from nubbin.engine.oracles.formatter import formatter_of
from nubbin.engine.oracles.oracle import Limits, OracleSpec
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.errors import OracleNotFound, UsageError
from nubbin.engine.vocabulary.nearest import advice
from nubbin.engine.vocabulary.printable import reason_of, shown
from nubbin.server.globs import matches
from nubbin.server.settings_fields import (
    LIMITS,
    ORACLE,
    OUTSIDE_ORACLE,
    OUTSIDE_TOP,
    TOP,
    Stream,
    Validator,
    contradiction,
)
from nubbin.server.settings_files import OWN_FILE, SHARED_FILE, is_declared_in, is_there
from nubbin.server.toml_lines import KeyPath, Lines, parsed


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in the settings, in a sentence that names the way out."""

    file: Path | None
    """None: it is in the settings that the editor or the command line sent."""
    line: int | None
    """1-based; None: no line can be named."""
    message: str
    key: KeyPath = ()
    """The key that it is about, if there is no file to name."""

    def __str__(self) -> str:
        """Return `file:line: message`, as compilers print it."""
        key = ".".join(map(str, ("nubbin", *self.key)))
        place = f"{key} in the editor's settings" if self.file is None else shown(self.file)
        return f"{place}:{self.line}: {self.message}" if self.line else f"{place}: {self.message}"


@dataclass(frozen=True, slots=True)
class OracleEntry:
    """One `[[oracle]]`: the oracle, and the patterns of its files."""

    files: tuple[str, ...]
    """Patterns as in .gitignore, relative to the root."""
    spec: OracleSpec
    file: Path | None
    """Where it stands; None: the editor or the command line sent it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one workspace."""

    root: Path
    jobs: int
    strategy: str = "balanced"
    window: int = 128
    rename: bool = False
    squeeze: bool = False
    formatter: OracleSpec | None = None
    """The command that has the last word on a result's layout."""
    oracles: tuple[OracleEntry, ...] = ()
    stream: Stream = "final"
    problems: tuple[Problem, ...] = ()

    def options(self, **more: Any) -> Options:  # noqa: ANN401  # fields of `Options`
        """Return the engine's options: these settings, overridden by the fields given here."""
        own = {name: getattr(self, name) for name in ("strategy", "window", "rename", "squeeze")}
        return Options(**{"jobs": self.jobs, **own, **more})

    @property
    def files(self) -> tuple[Path, ...]:
        """The files in which the settings may stand, whether they exist or not."""
        return tuple(self.root / name for name in (OWN_FILE, SHARED_FILE))

    @property
    def patterns(self) -> tuple[tuple[str, ...], ...]:
        """The file patterns of each oracle."""
        return tuple(entry.files for entry in self.oracles)

    def oracles_for(self, path: Path) -> tuple[OracleSpec, ...]:
        """Return the oracles for a file (absolute, or relative to the root), as listed."""
        return tuple(entry.spec for entry in self.entries_for(path))

    def entries_for(self, path: Path) -> tuple[OracleEntry, ...]:
        """Return the entries of the oracles for a file."""
        return tuple(
            entry
            for entry in self.oracles
            if any(matches(pattern, path, self.root) for pattern in entry.files)
        )


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a table of settings comes from, to tell the place of its problems."""

    file: Path | None
    lines: Lines | None = None
    prefix: KeyPath = ()

    def problem(self, place: KeyPath, message: str) -> Problem:
        """Return a problem with the line of the key at `place`."""
        line = self.lines.of(self.prefix + place) if self.lines else None
        return Problem(self.file, line, message, () if self.file else place)


def load(root: Path, overrides: Mapping[str, object] | None = None) -> Settings:
    """Return the settings of a workspace; never raises, whatever the files hold.

    Args:
        root: the workspace's root; settings are sought here and nowhere else.
        overrides: keys as in nubbin.toml, which override the file's; a value of None counts as
            absent. Its oracles are listed before the file's.
    """
    root = root.absolute()
    reader = _Reader(root)
    table, source = reader.file()
    first, second = reader.settings(overrides or {}, _Source(None)), reader.settings(table, source)
    values: dict[str, Any] = {"jobs": usable_cores()} | second | first
    values["oracles"] = (*first["oracles"], *second["oracles"])
    return Settings(root=root, problems=tuple(reader.problems), **values)


class _Reader:
    """Turns tables into values; a mistake becomes a problem, and its value is left out."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self.problems: list[Problem] = []

    def file(self) -> tuple[Mapping[str, object], _Source]:
        """Return the workspace's table of settings, empty without one."""
        for name, prefix in ((OWN_FILE, ()), (SHARED_FILE, ("tool", "nubbin"))):
            file = self._root / name
            text = ""
            try:
                # A nubbin.toml that is not a file is a mistake; a pyproject.toml is ignored then.
                if not is_there(file) or (prefix and not os.path.isfile(file)):
                    continue
                text = read_regular(file).decode("utf-8-sig")
                table: object = parsed(text)
            except (OSError, ValueError, RecursionError) as error:
                # A pyproject.toml may have mistakes that are none of ours.
                if not (prefix and text) or is_declared_in(text.encode()):
                    self.problems.append(_unreadable(file, text, error))
                return {}, _Source(file)
            for key in prefix:
                table = table.get(key) if isinstance(table, dict) else None
            if prefix and table is None:
                continue
            source = _Source(file, Lines(text), prefix)
            if isinstance(table, dict):
                return table, source
            self.problems.append(source.problem((), "[tool.nubbin] has to be a table."))
            return {}, _Source(file)
        return {}, _Source(None)

    def settings(self, table: Mapping[str, object], source: _Source) -> dict[str, Any]:
        """Return the values of one table, as fields of `Settings`; `oracles` is always there."""
        values = self._values(table, TOP, OUTSIDE_TOP, source, ())
        values["oracles"] = tuple(self._oracles(values.pop("oracle", ()), source))
        if "formatter" in values:
            command = values.pop("formatter")
            formatter = formatter_of(_frozen(command), self._root, self._root)
            if complaint := _mistake_in_command(formatter):
                self.problems.append(source.problem(("formatter",), f"formatter: {complaint}"))
            else:
                values["formatter"] = formatter
        return values

    def _values(
        self,
        table: Mapping[str, object],
        fields: Mapping[str, Validator],
        elsewhere: Mapping[str, str],
        source: _Source,
        place: KeyPath,
    ) -> dict[str, Any]:
        """Return the keys and values of a table that have no mistakes.

        `elsewhere` says, of keys that are no fields of this table, where they belong.
        """
        values: dict[str, Any] = {}
        for key, value in table.items():
            where = (*place, str(key))
            validator = fields.get(str(key))
            if validator is None:
                unknown = f'there is no setting "{key}". {advice(str(key), fields)}'
                message = elsewhere.get(str(key), unknown)
                self.problems.append(source.problem(where, message))
            elif value is not None:
                complaint = validator(value)
                if complaint is None:
                    values[str(key)] = value
                else:
                    self.problems.append(source.problem(where, f"{key} {complaint}"))
        return values

    def _oracles(self, entries: Iterable[object], source: _Source) -> Iterator[OracleEntry]:
        """Yield the oracles without mistakes.

        An oracle with a mistake is left out as a whole: without one of its conditions it would
        find texts interesting that the user does not mean.
        """
        names: set[str] = set()
        for number, entry in enumerate(entries):
            place = ("oracle", number)
            before = len(self.problems)
            if not isinstance(entry, Mapping):
                self.problems.append(source.problem(place, "an oracle has to be a table."))
                continue
            given = self._values(entry, ORACLE, OUTSIDE_ORACLE, source, place)
            limits = given.pop("limits", {})
            bounds = self._values(limits, LIMITS, {}, source, (*place, "limits"))
            given["limits"] = Limits(**bounds)
            name = given.get("name", "")
            if "command" not in given and len(self.problems) == before:
                self.problems.append(source.problem(place, "this oracle has no command."))
            elif complaint := contradiction(given):
                self.problems.append(source.problem(place, complaint))
            elif name and name in names:
                message = f'name is "{name}" again: an editor tells oracles apart by it.'
                self.problems.append(source.problem((*place, "name"), message))
            if len(self.problems) == before:
                names.add(name)
                made = _entry(given, self._root, source.file)
                if complaint := _mistake_in_command(made.spec):
                    self.problems.append(source.problem((*place, "command"), complaint))
                else:
                    yield made


def _unreadable(file: Path, text: str, error: Exception) -> Problem:
    """Return the problem of a file that cannot be read, at its line if that can be told.

    Args:
        file: that holds settings.
        text: what could be read of it.
        error: what was raised when it was read, or parsed.
    """
    match error:
        case OSError():
            return Problem(file, None, f"it cannot be read: {reason_of(error)}.")
        case UnicodeDecodeError():
            line = error.object.count(b"\n", 0, error.start) + 1
            return Problem(file, line, "it is not UTF-8, which TOML has to be.")
        case RecursionError():
            return Problem(file, None, "it is nested too deeply to be read.")
    complaint, _, place = str(error).partition(" (at ")
    numbered = re.match(r"line (\d+)", place)
    line = int(numbered[1]) if numbered else text.rstrip().count("\n") + 1
    return Problem(file, line, f"it is not valid TOML: {complaint}.")


def _mistake_in_command(spec: OracleSpec) -> str | None:
    """Return why the command can never be run, or its conditions never hold; None if they may."""
    try:
        Conditions(spec, shell=Command(spec, "name").shell)
    except OracleNotFound:
        return None  # the program may be built or installed before it is needed
    except (UsageError, ValueError) as mistake:
        return str(mistake)
    return None


def _frozen(command: str | list[str]) -> str | tuple[str, ...]:
    """Return a command as `OracleSpec` holds it: a string, or a tuple of words."""
    return command if isinstance(command, str) else tuple(command)


def _entry(given: dict[str, Any], root: Path, file: Path | None) -> OracleEntry:
    """Return an entry made of checked values: the fields of `OracleSpec`, and `files`."""
    files = given.pop("files", ["*"])
    patterns = (files,) if isinstance(files, str) else tuple(files)
    given["command"] = _frozen(given["command"])
    if "timeout" in given:
        given["timeout"] = float(given["timeout"])
    return OracleEntry(patterns, OracleSpec(folder=root, workspace=root, **given), file)
