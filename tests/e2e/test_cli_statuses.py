"""Statuses 0, 3, 4 and 5 of `nubbin reduce` and `nubbin check`, and what is said with each."""

import re
from pathlib import Path

import pytest

from frontdoor import KEEPS, executable, nubbin
from mounts import ALONE, mounts_or_skips

pytestmark = pytest.mark.e2e


def test_0_a_reduction_is_written_beside_the_input(case: Path) -> None:
    before = case.read_bytes()
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, cwd=case.parent)
    assert ran.status == 0
    assert ran.stdout == b""
    reduced = (case.parent / "case.reduced.c").read_bytes()
    assert b"keep" in reduced
    assert len(reduced) < len(before)
    assert case.read_bytes() == before
    assert sorted(path.name for path in case.parent.iterdir()) == ["case.c", "case.reduced.c"]
    assert f"→ {len(reduced)} bytes" in ran.sentences
    assert "Written to case.reduced.c." in ran.sentences


def test_0_what_the_default_output_takes_the_place_of_is_told(
    case: Path, either: tuple[str, ...]
) -> None:
    out = case.parent / "case.reduced.c"
    for options, told in (((), True), (("-o", out.name), False), (("--in-place",), False)):
        out.write_text("mine\n")
        ran = nubbin(*either, case.name, "--oracle", KEEPS, *options, cwd=case.parent)
        assert ran.status == 0
        earlier = "Written to case.reduced.c, in place of an earlier one of 5 bytes."
        assert (earlier in ran.sentences) is told
        assert ("earlier" in ran.sentences) is told


def test_0_an_earlier_result_stays_that_is_smaller_than_that_of_a_reduction_cut_short(
    case: Path, either: tuple[str, ...]
) -> None:
    smaller, beside = case.parent / "case.reduced.c", case.parent / "case.reduced-2.c"
    smaller.write_text("keep\n")
    ran = nubbin(*either, case.name, "--oracle", KEEPS, "--max-tests", "1", cwd=case.parent)
    assert ran.status == 0
    assert smaller.read_text() == "keep\n"
    assert b"keep" in beside.read_bytes()
    told = "Written to case.reduced-2.c, as case.reduced.c, of an earlier run, is smaller."
    assert told in ran.sentences


def test_0_a_fit_oracle_passes_the_check(case: Path) -> None:
    ran = nubbin("check", case.name, "--oracle", KEEPS, cwd=case.parent)
    assert ran.status == 0
    assert ran.stdout.count(b" interesting, ") == 3
    assert b"median" in ran.stdout


@pytest.mark.parametrize("command", ["reduce", "check", "client"])
def test_0_an_oracle_does_not_see_the_token_of_a_server(case: Path, command: str) -> None:
    oracle = "env | grep -q NUBBIN_TOKEN && exit 1; grep -q keep {file}"
    env = {"NUBBIN_TOKEN": "secret"}
    ran = nubbin(command, case.name, "--oracle", oracle, cwd=case.parent, env=env)
    assert ran.status == 0, ran.stderr


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_3_a_persistent_oracle_that_does_not_stay_is_told_how_to_answer(
    case: Path, command: str
) -> None:
    table = '[[oracle]]\ncommand = "grep -q keep {file}"\npersistent = true\n'
    (case.parent / "nubbin.toml").write_text(table)
    ran = nubbin(command, case.name, cwd=case.parent)
    assert ran.status == 3
    assert "an oracle with persistent = true stays, reads paths" in ran.sentences
    assert b"in time" not in ran.stdout


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_3_an_endless_regular_expression_is_not_blamed_on_the_oracle(
    case: Path, command: str
) -> None:
    case.write_text("a" * 60 + "b\nint keep;\n")
    arguments = ("--oracle", "cat {file}", "--stdout", "^(a+)+$", "--timeout", "900")
    ran = nubbin(command, case.name, *arguments, cwd=case.parent)
    assert ran.status == 3
    assert "Matching the conditions against its output took too long" in ran.sentences
    assert "out of time" not in ran.sentences


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_3_an_input_that_is_not_interesting_shows_what_the_oracle_said(
    case: Path, command: str
) -> None:
    oracle = executable(
        case.parent / "oracle.sh",
        "#!/bin/sh\nseq -f 'line %g' 1000; echo 'all is well' >&2; exit 7\n",
    )
    ran = nubbin(command, case.name, "--oracle", f"./{oracle.name}", cwd=case.parent)
    assert ran.status == 3
    assert "status 7" in ran.stderr
    assert "| line 1\n" in ran.stderr
    assert "| line 1000\n" in ran.stderr
    assert "| line 500\n" not in ran.stderr
    assert "| all is well\n" in ran.stderr
    assert not (case.parent / "case.reduced.c").exists()


