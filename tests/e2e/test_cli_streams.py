"""Standard streams that are closed, full or read by nobody: what is said, and what goes on."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from frontdoor import PATIENCE, SCRIPT, until

pytestmark = pytest.mark.e2e

KEEPS = "grep -q keep {file}"
COMMANDS = pytest.mark.parametrize("command", ["reduce", "client"])
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "case.c"
    file.write_text("int a;\nint keep;\nint b;\n")
    return file


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


@COMMANDS
@pytest.mark.parametrize(
    "redirection",
    ["2>&-", pytest.param("2>/dev/full", marks=needs_full), "2>&0 </dev/null", "<&- >&- 2>&-"],
)
def test_progress_that_cannot_be_shown_ends_nothing(
    case: Path, unread: int, command: str, redirection: str
) -> None:
    arguments = (command, case.name, "--oracle", KEEPS, "--verbose")
    assert end(begin(redirection, *arguments, cwd=case.parent, stdin=unread)) == (0, b"", b"")
    assert (case.parent / "case.reduced.c").read_text().strip() == "keep"


@needs_full
def test_a_wish_to_stop_that_cannot_be_acknowledged_is_granted(case: Path) -> None:
    case.write_text("".join(f"int a{n};\n" for n in range(200)) + "int keep;\n")
    log = case.parent / "log"
    oracle = f"echo >> '{log}'; test $(wc -l < '{log}') -le 20 || sleep 1; {KEEPS}"
    arguments = ("reduce", case.name, "--oracle", oracle, "--jobs", "2")
    process = begin("2>/dev/full", *arguments, cwd=case.parent)
    until(lambda: log.exists() and len(log.read_bytes()) > 20, "the reduction to get going")
    process.send_signal(signal.SIGINT)
    assert end(process) == (130, b"", b"")
    assert "keep" in (case.parent / "case.reduced.c").read_text()


@pytest.mark.parametrize(
    "arguments",
    [
        ("algorithms",),
        ("languages",),
        ("check", "case.c", "--oracle", KEEPS),
        ("--version",),
        ("--help",),
        ("reduce", "--help"),
        ("demo",),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize(
    "redirection, status, words",
    [
        pytest.param(">/dev/full", 1, "no space left on device. Free some", marks=needs_full),
        (">&0 </dev/null", 1, "broken pipe. Send it to a file"),
        (">&-", 2, "closed, so nothing can be written to it. Send it to a file"),
    ],
    ids=["full", "unread", "closed"],
)
def test_what_cannot_be_written_is_said_in_a_sentence(
    case: Path, unread: int, arguments: tuple[str, ...], redirection: str, status: int, words: str
) -> None:
    ended, _, err = end(begin(redirection, *arguments, cwd=case.parent, stdin=unread))
    assert ended == status
    (line,) = err.decode().splitlines()
    assert line.startswith("nubbin: ")
    assert words in line
