"""A file that an oracle's command runs is missed as soon as it is gone."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from frontdoor import executable
from living import INTERESTING, UNINTERESTING, ask, needs_proc, opened, shell
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.oracles.watched_pool import WatchedPool
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request
from nubbin.engine.vocabulary.errors import OracleNotFound
from nubbin.engine.vocabulary.events import Event, Improved

pytestmark = needs_proc

LINES = "".join(f"line {number}\n" for number in range(100, 400)).encode()


def answers(spec: OracleSpec, case: Path, *between: Callable[[], object]) -> list[Verdict]:
    """Ask about a text again and again, with something done between."""
    with opened(spec, case) as local:
        pool = WatchedPool(local, spec)
        verdicts = [ask(pool, LINES)]
        for act in between:
            act()
            verdicts.append(ask(pool, LINES))
    return verdicts


@pytest.mark.parametrize(
    "before, what",
    [("{} {{file}}", "gone"), ("sh {} {{file}}", "gone"), ("{} {{file}}", "not executable")],
)
def test_a_script_that_goes_is_missed_at_once(tmp_path: Path, before: str, what: str) -> None:
    script = executable(tmp_path / "oracle.sh", "#!/bin/sh\ngrep -q 177 $1\n")
    harm = script.unlink if what == "gone" else lambda: script.chmod(0o644)
    spec = shell(tmp_path / "case.txt", before.format(script))
    with pytest.raises(OracleNotFound, match=rf"oracle\.sh, which .* command runs, is {what}"):
        answers(spec, tmp_path / "case.txt", harm)


def test_a_script_is_missed_whatever_its_interpreter_ends_with(tmp_path: Path) -> None:
    script = tmp_path / "oracle.py"
    script.write_text("raise SystemExit(3)")
    spec = shell(tmp_path / "a.txt", f"{sys.executable} {script} {{file}}", exit_code="nonzero")
    with pytest.raises(OracleNotFound, match=r"oracle\.py, which .* runs, is gone"):
        answers(spec, tmp_path / "a.txt", script.unlink)


def test_the_interpreter_of_a_script_is_missed_too(tmp_path: Path) -> None:
    interpreter = tmp_path / "interpreter"
    interpreter.symlink_to("/bin/sh")
    script = executable(tmp_path / "oracle.sh", f"#!{interpreter}\ngrep -q 177 $1\n")
    with pytest.raises(OracleNotFound, match=r"/interpreter, which .* runs, is gone"):
        answers(shell(tmp_path / "a.txt", f"{script} {{file}}"), tmp_path / "a.txt",
                interpreter.unlink)  # fmt: skip


def test_what_the_oracle_itself_writes_may_go(tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.touch()
    spec = shell(tmp_path / "case.txt", f"cp {{file}} {out} && test -e {out}")
    found = answers(spec, tmp_path / "case.txt", out.unlink, lambda: None, out.unlink)
    assert {verdict.outcome for verdict in found} == {INTERESTING}


def test_what_only_a_failing_run_takes_away_is_not_missed(tmp_path: Path) -> None:
    out, flag = tmp_path / "out", tmp_path / "flag"
    out.touch()
    spec = shell(tmp_path / "case.txt", f"test ! -e {flag} || rm {out}; true {{file}}")
    assert len(answers(spec, tmp_path / "case.txt", flag.touch)) == 2


def test_what_was_not_there_is_not_missed(tmp_path: Path) -> None:
    spec = shell(tmp_path / "case.txt", f"sh {tmp_path}/none {{file}}")
    found = answers(spec, tmp_path / "case.txt", lambda: None)
    assert [verdict.outcome for verdict in found] == [UNINTERESTING] * 2


@pytest.mark.parametrize("persistent", [False, True])
def test_who_has_a_copy_of_a_file_does_without_it(tmp_path: Path, persistent: bool) -> None:
    work = tmp_path / "work"
    work.mkdir()
    case, script = work / "case.txt", work / "oracle.sh"
    case.write_bytes(LINES)
    script.write_text("while read path; do echo 0; done" if persistent else "exit 0")
    spec = shell(
        case,
        "cd {workspace} && sh oracle.sh" + " # {file}" * (not persistent),
        workspace=work,
        isolation="scratch" if persistent else "workspace",
        persistent=persistent,
    )
    with opened(spec, case, base=tmp_path / "base") as local:
        pool = WatchedPool(local, spec)
        first = ask(pool, LINES)
        script.unlink()
        assert (first.outcome, ask(pool, LINES).outcome) == (INTERESTING, INTERESTING)


def test_what_was_found_before_a_script_goes_is_kept(tmp_path: Path) -> None:
    script = executable(tmp_path / "oracle.sh", "#!/bin/sh\ngrep -q 177 $1\n")

    def emit(event: Event) -> None:
        if isinstance(event, Improved):
            script.unlink(missing_ok=True)

    spec = shell(tmp_path / "case.txt", f"{script} {{file}}")
    reduction = reduce(Request(LINES, tmp_path / "case.txt", spec, Options(jobs=1)), emit=emit)
    assert reduction.status == 2
    assert "is gone" in str(reduction.problem)
    assert "is kept" in str(reduction.problem)
    assert b"177" in reduction.text
    assert 20 < len(reduction.text) < len(LINES)
