"""`nubbin client` reduces several files, each as if it were the only one."""

import os
from pathlib import Path

import pytest

from frontdoor import KEEPS, nubbin

pytestmark = pytest.mark.e2e


def test_several_files_are_reduced_in_place(tmp_path: Path, client: tuple[str, ...]) -> None:
    files = [tmp_path / "a.c", tmp_path / "b.c"]
    for file in files:
        file.write_bytes(b"int a;\nint keep;\n")
    ran = nubbin(*client, *files, "--oracle", KEEPS, "--in-place", cwd=tmp_path)
    assert ran.status == 0
    assert [file.read_bytes().strip() for file in files] == [b"keep", b"keep"]


def test_of_several_files_an_empty_one_does_not_stop_the_others(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    (tmp_path / "a.c").write_bytes(b"")
    (tmp_path / "b.c").write_bytes(b"int a;\nint keep;\n")
    ran = nubbin(*client, "a.c", "b.c", "--oracle", KEEPS, cwd=tmp_path)
    assert ran.status == 5
    assert "a.c is empty: there is nothing to reduce." in ran.sentences
    assert sorted(os.listdir(tmp_path)) == ["a.c", "b.c", "b.reduced.c"]


def test_a_file_named_twice_is_reduced_once(tmp_path: Path, client: tuple[str, ...]) -> None:
    (tmp_path / "a.c").write_bytes(b"int a;\nint keep;\n")
    (tmp_path / "link.c").symlink_to("a.c")
    names = ("a.c", tmp_path / "a.c", "link.c")
    ran = nubbin(*client, *names, "--oracle", KEEPS, "--in-place", cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert ran.stderr.count("reduced, ") == 1
    assert (tmp_path / "a.c").read_bytes().strip() == b"keep"
    assert sorted(os.listdir(tmp_path)) == ["a.c", "link.c"]
    ran = nubbin(*client, "a.c", "./a.c", "--oracle", KEEPS, "-o", "out.c", cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    assert (tmp_path / "out.c").exists()


def test_a_link_beside_what_it_leads_to_has_a_result_of_its_own(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    (tmp_path / "a.c").write_bytes(b"int a;\nint keep;\n")
    (tmp_path / "link.c").symlink_to("a.c")
    ran = nubbin(*client, "a.c", "link.c", "--oracle", KEEPS, cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    results = ["a.reduced.c", "link.reduced.c"]
    assert sorted(os.listdir(tmp_path)) == ["a.c", results[0], "link.c", results[1]]


@pytest.mark.parametrize("names", [("a.c", "a.reduced.c"), ("a.reduced.c", "deep/../a.c")])
def test_a_result_takes_the_place_of_no_other_input(
    tmp_path: Path, names: tuple[str, ...], client: tuple[str, ...]
) -> None:
    (tmp_path / "deep").mkdir()
    for name in ("a.c", "a.reduced.c"):
        (tmp_path / name).write_bytes(b"int keep; // mine\n")
    ran = nubbin(*client, *names, "--oracle", f"touch {tmp_path}/ran; {KEEPS}", cwd=tmp_path)
    assert ran.status == 2
    assert "a.reduced.c, which is to be reduced as well." in ran.sentences
    assert (tmp_path / "a.reduced.c").read_bytes() == b"int keep; // mine\n"
    assert sorted(os.listdir(tmp_path)) == ["a.c", "a.reduced.c", "deep"]


def test_a_folder_that_is_gone_loses_none_of_several_results(tmp_path: Path) -> None:
    folder, env = tmp_path / "here", {"TMPDIR": str(tmp_path)}
    folder.mkdir()
    for name in ("a.c", "b.c"):
        (folder / name).write_bytes(b"int a;\nint keep;\n")
    oracle = f"rm -rf {folder}; {KEEPS}"
    ran = nubbin("client", "a.c", "b.c", "--oracle", oracle, cwd=folder, env=env)
    assert ran.status == 1
    assert ran.stderr.count("no such file or directory") == 2
    assert "Traceback" not in ran.stderr
    kept = sorted(tmp_path.glob("nubbin-kept-*/?.c"), key=lambda file: file.name)
    assert [(file.name, file.read_bytes().strip()) for file in kept] == [
        ("a.c", b"keep"),
        ("b.c", b"keep"),
    ]


def test_progress_of_several_files_says_of_which_it_speaks(
    tmp_path: Path, client: tuple[str, ...]
) -> None:
    for name in ("a.c", "b.c"):
        (tmp_path / name).write_bytes(b"int a;\nint keep;\n")
    ran = nubbin(*client, "a.c", "b.c", "--oracle", KEEPS, cwd=tmp_path)
    standings = [line for line in ran.stderr.splitlines() if " % gone  " in line]
    assert list(dict.fromkeys(line.split(":")[0] for line in standings)) == ["a.c", "b.c"]
    ran = nubbin(*client, "a.c", "--oracle", KEEPS, cwd=tmp_path)
    assert "a.c: " not in next(line for line in ran.stderr.splitlines() if " % gone  " in line)


def test_a_file_that_cannot_be_written_does_not_stop_the_others(tmp_path: Path) -> None:
    for name in ("a.txt", "c.txt"):
        (tmp_path / name).write_text("one\nkeep\ntwo\n")
    (tmp_path / "b.txt").write_text("one\nkeep\ntwo\n")
    oracle = f"echo >> {tmp_path}/b.txt; grep -q keep {{file}}"
    arguments = ("a.txt", "b.txt", "c.txt", "--in-place", "--oracle", oracle)
    ran = nubbin("client", *arguments, cwd=tmp_path, env={"TMPDIR": str(tmp_path)})
    assert ran.status == 1
    assert "b.txt has changed meanwhile" in ran.stderr
    assert [(tmp_path / name).read_text().strip() for name in ("a.txt", "c.txt")] == ["keep"] * 2
