"""Files that are odd, large or deep, from the front door and through the server."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from frontdoor import COMMANDS, KEEPS, PATIENCE, SCRIPT, UNPRIVILEGED, Ran, nubbin
from mounts import ALONE, mounted, mounts_or_skips

pytestmark = pytest.mark.e2e

NAMES = [
    "with space.c",
    "a'; touch broken; '.c",
    '"$(touch broken)".c',
    "-o.c",
    "new\nline.c",
    "naïve ☃ %41#?.c",
    os.fsdecode(b"latin\xe9.c"),
    "{file}.c",
    ".hidden",
]


@pytest.mark.parametrize(
    "name, content, status, words",
    [
        ("missing.c", None, 2, "There is no file missing.c"),
        ("folder", None, 2, "is a folder"),
        ("empty.c", b"", 5, "is empty: there is nothing to reduce"),
        ("-o.c", b"int keep;\n", 2, "For the file -o.c, write ./-o.c"),
    ],
)
def test_no_input_is_said_by_the_client_as_by_reduce(
    tmp_path: Path, name: str, content: bytes | None, status: int, words: str
) -> None:
    (tmp_path / "folder").mkdir()
    if content is not None:
        (tmp_path / name).write_bytes(content)
    before = sorted(os.listdir(tmp_path))
    said = set()
    for command in ("reduce", "client"):
        ran = nubbin(command, name, "--oracle", KEEPS, cwd=tmp_path)
        assert ran.status == status
        assert words in ran.sentences
        said.add(ran.sentences.replace("client", "reduce").replace("FILE...", "FILE"))
    assert len(said) == 1
    assert sorted(os.listdir(tmp_path)) == before


def test_odd_names_stay_names_on_their_way_through_the_server(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    for name in NAMES:
        (tmp_path / name).write_bytes(b"int a;\nint keep;\n")
    oracle = 'test "$(ls -A | wc -l)" -ge 1 && test -f {name} && grep -q keep {file}'
    arguments = ("--oracle", oracle, "--max-tests", "4", "--in-place")
    ran = nubbin(*client, *arguments, "--", *NAMES, cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert sorted(os.listdir(tmp_path)) == sorted(NAMES)
    for name in NAMES:
        content = (tmp_path / name).read_bytes()
        assert b"keep" in content
        assert len(content) < 17


def test_a_name_that_leaves_no_room_for_that_of_the_result(
    tmp_path: Path, either: tuple[str, ...]
) -> None:
    name = "a" * 250 + ".c"
    (tmp_path / name).write_bytes(b"int a;\nint keep;\n")
    ran = nubbin(*either, name, "--oracle", KEEPS, cwd=tmp_path)
    assert ran.status == 2
    said = "file name too long. Name another place."
    assert ran.sentences.endswith(f"{said} With -o OUT the result of one file goes elsewhere.")
    named = nubbin(*either, name, "--oracle", KEEPS, "-o", "b" * 256, cwd=tmp_path)
    assert named.sentences.endswith(said)
    assert nubbin(*either, name, "--oracle", KEEPS, "-o", "out", cwd=tmp_path).status == 0
    assert sorted(os.listdir(tmp_path)) == [name, "out"]


@pytest.mark.parametrize(
    "command, name, content",
    [
        ("client", "deep.c", b"int x = " + b"(" * 100_000 + b"1" + b")" * 100_000 + b";\n"),
        ("reduce", "deep.py", b"x = " + b"(" * 100_000 + b"1" + b")" * 100_000 + b"\n"),
        ("reduce", "open.c", b"(" * 100_000 + b"1"),
    ],
    ids=["C through the server", "Python", "never closed"],
)
def test_what_is_nested_100_000_deep_is_reduced(
    tmp_path: Path, command: str, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    arguments = ("--oracle", "grep -q 1 {file}", "--max-tests", "6", "-o", "out")
    ran = nubbin(command, name, *arguments, cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    result = (tmp_path / "out").read_bytes()
    assert b"1" in result
    assert len(result) < len(content)
    assert (tmp_path / name).read_bytes() == content


def test_ten_megabytes_are_reduced(tmp_path: Path, either: tuple[str, ...]) -> None:
    filler = b'static const char *text = "' + b"all work and no play " * 4000 + b'";\n'
    large = filler * (5 * 2**20 // len(filler) + 1)
    large = large + b"int keep;\n" + large
    assert len(large) > 10 * 2**20
    (tmp_path / "large.c").write_bytes(large)
    ran = nubbin(*either, "large.c", "--oracle", KEEPS, "-o", "out", cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert (tmp_path / "out").read_bytes().strip() == b"keep"
    assert (tmp_path / "large.c").read_bytes() == large


@pytest.fixture
def full_disk(tmp_path: Path) -> Iterator[Path]:
    """A full file system of its own, with a test case on it."""
    with mounted(tmp_path / "disk", "size=64k") as place:
        (place / "case.c").write_text("int a;\nint keep;\n")
        with (place / "filler").open("wb", buffering=0) as file:
            while os.statvfs(place).f_bavail:
                file.write(b"x" * 4096)
        yield place


@COMMANDS
@pytest.mark.parametrize("extra", [(), ("--in-place",)], ids=["beside", "in place"])
def test_a_full_disk_leaves_the_input_and_keeps_the_result_elsewhere(
    full_disk: Path, tmp_path: Path, extra: tuple[str, ...], command: str
) -> None:
    env = {"TMPDIR": str(tmp_path)}
    ran = nubbin(command, "case.c", "--oracle", KEEPS, *extra, cwd=full_disk, env=env)
    assert ran.status == 1
    assert "no space left" in ran.stderr
    assert (full_disk / "case.c").read_text() == "int a;\nint keep;\n"
    assert sorted(os.listdir(full_disk)) == ["case.c", "filler"]
    (kept,) = tmp_path.glob("nubbin-kept-*/case.c")
    assert str(kept) in ran.stderr
    assert b"keep" in kept.read_bytes()


def without_temp(memory: str, *words: str, cwd: Path) -> Ran:
    """Run `nubbin` where no temp folder can be written to, and /dev/shm has so much room."""
    mounts = f"""
        set -e
        mount -t tmpfs -o size={memory} nubbin-test /dev/shm
        for place in /tmp /var/tmp /usr/tmp "$PWD"; do
            test -d "$place" || continue
            mount --bind "$place" "$place"
            mount -o remount,ro,bind "$place"
        done
    """
    mounts_or_skips()
    run = f'{mounts} unset TMPDIR TEMP TMP XDG_RUNTIME_DIR; cd "$PWD"; exec "$@"'
    done = subprocess.run(
        [*ALONE, run, "sh", SCRIPT, *words],
        cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    return Ran(done.returncode, done.stdout, done.stderr.decode())


def test_where_no_temp_folder_has_room_memory_has(tmp_path: Path) -> None:
    (tmp_path / "case.c").write_text("int a;\nint keep;\n")
    words = ("reduce", "case.c", "--oracle", KEEPS, "-o", "-", "--quiet", "--jobs", "1")
    ran = without_temp("1g", *words, cwd=tmp_path)
    assert (ran.status, ran.stdout.strip(), ran.stderr) == (0, b"keep", "")


@pytest.mark.parametrize("words", [("check", "case.c", "--oracle", KEEPS), ("demo",)])
def test_where_there_is_room_nowhere_that_is_said(tmp_path: Path, words: tuple[str, ...]) -> None:
    (tmp_path / "case.c").write_text("int a;\nint keep;\n")
    ran = without_temp("4k", *words, cwd=tmp_path)
    assert ran.status == 1
    said = "nubbin: /tmp cannot be written: Read-only file system. Let TMPDIR name another folder."
    assert ran.sentences == said


def test_figures_that_find_no_room_do_not_hide_where_the_text_is(
    full_disk: Path, tmp_path: Path, either: tuple[str, ...]
) -> None:
    (tmp_path / "a.c").write_text("int a;\nint keep;\n")
    arguments = ("--oracle", KEEPS, "--json", full_disk / "r.json")
    ran = nubbin(*either, "a.c", *arguments, cwd=tmp_path)
    assert ran.status == 1
    assert "Written to a.reduced.c." in ran.sentences
    assert "no space left" in ran.sentences
    assert b"keep" in (tmp_path / "a.reduced.c").read_bytes()


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A folder whose oracle wants a copy of it."""
    settings = f'[[oracle]]\ncommand = "{KEEPS}"\nisolation = "workspace"\n'
    (tmp_path / "nubbin.toml").write_text(settings)
    return tmp_path


