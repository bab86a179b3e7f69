"""The extension, driven in the real VS Code by mouse and keyboard; the story is in vscode/."""

import json
import os
import shutil
import subprocess
import sys
import uuid
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from living import eventually

ROOT = Path(__file__).parents[2]
EXTENSION = ROOT / "editors" / "vscode"
STORY = Path(__file__).with_name("vscode")
NUBBIN = Path(sys.executable).with_name("nubbin")
CACHES = os.environ.get("XDG_CACHE_HOME") or ROOT / ".cache"
CACHE = Path(os.environ.get("NUBBIN_E2E_CACHE") or Path(CACHES) / "nubbin-e2e") / "vscode"
INSTALL = "run tests/e2e/vscode/install.sh"
LONG = 1800
"""Seconds that nothing takes: the story itself gives up what it waits for in vain."""

Seen = Mapping[str, Any]

ORIGINAL = """\
def greeting(name):
    return "hello, " + name


for name in ("ada", "cyril"):
    print(greeting(name))
print(1 / 0)
"""
FAILURE = "ZeroDivisionError"
BY_FAILURE = f'stderr = "{FAILURE}"\ntimeout = {LONG}\n'


def _missing() -> str | None:
    if shutil.which("node") is None or shutil.which("npm") is None:
        return "Node is not installed"
    if not (CACHE / ".installed").is_file():
        return f"VS Code is not installed: {INSTALL}"
    if not (EXTENSION / "node_modules").is_dir():
        return f"the extension's build tools are not installed: {INSTALL}"
    return None


pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(_missing() is not None, reason=str(_missing())),
]


def _npm(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["npm", "--silent", *words],
        cwd=EXTENSION,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=LONG,
    )


HOLD = """\
cmp -s "$1" "$STORY_HELD.whole" || [ ! -s "$1" ] || {
    text=$(tr -d '[:space:]' < "$1" | cksum)
    until [ ! -e "$STORY_HELD" ] || grep -qxF "$text" "$STORY_HELD.told"; do
        if [ "$(wc -l < "$STORY_HELD.told")" -lt "$(cat "$STORY_HELD")" ]; then
            echo "$text" >> "$STORY_HELD.told"
        else
            sleep 0.1
        fi
    done
}
"""
"""Keeps an oracle from its answer while the story holds a reduction where it is."""


def _write_workspace(folder: Path, runs: Path, hold: Path) -> None:
    """A folder with a failing file under several names; one oracle is slow, one never holds."""
    (folder / "other").mkdir(parents=True)
    for name in ("quick.py", "slow.py", "other/slow.py", "sound.py", "fresh.py", "fixed.py"):
        (folder / name).write_text(ORIGINAL)
    (folder / "killed.py").write_text(ORIGINAL)
    oracles = ""
    for name, pause in (("quick.py", "0.02"), ("slow.py", "0.7")):
        begin = f'echo run >> "{runs}"; . "{hold}"; sleep {pause}'
        script = f'{begin}; exec "{sys.executable}" -IS "$1"'
        command = json.dumps(["sh", "-c", script, "oracle", "{file}"])
        oracles += f'[[oracle]]\nfiles = ["{name}"]\ncommand = {command}\n{BY_FAILURE}'
    # What is cut short is gone on with by the same command, in which no file is named that grows.
    script = f'. "{hold}"; sleep 0.5; exec "{sys.executable}" -IS "$1"'
    killed = json.dumps(["sh", "-c", script, "oracle", "{file}"])
    oracles += f'[[oracle]]\nfiles = ["killed.py"]\ncommand = {killed}\n{BY_FAILURE}'
    sound = "cat {file}; echo All is well. >&2; exit 1"
    oracles += f'[[oracle]]\nfiles = ["sound.py"]\ncommand = "{sound}"\n'
    (folder / "nubbin.toml").write_text(f"jobs = 2\n{oracles}")


