"""What the plugin asks in the real Neovim, and what counts as an answer."""

import pytest

from nvim import MARKS, NEEDED, ORIGINAL, Workspace, sentences

pytestmark = MARKS


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
    _check_that_the_key_undoes(workspace)


@pytest.mark.parametrize("option", ["shortmess-=T", "cmdheight=0"])
def test_nor_is_it_however_the_user_has_messages_shown(workspace: Workspace, option: str) -> None:
    workspace.init(f"silent! set {option}")  # 0.7 does not know a command line without a line
    _check_that_the_key_undoes(workspace)


def test_nor_is_it_in_a_narrow_window(workspace: Workspace) -> None:
    _check_that_the_key_undoes(workspace, columns=28)


def _check_that_the_key_undoes(workspace: Workspace, columns: int = 80) -> None:
    answers = (b"Always allow", b"always\r"), (b"(:messages)", b"u")
    seen = workspace.drive_by_keys("undo_key", *answers, columns=columns)
    assert seen["reduced"] != ORIGINAL
    assert seen["undone"] == ORIGINAL
    assert "One undo brings the original back." in seen["said"]
    assert NEEDED in seen["reduced"]


def test_a_question_that_does_not_fit_is_a_refusal_and_says_what_to_do(
    workspace: Workspace,
) -> None:
    (workspace.folder / "nubbin.toml").write_text(
        f"""[[oracle]]\nname = "long"\ncommand = "grep '{NEEDED}' {{file}} # {10_000 * "x"}"\n"""
    )
    seen = workspace.drive_by_keys("keyboard")
    assert not seen["finished"]["applied"]
    assert "lines, and there are 39. Enlarge the window, then try again" in sentences(seen)


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
