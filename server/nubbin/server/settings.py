"""Settings (floor 7): nubbin.toml and the editor's or command line's wishes in, values out.

Mistakes never stop anything: they come back as problems, and what they spoil is left out.
"""

import os
import re
import stat
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from nubbin.engine.formatting import formatter_of
from nubbin.engine.oracles.command import Command
from nubbin.engine.oracles.conditions import Conditions
from nubbin.engine.oracles.cores import usable_cores
from nubbin.engine.oracles.files import read_regular
from nubbin.engine.oracles.oracle import ExitCode, Limits, OracleSpec
from nubbin.engine.vocabulary.errors import OracleNotFound, UsageError
from nubbin.engine.vocabulary.nearest import advice
from nubbin.server.globs import matches
from nubbin.server.settings_fields import LIMITS, ORACLE, TOP, Field, contradiction
from nubbin.server.toml_lines import Lines, Place

Stream = Literal["final", "live", "none"]
_OWN_FILE = "nubbin.toml"
_SHARED_FILE = "pyproject.toml"


@dataclass(frozen=True, slots=True)
class Problem:
    """A mistake in the settings, in a sentence that names the way out."""

    file: Path | None
    """None: the settings that the editor or the command line sent."""
    line: int | None
    """1-based; None where there is no line to name."""
    message: str

    def __str__(self) -> str:
        """Say `file:line: message`, as compilers do."""
        place = "settings" if self.file is None else str(self.file)
        return f"{place}:{self.line}: {self.message}" if self.line else f"{place}: {self.message}"