@pytest.fixture(scope="module")
def vsix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The extension as it is passed on."""
    path = tmp_path_factory.mktemp("package") / "nubbin.vsix"
    packaged = _npm("run", "package", "--", "-o", path)
    assert packaged.returncode == 0, packaged.stdout
    return path


@pytest.fixture(scope="module")
def story(vsix: Path, tmp_path_factory: pytest.TempPathFactory) -> Seen:
    """What was seen while the whole story was gone through, once."""
    root = tmp_path_factory.mktemp("vscode")
    starts = root / "starts"
    runs, out = root / "runs", Path(os.environ.get("NUBBIN_E2E_SCREENSHOTS") or root / "out")
    hold, held = root / "hold.sh", root / "held"
    hold.write_text(HOLD)
    held.with_suffix(".whole").write_text(ORIGINAL)
    _write_workspace(root / "work space", runs, hold)
    plan = {
        "cache": str(CACHE),
        "vsix": str(vsix),
        "server": ["sh", "-c", f'echo $$ >> "{starts}"; exec "{NUBBIN}" lsp'],
        "workspace": str(root / "work space"),
        "state": str(root / "state"),
        "out": str(out),
        "runs": str(runs),
        "starts": str(starts),
        "held": str(held),
    }
    (root / "plan.json").write_text(json.dumps(plan))
    mark = f"nubbin-e2e-{uuid.uuid4()}"
    driven = subprocess.run(
        ["node", STORY / "drive.mjs", root / "plan.json"],
        env={
            **os.environ,
            "NUBBIN_TEST_MARK": mark,
            "STORY_HELD": str(held),
            "XDG_STATE_HOME": str(root / "home"),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=LONG,
    )
    assert driven.returncode == 0, f"{driven.stdout}\nSee the pictures in {out}."
    seen: dict[str, Any] = json.loads((out / "seen.json").read_text())
    return {**seen, "mark": mark}


def _fails_as_before(text: str, folder: Path) -> bool:
    """Whether a text still shows the failure, asked of Python itself."""
    case = folder / "case.py"
    case.write_text(text)
    ran = subprocess.run([sys.executable, "-IS", case], capture_output=True, text=True, check=False)
    return FAILURE in ran.stderr


def _shown(text: str) -> str:
    """A text as the editor's lines show it: white space at line ends is not compared."""
    return "\n".join(line.rstrip() for line in text.splitlines())


def _lines(lines: list[str]) -> list[str]:
    """Lines that hold something, in an order of their own: the page has them in any."""
    return sorted(filter(None, map(str.rstrip, lines)))


def test_the_extension_passes_the_compiler_and_the_linter() -> None:
    linted = _npm("run", "lint")
    assert linted.returncode == 0, linted.stdout


def _needed_by(*names: str) -> set[str]:
    """Packages, and all that they need."""
    locked = json.loads((EXTENSION / "package-lock.json").read_text())["packages"]
    needs = (locked[f"node_modules/{name}"].get("dependencies", {}) for name in names)
    return {*names}.union(*(_needed_by(*each) for each in needs if each))


def test_the_licence_of_every_package_in_the_bundle_is_passed_on(vsix: Path) -> None:
    with zipfile.ZipFile(vsix) as archive:
        notices = archive.read("extension/dist/ThirdPartyNotices.txt").decode()
    of_packages = {each.partition(" ")[0]: each for each in notices.split(f"\n{'-' * 80}\n\n")}
    assert of_packages.keys() == _needed_by("vscode-languageclient")
    for name, text in of_packages.items():
        [licence] = (EXTENSION / "node_modules" / name).glob("[Ll][Ii][Cc][Ee]*")
        assert licence.read_text(encoding="utf-8").strip() in text


def test_what_needs_an_open_file_is_not_offered_without_one(story: Seen) -> None:
    assert story["nothingOpen"]["offered"] == ["Nubbin: Set Up an Oracle"]


@pytest.mark.parametrize("way", ["lightBulb", "palette"])
def test_nothing_of_a_folder_that_is_not_trusted_runs(story: Seen, way: str) -> None:
    seen = story["untrusted"]
    assert "not trusted" in seen[way]
    assert seen["runs"] == story["trust"]["runs"] == 0
    assert _shown(seen["text"]) == _shown(ORIGINAL)


def test_a_setting_that_is_not_in_force_leaves_the_server_alone(story: Seen) -> None:
    assert story["untrusted"]["starts"] == 1


def test_the_server_does_not_start_in_an_untrusted_folder(story: Seen) -> None:
    """Else a module, or a program, of that folder might be taken for one of the server's."""
    assert story["untrusted"]["place"] == str(Path.home())


@pytest.mark.parametrize("way", ["byLightBulb", "byPalette"])
def test_a_reduction_arrives_as_an_edit_that_is_not_saved(
    story: Seen, way: str, tmp_path: Path
) -> None:
    seen = story[way]
    assert seen["progress"].startswith("Reducing quick.py")
    assert seen["sentence"].startswith("quick.py: reduced, ")
    assert seen["unsaved"] == {"disk": ORIGINAL, "marked": True}
    assert _shown(seen["text"]) == _shown(seen["saved"])
    assert len(seen["saved"]) < len(ORIGINAL) / 4
    assert _fails_as_before(seen["saved"], tmp_path)


def test_both_ways_in_lead_to_the_text_of_the_command_line(story: Seen, tmp_path: Path) -> None:
    case, out = tmp_path / "quick.py", tmp_path / "out.py"
    case.write_text(ORIGINAL)
    oracle = f"'{sys.executable}' -IS {{file}}"
    subprocess.run(
        [NUBBIN, "reduce", case, "--oracle", oracle, "--stderr", FAILURE, "-o", out],
        capture_output=True,
        check=True,
        timeout=LONG,
    )
    assert story["byLightBulb"]["saved"] == story["byPalette"]["saved"] == out.read_text()


