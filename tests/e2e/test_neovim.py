"""What becomes of the text in the real Neovim."""

import pytest

from nvim import MARKS, NEEDED, ORIGINAL, Workspace, sentences

pytestmark = MARKS


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
    assert allowed.endswith("with your rights:")
    assert allowed == again
    assert "An earlier reduction of case.c" in not_said
    assert "An earlier reduction of case.c" in gone_on
    assert "which is kept. Reduce again to be asked again." in seen["finished"]["message"]


def test_what_a_server_is_asked_that_is_being_stopped_is_done_or_said_to_be_lost(
    workspace: Workspace,
) -> None:
    seen = workspace.drive("stopped_server")
    assert seen["finished"]["status"] == 0


def test_all_of_the_progress_says_whose_it_is(workspace: Workspace) -> None:
    first, *reports = workspace.drive("progress")["shown"]
    assert first.endswith("Reducing case.c")
    assert any("bytes" in report for report in reports)
    assert [report for report in reports if "Reducing case.c: " not in report] == []


def test_progress_that_is_cut_says_so(workspace: Workspace) -> None:
    last = workspace.drive_by_keys("long_progress", columns=60)["last_line"].rstrip()
    assert last.startswith("Reducing case.c: more")
    assert last.endswith("…")


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