@dataclass(frozen=True, slots=True)
class OracleEntry:
    """One `[[oracle]]`: the oracle, and the files it is for."""

    files: tuple[str, ...]
    """Patterns as in .gitignore, relative to the root."""
    spec: OracleSpec


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds in one workspace."""

    root: Path
    jobs: int
    strategy: str = "balanced"
    window: int = 128
    rename: bool = False
    squeeze: bool = False
    formatter: OracleSpec | None = None
    """What has the last word on a result's looks."""
    oracles: tuple[OracleEntry, ...] = ()
    stream: Stream = "final"
    problems: tuple[Problem, ...] = ()

    @property
    def patterns(self) -> tuple[tuple[str, ...], ...]:
        """Which files each oracle is for."""
        return tuple(entry.files for entry in self.oracles)

    def oracles_for(self, path: Path) -> tuple[OracleSpec, ...]:
        """Return the oracles for a file (absolute, or relative to the root) as listed."""
        return tuple(
            entry.spec
            for entry in self.oracles
            if any(matches(pattern, path, self.root) for pattern in entry.files)
        )


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a table came from, for the sake of its problems."""

    file: Path | None
    lines: Lines | None = None
    prefix: Place = ()

    def problem(self, place: Place, message: str) -> Problem:
        """Return the problem, with the line of the key at `place`."""
        line = self.lines.of(self.prefix + place) if self.lines else None
        return Problem(self.file, line, message)


def find_root(path: Path) -> Path:
    """Return the workspace's root, an absolute folder.

    It is the nearest ancestor of the file that holds nubbin.toml, a pyproject.toml with
    `[tool.nubbin]`, or .git; without any, the file's own folder.
    """
    path = path.absolute()
    folders = path.parents if path.parents else (path,)
    for folder in folders:
        try:
            if (
                _is_there(folder / _OWN_FILE)
                or _is_there(folder / ".git")
                or declares_nubbin(folder / _SHARED_FILE)
            ):
                return folder
        except OSError:
            continue  # a folder we may not look into holds no settings for us
    return folders[0]


def _is_there(path: Path) -> bool:
    """Whether there is a file or folder of this name that not just anybody has put there.

    What another user has put into a folder that all may write to, as `/tmp`, names commands that
    would run with our rights.

    Raises:
        OSError: the folder may not be looked into.
    """
    if not path.exists():
        return False
    ours = path.lstat().st_uid in (0, os.geteuid())
    return ours or not path.parent.stat().st_mode & stat.S_IWOTH


def place_for(root: Path) -> tuple[Path, str]:
    """Return where a workspace has its settings, or should have, and what its tables begin with.

    A nubbin.toml beside a `[tool.nubbin]` would hide it.

    Raises:
        OSError: a pyproject.toml cannot be read.
    """
    own, shared = root / _OWN_FILE, root / _SHARED_FILE
    if not _is_there(own) and declares_nubbin(shared):
        return shared, "tool.nubbin."
    return own, ""


def declares_nubbin(file: Path) -> bool:
    """Whether a pyproject.toml is there and holds `[tool.nubbin]`, be it broken elsewhere or not.

    Raises:
        OSError: it cannot be read.
    """
    if not (_is_there(file) and file.is_file()):
        return False
    text = file.read_bytes()
    if b"nubbin" not in text:  # most do not: that is told without parsing
        return False
    try:
        tool = tomllib.loads(text.decode()).get("tool")
    except (ValueError, RecursionError):
        return b"tool.nubbin" in text
    return isinstance(tool, dict) and "nubbin" in tool


def load(root: Path, overrides: Mapping[str, object] | None = None) -> Settings:
    """Return the settings of a workspace; never raises, whatever the files hold.

    Args:
        root: the workspace's root; settings are sought here and nowhere else.
        overrides: keys as in nubbin.toml, which win over the file's; None values are as
            good as absent. Its oracles are listed before the file's.
    """
    root = root.absolute()
    problems: list[Problem] = []
    table, source = _read_file(root, problems)
    values: dict[str, object] = {}
    oracles: list[OracleEntry] = []
    for wishes, origin in ((overrides or {}, _Source(None)), (table, source)):
        given, spoiled = _read_table(wishes, TOP, origin, (), problems)
        del spoiled  # a mistaken key keeps its default
        oracles += _read_oracles(given.pop("oracle", ()), root, origin, problems)
        if "formatter" in given:
            formatter = _formatter(given.pop("formatter"), root)
            if complaint := _mistake_in_command(formatter):
                complaint = complaint.replace("The oracle", "The formatter")
                problems.append(origin.problem(("formatter",), complaint))
            else:
                given["formatter"] = formatter
        values = given | values  # the overrides come first and win
    return Settings(
        root=root,
        jobs=cast("int", values.get("jobs") or usable_cores()),
        strategy=cast("str", values.get("strategy", "balanced")),
        window=cast("int", values.get("window", 128)),
        rename=cast("bool", values.get("rename", False)),
        squeeze=cast("bool", values.get("squeeze", False)),
        formatter=cast("OracleSpec | None", values.get("formatter")),
        oracles=tuple(oracles),
        stream=cast("Stream", values.get("stream", "final")),
        problems=tuple(problems),
    )


def _read_file(root: Path, problems: list[Problem]) -> tuple[Mapping[str, object], _Source]:
    """Return the workspace's table of settings, empty without one."""
    for name, prefix in ((_OWN_FILE, ()), (_SHARED_FILE, ("tool", "nubbin"))):
        file = root / name
        table: object = {}
        try:
            # A pyproject.toml may be anything else; a nubbin.toml can only be meant for us.
            if not _is_there(file) or (prefix and not file.is_file()):
                continue
            text = read_regular(file).decode("utf-8-sig")
            table = tomllib.loads(text)
        except OSError as error:
            problems.append(Problem(file, None, f"it cannot be read: {error.strerror}."))
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            problems.append(Problem(file, line, "it is not UTF-8, which TOML has to be."))
        except RecursionError:
            problems.append(Problem(file, None, "it is nested too deeply to be read."))
        except ValueError as error:
            if not prefix or declares_nubbin(file):
                problems.append(_syntax_problem(file, text, error))
        else:
            if prefix:
                tool = table.get("tool")
                table = tool.get("nubbin") if isinstance(tool, dict) else None
                if table is None:
                    continue
            source = _Source(file, Lines(text), prefix)
            if isinstance(table, dict):
                return table, source
            problems.append(source.problem((), "[tool.nubbin] has to be a table."))
        return {}, _Source(file)
    return {}, _Source(None)