def test_an_ending_is_whole_and_leads_to_what_went(story: Seen) -> None:
    seen = story["compared"]
    assert seen["sentence"].endswith("One undo brings the original back.")
    assert _lines(seen["sides"]["original"]) == _lines(ORIGINAL.splitlines())
    assert _lines(seen["sides"]["modified"]) == _lines(story["byPalette"]["text"].splitlines())


@pytest.mark.parametrize(
    "way", ["byLightBulb", "byPalette", "cancelledByButton", "cancelledByCommand"]
)
def test_one_undo_brings_the_original_back(story: Seen, way: str) -> None:
    assert story[way]["undone"]["disk"] == ORIGINAL
    assert _shown(story[way]["undone"]["text"]) == _shown(ORIGINAL)


def test_the_light_bulb_offers_the_reduction(story: Seen) -> None:
    assert "Reduce test case" in story["byLightBulb"]["menu"]


@pytest.mark.parametrize("way", ["cancelledByButton", "cancelledByCommand"])
def test_cancelling_keeps_the_smallest_so_far_and_ends_the_oracles(
    story: Seen, way: str, tmp_path: Path
) -> None:
    seen = story[way]
    assert seen["sentence"].startswith("slow.py: cancelled, ")
    assert len(story["byLightBulb"]["saved"]) < len(seen["saved"]) < len(ORIGINAL)
    assert _fails_as_before(seen["saved"], tmp_path)
    assert seen["runsLater"] == 0


def test_what_is_cancelled_is_seen_to_stop_until_it_has(story: Seen) -> None:
    """VS Code itself closes the notification at once, though the last check may take long."""
    stopping = story["cancelledByButton"]["stopping"]
    assert stopping.startswith("Reducing slow.py: stopping with the smallest so far")


def test_a_refusal_of_the_server_is_told_in_its_own_words(story: Seen) -> None:
    again = story["cancelledByCommand"]["again"]
    assert "is being reduced already" in again["sentence"]
    assert again["buttons"] == ["Cancel Reduction"]


def test_an_ending_leads_to_the_result_beside_a_file_that_was_typed_into(story: Seen) -> None:
    seen = story["typedMeanwhile"]
    assert "slow.reduced.py" in seen["sentence"]
    assert seen["buttons"] == ["Open Result"]


def test_an_ending_without_an_edit_is_whole_as_well(story: Seen) -> None:
    assert story["cancelledAtOnce"]["buttons"] == ["Show Log"]


def test_reductions_of_files_with_one_name_are_told_apart(story: Seen) -> None:
    """Of two notifications with the same words, VS Code shows one."""
    seen = story["twoOfOneName"]
    assert seen["one"].startswith("slow.py: cancelled, ")
    assert seen["other"].startswith("other/slow.py: cancelled, ")
    assert [pick.split(", ")[1] for pick in story["twoOfOneName"]["picks"]] == [
        "slow.py",
        "other/slow.py",
    ]


def test_what_is_read_only_is_not_offered_to_be_reduced(story: Seen) -> None:
    seen = story["readOnly"]
    assert not any("Reduce Test Case" in title for title in seen["readOnly"])
    assert any("Check Oracle" in title for title in seen["readOnly"])
    assert any("Reduce Test Case" in title for title in seen["other"])


def test_what_is_locked_meanwhile_keeps_its_text_and_the_result_is_beside_it(story: Seen) -> None:
    seen = story["lockedInSession"]
    assert "the editor is read-only" in seen["sentence"]
    assert _shown(seen["text"]) == _shown(ORIGINAL)
    assert seen["beside"] == "0 / 0\n"


def test_a_reduction_whose_server_dies_is_told_to_be_broken_off(story: Seen) -> None:
    seen = story["serverKilled"]
    assert seen["sentence"] == (
        "killed.py: the reduction was broken off, because the language server ended. "
        "Nothing was changed; reduce it again to continue where it was."
    )
    assert seen["buttons"] == ["Show Log"]
    assert _shown(seen["text"]) == _shown(ORIGINAL)


def test_what_a_dead_server_had_found_is_gone_on_with_if_the_user_says_so(story: Seen) -> None:
    seen = story["goneOn"]
    assert seen["question"]["sentence"].startswith("An earlier reduction of killed.py ")
    assert seen["question"]["buttons"] == ["Continue", "Start Over"]
    assert "which is kept. Reduce again to be asked again." in seen["notSaid"]["sentence"]
    assert "made before" in seen["ending"]


