"""A formatter has the last word on a result's looks, and the oracle on whether it is kept."""

import shlex
import sys
import time
from pathlib import Path

import pytest

from frontdoor import executable, marked, nubbin, refused
from inline_pool import InlinePool
from living import needs_proc
from lsp_editor import editing
from nubbin.engine.oracles.formatter import formatter_of
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.events import Event, Warned
from nubbin.engine.vocabulary.text import Span

pytestmark = pytest.mark.e2e

RUFF = f"{shlex.quote(str(Path(sys.executable).with_name('ruff')))} format"
PYTHON = "import os\nkeep = [ 0XA,2 ]\nprint(os)\n"
APART = "sed 's/;/ ;/' {file}"
"""A formatter that prints; it rewrites nothing."""
C = "int a;\nint keep;\n"


@pytest.fixture
def python(tmp_path: Path) -> Path:
    path = tmp_path / "case.py"
    path.write_text(PYTHON)
    return path


@pytest.fixture
def case(tmp_path: Path) -> Path:
    path = tmp_path / "case.c"
    path.write_text(C)
    return path


def test_a_formatter_that_rewrites_the_file_is_heard(python: Path) -> None:
    oracle = ("--oracle", "grep -qi '^keep = .*0xa' {file}")
    plain = nubbin("reduce", python, *oracle, "-o", "-", cwd=python.parent)
    ran = nubbin("reduce", python, *oracle, "--formatter", RUFF, "-o", "-", cwd=python.parent)
    assert (plain.status, ran.status) == (0, 0), ran.stderr
    assert plain.stdout.strip() == b"keep = 0XA"
    assert ran.stdout == b"keep = 0xA\n"
    assert python.read_text() == PYTHON


def test_a_formatter_that_prints_is_heard_and_may_stand_in_the_settings(
    either: tuple[str, ...], case: Path
) -> None:
    case.with_name("nubbin.toml").write_text(f'formatter = "{APART}"\n')
    oracle = ("--oracle", "grep -q 'keep *;' {file}")
    ran = nubbin(*either, case, *oracle, "-o", "-", cwd=case.parent)
    assert (ran.status, ran.stdout.strip()) == (0, b"keep ;"), ran.stderr
    ran = nubbin(*either, case, *oracle, "--formatter", "cat", "-o", "-", cwd=case.parent)
    assert (ran.status, ran.stdout.strip()) == (0, b"keep;"), ran.stderr


def test_talk_of_a_formatter_with_nothing_to_do_is_no_text(python: Path) -> None:
    """`ruff format` prints `1 file left unchanged`."""
    python.write_text("import os\nkeep = 1\n")
    oracle = "grep -q 'keep = 1' {file} && test $(wc -l < {file}) -gt 0"
    arguments = ("--oracle", oracle, "--formatter", RUFF, "-o", "-")
    ran = nubbin("reduce", python, *arguments, "--strategy", "fast", cwd=python.parent)
    assert (ran.status, ran.stdout) == (0, b"keep = 1\n")
    assert "left as it was" not in ran.stderr


@pytest.mark.parametrize(
    "command, formatter, words",
    [
        ("reduce", APART, "not interesting any more"),
        ("client", APART, "not interesting any more"),
        ("reduce", "echo broken >&2; exit 3; : {file}", "It exited with status 3"),
        ("reduce", "rm {file}; mkdir {file}", "The formatter took the file away"),
    ],
)
def test_without_its_formatter_the_result_stays_as_it_is(
    command: str, formatter: str, words: str, case: Path
) -> None:
    arguments = ("--oracle", "grep -q 'keep;' {file}", "--formatter", formatter)
    ran = nubbin(command, case, *arguments, "-o", "-", cwd=case.parent)
    assert (ran.status, ran.stdout.strip()) == (0, b"keep;")
    assert words in ran.sentences
    assert "The result is left as it was" in ran.sentences


@pytest.mark.parametrize("quiet", [(), ("--quiet",)])
def test_a_formatter_that_is_not_there_is_told_before_anything_runs(
    either: tuple[str, ...], quiet: tuple[str, ...], case: Path
) -> None:
    ran_at_all = case.with_name("ran")
    arguments = ("--oracle", f"touch {ran_at_all}; grep -q keep {{file}}", "--formatter", "absent")
    ran = nubbin(*either, case, *arguments, *quiet, cwd=case.parent)
    assert ran.status == 2
    assert (
        "The formatter cannot be run. The program 'absent' is not on PATH. Install" in ran.sentences
    )
    assert not ran_at_all.exists()
    assert not case.with_name("case.reduced.c").exists()


