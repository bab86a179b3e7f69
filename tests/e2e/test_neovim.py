"""The plugin, driven by the real Neovim without a screen; scenarios are in tests/e2e/neovim."""

import contextlib
import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
import threading
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nubbin.server.settings_files import find_root

pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(shutil.which("nvim") is None, reason="Neovim is not installed"),
]

SCENARIOS = Path(__file__).with_name("neovim")
PLUGIN = Path(__file__).parents[2] / "editors" / "neovim"
NUBBIN = Path(sys.executable).with_name("nubbin")
ORIGINAL = """\
#include <stdio.h>

static int unused(int a) { return a + 1; }

int main(void) {
    int i = 0; /* from here */
    while (i < 10) { printf("%d", unused(i)); i++; }
    crash(i); /* up to here */
    return 0;
}
"""
NEEDED = "crash("

Seen = dict[str, Any]


class Workspace:
    """A folder with a case and nubbin's settings, and a user's own folders: all of them fresh."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "work space"
        self.folder.mkdir()
        self.case = self.folder / "case.c"
        self.case.write_text(ORIGINAL)
        self.mark = f"nubbin-e2e-{uuid.uuid4()}"
        homes = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
        folders = {name: root / name.lower() for name in (*homes, "XDG_RUNTIME_DIR", "TMPDIR")}
        for folder in folders.values():
            folder.mkdir(mode=0o700)
        self.temporary = folders["TMPDIR"]
        self.environment = {
            **os.environ,
            **{name: str(folder) for name, folder in folders.items()},
            "NUBBIN_TEST_MARK": self.mark,
            "NUBBIN_TEST_PLUGIN": str(PLUGIN),
            "NUBBIN_TEST_DRIVER": str(SCENARIOS / "driver.lua"),
            "NUBBIN_TEST_CMD": json.dumps([str(NUBBIN), "lsp"]),
            "NUBBIN_TEST_SETTINGS": "{}",
            "NUBBIN_TEST_OUT": str(root / "seen.json"),
        }

    def oracle(self, command: str) -> None:
        """Set the workspace up for one oracle."""
        (self.folder / "nubbin.toml").write_text(
            f'jobs = 2\n[[oracle]]\nfiles = ["*.c"]\ncommand = {json.dumps(command)}\n'
        )

    def set(self, **settings: object) -> None:
        """Set Neovim up with settings of nubbin's."""
        self.environment["NUBBIN_TEST_SETTINGS"] = json.dumps(settings)

    def drive(self, scenario: str) -> Seen:
        """Run a scenario in Neovim without a screen; return what it saw."""
        ended = subprocess.run(
            self._neovim(scenario, "--headless"),
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return self._seen(ended.returncode, ended.stdout + ended.stderr)

    def drive_by_keys(
        self, scenario: str, *answers: tuple[bytes, bytes], columns: int = 250
    ) -> Seen:
        """Run a scenario in a terminal; once something is on the screen, type some keys."""
        screen, terminal = pty.openpty()
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        environment = {**self.environment, "TERM": "xterm"}
        neovim = subprocess.Popen(
            self._neovim(scenario),
            cwd=self.folder,
            env=environment,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        stuck = threading.Timer(90, neovim.kill)
        stuck.start()
        shown, waiting = b"", [*answers]
        with contextlib.suppress(OSError):  # EIO: the terminal's other end is closed
            while piece := os.read(screen, 65536):
                shown += piece
                while waiting and waiting[0][0] in shown:
                    os.write(screen, waiting.pop(0)[1])
        os.close(screen)
        status = neovim.wait()
        stuck.cancel()
        return self._seen(status, shown.decode("utf-8", "replace"))

    def _neovim(self, scenario: str, *options: str) -> list[str]:
        init, script = SCENARIOS / "init.lua", SCENARIOS / f"{scenario}.lua"
        flags = ["-i", "NONE", "-n", "-u", str(init)]
        return ["nvim", *options, *flags, self.case.name, "-c", f"luafile {script}"]

    def _seen(self, status: int, said: str) -> Seen:
        """Return what a scenario saw; it must have ended well."""
        written = Path(self.environment["NUBBIN_TEST_OUT"])
        assert written.exists(), f"status {status}\n{said}"
        seen: Seen = json.loads(written.read_text())
        written.unlink()
        assert "problem" not in seen, seen["problem"]
        assert "timeout" not in seen, f"no {seen['timeout']}; {seen}; {said}"
        assert status == 0, said
        return seen

    def by_command_line(self) -> str:
        """Return what `nubbin reduce` makes of the case."""
        ended = subprocess.run(
            [NUBBIN, "reduce", self.case.name, "-o", "-", "--quiet"],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            check=True,
        )
        return ended.stdout.decode()

    def alive(self) -> list[str]:
        """Return the command lines of processes that descend from this workspace's Neovim."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it ended meanwhile, or is not ours to look at
                if self.mark.encode() in (process / "environ").read_bytes():
                    found.append((process / "cmdline").read_bytes().decode("utf-8", "replace"))
        return found


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    """A workspace whose oracle is quick; afterwards nothing of it may be left."""
    workspace = Workspace(tmp_path)
    workspace.oracle(f"grep -q '{NEEDED}' {{file}}")
    yield workspace
    deadline = time.monotonic() + 20
    while left := workspace.alive():
        assert time.monotonic() < deadline, f"still running: {left}"
        time.sleep(0.05)
    assert list(workspace.temporary.iterdir()) == []


def sentences(seen: Seen) -> str:
    """Return what the user was told."""
    return "\n".join(message["text"] for message in seen["messages"])


def test_the_code_action_puts_the_reduced_text_into_the_buffer(workspace: Workspace) -> None:
    seen = workspace.drive("code_action")
    assert seen["offered"] == ["Reduce test case"]
    assert len(seen["questions"]) == 1
    assert seen["after"].rstrip("\n") == workspace.by_command_line().rstrip("\n")
    assert seen["undone"] == ORIGINAL
    assert workspace.case.read_text() == ORIGINAL, "the file is the user's to write"


def test_the_command_puts_the_reduced_text_into_the_buffer(workspace: Workspace) -> None:
    seen = workspace.drive("command")
    assert seen["finished"]["status"] == 0
    assert seen["after"].rstrip("\n") == workspace.by_command_line().rstrip("\n")
    assert len(seen["after"]) < len(ORIGINAL) / 5
    assert seen["undone"] == ORIGINAL
    assert "case.c: reduced" in sentences(seen)


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["CRLF", "lone CR"])
def test_line_ends_that_neovim_knows_as_characters_stay(workspace: Workspace, end: str) -> None:
    text = f'first();\nint é(void) {{\n  "😀{end}"; crash();\n}}\nint unused;\nlast();\n'
    workspace.case.write_bytes(text.encode())
    needed = "grep -q first {file} && grep -q $(printf '\\r') {file} && grep -q last {file}"
    workspace.oracle(needed)
    seen = workspace.drive("twice")
    assert "\r" in seen["results"][0]
    assert seen["results"] == [workspace.by_command_line()] * 2
    assert seen["undone"] == text


def test_cancelling_keeps_the_best_so_far(workspace: Workspace) -> None:
    workspace.oracle(f"sleep 0.3; grep -q '{NEEDED}' {{file}}")
    seen = workspace.drive("cancel")
    assert seen["finished"]["report"]["stopped"] == "cancelled"
    assert NEEDED in seen["after"]
    assert len(seen["after"]) < len(ORIGINAL)
    assert seen["undone"] == ORIGINAL
    assert "cancelled" in sentences(seen)


def test_settings_of_the_editor_hold(workspace: Workspace) -> None:
    workspace.set(strategy="fast")
    seen = workspace.drive("command")
    assert seen["finished"]["report"]["strategy"] == "fast"


def test_a_mistake_in_the_settings_of_the_editor_is_told(workspace: Workspace) -> None:
    workspace.set(strategy="fsat")
    seen = workspace.drive("mistake")
    assert "nubbin.strategy in the editor's settings: " in sentences(seen)
    assert "Did you mean fast?" in sentences(seen)


def test_a_selection_is_reduced_and_the_rest_left_alone(workspace: Workspace) -> None:
    seen = workspace.drive("selection")
    head, _, rest = ORIGINAL.partition("from here")
    tail = rest.rpartition("up to here")[2]
    assert seen["after"].startswith(head)
    assert seen["after"].endswith(tail)
    assert NEEDED in seen["after"]
    assert len(seen["after"]) < len(ORIGINAL)
    assert seen["undone"] == ORIGINAL


def test_lines_are_those_of_neovim_where_a_cr_stands_alone(workspace: Workspace) -> None:
    workspace.case.write_bytes(b'"a\rb";\nint x;\ncrash(1, 2);\nint y;\n')
    seen = workspace.drive("third_line")
    assert seen["after"].startswith('"a\rb";\nint x;\ncrash(')
    assert seen["after"].endswith("int y;\n")
    assert "1, 2" not in seen["after"]


def test_a_buffer_that_was_given_another_name_is_reduced_under_that(workspace: Workspace) -> None:
    seen = workspace.drive("renamed")
    assert seen["names"] == ["second.c", "third.c"]
    assert all(finished["applied"] for finished in seen["finished"])
    assert seen["after"].rstrip("\n") == workspace.by_command_line().rstrip("\n")


def test_a_buffer_that_has_changed_is_left_alone(workspace: Workspace) -> None:
    workspace.oracle(f"sleep 0.1; grep -q '{NEEDED}' {{file}}")
    seen = workspace.drive("stale")
    assert seen["after"] == "typed meanwhile\n" + ORIGINAL
    assert NEEDED in (workspace.folder / "case.reduced.c").read_text()
    assert "case.reduced.c" in sentences(seen)


def test_what_could_not_be_undone_is_not_edited(workspace: Workspace) -> None:
    seen = workspace.drive("no_undo")
    assert seen["after"] == ORIGINAL
    assert "'undolevels' is below 0" in sentences(seen)
    assert NEEDED in (workspace.folder / "case.reduced.c").read_text()


def test_a_reduction_whose_server_dies_is_told_of_and_can_be_gone_on_with(
    workspace: Workspace,
) -> None:
    workspace.oracle(f"sleep 0.1; grep -q '{NEEDED}' {{file}}")
    seen = workspace.drive("killed_server")
    broken_off = "nubbin: case.c: the reduction was broken off, because the language server ended."
    go_on = "Nothing was changed; reduce it again to continue where it was."
    assert seen["nothing_changed"][-1] == f"{broken_off} {go_on}"
    assert seen["something_kept"][-1] == f"{broken_off} What had been found is in the buffer."
    assert not seen["running"]
    allowed, not_said, again, gone_on = seen["questions"]
    assert "Allow it?" in allowed
    assert allowed == again
    assert "An earlier reduction of case.c" in not_said
    assert "An earlier reduction of case.c" in gone_on
    assert "which is kept. Reduce again to be asked again." in seen["finished"]["message"]


def test_without_a_screen_nothing_runs(workspace: Workspace) -> None:
    witness = workspace.folder / "it ran"
    workspace.oracle(f"touch '{witness}'")
    seen = workspace.drive("no_screen")
    assert seen["after"] == ORIGINAL
    assert not witness.exists()


def test_consent_typed_at_the_question_is_remembered(workspace: Workspace) -> None:
    seen = workspace.drive_by_keys("keyboard", (b"Always allow", b"always\r"))
    assert seen["finished"]["applied"]
    assert seen["undone"] == ORIGINAL
    assert workspace.drive("no_screen")["finished"]["applied"]


def test_a_refusal_typed_at_the_question_holds(workspace: Workspace) -> None:
    seen = workspace.drive_by_keys("keyboard", (b"Always allow", b"no\r"))
    assert not seen["finished"]["applied"]
    assert seen["after"] == ORIGINAL
    assert "not allowed to run" in sentences(seen)


@pytest.mark.parametrize("keys", [b"2j", b"2\r", b"u\r", b"\r"])
def test_a_motion_typed_at_the_question_is_no_answer(workspace: Workspace, keys: bytes) -> None:
    seen = workspace.drive_by_keys(
        "keyboard", (b"Always allow", keys + b"\x15\r"), (b"none of them", b"no\r")
    )
    assert not seen["finished"]["applied"]
    assert seen["after"] == ORIGINAL
    assert "not allowed to run" in sentences(seen)


def test_keys_typed_before_the_question_are_no_answer(workspace: Workspace) -> None:
    seen = workspace.drive_by_keys("typed_ahead", (b"Always allow", b"no\r"))
    assert not seen["finished"]["applied"]
    assert seen["after"] == ORIGINAL


@pytest.mark.parametrize("key", [b"\x03", b"\x1b"])
def test_ctrl_c_and_esc_at_the_question_are_a_refusal(workspace: Workspace, key: bytes) -> None:
    seen = workspace.drive_by_keys("keyboard", (b"Always allow", key))
    assert not seen["finished"]["applied"]
    assert "not allowed to run" in sentences(seen)
    assert "ERROR" not in sentences(seen)


@pytest.mark.parametrize("name", ["case.c", "測試案例縮小的檔案名稱很長的樣子.c"])
def test_the_key_after_the_last_message_is_no_answer_to_it(workspace: Workspace, name: str) -> None:
    """What is wider than the window is cut: else Neovim would wait for ENTER, and take the `u`."""
    workspace.case = workspace.case.rename(workspace.case.with_name(name))
    answers = (b"Always allow", b"always\r"), (b"(:messages)", b"u")
    seen = workspace.drive_by_keys("undo_key", *answers, columns=80)
    assert seen["reduced"] != ORIGINAL
    assert seen["undone"] == ORIGINAL
    assert "One undo brings the original back." in seen["said"]
    assert NEEDED in seen["reduced"]


def test_questions_come_one_after_the_other_and_nothing_else_happens_meanwhile(
    workspace: Workspace,
) -> None:
    """What is consented to is on the screen: nothing is drawn over it while an answer is typed."""
    (workspace.folder / "second.c").write_text(ORIGINAL)
    (workspace.folder / "nubbin.toml").write_text(
        f"""[[oracle]]\nfiles = ["case.c"]\ncommand = "grep '{NEEDED}' {{file}} # FIRST"\n"""
        f"""[[oracle]]\nfiles = ["second.c"]\ncommand = "grep '{NEEDED}' {{file}} # SECOND"\n"""
    )
    seen = workspace.drive_by_keys("two_questions", (b"# FIRST", b"no\r"), (b"# SECOND", b"once\r"))
    assert [seen["case.c"], seen["second.c"]] == [False, True]
    assert seen["order"] == ["No", "something else", "Allow once", "something else"]


def test_the_question_can_be_put_to_whom_new_buffers_are_not_modifiable(
    workspace: Workspace,
) -> None:
    seen = workspace.drive_by_keys("no_modifying", (b"Always allow", b"once\r"))
    assert seen["finished"]["applied"]
    assert seen["undone"] == ORIGINAL


def test_the_question_goes_from_the_command_line_window_once_it_is_answered(
    workspace: Workspace,
) -> None:
    seen = workspace.drive_by_keys("command_window", (b"Always allow", b"once\r"))
    assert seen["finished"]["applied"]
    assert (seen["window"], seen["floating"]) == (":", 0)


def test_who_is_in_insert_mode_at_the_end_reads_of_it_afterwards(workspace: Workspace) -> None:
    seen = workspace.drive_by_keys("insert_mode", (b"Always allow", b"once\r"))
    assert "-- INSERT --" in seen["before"]
    assert "One undo brings the original back." in seen["after"]


def test_no_progress_is_left_on_the_screen_where_a_plugin_shows_the_end(
    workspace: Workspace,
) -> None:
    seen = workspace.drive_by_keys("other_notify", (b"Always allow", b"once\r"))
    assert "One undo brings the original back." in seen["told"]
    assert "%" not in seen["last_line"]


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


def test_a_selection_takes_what_is_composed_with_its_last_character(workspace: Workspace) -> None:
    end = workspace.drive("no_server")["range"]["end"]
    assert end == {"line": 0, "character": len("cafe\u0301".encode())}


def test_every_word_of_the_server_s_command_is_looked_at(workspace: Workspace) -> None:
    seen = workspace.drive("no_server")
    assert len(seen["mistakes"]) == 1
    assert "vim.g.nubbin.cmd is not a list of words" in seen["mistakes"][0]
    assert seen["cmd"] == ["nubbin", "lsp"]


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
