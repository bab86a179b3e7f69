"""`nubbin client` where something around it is not as it should be."""

import os
import socket
import threading
from pathlib import Path

import pytest

from frontdoor import KEEPS, PATIENCE, marked, nubbin, refused, start, until
from living import needs_proc
from mounts import ALONE, mounts_or_skips

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("answer", [b"HTTP/1.1 401 Unauthorized\r\n\r\n", b"220 hello\r\n"])
def test_what_is_no_language_server_is_told_in_a_sentence(answer: bytes, tmp_path: Path) -> None:
    def talk(server: socket.socket) -> None:
        connection, _ = server.accept()
        with connection:
            connection.recv(4096)
            connection.sendall(answer)

    file = tmp_path / "case.c"
    file.write_bytes(b"int keep;\n")
    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=talk, args=(server,))
        thread.start()
        address = f"ws://127.0.0.1:{server.getsockname()[1]}"
        ran = nubbin("client", file, "--oracle", KEEPS, "--connect", address, cwd=tmp_path)
        thread.join()
    assert ran.status == 2, ran.stderr
    assert "No language server answers" in ran.sentences
    assert "Traceback" not in ran.stderr


def test_too_few_open_files_are_no_fault_of_nubbins(tmp_path: Path) -> None:
    (tmp_path / "case.c").write_text("int keep;\n")
    few = ("sh", "-c", 'ulimit -n 9; exec "$@"', "sh")
    ran = nubbin("client", "case.c", "--oracle", KEEPS, cwd=tmp_path, by=few)
    assert ran.status == 1
    assert "too many open files. End other programs, or raise the limits" in ran.stderr
    assert "Traceback" not in ran.stderr


@needs_proc
def test_nothing_outlives_a_client_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "case.c"
    file.write_bytes(b"int a;\nint keep;\n")
    mark = f"NUBBIN_CLIENT_MARK_{os.getpid()}_killed"
    oracle = f"touch {tmp_path}/began; sleep 600; {KEEPS}"
    process = start("client", str(file), "--oracle", oracle, cwd=tmp_path, env={mark: "1"})
    until((tmp_path / "began").exists, "a first run")
    process.kill()
    process.communicate(timeout=PATIENCE)
    until(lambda: not list(marked(mark)), "an end of all processes")


@pytest.mark.parametrize(
    "words, said",
    [
        (("a.c", "b.c", "-o", "out.c"), "-o names one file, and several are to be reduced."),
        (("a.c", "b.c", "--json", "out"), "--json names one file, and several are to be reduced."),
        (("a.c", "--token", "secret"), "name it with --connect."),
    ],
)
def test_words_that_contradict_each_other_are_refused(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    ran = refused("client", *words, cwd=tmp_path)
    assert said in ran.sentences
    assert list(tmp_path.iterdir()) == []


def test_who_has_no_home_is_served(tmp_path: Path) -> None:
    mounts_or_skips()
    (tmp_path / "a.c").write_bytes(b"int a;\nint keep;\n")
    homeless = 'mount -t tmpfs tmpfs /etc && exec env -u HOME -u XDG_STATE_HOME "$@"'
    by = (*ALONE, homeless, "sh")
    ran = nubbin("client", "a.c", "--oracle", KEEPS, cwd=tmp_path, by=by)
    assert ran.status == 0, ran.stderr
    assert sorted(os.listdir(tmp_path)) == ["a.c", "a.reduced.c"]
