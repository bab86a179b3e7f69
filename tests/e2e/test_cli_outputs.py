"""Where the result is written, and what is not written over."""

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from frontdoor import (
    COMMANDS,
    KEEPS,
    PATIENCE,
    PROGRAM,
    SCRIPT,
    UNPRIVILEGED,
    executable,
    nubbin,
    refused,
)
from living import eventually

pytestmark = pytest.mark.e2e


def test_standard_output_holds_the_text_and_nothing_else(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "-o", "-", "--verbose", cwd=case.parent)
    assert ran.status == 0
    assert b"keep" in ran.stdout
    assert b"nubbin" not in ran.stdout
    assert os.listdir(case.parent) == ["case.c"]


def test_in_place_keeps_permissions_and_links(case: Path) -> None:
    case.chmod(0o640)
    link = case.parent / "link.c"
    link.symlink_to("case.c")
    ran = nubbin("reduce", link.name, "--oracle", KEEPS, "--in-place", cwd=case.parent)
    assert ran.status == 0, ran.stderr
    assert link.is_symlink()
    assert len(case.read_bytes()) < len(PROGRAM)
    assert case.stat().st_mode & 0o7777 == 0o640
    assert sorted(os.listdir(case.parent)) == ["case.c", "link.c"]


def test_a_link_that_somebody_has_planted_is_not_followed(case: Path) -> None:
    precious = case.parent / "precious"
    precious.write_text("mine")
    (case.parent / "case.reduced.c").symlink_to(precious)
    assert nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent).status == 0
    assert precious.read_text() == "mine"
    assert "keep" in (case.parent / "case.reduced.c").read_text()


@pytest.mark.parametrize(
    "command, target",
    [
        ("reduce", "missing/deep.c"),
        ("reduce", "case.reduced.c"),
        ("reduce", "."),
        ("reduce", "case.c"),
        ("client", "case.c"),
    ],
)
def test_a_link_in_the_place_of_the_default_output_gives_way_wherever_it_leads(
    case: Path, command: str, target: str
) -> None:
    before = case.read_bytes()
    (case.parent / "case.reduced.c").symlink_to(target)
    ran = nubbin(command, case.name, "--oracle", KEEPS, cwd=case.parent)
    assert ran.status == 0, ran.stderr
    assert not (case.parent / "case.reduced.c").is_symlink()
    assert "keep" in (case.parent / "case.reduced.c").read_text()
    assert case.read_bytes() == before
    assert sorted(os.listdir(case.parent)) == ["case.c", "case.reduced.c"]


def test_the_result_is_as_executable_as_the_input(case: Path) -> None:
    case.chmod(0o755)
    assert nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent).status == 0
    assert (case.parent / "case.reduced.c").stat().st_mode & 0o777 == 0o755


def test_a_file_changed_meanwhile_is_not_written_over(case: Path) -> None:
    oracle = executable(
        case.parent / "oracle.sh", f"#!/bin/sh\necho '// mine' >> '{case}'\ngrep -q keep \"$1\"\n"
    )
    arguments = ("--oracle", f"./{oracle.name} {{file}}", "--in-place")
    env = {"TMPDIR": str(case.parent)}
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent, env=env)
    assert ran.status == 1
    assert "changed meanwhile" in ran.stderr
    assert case.read_text().startswith(PROGRAM + "// mine\n")
    (kept,) = case.parent.glob("nubbin-kept-*/case.c")
    assert str(kept) in ran.stderr
    assert b"keep" in kept.read_bytes()


@COMMANDS
@pytest.mark.parametrize("option", ["-o", "--json"])
@pytest.mark.parametrize("name", ["nubbin.toml", "oracle.sh", "format.sh"])
def test_what_the_reduction_goes_by_is_not_written_over(
    case: Path, name: str, option: str, command: str
) -> None:
    executable(case.with_name("oracle.sh"), '#!/bin/sh\ngrep -q keep "$1"\n')
    executable(case.with_name("format.sh"), '#!/bin/sh\ncat "$1"\n')
    case.with_name("nubbin.toml").write_text(
        'formatter = "./format.sh"\n[[oracle]]\ncommand = "./oracle.sh {file}"\n'
    )
    before = case.with_name(name).read_bytes()
    ran = refused(command, case.name, option, name, cwd=case.parent)
    assert f"{option} would write over {name}, which the reduction goes by. Name" in ran.sentences
    assert case.with_name(name).read_bytes() == before


