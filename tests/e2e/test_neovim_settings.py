"""How the plugin is set up in the real Neovim."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from nubbin.server.settings_files import find_root
from nvim import MARKS, NUBBIN, ORIGINAL, PLUGIN, Workspace, sentences

pytestmark = MARKS


def test_a_first_oracle_is_set_up_by_question_and_opened(workspace: Workspace) -> None:
    settings = workspace.folder / "nubbin.toml"
    settings.unlink()
    seen = workspace.drive("setup")
    assert seen["offered"] == ["Reduce test case… (set up an oracle)"]
    assert seen["after"] == settings.read_text()
    assert "[[oracle]]" in seen["after"]


def test_a_second_buffer_is_served_by_the_server_that_runs_already(workspace: Workspace) -> None:
    (workspace.folder / "nubbin.toml").unlink()
    seen = workspace.drive("second_buffer")
    first, second = seen["questions"]
    assert "needs an oracle for case.c" in first
    assert "needs an oracle for second.c" in second
    assert seen["clients"] == 1


def test_checkhealth_finds_nothing_wrong(workspace: Workspace) -> None:
    seen = workspace.drive("health")
    assert "ERROR" not in seen["health"]
    assert "WARN" not in seen["health"]
    assert str(NUBBIN) in seen["health"]
    assert str(workspace.folder / "nubbin.toml") in seen["health"]
    assert seen["completions"] == ["apply", "cancel", "check", "reduce", "setup"]


def test_the_command_by_itself_lists_what_it_takes(workspace: Workspace) -> None:
    seen = workspace.drive("health")
    assert ":Nubbin takes apply, cancel, check, reduce, setup" in sentences(seen)


def test_a_repository_is_a_workspace_of_its_own_as_it_is_for_the_server(
    workspace: Workspace,
) -> None:
    seen = workspace.drive("repository")
    inside = workspace.folder / "repository" / "case.c"
    assert seen["root"] == str(find_root(inside)) == str(inside.parent)
    assert seen["settings"] is None
    assert seen["outside"] == str(workspace.folder / "nubbin.toml")


@pytest.mark.parametrize(
    "table", ["[tool.nubbin]", "[tool]\nnubbin = {}", '["tool"."nubbin"]', "tool.nubbin.jobs = 2"]
)
def test_settings_in_pyproject_are_found_however_they_are_written(
    workspace: Workspace, table: str
) -> None:
    inside = workspace.folder / "inside" / "case.c"
    inside.parent.mkdir()
    settings = inside.with_name("pyproject.toml")
    settings.write_text(f"{table}\n")
    (workspace.folder / "files").write_text(f"{inside}\n")
    found = workspace.drive("workspaces")["found"][str(inside)]
    assert found == [str(find_root(inside)), str(settings)]


def test_a_link_to_nowhere_and_the_files_of_others_are_taken_as_by_the_server(
    workspace: Workspace,
) -> None:
    broken, shared = workspace.folder / "broken" / "case.c", workspace.folder / "shared" / "case.c"
    for inside in (broken, shared):
        inside.parent.mkdir()
        inside.parent.chmod(0o777)
    broken.with_name("nubbin.toml").symlink_to("missing")
    for name in ("nubbin.toml", ".git", "pyproject.toml"):
        shared.with_name(name).write_text("[tool.nubbin]\n")
        if os.geteuid() == 0:
            os.chown(shared.with_name(name), 12345, 12345)
    (workspace.folder / "files").write_text(f"{broken}\n{shared}\n")
    found = workspace.drive("workspaces")["found"]
    assert [found[str(inside)][0] for inside in (broken, shared)] == [
        str(find_root(broken)),
        str(find_root(shared)),
    ]
    ours = shared.parent if os.geteuid() else workspace.folder
    assert found[str(shared)][1] == str(ours / "nubbin.toml")


def test_a_missing_server_is_said_with_the_way_out(workspace: Workspace) -> None:
    seen = workspace.drive("missing_server")
    assert "no-such-program-anywhere was not found; install it" in sentences(seen)
    assert re.search("ERROR:? server: no-such-program-anywhere was not found", seen["health"])
    assert seen["after"] == ORIGINAL


def test_a_selection_takes_what_is_composed_with_its_last_character(workspace: Workspace) -> None:
    end = workspace.drive("no_server")["range"]["end"]
    assert end == {"line": 0, "character": len("cafe\u0301".encode())}


def test_every_word_of_the_server_s_command_is_looked_at(workspace: Workspace) -> None:
    seen = workspace.drive("no_server")
    assert len(seen["mistakes"]) == 1
    assert "vim.g.nubbin.cmd is not a list of words" in seen["mistakes"][0]
    assert seen["cmd"] == ["nubbin", "lsp"]


def test_mistakes_in_the_options_are_told_once(workspace: Workspace) -> None:
    workspace.init("let g:nubbin.autostrat = v:true")
    seen = workspace.drive("twice")
    mistake = "vim.g.nubbin.autostrat is unknown; known are autostart, cmd, progress, settings"
    assert sentences(seen).count(mistake) == 1


def test_a_mistake_in_the_server_s_command_is_told_where_there_is_no_other(
    workspace: Workspace,
) -> None:
    workspace.init("let g:nubbin = #{cmd: 'nubbin'} | let $PATH = ''")
    seen = workspace.drive("mistake")
    assert "vim.g.nubbin.cmd is a string; it must be a table" in sentences(seen)
    assert "nubbin was not found" in sentences(seen)


def test_the_help_is_found_after_what_the_readme_says_to_do_by_hand(tmp_path: Path) -> None:
    copied = tmp_path / "plugin"
    shutil.copytree(PLUGIN, copied, ignore=shutil.ignore_patterns("tags"))
    readme = (copied / "README.md").read_text(encoding="utf-8")
    readme = readme.replace("/path/to/nubbin/editors/neovim", str(copied))
    [path] = re.findall(r"^ *(vim\.opt\.runtimepath.*)$", readme, re.MULTILINE)
    [tags] = re.findall(r"`:(helptags [^`]*)`", readme)
    (tmp_path / "init.lua").write_text(f"{path}\n")
    words = ["nvim", "--headless", "-u", tmp_path / "init.lua", "-c", tags, "-c", "help nubbin"]
    said = ["-c", "lua io.write(vim.fn.expand('%:p'))", "-c", "qa!"]
    homes = dict.fromkeys(("HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"), str(tmp_path))
    ran = subprocess.run(
        [*words, *said], env={**os.environ, **homes}, capture_output=True, text=True, check=False
    )
    assert (ran.stdout, ran.stderr) == (str(copied / "doc" / "nubbin.txt"), "")
