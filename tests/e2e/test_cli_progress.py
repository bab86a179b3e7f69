"""What is said while a reduction runs, to people and to pipes."""

import os
import signal
from pathlib import Path

import pytest

from frontdoor import (
    KEEPS,
    PATIENCE,
    executable,
    nubbin,
    start,
)

pytestmark = pytest.mark.e2e


def test_quiet_says_nothing(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "--quiet", cwd=case.parent)
    assert (ran.status, ran.stdout, ran.stderr) == (0, b"", "")


def test_quiet_says_that_what_was_asked_for_could_not_be_done(
    case: Path, either: tuple[str, ...]
) -> None:
    words = ("--oracle", KEEPS, "--formatter", "false", "--quiet")
    ran = nubbin(*either, case.name, *words, cwd=case.parent)
    assert (ran.status, ran.stdout) == (0, b"")
    assert ran.sentences.startswith("The result is left as it was without the formatter.")
    assert "->" not in ran.sentences


def test_verbose_tells_the_command_and_every_pass(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "--verbose", cwd=case.parent)
    assert f"oracle: {KEEPS}" in ran.stderr
    assert "pass " in ran.stderr
    assert "seconds" in ran.stderr


@pytest.mark.parametrize("options", [(), ("--json", "a.json"), ("--report", "a.html")])
def test_metadata_of_packages_are_read_for_reports_alone(
    case: Path, options: tuple[str, ...]
) -> None:
    words = ("reduce", case.name, "--oracle", KEEPS, *options)
    ran = nubbin(*words, cwd=case.parent, env={"PYTHONPROFILEIMPORTTIME": "1"})
    assert ran.status == 0
    assert ("importlib.metadata" in ran.stderr) == bool(options)


def test_a_pipe_gets_plain_lines(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent)
    assert "\x1b" not in ran.stderr
    assert "\r" not in ran.stderr
    assert "the oracle holds on the input" in ran.stderr
    assert "runs" in ran.stderr


def test_before_the_oracle_has_answered_it_is_said_that_it_is_asked(case: Path) -> None:
    oracle = executable(case.parent / "oracle.sh", "#!/bin/sh\nread line < pipe\n")
    os.mkfifo(case.parent / "pipe")
    with start("reduce", case.name, "--oracle", f"cd {case.parent}; ./{oracle.name} {{file}}",
               cwd=case.parent, env={}) as process:  # fmt: skip
        assert process.stderr is not None
        assert b"trying the oracle" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 130


def test_a_result_that_comes_before_any_pass_is_no_line_of_one(case: Path) -> None:
    arguments = ("--oracle", "sleep 0.4; true {file}", "--allow-empty")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent)
    assert ran.status == 0
    assert "→ 0 bytes" in ran.stderr
    assert "None" not in ran.stderr
