"""Standard streams that are closed, full or read by nobody: what is said, and what goes on."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from frontdoor import COMMANDS, KEEPS, PATIENCE, SCRIPT, nubbin, until

pytestmark = pytest.mark.e2e

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@pytest.fixture
def unread() -> Iterator[int]:
    """The writing end of a pipe that nobody reads."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


def begin(
    redirection: str, *arguments: str, cwd: Path, stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start `nubbin` with streams redirected by a shell, which has this standard input."""
    return subprocess.Popen(
        ["sh", "-c", f'exec "$@" {redirection}', "sh", SCRIPT, *arguments],
        cwd=cwd,
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )


def end(process: subprocess.Popen[bytes]) -> tuple[int, bytes, bytes]:
    """Status, standard output and standard error of a process, once it has ended."""
    out, err = process.communicate(timeout=PATIENCE)
    return process.returncode, out, err


@COMMANDS
@pytest.mark.parametrize("wish", ["-o", "--json"])
def test_a_result_for_a_closed_standard_output_is_refused_before_any_run(
    case: Path, command: str, wish: str
) -> None:
    oracle = f"touch {case.parent}/ran; {KEEPS}"
    arguments = (command, case.name, "--oracle", oracle, wish, "-")
    status, _, err = end(begin(">&-", *arguments, cwd=case.parent))
    assert status == 2
    assert err.startswith(b"nubbin: Standard output is closed")
    assert len(err.splitlines()) == 1
    assert os.listdir(case.parent) == ["case.c"]


@pytest.mark.parametrize(
    "redirection",
    ["2>&-", pytest.param("2>/dev/full", marks=needs_full), "2>&0 </dev/null", "<&- >&- 2>&-"],
)
def test_progress_that_cannot_be_shown_ends_nothing(
    case: Path, unread: int, either: tuple[str, ...], redirection: str
) -> None:
    arguments = (*either, case.name, "--oracle", KEEPS, "--verbose")
    assert end(begin(redirection, *arguments, cwd=case.parent, stdin=unread)) == (0, b"", b"")
    assert (case.parent / "case.reduced.c").read_text().strip() == "keep"


@needs_full
def test_a_wish_to_stop_that_cannot_be_acknowledged_is_granted(case: Path) -> None:
    case.write_text("".join(f"int a{n};\n" for n in range(200)) + "int keep;\n")
    log = case.parent / "log"
    oracle = f"echo >> '{log}'; test $(wc -l < '{log}') -le 9 || sleep 3; {KEEPS}"
    arguments = ("reduce", case.name, "--oracle", oracle, "--jobs", "2")
    process = begin("2>/dev/full", *arguments, cwd=case.parent)
    until(lambda: log.exists() and len(log.read_bytes()) > 9, "the reduction to get going")
    process.send_signal(signal.SIGINT)
    assert end(process) == (130, b"", b"")
    assert "keep" in (case.parent / "case.reduced.c").read_text()


SPEAKERS = pytest.mark.parametrize(
    "arguments",
    [
        ("algorithms",),
        ("languages",),
        ("check", "case.c", "--oracle", KEEPS),
        ("--version",),
        ("--help",),
        ("reduce", "--help"),
    ],
    ids=" ".join,
)


@COMMANDS
def test_warnings_of_python_as_errors_find_nothing_in_any_process(case: Path, command: str) -> None:
    strict = {"PYTHONWARNINGS": "error", "PYTHONOPTIMIZE": "2"}
    ran = nubbin(command, "case.c", "--oracle", KEEPS, "--quiet", cwd=case.parent, env=strict)
    assert (ran.status, ran.stderr) == (0, "")


@SPEAKERS
def test_who_has_read_enough_is_told_nothing_as_by_other_tools(
    case: Path, unread: int, arguments: tuple[str, ...]
) -> None:
    ended, _, err = end(begin(">&0 </dev/null", *arguments, cwd=case.parent, stdin=unread))
    assert (ended, err) == (128 + signal.SIGPIPE, b"")


def test_a_demo_that_nobody_reads_ends_as_other_tools_do(case: Path, unread: int) -> None:
    ended, _, err = end(begin(">&0 </dev/null", "demo", cwd=case.parent, stdin=unread))
    assert (ended, err) == (128 + signal.SIGPIPE, b"")


def test_a_result_that_nobody_reads_does_not_go_in_silence(
    case: Path, unread: int, either: tuple[str, ...]
) -> None:
    arguments = (*either, "case.c", "--oracle", KEEPS, "--quiet", "--json", "-")
    ended, _, err = end(begin(">&0 </dev/null", *arguments, cwd=case.parent, stdin=unread))
    assert ended == 1
    assert b"broken pipe. Send it to a file" in err


def test_an_arrow_that_the_terminal_cannot_say_is_written_in_ascii(case: Path) -> None:
    for encoding, arrow in (("utf-8", "→"), ("latin-1", "->")):
        environment = {"PYTHONIOENCODING": encoding}
        ran = nubbin("reduce", "case.c", "--oracle", KEEPS, cwd=case.parent, env=environment)
        assert f"case.c: 20 {arrow} 1 token, 57 {arrow} 5 bytes" in ran.stderr


@SPEAKERS
@pytest.mark.parametrize(
    "redirection, status, words",
    [
        pytest.param(">/dev/full", 1, "no space left on device. Free some", marks=needs_full),
        (">&-", 2, "closed, so nothing can be written to it. Send it to a file"),
    ],
    ids=["full", "closed"],
)
def test_what_cannot_be_written_is_said_in_a_sentence(
    case: Path, arguments: tuple[str, ...], redirection: str, status: int, words: str
) -> None:
    ended, _, err = end(begin(redirection, *arguments, cwd=case.parent))
    assert ended == status
    (line,) = err.decode().splitlines()
    assert line.startswith("nubbin: ")
    assert words in line