@pytest.mark.parametrize("option", ["-o", "--json"])
def test_rules_are_not_written_over(case: Path, option: str) -> None:
    rules = case.with_name("rules.jsonl")
    rules.write_text('{"pattern": "identity", "names": ["add"]}\n')
    words = ("--oracle", KEEPS, "--rules", rules.name, option, rules.name)
    before = rules.read_bytes()
    ran = nubbin("reduce", case.name, *words, cwd=case.parent)
    assert ran.status == 2
    assert rules.read_bytes() == before


def test_an_input_that_its_oracle_names_may_be_reduced_in_place(case: Path) -> None:
    words = ("--oracle", f": {case.name}; grep -q keep {{file}}", "--in-place")
    assert nubbin("reduce", case.name, *words, cwd=case.parent).status == 0
    assert len(case.read_bytes()) < len(PROGRAM)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@COMMANDS
def test_where_the_text_cannot_be_written_the_rest_is_told(case: Path, command: str) -> None:
    oracle = 'echo >> "$LOG"; test $(wc -l < "$LOG") -lt 7'
    log = case.with_name("log")
    log.touch()
    words = ("--oracle", f"{oracle} && grep -q keep {{file}}", "--jobs", "1", "--quiet")
    env = {"TMPDIR": str(case.parent), "LOG": str(log)}
    to = ("-o", "/dev/full", "--json", "figures.json")
    ran = nubbin(command, case.name, *words, *to, cwd=case.parent, env=env)
    assert ran.status == 1
    assert "no space left" in ran.stderr
    assert "The oracle is flaky" in ran.stderr
    report = json.loads(case.with_name("figures.json").read_bytes())
    assert (report["status"], report["output"]["path"]) == (1, None)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_device_that_is_full_is_a_full_disk(case: Path, tmp_path: Path) -> None:
    arguments = ("--oracle", KEEPS, "-o", "/dev/full")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent, env={"TMPDIR": str(tmp_path)})
    assert ran.status == 1
    assert "no space left" in ran.stderr
    assert len(list(tmp_path.glob("nubbin-kept-*/case.c"))) == 1


def test_a_device_is_written_to_as_it_is(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "-o", "/dev/null", cwd=case.parent)
    assert ran.status == 0
    assert Path("/dev/null").is_char_device()


def test_a_folder_that_may_not_be_written_to_is_told(case: Path) -> None:
    case.parent.chmod(0o555)
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent, by=UNPRIVILEGED)
    case.parent.chmod(0o755)
    assert ran.status == 2
    assert "no permission" in ran.stderr


