"""What the end-to-end tests share: test cases, and a server that many of them use."""

import os
import signal
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from frontdoor import PATIENCE, PROGRAM, SCRIPT, marked, until
from lsp_editor import TEXT, TOKEN
from nvim import NEEDED, Workspace


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file in a workspace of its own."""
    path = tmp_path / "work" / "case.c"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A program of three lines, one of which the oracle `KEEPS` wants."""
    path = tmp_path / "case.c"
    path.write_text(PROGRAM)
    return path


@pytest.fixture
def mark() -> Iterator[str]:
    """A variable by which to recognise all processes of one test, which it leaves to none."""
    name = f"NUBBIN_TEST_{uuid.uuid4().hex}"
    yield name
    for process in marked(name):
        os.kill(process, signal.SIGKILL)


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """A workspace whose oracle is quick; afterwards nothing of it may be left."""
    workspace = Workspace(tmp_path)
    workspace.oracle(f"grep -q '{NEEDED}' {{file}}")
    yield workspace
    until(lambda: not any(marked(workspace.mark)), "an end of all that Neovim began")
    assert list(workspace.temporary.iterdir()) == []


@pytest.fixture(scope="session")
def server() -> Iterator[int]:
    """The port of a server that serves one editor after the other, and keeps nothing of any."""
    command = (SCRIPT, "lsp", "--tcp", "0")
    env = os.environ | {"NUBBIN_TOKEN": TOKEN}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        port, held = int(process.stdout.readline().rpartition(b":")[2]), _held(process.pid)
        yield port
        until(lambda: _held(process.pid) <= held, "an end of all that the server began")
        assert process.poll() is None
        process.terminate()
        process.wait(PATIENCE)


def _held(process: int) -> int:
    """How many files a process has open and how many it has started; 0 where /proc does not say."""
    folder = Path(f"/proc/{process}")
    started = (text for each in folder.glob("task/*/children") for text in each.read_text().split())
    return sum(1 for _ in (*folder.glob("fd/*"), *started))


@pytest.fixture
def client(server: int) -> tuple[str, ...]:
    """The first words of `nubbin client` on that server: one of its own takes two seconds more."""
    return "client", "--connect", f"tcp://127.0.0.1:{server}", "--token", TOKEN


@pytest.fixture(params=["reduce", "client"])
def either(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The first words of a reduction, by the command line itself and through the server."""
    words: tuple[str, ...] = ("reduce",)
    return request.getfixturevalue("client") if request.param == "client" else words
