"""Ctrl-C: the best is kept, and nothing is left running."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from frontdoor import COMMANDS, PATIENCE, SCRIPT, executable, marked, start, until
from living import needs_proc

pytestmark = [pytest.mark.e2e, needs_proc]

TEXT = "".join(f"int number_{n} = {n};\n" for n in range(300)) + "int keep;\n"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "case.c"
    file.write_text(TEXT)
    # It says where it runs, and after ten runs it is so slow that nobody could miss it.
    executable(
        tmp_path / "oracle.sh",
        f"#!/bin/sh\npwd >> '{tmp_path}/log'\n"
        f"test $(wc -l < '{tmp_path}/log') -le 10 || sleep 1\n"
        'grep -q keep "$1"\n',
    )
    return file


def runs(case: Path) -> list[str]:
    log = case.parent / "log"
    return log.read_text().splitlines() if log.exists() else []


def nothing_is_left(case: Path, mark: str) -> None:
    until(lambda: not list(marked(mark)), "all processes to end")
    until(lambda: not any(Path(place).exists() for place in set(runs(case))), "clean folders")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_the_first_signal_keeps_the_best_so_far(
    case: Path, mark: str, number: signal.Signals
) -> None:
    arguments = ("--oracle", "./oracle.sh {file}", "--jobs", "2")
    with start("reduce", case.name, *arguments, cwd=case.parent, env={mark: "1"}) as process:
        until(lambda: len(runs(case)) > 10, "the reduction to get going")
        process.send_signal(number)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert out == b""
    assert b"stopping" in err
    assert b"Cancelled:" in err
    best = (case.parent / "case.reduced.c").read_bytes()
    assert b"keep" in best
    assert len(best) < len(TEXT)
    nothing_is_left(case, mark)


@pytest.mark.parametrize(
    "command, words",
    [
        ("reduce", b"nothing was written"),
        ("check", b"Interrupted before it was known whether the oracle is fit."),
    ],
)
def test_a_signal_before_anything_was_found_writes_nothing(
    case: Path, mark: str, command: str, words: bytes
) -> None:
    executable(case.parent / "oracle.sh", f"#!/bin/sh\npwd >> '{case.parent}/log'\nsleep 1000\n")
    arguments = (command, case.name, "--oracle", "./oracle.sh {file}")
    with start(*arguments, cwd=case.parent, env={mark: "1"}) as process:
        until(lambda: len(runs(case)) > 0, "the oracle to run")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert words in err
    assert not (case.parent / "case.reduced.c").exists()
    nothing_is_left(case, mark)


AT_ONCE = """
import os, sys
from nubbin.server.entry import main

awaited, prefix, number = sys.argv.pop().split(",")

def send(event, arguments):
    if event == awaited and os.path.basename(str(arguments[0])).startswith(prefix):
        os.kill(os.getpid(), int(number))

