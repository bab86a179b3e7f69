"""Oracles that misbehave, from the front door and through the server: nothing comes of it."""

import json
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from frontdoor import PATIENCE, PROGRAM, SCRIPT, Ran, executable, marked, nubbin, until
from living import needs_proc
from mounts import ALONE, mounts_or_skips

pytestmark = [pytest.mark.e2e, needs_proc]


@dataclass(frozen=True)
class Place:
    """A folder with a test case, and how to see what is left of a run in it."""

    folder: Path
    mark: str

    @property
    def case(self) -> Path:
        return self.folder / "case.c"

    @property
    def result(self) -> bytes:
        return (self.folder / "case.reduced.c").read_bytes()

    @property
    def log(self) -> Path:
        return self.folder.parent / "log"

    def run(self, words: Sequence[str], oracle: str, *arguments: str) -> Ran:
        """Reduce the case by an oracle that also notes where it runs; nothing may be left."""
        noted = f'export {self.mark}=1 LOG="{self.log}"; echo "$PWD" >> "$LOG"; {oracle}'
        ran = nubbin(*words, "case.c", "--oracle", noted, *arguments, cwd=self.folder)
        self.nothing_is_left()
        return ran

    def nothing_is_left(self) -> None:
        places = set(self.log.read_text().splitlines()) if self.log.exists() else set()
        assert not [place for place in places if Path(place).parents[1].exists()]
        until(lambda: not list(marked(self.mark)), "all processes to end")
        assert self.case.read_text() == PROGRAM


@pytest.fixture
def place(tmp_path: Path, mark: str) -> Place:
    folder = tmp_path / "work"
    folder.mkdir()
    place = Place(folder, mark)
    place.case.write_text(PROGRAM)
    return place


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """What four runs leave where the oracle does nothing besides."""
    folder = tmp_path_factory.mktemp("expected")
    (folder / "case.c").write_text(PROGRAM)
    words = ("--oracle", "grep -q keep {file}", "--max-tests", "4", "-o", "-")
    return nubbin("reduce", "case.c", *words, cwd=folder).stdout


FORKS = "(setsid sleep 1000 &); sleep 1000 & setsid env -i sleep 1000 > /dev/null 2>&1 &"


@pytest.mark.parametrize(
    "harm",
    [
        "rm -f {file}",
        'rm -rf "$PWD" "$PWD/.."',
        "echo altered > {file}; touch left behind; mkdir -p a/b; chmod 0 a",
        FORKS,
        "head -c 100000000 /dev/zero; head -c 1000000 /dev/zero >&2",
    ],
)
def test_what_an_oracle_does_besides_changes_no_result(
    place: Place, expected: bytes, either: tuple[str, ...], harm: str
) -> None:
    oracle = f"grep -q keep {{file}}; answer=$?; {harm}; exit $answer"
    oracle = oracle.replace("&;", "&")
    ran = place.run(either, oracle, "--max-tests", "4", "--jobs", "2")
    assert ran.status == 0, ran.stderr
    assert place.result == expected
    assert sorted(os.listdir(place.folder)) == ["case.c", "case.reduced.c"]


def test_an_oracle_that_hangs_on_candidates_is_killed_and_counted(
    place: Place, either: tuple[str, ...]
) -> None:
    oracle = "grep -q more {file} || sleep 1000; grep -q keep {file}"
    arguments = ("--timeout", "2", "--jobs", "2", "--max-tests", "3", "--json", "r.json")
    ran = place.run(either, oracle, "--allow-empty", *arguments)
    assert ran.status == 0, ran.stderr
    assert b"keep" in place.result
    timeouts = json.loads((place.folder / "r.json").read_bytes())["oracle"]["timeouts"]
    assert timeouts > 0
    assert f" ({timeouts} out of time)" in ran.sentences


def test_an_oracle_that_flips_its_answer_steps_back_to_a_text_that_holds(
    place: Place, either: tuple[str, ...]
) -> None:
    # Texts without "drop" are interesting the first time only.
    seen = place.folder.parent / "seen"
    seen.mkdir()
    script = executable(
        place.folder.parent / "flips.sh",
        '#!/bin/sh\ngrep -q keep "$1" || exit 1\ngrep -q drop "$1" && exit 0\n'
        f'mkdir "{seen}/$(cksum < "$1" | tr " " -)" 2> /dev/null\n',
    )
    ran = place.run(either, f"{script} {{file}}")
    assert ran.status == 4
    assert "The oracle is flaky" in ran.sentences
    assert "the last text on which it does" in ran.sentences
    assert b"keep" in place.result
    assert b"drop" in place.result


def test_an_oracle_that_hangs_at_the_end_takes_no_result_along(
    place: Place, either: tuple[str, ...]
) -> None:
    # Texts without "drop" are answered the first time only.
    seen, hung = place.folder.parent / "seen", place.folder.parent / "hung"
    seen.mkdir()
    script = executable(
        place.folder.parent / "hangs.sh",
        '#!/bin/sh\ngrep -q keep "$1" || exit 1\ngrep -q drop "$1" && exit 0\n'
        f'mkdir "{seen}/$(cksum < "$1" | tr " " -)" 2> /dev/null ||'
        f' {{ echo >> "{hung}"; sleep 1000; }}\n',
    )
    ran = place.run(either, f"{script} {{file}}", "--timeout", "3")
    assert hung.read_text() == "\n", "not only the result was asked about once more"
    assert ran.status == 4, ran.stderr
    assert "ran out of time (3 s)" in ran.sentences
    assert "is kept; the oracle could not be asked about it once more" in ran.sentences
    assert b"keep" in place.result
    assert b"drop" not in place.result


