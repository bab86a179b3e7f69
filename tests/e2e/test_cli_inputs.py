"""Inputs that are odd or no input at all: a clear sentence, or the bytes as they are."""

import os
import subprocess
from pathlib import Path

import pytest

from frontdoor import COMMANDS, KEEPS, PATIENCE, SCRIPT, UNPRIVILEGED, nubbin, refused

pytestmark = pytest.mark.e2e


def reduced(folder: Path, name: str, text: bytes, *arguments: str) -> bytes:
    """Write, reduce to what holds `keep`, and return the result."""
    path = os.path.join(os.fsencode(folder), os.fsencode(name))
    Path(os.fsdecode(path)).write_bytes(text)
    ran = nubbin("reduce", "--oracle", KEEPS, "-o", "-", *arguments, "--", name, cwd=folder)
    assert ran.status == 0, ran.stderr
    assert Path(os.fsdecode(path)).read_bytes() == text
    assert b"keep" in ran.stdout
    assert len(ran.stdout) <= len(text)
    return ran.stdout


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_a_file_that_does_not_exist_is_refused_by_its_name(tmp_path: Path, command: str) -> None:
    ran = refused(command, "no.c", "--oracle", KEEPS, cwd=tmp_path)
    assert "no file no.c" in ran.sentences
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_a_folder_is_no_file_to_reduce(tmp_path: Path, command: str) -> None:
    (tmp_path / "folder").mkdir()
    ran = refused(command, "folder", "--oracle", KEEPS, cwd=tmp_path)
    assert "is a folder" in ran.sentences


@pytest.mark.parametrize("words", [("a.c", "-o", "x/"), ("a.c", "--json", "x/"), ("x/",)])
@COMMANDS
def test_a_folder_that_does_not_exist_is_no_file(
    tmp_path: Path, command: str, words: tuple[str, ...]
) -> None:
    (tmp_path / "a.c").write_bytes(b"int keep;\n")
    ran = refused(command, *words, "--oracle", KEEPS, cwd=tmp_path)
    assert "there is no folder x: name a file." in ran.sentences
    assert os.listdir(tmp_path) == ["a.c"]


@pytest.mark.parametrize("words", [("",), ("a.c", "-o", ""), ("a.c", "--json", "")])
@COMMANDS
def test_a_name_that_is_empty_is_refused(
    tmp_path: Path, command: str, words: tuple[str, ...]
) -> None:
    (tmp_path / "a.c").write_bytes(b"int keep;\n")
    ran = refused(command, *words, "--oracle", KEEPS, cwd=tmp_path)
    assert "it is empty: name a file." in ran.sentences


@pytest.mark.parametrize("command", ["reduce", "check", "client"])
def test_standard_input_is_no_file_to_reduce(tmp_path: Path, command: str) -> None:
    ran = refused(command, "-", "--oracle", KEEPS, cwd=tmp_path)
    assert "Standard input has no name" in ran.sentences
    assert "Put the text into a file, and name that." in ran.sentences