@pytest.mark.parametrize("command", ["reduce", "check", "client"])
@pytest.mark.parametrize(
    "oracle, reason",
    [
        ("exit 126 # {file}", "A shell ends with 126 or 127 when it cannot run a command"),
        (
            "kill -XCPU $$ # {file}",
            "by one of its limits (CPU time or file size), which",
        ),
    ],
)
def test_3_what_never_counts_says_so_beside_the_status_that_was_asked_for(
    case: Path, command: str, oracle: str, reason: str
) -> None:
    ran = nubbin(command, case.name, "--oracle", oracle, "--exit-code", "nonzero", cwd=case.parent)
    assert ran.status == 3
    assert reason in ran.sentences
    assert "never count" in ran.sentences


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_3_an_oracle_that_hangs_is_stopped_and_said_to_have_hung(case: Path, command: str) -> None:
    arguments = ("--oracle", "echo begun {file}; sleep 1000", "--timeout", "2")
    ran = nubbin(command, case.name, *arguments, cwd=case.parent)
    assert ran.status == 3
    assert "ran out of time" in ran.stderr
    assert "| begun" in ran.stderr


def test_0_of_an_oracle_that_hangs_on_the_empty_file_nothing_else_is_said(case: Path) -> None:
    arguments = ("--oracle", "test -s {file} || sleep 100", "--timeout", "2")
    ran = nubbin("check", case.name, *arguments, cwd=case.parent)
    assert ran.status == 0
    assert b"The oracle holds on the input every time. On the empty file it gave no" in ran.stdout
    assert b"not on the empty file" not in ran.stdout


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_3_an_oracle_that_holds_on_the_empty_file_is_refused(case: Path, command: str) -> None:
    ran = nubbin(command, case.name, "--oracle", "echo {file} is fine", cwd=case.parent)
    assert ran.status == 3
    assert "empty file" in ran.sentences
    assert "is fine" in ran.sentences
    assert ("--allow-empty" in ran.sentences) is (command == "reduce")
    assert not (case.parent / "case.reduced.c").exists()


def test_0_an_empty_result_is_allowed_on_request(case: Path) -> None:
    arguments = ("--oracle", "true {file}", "--allow-empty")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent)
    assert ran.status == 0
    assert (case.parent / "case.reduced.c").read_bytes() == b""


def test_4_a_flaky_oracle_fails_the_check(case: Path) -> None:
    log = case.parent / "log"
    oracle = executable(
        case.parent / "oracle.sh",
        f"#!/bin/sh\necho >> '{log}'\ntest $(($(wc -l < '{log}') % 2)) = 1\n",
    )
    ran = nubbin("check", case.name, "--oracle", f"./{oracle.name} {{file}}", cwd=case.parent)
    assert ran.status == 4
    assert "flaky" in ran.stderr


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_4_an_oracle_that_hangs_after_a_quick_run_is_given_up_by_what_that_run_took(
    case: Path, command: str
) -> None:
    oracle = f"mkdir '{case.parent}/seen' || sleep 1000; grep -q keep {{file}}"
    ran = nubbin(command, case.name, "--oracle", oracle, cwd=case.parent)
    assert ran.status == 4
    stopped = re.search(r"ran out of time and was stopped after (\d+)\.", ran.sentences)
    assert stopped, ran.stderr
    assert 10 <= int(stopped[1]) < 100  # the first may take 600


def test_4_when_the_final_ask_fails_the_last_text_that_holds_is_written(case: Path) -> None:
    # Holds on any text with the word the first time it sees it, and on the input always.
    seen = case.parent / "seen"
    seen.mkdir()
    oracle = executable(
        case.parent / "oracle.sh",
        "#!/bin/sh\n"
        f"cmp -s \"$1\" '{case}' && exit 0\n"
        f'grep -q keep "$1" && mkdir "{seen}/$(cksum < "$1" | tr " " -)" 2> /dev/null\n',
    )
    ran = nubbin("reduce", case.name, "--oracle", f"./{oracle.name} {{file}}", cwd=case.parent)
    assert ran.status == 4
    assert "flaky" in ran.stderr
    assert (case.parent / "case.reduced.c").read_bytes() == case.read_bytes()


