"""Which files settings are read from, and what is told of those that cannot be read."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from frontdoor import UNPRIVILEGED
from lsp_settings import settings_of
from nubbin.server.settings import load
from nubbin.server.settings_files import find_root


def test_pyproject_serves_where_there_is_no_nubbin_toml(tmp_path: Path) -> None:
    shared = tmp_path / "pyproject.toml"
    shared.write_text("[project]\nname = 'x'\n[tool.nubbin]\njobs = 4\nwindw = 1\n")
    settings = load(tmp_path)
    assert settings.jobs == 4
    assert [(p.file, p.line) for p in settings.problems] == [(shared, 5)]
    assert settings_of(tmp_path, "jobs = 6").jobs == 6


def test_a_broken_pyproject_of_others_is_none_of_our_business(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project\n")
    assert load(tmp_path).problems == ()
    (tmp_path / "pyproject.toml").write_text("[project\n[tool.nubbin]\n")
    assert load(tmp_path).problems != ()


def test_files_that_are_no_text_are_reported(tmp_path: Path) -> None:
    (tmp_path / "nubbin.toml").write_bytes(b"jobs = 1\nstrategy = '\xff'\n")
    (problem,) = load(tmp_path).problems
    assert problem.line == 2
    assert "UTF-8" in problem.message


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_what_is_no_file_is_reported_and_not_waited_for(
    make: Callable[[Path], None], tmp_path: Path
) -> None:
    make(tmp_path / "nubbin.toml")
    (tmp_path / "deep").mkdir()
    root = find_root(tmp_path / "deep" / "x.c")
    assert [str(problem) for problem in load(root).problems] == [
        f"{tmp_path / 'nubbin.toml'}: it cannot be read: not a regular file."
    ]


@pytest.mark.parametrize("leads_to", ["nubbin.toml", "nowhere.toml"])
def test_a_link_that_leads_nowhere_is_reported(leads_to: str, tmp_path: Path) -> None:
    (tmp_path / "nubbin.toml").symlink_to(leads_to)
    (tmp_path / "deep").mkdir()
    (problem,) = load(find_root(tmp_path / "deep" / "x.c")).problems
    assert problem.file == tmp_path / "nubbin.toml"
    assert "cannot be read" in problem.message


def test_an_unreadable_file_is_reported(tmp_path: Path) -> None:
    (tmp_path / "nubbin.toml").touch(mode=0)
    script = (
        "from pathlib import Path; from nubbin.server.settings import load; print(load(Path()))"
    )
    command = [*UNPRIVILEGED, sys.executable, "-c", script]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "it cannot be read: permission denied" in said


def test_a_pyproject_that_leads_where_we_may_not_look_is_ignored(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0)
    (tmp_path / "pyproject.toml").symlink_to(tmp_path / "closed" / "file")
    script = (
        "from pathlib import Path; from nubbin.server.settings import load; "
        "from nubbin.server.settings_files import declares_nubbin; "
        "assert not load(Path()).problems; assert not declares_nubbin(Path('pyproject.toml'))"
    )
    subprocess.run([*UNPRIVILEGED, sys.executable, "-c", script], cwd=tmp_path, check=True)


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "nubbin.toml").write_bytes(b"\xef\xbb\xbfjobs = 2\r\n")
    assert load(tmp_path).jobs == 2


def test_the_root_is_the_nearest_ancestor_with_a_mark(tmp_path: Path) -> None:
    deep = tmp_path / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (tmp_path / "nubbin.toml").touch()
    assert find_root(deep / "x.c") == tmp_path
    (tmp_path / "a" / ".git").mkdir()
    assert find_root(deep / "x.c") == tmp_path / "a"
    (deep / "pyproject.toml").write_text("[project]\n")
    assert find_root(deep / "x.c") == tmp_path / "a"
    (deep / "pyproject.toml").write_text("[tool.nubbin]\n")
    assert find_root(deep / "x.c") == deep


def test_without_a_mark_the_root_is_the_files_folder() -> None:
    assert find_root(Path("/nonexistent/x/y.c")) == Path("/nonexistent/x")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
@pytest.mark.parametrize("name", ["nubbin.toml", "pyproject.toml", ".git"])
def test_settings_that_another_user_put_into_a_folder_for_all_are_none(
    tmp_path: Path, name: str
) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    planted = tmp_path / name
    planted.write_text("[tool.nubbin]\njobs = 3\n" if name == "pyproject.toml" else "jobs = 3\n")
    assert find_root(mine / "case.c") == tmp_path
    for owner, for_all, there in ((1, False, True), (0, True, True), (1, True, False)):
        os.chown(planted, owner, owner)
        tmp_path.chmod(0o1777 if for_all else 0o755)
        assert (find_root(mine / "case.c") == tmp_path) == there
        assert (load(tmp_path).jobs == 3) == (there and name != ".git")
