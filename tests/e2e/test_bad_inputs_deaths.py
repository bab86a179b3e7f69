"""Processes that are killed, files that change, folders that go: while a reduction runs."""

import fcntl
import os
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from frontdoor import COMMANDS, PATIENCE, command_line, executable, marked, start, until
from living import needs_proc
from lsp_editor import editing

pytestmark = [pytest.mark.e2e, needs_proc]

TEXT = "".join(f"int number_{n} = {n};\n" for n in range(100)) + "int keep;\n"
ENGINE, SERVER = b"-m\0nubbin.engine\0", b"-m\0nubbin.server\0"
WORKER = b"nubbin.engine.oracles.worker"


@pytest.fixture
def case(tmp_path: Path) -> Path:
    """A test case whose oracle lets nobody in for a last run before the file `go` is there."""
    folder = tmp_path / "work"
    folder.mkdir()
    executable(
        tmp_path / "oracle.sh",
        f'#!/bin/sh\ncd "$PWD" && echo "$PWD" >> \'{tmp_path}/log\'\n'
        f"test $(wc -l < '{tmp_path}/log') -le 12 || until test -e '{tmp_path}/go'; do\n"
        'sleep 0.05; done\ngrep -q keep "$1"\n',
    )
    (folder / "case.c").write_text(TEXT)
    return folder / "case.c"


def runs(case: Path) -> list[str]:
    log = case.parents[1] / "log"
    return log.read_text().splitlines() if log.exists() else []