@pytest.mark.parametrize("harm, what", [("rm", "gone"), ("chmod -x", "not executable any more")])
def test_a_script_that_is_gone_takes_no_result_along(
    place: Place, either: tuple[str, ...], harm: str, what: str
) -> None:
    script = place.folder.parent / "goes.sh"
    executable(
        script,
        '#!/bin/sh\ngrep -q keep "$1" || exit 1\n'
        f'grep -q drop "$1" || mkdir {script}.seen || {harm} {script}\nexit 0\n',
    )
    ran = place.run(either, f"{script} {{file}}", "--jobs", "1")
    assert ran.status == 2, ran.stderr
    assert f"{script}, which the oracle's command runs, is {what}" in ran.sentences
    assert "is kept; the oracle could not be asked about it once more" in ran.sentences
    assert b"keep" in place.result
    assert b"drop" not in place.result


def test_a_script_that_is_gone_before_anything_was_found_has_not_found_the_input_minimal(
    place: Place, either: tuple[str, ...]
) -> None:
    script = place.folder.parent / "goes.sh"
    executable(script, f'#!/bin/sh\nmkdir {script}.seen || rm {script}\ngrep -q keep "$1"\n')
    ran = place.run(either, f"{script} {{file}}", "--jobs", "1", "--json", "r.json")
    assert ran.status == 2, ran.stderr
    assert f"{script}, which the oracle's command runs, is gone" in ran.sentences
    assert os.listdir(place.folder) == ["case.c"]


@pytest.mark.parametrize(
    "oracle, status, words",
    [
        ("exec ./no-such-program {file}", 3, "no-such-program"),
        ("sleep 1000 # {file}", 3, "ran out of time"),
        ("kill -SEGV $$ # {file}", 3, "signal"),
        ("true {file}", 3, "empty file"),
    ],
)
def test_an_oracle_that_cannot_serve_ends_with_a_sentence(
    place: Place, either: tuple[str, ...], oracle: str, status: int, words: str
) -> None:
    ran = place.run(either, oracle, "--timeout", "5" if "sleep" not in oracle else "0.5")
    assert ran.status == status
    assert words in ran.sentences
    assert "Traceback" not in ran.stderr
    assert os.listdir(place.folder) == ["case.c"]


@pytest.mark.parametrize(
    "oracle",
    ["sleep 1000; false {file}", 'test $(wc -l < "$LOG") -le 1 || sleep 1000; true {file}'],
    ids=["the first time", "the second time"],
)
def test_an_oracle_that_has_not_answered_when_the_time_is_up_leaves_no_result(
    place: Place, either: tuple[str, ...], oracle: str
) -> None:
    arguments = ("--max-time", "3", "--json", "r.json")
    ran = place.run(either, oracle, *arguments)
    assert ran.status == 3
    assert "--max-time allows was up before the oracle had answered on case.c" in ran.sentences
    assert "case.c:" not in ran.sentences
    assert os.listdir(place.folder) == ["case.c"]


@pytest.mark.parametrize(
    "oracle, size, status",
    [
        ("cat /dev/zero > big 2> /dev/null; grep -q keep {file}", 1, 0),
        ('cat /dev/zero > "$TMPDIR/big" 2> /dev/null; grep -q keep {file}', 1, 0),
        ('cat /dev/zero > "$DISK/big" 2> /dev/null; grep -q keep {file}', 1, 1),
        ("grep -q keep {file}", 20_000, 1),
    ],
    ids=["its folder", "its TMPDIR", "elsewhere", "the candidate itself"],
)
def test_a_disk_that_fills_up_is_told_or_emptied(
    place: Place, oracle: str, size: int, status: int
) -> None:
    mounts_or_skips()
    place.case.write_text(PROGRAM * size)
    disk = place.folder.parent / "disk"
    disk.mkdir()
    # In a mount namespace of its own, where nothing but a tiny disk is there for candidates.
    script = (
        "mount -t tmpfs -o size=64k tmpfs /dev/shm && "
        f"mount -t tmpfs -o size=256k tmpfs '{disk}' || exit 77; "
        'before=$(ls -A /dev/shm "$DISK"); "$@"; status=$?; rm -f "$DISK/big"; '
        'test "$(ls -A /dev/shm "$DISK")" = "$before" || exit 78; exit $status'
    )
    done = subprocess.run(
        [*ALONE, script, "sh", SCRIPT, "reduce", "case.c", "--jobs", "1",
         "--oracle", oracle],
        cwd=place.folder,
        env=os.environ | {place.mark: "1", "TMPDIR": str(disk), "DISK": str(disk)},
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )  # fmt: skip
    said = done.stderr.decode()
    assert done.returncode == status, said
    assert place.case.read_text() == PROGRAM * size
    until(lambda: not list(marked(place.mark)), "all processes to end")
    if status == 0:
        assert b"keep" in place.result
    else:
        assert "No room is left" in said
        assert "Free some" in said