def test_a_reader_that_goes_away_loses_nothing(case: Path, tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ran = subprocess.run(
        [SCRIPT, "reduce", case, "--oracle", KEEPS, "-o", "-"],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        stdout=writer,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    os.close(writer)
    assert ran.returncode == 1
    assert b"standard output" in ran.stderr
    assert b"Traceback" not in ran.stderr
    (kept,) = tmp_path.glob("nubbin-kept-*/case.c")
    assert os.fsencode(kept) in ran.stderr
    assert b"keep" in kept.read_bytes()


def test_an_input_that_is_gone_in_the_end_loses_nothing(case: Path) -> None:
    oracle = executable(case.parent / "oracle.sh", f"#!/bin/sh\nrm -f '{case}'\ngrep -q keep $1\n")
    ran = nubbin("reduce", case.name, "--oracle", f"./{oracle.name} {{file}}", cwd=case.parent)
    assert ran.status == 0, ran.stderr
    assert b"keep" in (case.parent / "case.reduced.c").read_bytes()


@COMMANDS
@pytest.mark.parametrize(
    "options, told",
    [
        ((), "Cannot write folder/case.reduced.c: permission denied."),
        (("--in-place",), "folder/case.c cannot be read any more: permission denied."),
        (("-o", "out.c"), ""),
    ],
    ids=["default", "in place", "elsewhere"],
)
def test_a_folder_that_nobody_may_enter_in_the_end_loses_nothing(
    tmp_path: Path, command: str, options: tuple[str, ...], told: str
) -> None:
    folder, kept = tmp_path / "folder", tmp_path / "kept"
    folder.mkdir()
    kept.mkdir()
    case = folder / "case.c"
    case.write_text(PROGRAM)
    oracle = f"chmod 0 {shlex.quote(str(folder))}; {KEEPS}"
    arguments = (command, "folder/case.c", "--oracle", oracle, "--quiet", *options)
    ran = nubbin(*arguments, cwd=tmp_path, env={"TMPDIR": str(kept)}, by=UNPRIVILEGED)
    folder.chmod(0o700)
    assert case.read_text() == PROGRAM
    if told:
        assert (ran.status, "Traceback" in ran.stderr) == (1, False)
        assert f"nubbin: {told}" in ran.sentences
        [place] = kept.glob("nubbin-kept-*/case.c")
        assert f"The reduced text is kept in {place}." in ran.sentences
    else:
        assert (ran.status, ran.stderr) == (0, "")
        place = tmp_path / "out.c"
    assert b"keep" in place.read_bytes()


@COMMANDS
def test_a_current_folder_that_is_gone_in_the_end_loses_nothing(
    tmp_path: Path, command: str
) -> None:
    folder, out = tmp_path / "folder", tmp_path / "out.c"
    folder.mkdir()
    (folder / "case.c").write_text(PROGRAM)
    oracle = f"rm -rf {shlex.quote(str(folder))}; {KEEPS}"
    ran = nubbin(command, "case.c", "--oracle", oracle, "--quiet", "-o", out, cwd=folder)
    assert (ran.status, ran.stderr) == (0, "")
    assert b"keep" in out.read_bytes()


def test_where_nothing_is_open_nothing_is_written(case: Path) -> None:
    """The number may later be that of a file of ours."""
    for option in ("-o", "--json", "--report"):
        ran = refused("reduce", case.name, "--oracle", KEEPS, option, "/dev/fd/9", cwd=case.parent)
        assert "Cannot write /dev/fd/9: nothing is open there." in ran.sentences


def test_a_place_that_leads_to_the_input_meanwhile_is_not_written_to(case: Path) -> None:
    oracle = f"ln -sf '{case}' '{case.parent}/out.c'; {KEEPS}"
    arguments = ("reduce", case.name, "--oracle", oracle, "-o", "out.c")
    ran = nubbin(*arguments, cwd=case.parent, env={"TMPDIR": str(case.parent)})
    assert ran.status == 1
    assert "out.c leads to the input now" in ran.sentences
    assert case.read_text() == PROGRAM
    (kept,) = case.parent.glob("nubbin-kept-*/case.c")
    assert b"keep" in kept.read_bytes()


def test_a_pipe_that_a_shell_opens_is_written_to(case: Path) -> None:
    words = [SCRIPT, "reduce", case.name, "--oracle", KEEPS, "--quiet", "-o"]
    line = f"{shlex.join(map(str, words))} >(cat > got.c)"
    subprocess.run(["bash", "-c", line], cwd=case.parent, check=True, timeout=PATIENCE)
    assert eventually(lambda: b"keep" in (case.parent / "got.c").read_bytes())


def test_a_folder_that_a_run_lets_nobody_enter_is_restored(case: Path) -> None:
    folder = case.parent / "data"
    folder.mkdir()
    (folder / "a").touch()
    oracle = "test -e data/a && chmod 600 data && grep -q keep {file}"
    arguments = ("--oracle", oracle, "--isolation", "workspace")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent, by=UNPRIVILEGED)
    assert ran.status == 0, ran.stderr
    assert (case.parent / "case.reduced.c").read_bytes().split() == [b"keep"]