@needs_proc
def test_nothing_is_left_of_a_formatter_that_hangs(case: Path) -> None:
    mark = f"NUBBIN_MARK={case.parent.name}{time.time_ns()}"
    formatter = "sleep 600 & sleep 600; : {file}"
    arguments = ("--oracle", "grep -q keep {file}", "--formatter", formatter, "--timeout", "3")
    name, value = mark.split("=")
    ran = nubbin("reduce", case, *arguments, cwd=case.parent, env={name: value})
    assert ran.status == 0
    assert "It ran out of time" in ran.stderr
    assert list(marked(mark)) == []


def test_a_formatter_in_the_settings_folder_and_one_of_the_users(case: Path) -> None:
    folder = case.parent / "deep"
    folder.mkdir()
    for place, word in ((case.parent, "root"), (folder, "mine")):
        executable(place / "format.sh", f'#!/bin/sh\necho "// {word}" >> "$1"\n')
    case.with_name("nubbin.toml").write_text('formatter = "./format.sh"\n')
    arguments = ("reduce", case, "--oracle", "grep -q keep {file}", "-o", "-")
    assert b"// root" in nubbin(*arguments, cwd=folder).stdout
    assert b"// mine" in nubbin(*arguments, "--formatter", "./format.sh", cwd=folder).stdout


@pytest.mark.parametrize("value", ["3", "'cat \"{file}\"'"])
def test_a_mistake_in_the_formatter_is_told_with_its_line(value: str, case: Path) -> None:
    case.with_name("nubbin.toml").write_text(f"jobs = 1\nformatter = {value}\n")
    ran = refused("reduce", case, "--oracle", "grep -q keep {file}", cwd=case.parent)
    assert "nubbin.toml:2: " in ran.stderr
    assert "ormatter" in ran.stderr


def selected(text: bytes, within: Span, formatter: str, file: Path) -> Request:
    """Return the request to reduce a part of a file's text, and to format what is left."""
    return Request(
        text,
        file,
        OracleSpec(("a Python function",), file.parent),
        Options(within=within),
        formatter_of(formatter, file.parent, file.parent),
    )


def test_what_was_not_selected_is_not_formatted(tmp_path: Path) -> None:
    text = b"int a;\nint b;\nint keep;\nint c;\n"
    told: list[Event] = []
    request = selected(text, Span(7, 24), "sed 's/;/ ;/' {file}", tmp_path / "case.c")
    reduction = reduce(request, emit=told.append, pool=InlinePool(lambda each: b"keep" in each))
    assert reduction.text.startswith(b"int a;\n")
    assert reduction.text.endswith(b"int c;\n")
    assert "not selected" in " ".join(each.message for each in told if isinstance(each, Warned))


def test_what_was_not_selected_is_not_joined_by_a_formatter(tmp_path: Path) -> None:
    """What stands before and behind the selection is the same, and once is not twice."""
    text = b"x\nyy\nzz\nx\n"
    request = selected(text, Span(2, 8), "sort -u -o {file} {file}", tmp_path / "case.txt")
    reduction = reduce(request, pool=InlinePool(lambda each: b"x" in each))
    assert reduction.text == b"x\nx\n"


@pytest.mark.asyncio
async def test_a_formatter_needs_consent_of_its_own(case: Path, server: int) -> None:
    options: dict[str, object] = {
        "oracle": [{"command": "grep -q keep {file}", "files": ["*.c"]}],
        "formatter": "sed 's/keep/ keep/' {file}",
    }
    for answers, text in ((["Allow once", "No"], "keep"), (["Allow once"] * 2, " keep")):
        async with editing(server, trusted=None, options=options) as editor:
            editor.answers.extend(answers)
            uri = editor.open(case)
            finished = await editor.event("finished", await editor.reduce(uri))
            assert (finished["status"], finished["applied"]) == (0, True)
            assert editor.buffers[uri].text.rstrip() == text
            assert ["hundreds of times" in each.message for each in editor.questions] == [
                True,
                False,
            ]
            assert "To format the result of case" in editor.questions[1].message
            refused = [each for each in editor.told if "the result is not formatted" in each]
            assert len(refused) == answers.count("No")
