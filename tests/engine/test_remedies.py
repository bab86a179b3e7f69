"""What is said of an oracle that does not hold is true, and helps whoever follows it."""

import shlex
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.oracles.remedies import remedy
from nubbin.engine.vocabulary.outcome import Outcome


def ran(spec: OracleSpec) -> Verdict:
    """Run an oracle that does not hold on `a.c`."""
    with closing(LocalPool(spec, spec.folder / "a.c")) as pool:
        pool.submit(b"int main;\n", 10)
        ((_, verdict),) = pool.wait()
    assert verdict.outcome is not Outcome.INTERESTING
    return verdict


def advised(spec: OracleSpec) -> str:
    return remedy(spec, ran(spec), "a.c")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder whose name has a blank, with some files beside the one to reduce."""
    folder = tmp_path / "my files"
    folder.mkdir()
    for name in ("check.sh", "a.c", "main"):
        (folder / name).write_text("true\n")
    return folder


@pytest.mark.parametrize(
    "command",
    ["sh check.sh {file}", ("sh", "./check.sh", "{file}"), "timeout 5 sh check.sh {file}"],
)
def test_of_a_file_that_is_not_in_the_scratch_folder_the_path_is_told_and_works(
    folder: Path, command: str | tuple[str, ...]
) -> None:
    spec = OracleSpec(command, folder)
    told, path = advised(spec), shlex.quote(f"{folder}/check.sh")
    assert told.endswith(f": write {path}.")
    if isinstance(command, str):
        followed = replace(spec, command=command.replace("check.sh", path))
        with closing(LocalPool(followed, folder / "a.c")) as pool:
            pool.submit(b"", 10)
            assert pool.wait()[0][1].outcome is Outcome.INTERESTING


@pytest.mark.parametrize(
    "command",
    [
        "cp {file} main && grep -q none main",
        "sh a.c none",
        "sh none.sh",
        "grep -c main {file} | grep -q 2",
    ],
)
def test_nothing_is_said_of_a_file_that_the_run_did_not_miss(folder: Path, command: str) -> None:
    """The command makes it, or has a word that only happens to be the name of a file."""
    assert "write " not in advised(OracleSpec(command, folder))


def test_in_a_copy_of_the_workspace_nothing_is_missed_for_want_of_a_copy(folder: Path) -> None:
    spec = OracleSpec("sh none.sh {file}", folder, workspace=folder, isolation="workspace")
    assert advised(spec) == ""


@pytest.mark.parametrize(
    "command,helps",
    [
        ("cat none.txt {file}", True),
        ("true; ./none {file}", True),
        ("true; no-such-program {file}", False),
    ],
)
def test_a_copy_of_the_workspace_is_offered_where_it_can_help(
    folder: Path, command: str, helps: bool
) -> None:
    assert ("--isolation workspace" in advised(OracleSpec(command, folder))) is helps


def test_a_signal_is_offered_as_the_condition_only_if_there_is_no_other(folder: Path) -> None:
    spec = OracleSpec("kill -SEGV $$; : {file}", folder)
    assert "--exit-code signal" in advised(spec)
    assert advised(replace(spec, stderr="none")) == ""


@pytest.mark.parametrize(
    "command, sign",
    [
        ("grep -q none {}", "{}"),
        (("false", "@@"), "@@"),
        ("grep -q '{}' {file}", ""),
        ("false", ""),
    ],
)
def test_of_a_sign_of_other_tools_for_the_file_ours_is_told(
    folder: Path, command: str | tuple[str, ...], sign: str
) -> None:
    said = f" It has {sign}, which is passed on as it is: {{file}} stands for the file."
    assert advised(OracleSpec(command, folder)) == (said if sign else "")