@pytest.mark.parametrize("name", ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"])
def test_no_result_is_put_beside_a_name_of_standard_input(tmp_path: Path, name: str) -> None:
    case = tmp_path / "case.c"
    case.write_bytes(b"int a;\nint keep;\n")
    words = (SCRIPT, "reduce", name, "--oracle", KEEPS, "--language", "c")
    for more, status in (((), 2), (("-o", "out.c"), 0)):
        with case.open("rb") as standard_input:
            ran = subprocess.run(
                [*words, *more],
                cwd=tmp_path,
                stdin=standard_input,
                capture_output=True,
                timeout=PATIENCE,
                check=False,
            )
        assert ran.returncode == status, ran.stderr
        assert bool(status) == (b"With -o OUT" in ran.stderr)
    assert b"keep" in (tmp_path / "out.c").read_bytes()


def test_a_pipe_is_no_file_to_reduce(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.c")
    ran = refused("reduce", "pipe.c", "--oracle", KEEPS, cwd=tmp_path)
    assert "not a regular file" in ran.sentences


def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    (tmp_path / "secret.c").touch(mode=0)
    ran = nubbin("reduce", "secret.c", "--oracle", KEEPS, cwd=tmp_path, by=UNPRIVILEGED)
    assert ran.status == 2
    assert "secret.c cannot be read: permission denied." in ran.sentences


@pytest.mark.parametrize("relative", [True, False])
@pytest.mark.parametrize("command", ["reduce", "check", "client"])
def test_a_command_typed_in_a_folder_that_is_gone(
    tmp_path: Path, command: str, relative: bool
) -> None:
    case = tmp_path / "case.c"
    case.write_bytes(b"int a;\nint keep;\n")
    named = Path("..", case.name) if relative else case
    script = 'mkdir gone && cd gone && rmdir ../gone && exec "$@"'
    ran = subprocess.run(
        ["sh", "-c", script, "sh", SCRIPT, command, named, "--oracle", KEEPS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert "The current folder is gone" in line
    assert "Go to another folder" in line
    assert os.listdir(tmp_path) == ["case.c"]


def test_a_single_byte_is_reduced_to_itself(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_bytes(b"x")
    ran = nubbin("reduce", "x.c", "--oracle", "grep -q x {file}", "--output", "-", cwd=tmp_path)
    assert (ran.status, ran.stdout) == (0, b"x")
    assert "Nothing could be removed." in ran.stderr


def test_no_newline_at_the_end(tmp_path: Path) -> None:
    assert reduced(tmp_path, "a.c", b"int a;\nint keep;")


def test_line_ends_of_windows_stay(tmp_path: Path) -> None:
    text = b"int a;\r\nint one;\r\nint two;\r\nint b;\r\n"
    oracle = r"grep -aqPz 'one;\r\nint two' {file}"
    (tmp_path / "a.c").write_bytes(text)
    ran = nubbin("reduce", "a.c", "--oracle", oracle, "-o", "-", cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert b"one;\r\nint two" in ran.stdout
    assert len(ran.stdout) < len(text)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    assert b"int a" not in reduced(tmp_path, "a.c", b"\xef\xbb\xbfint a;\nint keep;\n")


def test_bytes_that_are_no_utf_8_go_like_others(tmp_path: Path) -> None:
    text = b'char a[] = "\xff\xfe";\nchar keep[] = "\xe9";\n'
    assert b"\xff" not in reduced(tmp_path, "a.c", text)


def test_nul_bytes_do_no_harm(tmp_path: Path) -> None:
    assert b"int a" not in reduced(tmp_path, "a.c", b"int a;\0\0\nint keep;\0\n")


def test_a_text_without_a_grammar(tmp_path: Path) -> None:
    assert reduced(tmp_path, "notes.zzz", b"one\ntwo keep\nthree\n") == b"keep\n"


@pytest.mark.parametrize(
    "name",
    [
        "with space.c",
        "a'; touch broken; '.c",
        '"$(touch broken)".c',
        "-o.c",
        "naïve ☃.c",
        "new\nline.c",
        os.fsdecode(b"latin\xe9.c"),
        "{file}.c",
        "no-suffix",
        ".hidden",
    ],
)
def test_odd_file_names_stay_file_names(tmp_path: Path, name: str) -> None:
    reduced(tmp_path, name, b"int a;\nint keep;\n", "--max-tests", "3")
    assert os.listdir(tmp_path) == [name]


def test_an_odd_name_gets_its_result_beside_it(tmp_path: Path) -> None:
    name = os.fsdecode(b"-a b\xe9.tar.c")
    (tmp_path / name).write_bytes(b"int a;\nint keep;\n")
    ran = nubbin("reduce", "--oracle", KEEPS, "--", name, cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert (tmp_path / os.fsdecode(b"-a b\xe9.tar.reduced.c")).exists()
    assert r"Written to -a b\xe9.tar.reduced.c." in ran.stderr
