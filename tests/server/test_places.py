import os
import tempfile
from pathlib import Path

import pytest

from nubbin.server.places import beside, free_beside, keep_elsewhere, taken


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


def test_of_a_text_that_is_taken_nothing_is_left_but_the_folders_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "case.reduced.c").write_bytes(b"beside")
    assert taken(folder / "case.reduced.c") == b"beside"
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    kept = keep_elsewhere(folder / "case.c", b"elsewhere")
    assert kept is not None
    assert kept.is_relative_to(tmp_path)
    assert taken(kept) == b"elsewhere"
    assert os.listdir(tmp_path) == ["folder"]
    assert os.listdir(folder) == []