@pytest.mark.parametrize("mode", [0o000, 0o444, 0o311])
def test_what_may_not_be_read_in_a_workspace_is_named(workspace: Path, mode: int) -> None:
    (workspace / "case.c").write_bytes(b"int a;\nint keep;\n")
    (workspace / "locked").mkdir()
    (workspace / "locked" / "notes").touch()
    (workspace / "locked").chmod(mode)
    ran = nubbin("reduce", "case.c", cwd=workspace, by=UNPRIVILEGED)
    (workspace / "locked").chmod(0o755)
    assert ran.status == 2
    assert "The workspace cannot be copied: [Errno 13] Permission denied" in ran.sentences
    assert f"{workspace / 'locked'}" in ran.sentences
    assert "Traceback" not in ran.stderr


def test_a_folder_that_may_not_be_written_to_has_a_copy_that_may(workspace: Path) -> None:
    folder = workspace / "fixed" / "deep"
    folder.mkdir(parents=True)
    (folder / "case.c").write_bytes(b"int a;\nint keep;\n")
    harm = "chmod -R u+w fixed; rm -f fixed/deep/*; touch fixed/deep/x; rmdir fixed || true"
    (workspace / "nubbin.toml").write_text(
        f'[[oracle]]\ncommand = "{KEEPS} && ! test -e fixed/deep/x && {{ {harm}; }}"\n'
        'isolation = "workspace"\n'
    )
    for each in (folder, folder.parent):
        each.chmod(0o555)
    ran = nubbin("reduce", folder / "case.c", "-o", "out", cwd=workspace, by=UNPRIVILEGED)
    for each in (folder.parent, folder):
        each.chmod(0o755)
    assert ran.status == 0, ran.stderr
    assert (workspace / "out").read_bytes().strip() == b"keep"
    assert (folder / "case.c").read_bytes() == b"int a;\nint keep;\n"
