"""Status 2: what is refused before the first run of an oracle, and what is said with it."""

from pathlib import Path

import pytest

from frontdoor import KEEPS, nubbin, refused

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_2_an_oracle_that_does_not_exist_is_named(case: Path, command: str) -> None:
    ran = refused(command, case.name, "--oracle", "no-such-program {file}", cwd=case.parent)
    assert "no-such-program" in ran.stderr
    assert "PATH" in ran.stderr


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_2_an_oracle_that_is_not_executable_is_told_the_remedy(case: Path, command: str) -> None:
    (case.parent / "oracle.sh").write_text("#!/bin/sh\nexit 0\n")
    ran = refused(command, case.name, "--oracle", "./oracle.sh {file}", cwd=case.parent)
    assert "not executable" in ran.stderr
    assert "chmod +x" in ran.stderr


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_2_no_oracle_at_all_says_how_to_give_one(case: Path, command: str) -> None:
    ran = refused(command, case.name, cwd=case.parent)
    assert "--oracle" in ran.stderr
    assert 'files = ["*.c"]' in ran.stderr


def test_2_no_oracle_beside_settings_in_pyproject_says_to_write_one_there(case: Path) -> None:
    (case.parent / "pyproject.toml").write_text("[tool.nubbin]\njobs = 2\n")
    ran = nubbin("reduce", case.name, cwd=case.parent)
    assert ran.status == 2
    assert "pyproject.toml:\n  [[tool.nubbin.oracle]]\n" in ran.stderr
    table = ran.stderr.partition("pyproject.toml:\n")[2].replace("COMMAND", "grep -q keep")
    with (case.parent / "pyproject.toml").open("a") as file:
        file.write(table)
    assert nubbin("reduce", case.name, cwd=case.parent).status == 0


def test_2_a_mistake_in_an_option_is_not_called_one_in_the_settings(case: Path) -> None:
    (case.parent / "nubbin.toml").write_text("jobs = 0\n")
    ran = refused("reduce", case.name, "--oracle", 'grep -q keep "{file}"', cwd=case.parent)
    assert "{file} inside quotes" in ran.sentences
    assert "settings" not in ran.sentences


def test_2_oracles_for_other_files_are_counted_and_their_files_named(case: Path) -> None:
    table = '[[oracle]]\nfiles = ["*.h", "lib/*.c"]\ncommand = "true"\n'
    (case.parent / "nubbin.toml").write_text(table)
    said = nubbin("reduce", case.name, cwd=case.parent).sentences
    assert "settings have 1 oracle, but none for case.c: its files are *.h, lib/*.c." in said
    (case.parent / "nubbin.toml").write_text(table + '[[oracle]]\nfiles="*.py"\ncommand = "true"\n')
    said = nubbin("check", case.name, cwd=case.parent).sentences
    assert "2 oracles, but none for case.c: their files are *.h, lib/*.c, *.py." in said


def test_2_mistakes_in_the_settings_are_listed_with_their_lines(case: Path) -> None:
    (case.parent / "nubbin.toml").write_text("jbos = 1\n[[oracle]]\ncommand = 3\n")
    ran = refused("reduce", case.name, "--oracle", KEEPS, cwd=case.parent)
    assert "nubbin.toml:1: " in ran.stderr
    assert "Did you mean jobs?" in ran.stderr
    assert "nubbin.toml:3: command" in ran.stderr


@pytest.mark.parametrize(
    "arguments,words",
    [
        (["--orcale", "x"], "--oracle"),
        (["--jobs", "0"], "--jobs"),
        (["--jobs", "many"], "--jobs"),
        (["--window", "0"], "--window"),
        (["--timeout", "-1"], "--timeout"),
        (["--timeout", "nan"], "--timeout"),
        (["--max-tests", "0"], "--max-tests"),
        (["--max-time", "0"], "--max-time"),
        (["--exit-code", "300"], "from 0 to 255"),
        (["--exit-code", "zero"], '"nonzero" or "signal"'),
        (["--exit-code=--5"], '"nonzero" or "signal"'),
        (["--strategy", "ddmin:split=" + "9" * 5000], "must be a whole number"),
        (["--strategy", "balanced*"], "stands alone"),
        (["--exit-code", "126"], "exit_code = 126 can never hold. A shell ends with 126 or 127"),
        (["--exit-code", "127"], "exit_code = 127 can never hold. A shell ends with 126 or 127"),
        (["--stderr", "["], "not a regular expression"),
        (["--oracle", ""], "is empty"),
        (["--oracle", "grep '{file}'"], "quotes"),
        (["--pool", "elsewhere"], "dask://HOST:PORT"),
        (["--strategy", "balancd"], "Invalid value for '--strategy': it cannot be used. There"),
        (["--strategy", "hdd:hide=of"], "'--strategy': it cannot be used. hide=of in the strategy"),
        (["--strategy", "hdd+"], "Invalid value for '--strategy': it cannot be used. The name of"),
        (["--language", "pyhton"], "python"),
        (["--quiet", "--verbose"], "contradict"),
        (["--squeeze", "--no-rename"], "contradict"),
        (["-o", "x.c", "--in-place"], "contradict"),
        (["-o", "-", "--json", "-"], "standard output"),
        (["-o", "-", "--json", "/dev/stdout"], "standard output"),
        (["-o", "/dev/fd/1", "--json", "-"], "standard output"),
        (["-o", "case.c"], "--in-place"),
        (["-o", "./link.c"], "--in-place"),
        (["--json", "case.c"], "write over"),
        (["--json", "case.reduced.c"], "write over"),
        (["-o", "."], "folder"),
        (["-o", "missing/x.c"], "there is no folder"),
        (["-o", "case.c/x.c"], "case.c is not a folder"),
        (["-o", "loop.c"], "too many levels of symbolic links"),
        (["--json", "loop.c"], "too many levels of symbolic links"),
        (["--hint", "x"], "such as 12 or 12:20."),
    ],
)
def test_2_options_that_make_no_sense_are_refused(
    case: Path, arguments: list[str], words: str
) -> None:
    (case.parent / "link.c").symlink_to("case.c")
    (case.parent / "loop.c").symlink_to("loop.c")
    before = case.read_bytes()
    given = [*arguments] if "--oracle" in arguments else ["--oracle", KEEPS, *arguments]
    ran = refused("reduce", case.name, *given, cwd=case.parent)
    assert words in ran.sentences
    assert ran.stdout == b""
    assert case.read_bytes() == before
    assert not (case.parent / "case.reduced.c").exists()


def test_2_for_a_command_that_does_not_exist_the_nearest_is_named(tmp_path: Path) -> None:
    ran = refused("redcue", "x.c", cwd=tmp_path)
    assert "Did you mean reduce?" in ran.stderr


@pytest.mark.parametrize("name", ["init", "setup", "config"])
def test_2_who_looks_for_a_beginning_is_told_where_an_oracle_is_set_up(
    tmp_path: Path, name: str
) -> None:
    ran = refused(name, cwd=tmp_path)
    assert "by --oracle, or by an [[oracle]] in nubbin.toml." in ran.sentences
    assert "Did you mean" not in ran.stderr