sys.addaudithook(send)
main()
"""
"""The command line, which gets a signal when it opens some file or imports some module."""


def interrupted(
    case: Path, awaited: str, number: signal.Signals, *arguments: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line, which gets a signal at an event, `open` or `import`, and a name."""
    return subprocess.run(
        [sys.executable, "-c", AT_ONCE, *arguments, f"{awaited},{number}"],
        cwd=case.parent,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_signal_before_everything_is_loaded_is_answered_too(case: Path) -> None:
    done = interrupted(case, "import,nubbin.server.cli", signal.SIGINT, "reduce", "case.c")
    assert done.returncode == 130
    assert done.stderr.split() == b"nubbin: Interrupted; nothing was written.".split()


AT_LAST = """
import os, sys
from nubbin.server.entry import main

class Late:
    def __init__(self):
        self.kill, self.us, self.number = os.kill, os.getpid(), int(sys.argv.pop())

    def __del__(self):
        self.kill(self.us, self.number)

late = Late()
main()
"""
"""The command line, which gets a signal while the interpreter clears up."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_after_all_is_said_leaves_the_status(case: Path, number: signal.Signals) -> None:
    arguments = ("reduce", "case.c", "--oracle", "false {file}", str(int(number)))
    done = subprocess.run(
        [sys.executable, "-c", AT_LAST, *arguments],
        cwd=case.parent,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 3, done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_while_the_result_is_written_takes_nothing_away(
    case: Path, number: signal.Signals
) -> None:
    arguments = ("reduce", "case.c", "--oracle", "grep -q keep {file}", "--json", "report.json")
    done = interrupted(case, "open,.nubbin-", number, *arguments)
    assert done.returncode == 0, done.stderr
    assert "keep" in (case.parent / "case.reduced.c").read_text()
    assert (case.parent / "report.json").exists()


@pytest.mark.parametrize("to_stdout", [False, True])
@COMMANDS
def test_an_interrupt_ends_what_waits_for_a_reader_and_the_result_is_kept(
    case: Path, mark: str, command: str, to_stdout: bool
) -> None:
    pipe = case.parent / "pipe"
    os.mkfifo(pipe)
    kept = case.parent / "kept"
    kept.mkdir()
    given = ("--oracle", f"test $(wc -c < {{file}}) -eq {len(TEXT)}", "--max-tests", "1")
    arguments = (case.name, *given, "-o", "-" if to_stdout else str(pipe))
    env = {mark: "1", "TMPDIR": str(kept)}
    full = (4096).to_bytes(4, sys.byteorder)
    with (
        start(command, *arguments, cwd=case.parent, env=env) as process,
        open(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK), "rb") as end,
    ):
        assert process.stdout is not None
        reader = process.stdout if to_stdout else end
        fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096)
        until(lambda: fcntl.ioctl(reader, termios.FIONREAD, b"0000") == full, "a full pipe")

        def ended() -> bool:
            process.send_signal(signal.SIGINT)
            return process.poll() is not None

        until(ended, "an end")
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"had taken all that was to be written to it. The reduced text is kept in" in b" ".join(
        err.split()
    )
    (text,) = kept.glob("nubbin-kept-*/case.c")
    assert text.read_text() == TEXT
    nothing_is_left(case, mark)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@COMMANDS
def test_a_signal_before_anything_has_begun_is_answered_as_any_other(
    case: Path, command: str, number: signal.Signals
) -> None:
    arguments = (command, "case.c", "--oracle", "false {file}")
    done = interrupted(case, "open,case.c", number, *arguments)
    assert done.returncode == 130
    assert done.stderr.split() == b"nubbin: Interrupted; nothing was written.".split()


def test_the_second_signal_keeps_the_best_unasked(case: Path, mark: str) -> None:
    # The oracle hangs as soon as the flag is there: only a second signal can end that soon.
    flag = case.parent / "flag"
    executable(
        case.parent / "oracle.sh",
        f"#!/bin/sh\ntest -e '{flag}' && touch '{flag}.seen' && sleep 1000\n"
        f"pwd >> '{case.parent}/log'\ngrep -q keep \"$1\"\n",
    )
    arguments = ("--oracle", "./oracle.sh {file}", "--timeout", "900")
    with start("reduce", case.name, *arguments, cwd=case.parent, env={mark: "1"}) as process:
        until(lambda: len(runs(case)) > 10, "the reduction to get going")
        flag.touch()
        until(Path(f"{flag}.seen").exists, "the oracle to hang")
        process.send_signal(signal.SIGINT)
        # The wish is granted, the final ask hangs.
        assert process.stderr is not None
        assert any(b"stopping" in line for line in iter(process.stderr.readline, b""))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"is kept; the oracle could not be asked about it once more" in err
    best = (case.parent / "case.reduced.c").read_bytes()
    assert b"keep" in best
    assert len(best) < len(TEXT)
    nothing_is_left(case, mark)


def test_a_terminal_shows_one_live_line_and_hears_ctrl_c(case: Path, mark: str) -> None:
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(case.parent)
        environment = os.environ | {mark: "1", "TERM": "xterm", "COLUMNS": "100"}
        os.execve(
            SCRIPT,
            ["nubbin", "reduce", "case.c", "--oracle", "./oracle.sh {file}", "--jobs", "2"],
            environment,
        )
    shown = b""
    deadline = time.monotonic() + PATIENCE
    sent = False
    while time.monotonic() < deadline:
        if not sent and len(runs(case)) > 10 and shown.count(b" %") > 5:
            os.write(terminal, b"\x03")
            sent = True
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                shown += os.read(terminal, 65536)
            except OSError:
                break  # the other end is closed
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 130
    assert b"Cancelled:" in shown
    assert b"keep" in (case.parent / "case.reduced.c").read_bytes()
    percentages = [int(number) for number in re.findall(rb"(\d+) %", shown)]
    assert len(percentages) > 3
    assert percentages == sorted(percentages)
    assert shown.count(b"\r\n") < 6  # the live line is drawn over, not scrolled
    assert b"Traceback" not in shown
    nothing_is_left(case, mark)


def test_a_signal_that_the_shell_ignores_stays_ignored(case: Path, mark: str) -> None:
    shell = subprocess.Popen(
        ["sh", "-c", 'trap "" INT; exec "$0" "$@"', SCRIPT, "reduce", case.name, "--oracle",
         "./oracle.sh {file}", "--max-tests", "18", "--quiet"],
        cwd=case.parent,
        env=os.environ | {mark: "1"},
        process_group=0,
    )  # fmt: skip
    until(lambda: len(runs(case)) > 10, "the reduction to get going")
    shell.send_signal(signal.SIGINT)
    assert shell.wait(timeout=PATIENCE) == 0
    nothing_is_left(case, mark)
