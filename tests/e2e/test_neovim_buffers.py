"""Many buffers in one real Neovim: bytes, other servers, and other reductions."""

from pathlib import Path

import pytest

from nvim import MARKS, Seen, Workspace

pytestmark = MARKS


@pytest.fixture(scope="module")
def buffers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Seen]:
    """One Neovim with many buffers: their folder afterwards, and what was seen."""
    workspace = Workspace(tmp_path_factory.mktemp("buffers"))
    small = b"int a;\ncrash();\nint b;\n"
    for name in ("dos.c", "watched.c", "typed.c", "slow1.c", "slow2.c"):
        (workspace.folder / name).write_bytes(small)
    (workspace.folder / "unended.c").write_bytes(small.rstrip())
    (workspace.folder / "marked.c").write_bytes(b"\xef\xbb\xbf" + small)
    (workspace.folder / "case.py").touch()
    (workspace.folder / "bytes.c").write_bytes(b'crash();\n"\x80\xff";\n')
    (workspace.folder / "nubbin.toml").write_bytes(
        b'[[oracle]]\r\nfiles = ["slow*.c"]\r\ncommand = "sleep 0.2; grep -q crash {file}"\r\n'
        b'[[oracle]]\r\nfiles = ["*.c"]\r\ncommand = "grep -q crash {file}"\r\n'
    )
    return workspace.folder, workspace.drive("buffers")


Buffers = tuple[Path, Seen]


def test_what_is_written_is_what_the_oracle_was_asked_about(buffers: Buffers) -> None:
    folder, seen = buffers
    for name in ("unended.c", "dos.c"):
        assert seen[name]["finished"]["applied"]
        assert (folder / name).stat().st_size == seen[name]["finished"]["bytes"]
    assert (folder / "unended.c").read_bytes() == b"crash\n"
    assert (folder / "dos.c").read_bytes() == b"crash\r\n"


def test_a_result_that_would_be_saved_in_another_way_goes_beside_the_file(buffers: Buffers) -> None:
    folder, seen = buffers
    assert "'bomb', 'fileencoding' or 'binary' has changed" in seen["marked.c"]["finished"]["note"]
    assert (folder / "marked.reduced.c").read_bytes() == b"\xef\xbb\xbfcrash\n"


def test_what_other_servers_do_does_not_make_a_text_another(buffers: Buffers) -> None:
    _, seen = buffers
    assert seen["watched.c"]["finished"]["applied"]
    assert seen["watched.c"]["text"] == "crash\n"


def test_what_other_servers_do_does_not_let_an_edit_over_what_was_typed(buffers: Buffers) -> None:
    _, seen = buffers
    assert not seen["typed.c"]["finished"]["applied"]
    assert seen["typed.c"]["text"] == "int typed_meanwhile;\nint a;\ncrash();\nint b;\n"


def test_bytes_that_are_not_utf_8_are_reduced_as_they_are_in_the_file(buffers: Buffers) -> None:
    folder, seen = buffers
    assert seen["bytes.c"]["finished"]["status"] == 0
    assert seen["bytes.c"]["finished"]["applied"]
    assert (folder / "bytes.c").read_bytes() == b"crash\n"


def test_what_is_reduced_elsewhere_can_be_cancelled(buffers: Buffers) -> None:
    _, seen = buffers
    assert seen["choices"] == ["slow1.c", "slow2.c"]
    assert [seen[which]["status"] for which in ("chosen", "only")] == [130, 130]
    told = "\n".join(message["text"] for message in seen["while cancelling"])
    assert "the reduction of slow1.c is being cancelled" in told
    assert "the reduction of slow2.c is being cancelled" in told


def test_settings_are_set_up_in_a_buffer_whose_lines_end_with_crlf(buffers: Buffers) -> None:
    folder, _ = buffers
    lines = (folder / "nubbin.toml").read_bytes().split(b"\n")
    assert lines.count(b"[[oracle]]\r") == 3
    assert all(line.endswith(b"\r") for line in lines[:-1])