def _syntax_problem(file: Path, text: str, error: ValueError) -> Problem:
    """Turn the parser's complaint into a problem at its line."""
    complaint, _, place = str(error).partition(" (at ")
    numbered = re.match(r"line (\d+)", place)
    line = int(numbered[1]) if numbered else text.rstrip().count("\n") + 1
    return Problem(file, line, f"it is not valid TOML: {complaint}.")


def _read_table(
    table: Mapping[str, object],
    fields: Mapping[str, Field],
    source: _Source,
    place: Place,
    problems: list[Problem],
) -> tuple[dict[str, object], bool]:
    """Return the keys that are well, and whether there was any mistake."""
    values: dict[str, object] = {}
    before = len(problems)
    for key, value in table.items():
        where = (*place, str(key))
        field = fields.get(str(key))
        if field is None:
            message = f'there is no setting "{key}". {advice(str(key), fields)}'
            problems.append(source.problem(where, message))
        elif value is not None:
            complaint = field(value)
            if complaint is None:
                values[str(key)] = value
            else:
                problems.append(source.problem(where, f"{key} {complaint}"))
    return values, len(problems) > before


def _read_oracles(
    entries: object, root: Path, source: _Source, problems: list[Problem]
) -> Iterable[OracleEntry]:
    """Yield the oracles without mistakes.

    One with a mistake is left out whole: with a condition less it would find other texts
    interesting than the user meant.
    """
    names: set[object] = set()
    for number, entry in enumerate(cast("Iterable[object]", entries)):
        place = ("oracle", number)
        if not isinstance(entry, Mapping):
            problems.append(source.problem(place, "an oracle has to be a table."))
            continue
        given, spoiled = _read_table(entry, ORACLE, source, place, problems)
        inner = cast("Mapping[str, object]", given.pop("limits", {}))
        limits, spoiled_limits = _read_table(inner, LIMITS, source, (*place, "limits"), problems)
        if "command" not in given and not spoiled:
            problems.append(source.problem(place, "this oracle has no command."))
        elif complaint := contradiction(given):
            problems.append(source.problem(place, complaint))
        elif (name := given.get("name")) in names:
            message = f'name is "{name}" again: an editor tells oracles apart by it.'
            problems.append(source.problem((*place, "name"), message))
        elif not spoiled and not spoiled_limits:
            names |= {name} - {None, ""}
            made = _entry(given, cast("Mapping[str, int]", limits), root)
            if complaint := _mistake_in_command(made.spec):
                problems.append(source.problem((*place, "command"), complaint))
            else:
                yield made


def _formatter(value: object, root: Path) -> OracleSpec:
    """Make a formatter of a checked command."""
    command = cast("str | list[str]", value)
    return formatter_of(command if isinstance(command, str) else tuple(command), root, root)


def _mistake_in_command(spec: OracleSpec) -> str | None:
    """Return why the command can never be run or hold, None if it may."""
    try:
        Conditions(spec, Command(spec, "name").shell)
    except OracleNotFound:
        return None  # it may be built or installed before it is needed
    except (UsageError, ValueError) as mistake:
        return str(mistake)
    return None


def _entry(given: Mapping[str, object], limits: Mapping[str, int], root: Path) -> OracleEntry:
    """Make an oracle of checked values."""
    command = cast("str | list[str]", given["command"])
    timeout = cast("float | None", given.get("timeout"))
    spec = OracleSpec(
        command=command if isinstance(command, str) else tuple(command),
        folder=root,
        name=cast("str", given.get("name", "")),
        exit_code=cast("ExitCode | None", given.get("exit_code")),
        stdout=cast("str | None", given.get("stdout")),
        stderr=cast("str | None", given.get("stderr")),
        output=cast("str | None", given.get("output")),
        timeout=None if timeout is None else float(timeout),
        isolation=cast("Literal['scratch', 'workspace']", given.get("isolation", "scratch")),
        workspace=root,
        persistent=cast("bool", given.get("persistent", False)),
        limits=Limits(**limits),
    )
    files = given.get("files", ["*"])
    patterns = (files,) if isinstance(files, str) else tuple(cast("list[str]", files))
    return OracleEntry(patterns, spec)