@pytest.mark.parametrize("in_place", [False, True])
def test_4_an_oracle_that_never_holds_again_leaves_the_smallest_text_unchecked(
    case: Path, in_place: bool
) -> None:
    before = case.read_bytes()
    log = case.parent / "log"
    oracle = executable(
        case.parent / "oracle.sh",
        f"#!/bin/sh\necho >> '{log}'\ngrep -q keep \"$1\" && test $(wc -l < '{log}') -le 9\n",
    )
    arguments = ("--oracle", f"./{oracle.name} {{file}}", "--max-tests", "6", "--jobs", "1")
    ran = nubbin("reduce", case.name, *arguments, *["--in-place"] * in_place, cwd=case.parent)
    assert ran.status == 4
    assert "Now it does not even hold on the input: perhaps something" in ran.sentences
    assert ("as it was not checked; the file itself was left" in ran.sentences) == in_place
    assert case.read_bytes() == before
    left = (case.parent / "case.reduced.c").read_bytes()
    assert b"keep" in left
    assert len(left) < len(before)


@pytest.mark.parametrize("command", ["reduce", "check"])
def test_5_of_an_empty_file_there_is_nothing_to_reduce(tmp_path: Path, command: str) -> None:
    (tmp_path / "empty.c").touch()
    ran = nubbin(command, "empty.c", "--oracle", KEEPS, cwd=tmp_path)
    assert ran.status == 5
    assert "nothing to reduce" in ran.sentences
    assert [path.name for path in tmp_path.iterdir()] == ["empty.c"]


def test_conditions_replace_the_exit_status(case: Path) -> None:
    oracle = "echo 'internal error: fold' >&2; grep -q keep {file} || exit 2; exit 1"
    conditions = ("--exit-code", "1", "--stderr", "internal error: .*fold")
    ran = nubbin("reduce", case.name, "--oracle", oracle, *conditions, cwd=case.parent)
    assert ran.status == 0, ran.stderr
    assert b"keep" in (case.parent / "case.reduced.c").read_bytes()


def test_the_oracle_may_come_from_the_settings(case: Path) -> None:
    folder = case.parent / "deep"
    folder.mkdir()
    (folder / "case.c").write_bytes(case.read_bytes())
    executable(case.parent / "oracle.sh", '#!/bin/sh\ngrep -q "$WORD" "$1"\n')
    (case.parent / "nubbin.toml").write_text(
        '[[oracle]]\nfiles = ["*.h"]\ncommand = "false"\n'
        '[[oracle]]\nfiles = ["deep/*.c"]\ncommand = "WORD=keep ./oracle.sh {file}"\n'
    )
    ran = nubbin("reduce", "case.c", "--timeout", "60", cwd=folder)
    assert ran.status == 0, ran.stderr
    assert b"keep" in (folder / "case.reduced.c").read_bytes()


@pytest.mark.parametrize("name", ["hddr*", "hddr-star", "hoistr*+hddhr*", "ddmin:granularity=line"])
def test_strategies_are_chosen_by_name(case: Path, name: str) -> None:
    arguments = ("--oracle", KEEPS, "--strategy", name, "-o", "-")
    ran = nubbin("reduce", case.name, *arguments, cwd=case.parent)
    assert ran.status == 0, ran.stderr
    assert b"keep" in ran.stdout
    assert b"drop" not in ran.stdout


@pytest.mark.parametrize("option, mode, told", [("noexec", "+x", True), ("exec", "-x", False)])
def test_a_scratch_folder_where_nothing_can_be_executed_is_told(
    case: Path, option: str, mode: str, told: bool
) -> None:
    mounts_or_skips()
    folder = case.parent
    mounts = f"mount -t tmpfs -o size=64k tmpfs /dev/shm && mount -t tmpfs -o {option} tmpfs t"
    by = (*ALONE, f'mkdir t && {mounts} && TMPDIR=$PWD/t exec "$@"', "sh")
    oracle = f"echo true > run; chmod {mode} run; ./run # {{file}}"
    ran = nubbin("reduce", case.name, "--oracle", oracle, cwd=folder, by=by)
    assert ran.status == 3
    assert (f"In {folder}/t, where it runs, nothing can be executed" in ran.sentences) is told


def test_limits_stop_with_the_best_so_far(case: Path) -> None:
    ran = nubbin("reduce", case.name, "--oracle", KEEPS, "--max-tests", "2", cwd=case.parent)
    assert ran.status == 0
    assert "--max-tests" in ran.stderr
    assert b"keep" in (case.parent / "case.reduced.c").read_bytes()
