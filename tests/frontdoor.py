"""Runs the command line as a user would: the installed script, in a process of its own.

What is refused before anything runs may be refused in this process.
"""

import contextlib
import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from nubbin.server.cli import status_of

SCRIPT = Path(sys.executable).with_name("nubbin")
PATIENCE = 240.0
"""Seconds that anything may take on a machine under load."""
KEEPS = "grep -aq keep {file}"
PROGRAM = "int drop(void) { return 1; }\nint keep = 2;\nint more = 3;\n"
COMMANDS = pytest.mark.parametrize("command", ["reduce", "client"])
"""Both ways to reduce: by the command line itself, and through a server of its own."""
_LOST = "-dac_override,-dac_read_search"


UNPRIVILEGED = (
    ("setpriv", f"--bounding-set={_LOST}", f"--inh-caps={_LOST}") if os.geteuid() == 0 else ()
)
"""Put before a command, this makes it respect the permissions of files even if root runs it."""


@dataclass(frozen=True)
class Ran:
    """The outcome of one command."""

    status: int
    stdout: bytes
    stderr: str

    @property
    def sentences(self) -> str:
        """Standard error as one line."""
        return " ".join(self.stderr.split())


def nubbin(
    *arguments: str | bytes | Path,
    cwd: Path,
    env: dict[str, str] | None = None,
    by: Sequence[str] = (),
) -> Ran:
    """Run `nubbin` to its end; `by` is put before it, as the command that runs it."""
    done = subprocess.run(
        [*by, SCRIPT, *arguments],
        cwd=cwd,
        env=os.environ | (env or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr.decode(errors="backslashreplace"))


def refused(*arguments: str | Path, cwd: Path) -> Ran:
    """Have words refused in this process, which takes a hundredth of the time of one of its own.

    Only for what is refused before the first run of an oracle, whatever the process is like.
    """
    written, said = io.StringIO(), io.StringIO()
    with (
        contextlib.chdir(cwd),
        contextlib.redirect_stdout(written),
        contextlib.redirect_stderr(said),
    ):
        status = status_of([str(word) for word in arguments])
    assert status == 2, said.getvalue()
    return Ran(status, written.getvalue().encode(), said.getvalue())


def start(*arguments: str | Path, cwd: Path, env: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start `nubbin` in a process group of its own, as an interactive shell does."""
    return subprocess.Popen(
        [SCRIPT, *arguments],
        cwd=cwd,
        env=os.environ | env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        process_group=0,
    )


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait until a condition holds; fail if that takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.02)


def marked(mark: str) -> Iterator[int]:
    """Yield the processes, except zombies, whose environment holds `mark`."""
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and mark.encode() in (folder / "environ").read_bytes():
                yield int(folder.name)
        except OSError:
            continue  # it has ended, or is another user's


def command_line(process: int) -> bytes:
    """Return the words of a process, each ended by a NUL; none once it has ended."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def executable(path: Path, text: str) -> Path:
    """Write a script that can be run."""
    path.write_text(text)
    path.chmod(0o755)
    return path
