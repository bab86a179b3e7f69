"""README's tables are contracts that others script against, so they have to be complete."""

import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from frontdoor import nubbin
from nubbin.engine.request import Options
from nubbin.server.cli import cli
from nubbin.server.settings import load
from nubbin.server.settings_fields import LIMITS, ORACLE, TOP

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALLED_BY_NAME = re.compile(r"[Ii]nstall[\s`\"'f]+nubbin\b")
"""Advice to install nubbin by its name from PyPI, where somebody else may take that name."""
SPAN = re.compile(r"`([^`\n]+)`")


def rows(heading: str) -> Iterator[list[str]]:
    """Yield the rows, as cells, of the table whose header begins with `heading`."""
    _, found, rest = README.partition(f"\n| {heading} |")
    assert found, f"README has no table of {heading}"
    for line in rest.splitlines()[2:]:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in line.strip("|").split(" | ")]


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


def test_every_command_is_in_the_table_and_no_other() -> None:
    named = [SPAN.findall(first)[0].split()[1] for first, _ in rows("command")]
    assert sorted(named) == sorted(cli.list_commands(click.Context(cli)))


def test_every_option_of_reduce_is_in_the_table_and_no_other() -> None:
    named = {
        span.split()[0] for first, _ in rows("option of `reduce`") for span in SPAN.findall(first)
    }
    options = [option for option in command("reduce").params if isinstance(option, click.Option)]
    assert named == {name for option in options for name in option.opts}


@pytest.mark.parametrize("name", ["reduce", "check"])
def test_every_exit_status_that_the_help_names_is_in_the_table(name: str) -> None:
    said = " ".join((command(name).help or "").split())
    statuses = set(re.findall(r"(\d+) [a-z]", said.partition("Exit status:")[2]))
    assert {first for first, _ in rows("exit status")} == statuses


def test_the_help_names_the_defaults_of_what_settings_can_name_as_well() -> None:
    helps = {option.name: vars(option).get("help") or "" for option in command("reduce").params}
    for name in ("strategy", "window"):
        assert f"default: {getattr(Options(), name)}." in helps[name]


def test_every_key_of_the_report_is_in_the_table_and_no_other(tmp_path: Path) -> None:
    case = tmp_path / "case.json"
    case.write_text('{"keep": [1, 2], "go": null}\n')
    words = ["reduce", case.name, "--oracle", "grep -q keep {file}", "--jobs", "1", "--quiet"]
    ended = nubbin(*words, "--json", "report.json", cwd=tmp_path)
    assert ended.status == 0, ended.stderr
    report = json.loads((tmp_path / "report.json").read_text())
    table = {key: second for first, second in rows("key") for key in SPAN.findall(first)}
    assert set(table) == set(report)
    for part in ("input", "output", "oracle"):
        assert set(report[part]) == set(SPAN.findall(table[part]))
    assert set(report["passes"][0]) == set(SPAN.findall(table["passes"]))


def test_every_setting_is_shown() -> None:
    shown = {span.partition(" =")[0] for span in SPAN.findall(README)}
    shown |= set(re.findall(r"^\[*([a-z_]+)(?:\]\]| +=)", README, re.MULTILINE))
    assert set(TOP) | set(ORACLE) | set(LIMITS) <= shown


def test_the_settings_shown_are_settings(tmp_path: Path) -> None:
    (example,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    (tmp_path / "nubbin.toml").write_text(example)
    settings = load(tmp_path)
    assert settings.problems == ()
    assert [spec.name for spec in settings.oracles_for(tmp_path / "a.c")] == ["gcc ICE"]


def test_the_pythons_named_are_those_that_it_can_be_installed_with() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    least = project["requires-python"].removeprefix(">=")
    named = re.findall(r"Python (3\.\d+(?: or newer)?)", README)
    assert named == [f"{least} or newer"] * 3


def test_nobody_is_told_to_install_nubbin_from_where_it_is_not() -> None:
    for folder in ("engine", "server", "editors/headless", "editors/neovim"):
        for file in (ROOT / folder).rglob("*.*"):
            if file.suffix in (".py", ".lua", ".md", ".txt"):
                text = file.read_text(encoding="utf-8")
                assert not INSTALLED_BY_NAME.search(text), file
    assert not INSTALLED_BY_NAME.search(README)


def test_the_two_commands_are_marked_for_ci() -> None:
    commands = re.findall(r"<!-- command: (\w+) -->\n```sh\n([^\n]+)\n```", README)
    assert [name for name, _ in commands] == ["demo", "tests"]


def test_the_example_in_python_runs_as_it_stands(tmp_path: Path) -> None:
    """It prints what is left of the file."""
    [example] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    (tmp_path / "case.c").write_text("int a;\nint crash;\nint b;\n")
    oracle = tmp_path / "still-crashes.sh"
    oracle.write_text('#!/bin/sh\nexec grep -q crash "$1"\n')
    oracle.chmod(0o755)
    ran = subprocess.run(
        [sys.executable, "-c", example], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == ("crash\n", "")