def test_what_an_oracle_says_that_does_not_hold_is_in_the_log_line_by_line(story: Seen) -> None:
    seen = story["oracleDoesNotHold"]
    assert seen["sentence"].startswith("The oracle does not hold on sound.py, ")
    assert "All is well" not in seen["sentence"]
    assert "  | All is well." in seen["log"]


def test_the_file_in_front_is_meant_though_the_log_has_the_cursor(story: Seen) -> None:
    from_log = story["oracleDoesNotHold"]["fromLog"]
    assert from_log.startswith("The oracle does not hold on sound.py, ")


def test_who_reloads_the_window_is_told_what_that_has_ended(story: Seen) -> None:
    seen = story["reloaded"]
    assert "broken off, because the window was closed or reloaded." in seen["sentence"]
    assert seen["buttons"] == ["Open File"]


def test_what_was_not_saved_before_is_not_compared(story: Seen) -> None:
    assert story["oracleDoesNotHold"]["buttons"] == ["Show Log"]


def test_a_refusal_for_the_settings_leads_to_them(story: Seen) -> None:
    seen = story["spoiledSettings"]
    assert 'there is no setting "jjobs"' in seen["sentence"]
    assert seen["buttons"] == ["Open Settings File", "Show Log"]


def test_settings_that_are_not_saved_are_led_to(story: Seen) -> None:
    unsaved = story["spoiledSettings"]["unsaved"]
    assert "has changes that are not saved" in unsaved["sentence"]
    assert unsaved["buttons"] == ["Open Settings File"]


def test_a_mistake_in_the_editors_settings_leads_to_the_setting(story: Seen) -> None:
    seen = story["spoiledEditorSettings"]
    assert "nubbin.strategy in the editor's settings" in seen["sentence"]
    assert seen["buttons"] == ["Open Settings", "Show Log"]
    assert seen["search"] == "nubbin.strategy"


def test_settings_can_be_made_on_the_settings_page(story: Seen) -> None:
    with_control = story["spoiledEditorSettings"]["withControl"]
    assert with_control == ["Jobs", "Rename", "Squeeze", "Strategy"]


def test_the_oracle_can_be_checked_from_the_palette(story: Seen) -> None:
    assert "not on the empty file" in story["spoiledEditorSettings"]["checked"]


def test_a_file_without_an_oracle_is_offered_to_set_one_up(story: Seen) -> None:
    seen = story["withoutOracle"]
    assert any("set up an oracle" in title for title in seen["menu"])
    assert seen["open"] == "nubbin.toml"
    assert seen["settings"].count("[[oracle]]") == 5


def test_what_is_to_be_completed_is_selected_so_that_it_is_typed_over(story: Seen) -> None:
    seen = story["withoutOracle"]
    assert 'command = "PUT THE COMMAND HERE"' in seen["begun"]
    assert seen["settings"] == seen["begun"].replace("PUT THE COMMAND HERE", "false")


def test_sentences_of_a_set_up_are_whole_and_lead_on(story: Seen) -> None:
    seen = story["withoutOracle"]
    assert seen["declined"]["buttons"] == ["Set Up an Oracle"]
    assert "into nubbin.toml, then reduce again." in seen["declined"]["sentence"]
    assert seen["complete"]["buttons"] == ["Open Settings File"]
    assert seen["complete"]["sentence"].endswith(
        "of nubbin.toml, save it, and reduce fresh.py again."
    )


def test_a_server_that_is_not_there_is_no_matter_before_it_is_used(story: Seen) -> None:
    assert story["brokenServer"]["unused"] == 0


def test_a_server_that_does_not_start_is_explained_with_a_way_to_its_setting(story: Seen) -> None:
    seen = story["brokenServer"]
    assert 'there is no program "nubbin-that-is-not-there"' in seen["sentence"]
    assert "nubbin.server.command" in seen["search"]
    assert seen["again"].startswith("Reducing")


def test_nothing_outlives_the_window(story: Seen) -> None:
    mark = f"NUBBIN_TEST_MARK={story['mark']}".encode()

    def none_left() -> bool:
        for process in Path("/proc").glob("[0-9]*/environ"):
            try:
                if mark in process.read_bytes():
                    return False
            except OSError:
                continue
        return True

    assert eventually(none_left)


def test_a_file_that_extensions_cannot_see_is_not_said_to_be_missing(story: Seen) -> None:
    assert "Reduce it with nubbin reduce in a terminal." in story["tooLarge"]["sentence"]


def test_a_server_that_says_nothing_is_ended_and_told_and_the_next_one_serves(story: Seen) -> None:
    seen = story["silentServer"]
    assert '"sleep 604800.25" ended at once or did not answer' in seen["sentence"]
    assert seen["left"] == 0


def test_a_server_that_gives_way_tells_how_its_reduction_ended(story: Seen) -> None:
    (ending,) = story["silentServer"]["endings"]
    assert "broken off before its end" in ending
    assert "because the language server ended" not in ending