def at_work(command: str, case: Path, mark: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a reduction; return when its oracle waits for `go`, for which it has the time."""
    oracle = f"{case.parents[1]}/oracle.sh {{file}}"
    temporary = case.parents[1] / "tmp"
    temporary.mkdir(exist_ok=True)
    process = start(
        command, case.name, "--oracle", oracle, "--timeout", "900", "--jobs", "2", *arguments,
        cwd=case.parent, env={mark: "1", "TMPDIR": str(temporary)},
    )  # fmt: skip
    until(lambda: len(runs(case)) > 12 or process.poll() is not None, "the reduction to go on")
    return process


def go(case: Path, process: subprocess.Popen[bytes]) -> str:
    """Let the oracle go on, and wait for the end; return what was said."""
    (case.parents[1] / "go").touch()
    _, said = process.communicate(timeout=PATIENCE)
    return " ".join(said.decode().split())


def kill(mark: str, words: bytes, number: signal.Signals = signal.SIGKILL) -> None:
    """Send a signal to the processes of one kind."""
    found = [process for process in marked(mark) if words in command_line(process)]
    assert found
    for process in found:
        os.kill(process, number)


def best_of(case: Path, name: str = "case.reduced.c") -> Path:
    """Return where a result is beside its file, once it was seen to be one."""
    best = case.with_name(name)
    assert "keep" in best.read_text()
    assert len(best.read_text()) < len(TEXT)
    assert case.read_text() == TEXT
    return best


def nothing_is_left(case: Path, mark: str) -> None:
    until(lambda: not list(marked(mark)), "all processes to end")
    until(lambda: not any(Path(p).parents[1].exists() for p in set(runs(case))), "clean folders")


@pytest.mark.asyncio
async def test_the_death_of_the_engine_leaves_the_best_beside_the_file_and_a_working_server(
    case: Path, tmp_path: Path, mark: str
) -> None:
    oracle = {"name": "slow", "command": f"{tmp_path}/oracle.sh {{file}}"}
    options = {"oracle": [oracle], "jobs": 2}
    async with editing(options=options, env={mark: "1"}) as editor:
        uri = editor.open(case)
        job = await editor.reduce(uri)
        await editor.event("improved", job)
        kill(mark, ENGINE)
        finished = await editor.event("finished", job)
        assert (finished["status"], finished["applied"], finished["report"]) == (1, False, None)
        assert "ended with signal 9" in finished["message"]
        assert finished["path"] == str(best_of(case))
        assert editor.buffers[uri].text == TEXT
        until(lambda: not any(Path(p).exists() for p in set(runs(case))), "clean folders")
        (tmp_path / "go").touch()
        editor.answers.append("Continue")
        again = await editor.event("finished", await editor.reduce(uri))
        assert (again["status"], again["applied"]) == (0, True)
        assert again["report"]["oracle"]["resumed"] > 0
    nothing_is_left(case, mark)


@pytest.mark.asyncio
async def test_an_editor_that_is_closed_leaves_the_best_beside_the_file(
    case: Path, tmp_path: Path, mark: str
) -> None:
    options = {"oracle": [{"command": f"{tmp_path}/oracle.sh {{file}}"}], "jobs": 2}
    async with editing(options=options, env={mark: "1"}) as editor:
        await editor.event("improved", await editor.reduce(editor.open(case)))
    best_of(case)
    nothing_is_left(case, mark)


@pytest.mark.asyncio
async def test_an_engine_that_somebody_has_stopped_does_not_outlive_its_server(
    case: Path, tmp_path: Path, mark: str
) -> None:
    options = {"oracle": [{"command": f"{tmp_path}/oracle.sh {{file}}"}], "jobs": 2}
    async with editing(options=options, env={mark: "1"}) as editor:
        await editor.event("improved", await editor.reduce(editor.open(case)))
        kill(mark, ENGINE, signal.SIGSTOP)
    best_of(case)
    nothing_is_left(case, mark)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_server_that_is_ended_leaves_the_best_in_one_place(
    case: Path, mark: str, number: signal.Signals
) -> None:
    process = at_work("client", case, mark, "-o", "out.c")
    kill(mark, SERVER, number)
    said = go(case, process)
    assert "Traceback" not in said, said
    # Beside the file, or where the client wrote it, if it had heard of it in time.
    [name] = {"out.c", "case.reduced.c"} & set(os.listdir(case.parent))
    best_of(case, name)
    nothing_is_left(case, mark)


@pytest.mark.parametrize("kind", ["tcp", "ws"])
def test_a_server_that_is_ended_at_its_socket_leaves_it_too(
    case: Path, mark: str, kind: str
) -> None:
    server = start("lsp", f"--{kind}", "0", "--token", "t", cwd=case.parent, env={mark: "1"})
    assert server.stdout is not None
    address = server.stdout.readline().decode().split()[-1]
    client = at_work("client", case, mark, "--connect", address, "--token", "t")
    server.terminate()
    server.communicate(timeout=PATIENCE)
    assert server.returncode == -signal.SIGTERM
    assert "Traceback" not in go(case, client)
    best_of(case)
    nothing_is_left(case, mark)


def test_a_client_that_is_ended_leaves_the_best_beside_the_file(case: Path, mark: str) -> None:
    process = at_work("client", case, mark, "-o", "out.c")
    process.send_signal(signal.SIGINT)
    assert process.stderr is not None
    while b"Ctrl-C again" not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert f"it is in {best_of(case).name}, or" in " ".join(said.decode().split())
    assert not case.with_name("out.c").exists()
    nothing_is_left(case, mark)


@pytest.mark.parametrize(
    "command, victim, status, words",
    [
        (
            "client",
            ENGINE,
            1,
            "not asked once more about the smallest text found until then. Written to",
        ),
        ("client", SERVER, 1, "The language server broke the connection"),
        ("client", WORKER, 0, "reduced"),
        ("reduce", WORKER, 0, "Written to case.reduced.c"),
    ],
    ids=["engine", "server", "workers of client", "workers"],
)
def test_the_death_of_any_process_ends_the_others_with_a_sentence_or_is_mended(
    case: Path, mark: str, command: str, victim: bytes, status: int, words: str
) -> None:
    process = at_work(command, case, mark)
    kill(mark, victim)
    said = go(case, process)
    assert (process.returncode, "Traceback" in said) == (status, False), said
    assert words in said
    assert case.read_text() == TEXT
    result = case.with_name("case.reduced.c")
    assert result.exists() == (victim is not SERVER)
    if result.exists():
        assert "keep" in result.read_text()
        assert len(result.read_text()) < len(TEXT)
    nothing_is_left(case, mark)


@COMMANDS
def test_a_file_edited_meanwhile_is_not_written_over(case: Path, mark: str, command: str) -> None:
    process = at_work(command, case, mark, "--in-place")
    case.write_text("mine\n")
    said = go(case, process)
    assert process.returncode == 1
    assert "case.c has changed meanwhile and was left as it is" in said
    assert case.read_text() == "mine\n"
    (kept,) = (case.parents[1] / "tmp").glob("nubbin-kept-*/case.c")
    assert str(kept) in said
    assert "keep" in kept.read_text()
    nothing_is_left(case, mark)


@COMMANDS
def test_a_pipe_that_nobody_reads_is_not_waited_for(case: Path, mark: str, command: str) -> None:
    os.mkfifo(case.parent / "pipe")
    process = at_work(command, case, mark, "-o", "pipe")
    said = go(case, process)
    assert process.returncode == 1
    assert "Cannot write pipe: nobody reads from it." in said
    (kept,) = (case.parents[1] / "tmp").glob("nubbin-kept-*/case.c")
    assert str(kept) in said
    assert "keep" in kept.read_text()
    nothing_is_left(case, mark)


@COMMANDS
def test_a_file_that_has_become_a_pipe_is_not_waited_for(
    case: Path, mark: str, command: str
) -> None:
    process = at_work(command, case, mark, "--in-place")
    case.unlink()
    os.mkfifo(case)
    said = go(case, process)
    assert process.returncode == 1
    assert "case.c cannot be read any more: not a regular file. It was left as it is." in said
    assert case.is_fifo()
    (kept,) = (case.parents[1] / "tmp").glob("nubbin-kept-*/case.c")
    assert "keep" in kept.read_text()
    nothing_is_left(case, mark)


def test_a_file_that_somebody_has_locked_is_replaced_all_the_same(case: Path, mark: str) -> None:
    with case.open("rb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        process = at_work("reduce", case, mark, "--in-place")
        said = go(case, process)
    assert process.returncode == 0, said
    assert "keep" in case.read_text()
    assert len(case.read_text()) < len(TEXT)
    nothing_is_left(case, mark)


@COMMANDS
def test_a_file_that_is_gone_is_not_made_anew(case: Path, mark: str, command: str) -> None:
    process = at_work(command, case, mark, "--in-place")
    case.unlink()
    said = go(case, process)
    assert process.returncode == 1
    assert "case.c is gone, and was not recreated." in said
    assert not case.exists()
    (kept,) = (case.parents[1] / "tmp").glob("nubbin-kept-*/case.c")
    assert str(kept) in said
    nothing_is_left(case, mark)


@COMMANDS
def test_a_folder_that_is_gone_in_the_end_loses_no_text(
    case: Path, mark: str, command: str
) -> None:
    process = at_work(command, case, mark)
    shutil.rmtree(case.parent)
    said = go(case, process)
    assert process.returncode == 1
    assert "no such file or directory" in said
    assert "Traceback" not in said
    (kept,) = (case.parents[1] / "tmp").glob("nubbin-kept-*/case.c")
    assert str(kept) in said
    assert "keep" in kept.read_text()
    nothing_is_left(case, mark)


@COMMANDS
def test_of_two_runs_in_place_the_second_to_end_writes_nothing_over(
    case: Path, mark: str, command: str
) -> None:
    first = at_work(command, case, mark, "--in-place", "--jobs", "1")  # it waits with one run
    before = len(runs(case))
    second = at_work("reduce", case, mark, "--in-place")
    until(lambda: len(runs(case)) > before, "the second to ask")
    said = [go(case, first), go(case, second)]
    assert sorted([first.returncode, second.returncode]) == [0, 1], said
    assert sum("has changed meanwhile" in words for words in said) == 1
    assert case.read_text().strip() == "keep"
    nothing_is_left(case, mark)


def test_two_runs_on_one_file_write_the_same_text_whole(case: Path, mark: str) -> None:
    first = at_work("reduce", case, mark)
    second = at_work("reduce", case, mark)
    go(case, first)
    go(case, second)
    assert (first.returncode, second.returncode) == (0, 0)
    assert case.with_name("case.reduced.c").read_text().strip() == "keep"
    assert sorted(os.listdir(case.parent)) == ["case.c", "case.reduced.c"]
    nothing_is_left(case, mark)
