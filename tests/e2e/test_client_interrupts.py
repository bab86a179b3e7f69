import asyncio
import os
import re
import signal
import socket
import time
from pathlib import Path
from subprocess import Popen

import pytest

from frontdoor import KEEPS, PATIENCE, marked, start, until
from living import needs_proc
from nubbin.headless.client import Task, reduce_file
from nubbin.headless.connection import connected

pytestmark = pytest.mark.e2e

HASTE = 8.0
"""Seconds: less than the client would wait for a server to part in good order."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "case.c"
    path.write_bytes(b"".join(b"int a%d;\n" % line for line in range(60)) + b"int keep;\n")
    return path


def begun(file: Path, *more: str, mark: str = "NUBBIN_CLIENT_MARK") -> Popen[bytes]:
    """Start a reduction through the server, and wait until it has found something."""
    arguments = (file.name, *more, "--oracle", f"sleep 0.3; {KEEPS}")
    process = start("client", *arguments, cwd=file.parent, env={mark: "1"})
    assert process.stderr is not None
    for line in process.stderr:
        sizes = re.search(r"(\d+) → (\d+) bytes", line.decode())
        if sizes and sizes[1] != sizes[2]:
            return process
    raise AssertionError("it ended before anything was found")


def read_to(process: Popen[bytes], words: bytes) -> None:
    """Read what a process says up to a line with these words."""
    assert process.stderr is not None
    while words not in process.stderr.readline():
        assert process.poll() is None


@needs_proc
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_writes_the_best_and_leaves_nothing_running(
    number: signal.Signals, file: Path
) -> None:
    mark = f"NUBBIN_CLIENT_MARK_{os.getpid()}_{number}"
    process = begun(file, mark=mark)
    os.killpg(process.pid, number)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    best = file.with_name("case.reduced.c").read_bytes()
    assert b"keep" in best
    assert len(best) < len(file.read_bytes())
    until(lambda: not list(marked(mark)), "an end of all processes")


def test_interrupts_after_the_result_is_written_change_neither_words_nor_status(
    file: Path,
) -> None:
    process = begun(file)
    process.send_signal(signal.SIGINT)
    read_to(process, b"With --resume")
    while process.poll() is None:
        process.send_signal(signal.SIGINT)
        time.sleep(0.002)
    assert process.communicate() == (b"", b"")
    assert process.returncode == 130
    assert b"keep" in file.with_name("case.reduced.c").read_bytes()


@pytest.mark.asyncio
async def test_who_is_cancelled_when_the_result_is_there_has_it(file: Path) -> None:
    """The server has handed it over, and would put it nowhere else."""
    task = Task(file, file.read_bytes(), oracle={"command": KEEPS})
    async with asyncio.timeout(PATIENCE), connected() as session:
        reducing = asyncio.create_task(reduce_file(session, task))
        while not session.documents:
            await asyncio.sleep(0)
        [document] = session.documents.values()
        while document.content == task.content:
            await asyncio.sleep(0)
        reducing.cancel()
        result = await reducing
    assert (result.status, result.content) == (130, document.content)
    assert b"keep" in document.content


@needs_proc
def test_a_second_interrupt_does_not_wait_for_the_oracle(tmp_path: Path) -> None:
    file = tmp_path / "case.c"
    file.write_bytes(b"int a;\nint keep;\n")
    mark = f"NUBBIN_CLIENT_MARK_{os.getpid()}_second"
    oracle = f"touch {tmp_path}/began; sleep 600; {KEEPS}"
    process = start("client", file.name, "--oracle", oracle, cwd=tmp_path, env={mark: "1"})
    until((tmp_path / "began").exists, "a first run")
    process.send_signal(signal.SIGINT)
    read_to(process, b"Ctrl-C again")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert (
        b"Interrupted. If anything smaller than case.c was found, it is in case.reduced.c, "
        b"or, where there was such a file already, in one of that name with a number."
        in b" ".join(said.split())
    )
    until(lambda: not list(marked(mark)), "an end of all processes")
    assert not file.with_name("case.reduced.c").exists()


def test_an_interrupt_names_the_files_that_were_not_begun(file: Path) -> None:
    other = file.with_name("other.c")
    other.write_bytes(file.read_bytes())
    process = begun(file, other.name)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Written to case.reduced.c." in b" ".join(said.split())
    assert b"Interrupted. Nothing was written for other.c." in b" ".join(said.split())


def test_an_interrupt_does_not_wait_for_a_server_that_has_not_begun(file: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        arguments = ("--oracle", KEEPS, "--connect", address, "--token", "t")
        process = start("client", file.name, *arguments, cwd=file.parent, env={})
        connection, _ = mute.accept()
        with connection:
            assert connection.recv(1)
            process.send_signal(signal.SIGINT)
            then = time.monotonic()
            _, said = process.communicate(timeout=PATIENCE)
    assert time.monotonic() - then < HASTE
    assert process.returncode == 130
    assert b"Nothing was written for case.c" in said
    assert b"Traceback" not in said
