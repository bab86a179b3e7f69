import os
import pwd
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from nubbin.engine.vocabulary.errors import NubbinError
from nubbin.server.destinations import beside, free_beside, keep_elsewhere, put_beside, taken


@pytest.mark.parametrize(
    "name,reduced",
    [
        ("a.c", "a.reduced.c"),
        ("a.tar.gz", "a.tar.reduced.gz"),
        ("Makefile", "Makefile.reduced"),
        (".hidden", ".hidden.reduced"),
    ],
)
def test_the_result_stands_beside_the_input(name: str, reduced: str) -> None:
    assert beside(Path("x") / name) == Path("x") / reduced


def test_a_free_place_beside_the_input_has_the_first_free_number(tmp_path: Path) -> None:
    case = tmp_path / "case.c"
    assert free_beside(case) == tmp_path / "case.reduced.c"
    (tmp_path / "case.reduced.c").touch()
    (tmp_path / "case.reduced-2.c").symlink_to("gone")
    assert free_beside(case) == tmp_path / "case.reduced-3.c"


def test_texts_that_are_put_beside_one_file_at_once_are_all_kept(tmp_path: Path) -> None:
    case = tmp_path / "case.c"
    case.touch(0o751)
    texts = [b"%d" % number for number in range(50)]
    with ThreadPoolExecutor(16) as threads:
        places = list(threads.map(lambda text: put_beside(case, text), texts))
    assert [place.read_bytes() for place in places] == texts
    assert {place.stat().st_mode & 0o777 for place in places} == {case.stat().st_mode & 0o777}
    assert sorted(tmp_path.iterdir()) == sorted([case, *places])


def test_of_a_text_that_is_taken_nothing_is_left_but_the_folders_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "case.reduced.c").write_bytes(b"beside")
    assert taken(folder / "case.reduced.c", folder / "case.c") == b"beside"
    (folder / "case.reduced-2.c").write_bytes(b"beside")
    assert taken(folder / "case.reduced-2.c", folder / "case.c") == b"beside"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("case.c", "a" * 253 + ".c"):
        kept = keep_elsewhere(folder / name, b"elsewhere")
        assert kept is not None
        assert kept.is_relative_to(tmp_path)
        assert taken(kept, folder / name) == b"elsewhere"
    assert os.listdir(tmp_path) == ["folder"]
    assert os.listdir(folder) == []


def test_a_text_is_kept_for_a_user_without_a_home_too_if_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown(number: int) -> pwd.struct_passwd:
        raise KeyError(number)

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.setattr(tempfile, "tempdir", os.devnull)
    assert keep_elsewhere(tmp_path / "case.c", b"kept") is None
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = keep_elsewhere(tmp_path / "case.c", b"kept")
    assert kept is not None
    assert kept.read_bytes() == b"kept"


def test_where_a_text_has_no_room_no_folder_for_it_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("HOME", os.devnull)
    name_without_room = "a" * 256
    assert keep_elsewhere(tmp_path / name_without_room, b"kept") is None
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "place",
    [
        "home/case.c",
        "home/case.reduced.c.orig",
        "home/case.reduced-.c",
        "home/other.reduced.c",
        "home/deep/case.reduced.c",
        "home/deep/../case.reduced.c",
        "home/deep/nubbin-kept-x/case.c",
        "home/nubbin-kept-x/id_rsa",
        "home/nubbin-kept-x/case.reduced.c",
        "home/nubbin-kept-x/../deep/case.c",
        "home/link.reduced.c",
    ],
)
def test_a_file_where_no_result_is_put_is_neither_read_nor_removed(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    secret = tmp_path / "home" / "secret"
    file = tmp_path / place
    for folder in ("deep/nubbin-kept-x", "nubbin-kept-x"):
        (tmp_path / "home" / folder).mkdir(parents=True)
    secret.write_bytes(b"secret")
    if file.name == "link.reduced.c":
        file.symlink_to(secret)
    else:
        file.write_bytes(b"secret")
    name = "link.c" if file.is_symlink() else "case.c"
    with pytest.raises(NubbinError, match=file.name):
        taken(file, tmp_path / "home" / name)
    assert file.read_bytes() == b"secret"
