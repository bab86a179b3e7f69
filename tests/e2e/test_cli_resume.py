"""--resume: what was cut short is gone on with, and the oracle is not asked again."""

import json
import os
import re
import shutil
import signal
from pathlib import Path

import pytest

from frontdoor import COMMANDS, PATIENCE, Ran, executable, nubbin, start, until

pytestmark = pytest.mark.e2e

TEXT = "".join(f"int number_{n} = {n * n};\n" for n in range(40)) + "int keep = 7;\n"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A file in a folder of its own, with an oracle that counts its runs, and hangs if told to."""
    file = tmp_path / "case" / "case.c"
    file.parent.mkdir()
    file.write_text(TEXT)
    executable(
        file.with_name("oracle.sh"),
        f"#!/bin/sh\necho >> '{tmp_path}/log'\n"
        f"[ ! -e '{tmp_path}/hangs' ] || test $(wc -l < '{tmp_path}/log') -ne 20 || sleep 600\n"
        'grep -q keep "$1"\n',
    )
    return file


def runs(case: Path) -> int:
    log = case.parent.with_name("log")
    return len(log.read_text()) if log.exists() else 0


def journals(case: Path) -> list[Path]:
    folder = case.parent.with_name("state") / "nubbin" / "journals"
    return list(folder.iterdir()) if folder.exists() else []


def home(case: Path) -> dict[str, str]:
    return {"XDG_STATE_HOME": str(case.parent.with_name("state"))}


ORACLE = ("--oracle", "./oracle.sh {file}")
ANSWERED = 15, 16
"""How many answers are kept when the twentieth run hangs: before it three were checks, and the
answer before may have come just then."""


def reduced(case: Path, *arguments: str, command: str = "reduce") -> Ran:
    return nubbin(command, case.name, *ORACLE, *arguments, cwd=case.parent, env=home(case))


def killed(case: Path) -> None:
    """Begin a reduction, and kill all of it while its oracle hangs."""
    hangs = case.parent.with_name("hangs")
    hangs.touch()
    arguments = ("reduce", case.name, *ORACLE, "--jobs", "1")
    with start(*arguments, cwd=case.parent, env=home(case)) as process:
        until(lambda: runs(case) == 20, "the reduction to get going")
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
    hangs.unlink()


def figures(case: Path) -> dict[str, int]:
    oracle: dict[str, int] = json.loads(case.with_name("figures.json").read_bytes())["oracle"]
    return oracle


@COMMANDS
def test_what_was_killed_goes_on_where_it_was(case: Path, command: str) -> None:
    killed(case)
    arguments = ("--resume", "--jobs", "1", "--json", "figures.json")
    ran = reduced(case, *arguments, command=command)
    assert ran.status == 0
    oracle = figures(case)
    assert oracle["resumed"] in ANSWERED
    assert f"{oracle['runs']} runs ({oracle['resumed']} made before)" in ran.sentences
    assert runs(case) == 20 + oracle["runs"] - oracle["resumed"] + oracle["checks"]
    resumed = case.with_name("case.reduced.c").read_bytes()
    assert not journals(case)
    whole = reduced(case, "-o", "whole.c", "--json", "figures.json")
    assert whole.stderr.count("earlier") == 0
    assert case.with_name("whole.c").read_bytes() == resumed
    assert figures(case)["runs"] == oracle["runs"]


def test_what_was_killed_while_its_result_is_written_goes_on_without_a_run(tmp_path: Path) -> None:
    case = tmp_path / "case" / "case.json"
    case.parent.mkdir()
    case.write_text(f'["{"x" * 200_000}"]')  # more than a pipe takes that nobody reads
    shutil.copy(case, case.with_name("whole"))
    oracle = f"cmp -s {{file}} {case.with_name('whole')}"
    command = ("reduce", case.name, "--oracle", oracle, "--jobs", "1", "-o", "-")
    with start(*command, cwd=case.parent, env=home(case)) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"["
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
    assert journals(case)
    again = nubbin(*command, "--resume", cwd=case.parent, env=home(case))
    assert again.status == 0
    assert again.stdout == case.read_bytes()
    found = re.search(r"(\d+) runs \((\d+) made before\)", again.sentences)
    assert found is not None
    assert found[1] == found[2]
    assert not journals(case)


@COMMANDS
def test_who_starts_over_where_one_was_killed_is_told(case: Path, command: str) -> None:
    killed(case)
    ran = reduced(case, command=command)
    assert ran.status == 0
    assert any(f"was killed after {number} answers" in ran.sentences for number in ANSWERED)
    assert "made before" not in ran.sentences
    assert not journals(case)


def test_what_was_stopped_says_how_it_goes_on(case: Path) -> None:
    stopped = reduced(case, "--max-tests", "5")
    assert "With --resume and a larger --max-tests, the same command goes" in stopped.sentences
    assert journals(case)
    same = reduced(case, "--max-tests", "5", "--resume", "-o", "-")
    assert same.stdout == case.with_name("case.reduced.c").read_bytes()
    ran = reduced(case, "--resume", "--quiet", "-o", "-")
    assert (ran.status, ran.stderr) == (0, "")
    assert ran.stdout.count(b"keep") == 1
    assert not journals(case)


def test_what_was_stopped_in_place_is_another_file_now(case: Path) -> None:
    stopped = reduced(case, "--max-tests", "5", "--in-place")
    assert "Stopped by --max-tests" in stopped.sentences
    assert "--resume" not in stopped.sentences


def test_what_cannot_be_gone_on_with_is_not_promised_to(case: Path) -> None:
    """A file that the command names belongs to the oracle, and a log is another after each run."""
    command = f"echo >> '{case.with_name('log')}'; grep -q keep {{file}}"
    case.with_name("log").touch()
    arguments = ("reduce", case.name, "--oracle", command, "--max-tests", "5")
    ran = nubbin(*arguments, cwd=case.parent, env=home(case))
    assert "Stopped by --max-tests" in ran.sentences
    assert "--resume" not in ran.sentences


@pytest.mark.parametrize("change", ["echo >> {0}", "rm -f {0}"])
def test_what_has_changed_meanwhile_is_not_promised_to_go_on(case: Path, change: str) -> None:
    command = f"{change.format(case)}; grep -q keep {{file}}"
    arguments = ("reduce", case.name, "--oracle", command, "--max-tests", "5")
    ran = nubbin(*arguments, cwd=case.parent, env=home(case))
    assert "Stopped by --max-tests" in ran.sentences
    assert "--resume" not in ran.sentences


def test_a_file_is_the_same_by_another_path(case: Path) -> None:
    assert reduced(case, "--max-tests", "5").status == 0
    link = case.parent.with_name("link")
    link.symlink_to(case.parent)
    ran = nubbin(
        "reduce", f"../link/{case.name}", *ORACLE, "--resume", cwd=case.parent, env=home(case)
    )
    assert ran.status == 0
    assert "made before" in ran.sentences


@pytest.mark.parametrize("changed", ["case.c", "oracle.sh"])
def test_nothing_is_gone_on_with_once_the_file_or_the_oracle_has_changed(
    case: Path, changed: str
) -> None:
    assert reduced(case, "--max-tests", "5").status == 0
    with case.with_name(changed).open("a") as file:
        file.write("\n")
    ran = reduced(case, "--resume")
    assert ran.status == 0
    assert "There is nothing to resume" in ran.sentences
    assert "made before" not in ran.sentences


def test_an_oracle_that_fails_on_the_input_meanwhile_is_told_of(case: Path) -> None:
    """It is tried anew before anything is taken from the journal."""
    data = case.with_name("answer")
    data.write_text("keep")
    oracle = ("--oracle", f'grep -q "$(cat {data} || echo keep)" {{file}}')
    arguments = ("reduce", case.name, *oracle, "--max-tests", "5", "--jobs", "1")
    assert nubbin(*arguments, cwd=case.parent, env=home(case)).status == 0
    data.write_text("not to be found")
    ran = nubbin("reduce", case.name, *oracle, "--resume", cwd=case.parent, env=home(case))
    assert ran.status == 3
    data.write_text("keep")
    ran = nubbin("reduce", case.name, *oracle, "--resume", cwd=case.parent, env=home(case))
    assert "(5 made before)" in ran.sentences


def test_without_a_place_for_journals_all_goes_on_as_ever(case: Path) -> None:
    nowhere = {"XDG_STATE_HOME": os.devnull}
    ran = nubbin("reduce", case.name, *ORACLE, "--max-tests", "5", cwd=case.parent, env=nowhere)
    assert ran.status == 0
    assert "--resume" not in ran.sentences
