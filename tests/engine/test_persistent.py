"""Oracles that stay."""

import os
import sys
from pathlib import Path

import pytest

from living import LONG, ask, eventually, needs_proc, opened, running
from nubbin.engine.oracles.account import account_of
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import Barred, Limits, OracleSpec
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.vocabulary.outcome import Outcome

SERVED = """
import os, sys, time
from nubbin.engine.oracles.serve import serve_oracle

asked = 0

def holds(text):
    global asked
    asked += 1
    print("this is not an answer", asked, os.getpid())
    if b"sleep" in text:
        time.sleep(600)
    if b"die" in text:
        os._exit(3)
    if b"raise" in text:
        raise ValueError("no such luck")
    return b"yes" in text

serve_oracle(holds)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "oracle.py").write_text(SERVED)
    return tmp_path / "case with 'quotes'.txt"


def served(path: Path) -> OracleSpec:
    command = (sys.executable, str(path.parent / "oracle.py"))
    return OracleSpec(command, path.parent, persistent=True)


def test_a_function_is_asked_many_times_by_one_process(path: Path) -> None:
    with opened(served(path), path) as pool:
        verdicts = [ask(pool, b"yes" if n % 2 else b"no") for n in range(20)]
    outcomes = [verdict.outcome for verdict in verdicts]
    assert outcomes == [Outcome.UNINTERESTING, Outcome.INTERESTING] * 10
    counts = [int(verdict.stderr.split()[5]) for verdict in verdicts]
    assert counts == list(range(1, 21))
    assert len({verdict.stderr.split()[6] for verdict in verdicts}) == 1


def test_a_timeout_restarts_the_oracle(path: Path) -> None:
    with opened(served(path), path) as pool:
        before = ask(pool, b"yes")
        verdict = ask(pool, b"sleep", timeout=0.5)
        assert (verdict.outcome, verdict.timed_out) == (Outcome.UNRESOLVED, True)
        assert not running(str(path.parent / "oracle.py"))
        after = ask(pool, b"yes")
        assert after.outcome is Outcome.INTERESTING
        assert after.stderr.split()[6] != before.stderr.split()[6]


@needs_proc
def test_a_cancel_restarts_the_oracle(path: Path) -> None:
    with opened(served(path), path) as pool:
        ticket = pool.submit(b"sleep", LONG)
        assert eventually(lambda: len(running(str(path.parent / "oracle.py"))) == 1)
        pool.cancel([ticket])
        assert ask(pool, b"yes").outcome is Outcome.INTERESTING


def test_an_answer_about_to_come_is_waited_for_when_it_is_cancelled(path: Path) -> None:
    pids = set()
    with opened(served(path), path) as pool:
        for _ in range(20):
            pool.cancel([pool.submit(b"no", LONG)])
            pids.add(ask(pool, b"yes").stderr.split()[6])
    assert len(pids) < 10  # on a busy machine now and then an answer comes too late


def test_its_death_is_no_answer_and_it_is_started_again(path: Path) -> None:
    with opened(served(path), path) as pool:
        verdict = ask(pool, b"die")
        assert (verdict.outcome, verdict.status) == (Outcome.UNRESOLVED, 3)
        assert ask(pool, b"yes").outcome is Outcome.INTERESTING


def test_a_function_that_raises_says_no_and_shows_why(path: Path) -> None:
    with opened(served(path), path) as pool:
        verdict = ask(pool, b"raise")
        assert verdict.outcome is Outcome.UNINTERESTING
        assert b"no such luck" in verdict.stderr


@needs_proc
def test_it_does_not_outlive_the_pool(path: Path) -> None:
    with opened(served(path), path, 2) as pool:
        for text in (b"yes", b"sleep", b"sleep"):
            pool.submit(text, LONG)
        assert eventually(lambda: len(running(str(path.parent / "oracle.py"))) == 2)
    assert running(str(path.parent / "oracle.py")) == []


def test_a_shell_loop_will_do(path: Path) -> None:
    command = 'while read -r file; do if grep -q yes "$file"; then echo 0; else echo 1; fi; done'
    with opened(OracleSpec(command, path.parent, persistent=True), path) as pool:
        assert ask(pool, b"yes").outcome is Outcome.INTERESTING
        assert ask(pool, b"no").outcome is Outcome.UNINTERESTING


@pytest.mark.parametrize("command", ["while read -r file; do echo maybe; done", "yes"])
def test_another_answer_than_0_or_1_is_a_mistake(path: Path, command: str) -> None:
    spec = OracleSpec(command, path.parent, persistent=True)
    with opened(spec, path) as pool, pytest.raises(UsageError, match="0 for interesting"):
        ask(pool, b"x")


def test_an_oracle_that_ends_after_each_answer_is_started_for_each(path: Path) -> None:
    command = 'read -r file; if grep -q yes "$file"; then echo 0; else echo 1; fi'
    with opened(OracleSpec(command, path.parent, persistent=True), path) as pool:
        for n in range(20):
            expected = Outcome.INTERESTING if n % 2 else Outcome.UNINTERESTING
            assert ask(pool, b"yes" if n % 2 else b"no").outcome is expected


def test_an_oracle_that_ends_at_once_gives_no_answer(path: Path) -> None:
    with opened(OracleSpec("exit 5", path.parent, persistent=True), path) as pool:
        for _ in range(2):
            verdict = ask(pool, b"x")
            assert (verdict.outcome, verdict.status) == (Outcome.UNRESOLVED, 5)
            assert "answers each of them with a line, 0 (interesting) or 1" in account_of(verdict)


@pytest.mark.parametrize("answer", ["", "read path; echo 0; "])
def test_one_that_closes_its_output_and_stays_is_told_apart(path: Path, answer: str) -> None:
    spec = OracleSpec(f"{answer}exec >&-; exec sleep {LONG}", path.parent, persistent=True)
    with opened(spec, path) as pool:
        if answer:
            assert ask(pool, b"first").outcome is Outcome.INTERESTING
        verdict = ask(pool, b"text")
    assert (verdict.outcome, verdict.barred) == (Outcome.UNRESOLVED, Barred.CLOSED)
    assert "closed its standard output" in account_of(verdict)


def test_what_it_answered_is_told(path: Path) -> None:
    with opened(
        OracleSpec("while read -r file; do echo 1; done", path.parent, persistent=True), path
    ) as pool:
        told = account_of(ask(pool, b"x"))
    assert told.startswith("It answered 1 (not) after ")
    assert "output" not in told


def test_one_that_its_shell_cannot_run_is_told_apart(path: Path) -> None:
    with opened(OracleSpec("exec ./absent", path.parent, persistent=True), path) as pool:
        assert ask(pool, b"x").barred is Barred.NOT_RUN


def test_a_second_line_is_not_taken_for_the_next_answer(path: Path) -> None:
    command = "while read -r file; do printf '1\\n0\\n'; done"
    spec = OracleSpec(command, path.parent, persistent=True)
    with opened(spec, path) as pool, pytest.raises(UsageError, match="one line"):
        ask(pool, b"x")


def test_a_line_before_the_first_question_is_not_its_answer(path: Path) -> None:
    log = path.parent / "log"
    command = f"echo 0; echo >'{log}'; while read -r file; do echo 1; done"
    with opened(OracleSpec(command, path.parent, persistent=True), path) as pool:
        assert eventually(log.exists)
        with pytest.raises(UsageError, match=r'answered "0\\n" unasked\. .* one line'):
            ask(pool, b"x")


def test_a_line_that_comes_late_is_not_the_next_answer(path: Path) -> None:
    asked, log = path.parent / "asked", path.parent / "log"
    more = f"until test -e '{asked}'; do sleep 0.01; done; echo 0; echo >'{log}'"
    command = f"while read -r file; do echo 1; {more}; done"
    with opened(OracleSpec(command, path.parent, persistent=True), path) as pool:
        assert ask(pool, b"x").outcome is Outcome.UNINTERESTING
        asked.touch()
        assert eventually(log.exists)
        with pytest.raises(UsageError, match="unasked"):
            ask(pool, b"x")


def test_a_line_that_comes_before_the_question_is_read_is_not_its_answer(path: Path) -> None:
    command = "sleep 0.4; echo 0; sleep 0.4; while read -r file; do echo 1; done"
    spec = OracleSpec(command, path.parent, persistent=True)
    with opened(spec, path) as pool, pytest.raises(UsageError, match=r"had not read|unasked"):
        ask(pool, b"x")


def test_conditions_do_not_go_with_it(path: Path) -> None:
    with pytest.raises(UsageError, match="conditions"):
        LocalPool(OracleSpec("cat", path.parent, persistent=True, exit_code=1), path)


@pytest.mark.parametrize("where", ["file", "folder in the workspace", "scratch folder"])
def test_a_path_that_is_more_than_a_line_does_not_go_with_it(tmp_path: Path, where: str) -> None:
    work, in_workspace = tmp_path / "work", "workspace" in where
    path = work / {"file": "a\nb.txt", "scratch folder": "x"}.get(where, "a\nb/x")
    base = tmp_path / ("a\nb" if where == "scratch folder" else "base")
    for folder in (base, path.parent):
        folder.mkdir(parents=True)
    spec = OracleSpec(
        "cat", work, persistent=True, isolation="workspace" if in_workspace else "scratch",
        workspace=work,
    )  # fmt: skip
    with pytest.raises(UsageError, match=r"a\\nb.* there is a line break\."):
        LocalPool(spec, path, base=base)
    assert os.listdir(base) == []


def test_its_folder_may_be_swept_from_under_it(path: Path) -> None:
    command = 'while read -r file; do rm -rf "$PWD"; echo 0; done'
    with opened(OracleSpec(command, path.parent, persistent=True), path) as pool:
        for _ in range(3):
            assert ask(pool, b"x").outcome is Outcome.INTERESTING


def test_it_may_write_much_to_stderr(path: Path) -> None:
    command = "while read -r file; do head -c 10000000 /dev/zero >&2; echo 0; done"
    spec = OracleSpec(command, path.parent, persistent=True, limits=Limits(output=1000))
    with opened(spec, path) as pool:
        verdict = ask(pool, b"x")
    assert verdict.outcome is Outcome.INTERESTING
    assert len(verdict.stderr) < 1100
    assert os.environ.get("NUBBIN_FILE") is None


def test_it_is_started_once_in_its_own_folder(path: Path) -> None:
    log = path.parent / "log"
    command = f"echo \"$PWD\" >>'{log}'; while read -r file; do echo 0; done"
    with opened(OracleSpec(command, path.parent, persistent=True), path) as pool:
        assert eventually(log.exists)  # before it is asked
        for text in (b"a", b"b"):
            assert ask(pool, text).outcome is Outcome.INTERESTING
    [folder] = log.read_text().splitlines()
    assert folder.endswith("/0000/w")
