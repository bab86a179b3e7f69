"""From how a run ended to what it means."""

import signal
from pathlib import Path

import pytest

from nubbin.engine.oracles.conditions import Conditions
from nubbin.engine.oracles.oracle import ExitCode, Limits, OracleSpec
from nubbin.engine.vocabulary.errors import UsageError

FOLDER = Path("/")


NOTHING = (b"",)


def hold(
    conditions: Conditions,
    status: int,
    stdout: tuple[bytes, ...] = NOTHING,
    stderr: tuple[bytes, ...] = NOTHING,
) -> bool:
    return conditions.barred(status) is None and conditions.unmet(status, stdout, stderr) is None


def holds(status: int, *, shell: bool = True, exit_code: ExitCode | None = None) -> bool:
    return hold(Conditions(OracleSpec("true", FOLDER, exit_code=exit_code), shell=shell), status)


@pytest.mark.parametrize(
    "exit_code, interesting, others",
    [
        (None, [0], [1, 2, 126, 127, 139, -11]),
        (1, [1], [0, 2, 127, -1]),
        (139, [139, -11], [0, 11, -9]),
        ("nonzero", [1, 2, 139, -11, 255], [0, 126, 127]),
        ("signal", [-11, -6, 139, 134], [0, 1, 126, 127, 128, 255]),
    ],
)
def test_exit_codes_of_a_shell(
    exit_code: ExitCode | None, interesting: list[int], others: list[int]
) -> None:
    assert [s for s in interesting + others if holds(s, exit_code=exit_code)] == interesting


@pytest.mark.parametrize("status", [126, 127])
def test_a_status_that_never_counts_from_a_shell_cannot_be_asked_for(status: int) -> None:
    reason = rf"exit_code = {status} can never hold. A shell ends with 126 or 127 when"
    with pytest.raises(UsageError, match=reason):
        holds(status, exit_code=status)


@pytest.mark.parametrize(
    "status, words",
    [
        (126, "A shell ends with 126 or 127"),
        (127, "A shell ends with 126 or 127"),
        (-signal.SIGXCPU, "by one of its limits (CPU time or file size), which never counts"),
        (128 + signal.SIGXFSZ, "by one of its limits (CPU time or file size), which never counts"),
    ],
)
def test_what_never_counts_says_why(status: int, words: str) -> None:
    conditions = Conditions(OracleSpec("true", FOLDER, exit_code="nonzero"), shell=True)
    assert words in str(conditions.barred(status))
    assert conditions.barred(1) is None


def test_a_program_may_mean_something_by_127_and_139() -> None:
    assert holds(127, shell=False, exit_code=127)
    assert holds(127, shell=False, exit_code="nonzero")
    assert not holds(139, shell=False, exit_code="signal")
    assert holds(-11, shell=False, exit_code="signal")


@pytest.mark.parametrize("number", [signal.SIGXCPU, signal.SIGXFSZ])
def test_a_death_by_our_limits_is_never_interesting(number: int) -> None:
    assert not holds(-number, exit_code="signal")
    assert not holds(128 + number, exit_code="nonzero")


@pytest.mark.parametrize("status", [-signal.SIGKILL, 128 + signal.SIGKILL])
def test_a_kill_by_our_limit_on_its_time_is_not_interesting_either(status: int) -> None:
    """A program that ignores the signal of the soft limit is killed by that of the hard one."""
    assert holds(status, exit_code="signal")
    limited = OracleSpec("true", FOLDER, exit_code="signal", limits=Limits(cpu=1))
    assert not hold(Conditions(limited, shell=True), status)


def test_all_conditions_must_hold() -> None:
    spec = OracleSpec("true", FOLDER, exit_code=1, stdout="out", stderr="err", output="both")
    conditions = Conditions(spec, shell=True)
    assert hold(conditions, 1, (b"out both",), (b"err",))
    assert hold(conditions, 1, (b"out",), (b"err both",))
    assert not hold(conditions, 0, (b"out both",), (b"err",))
    assert not hold(conditions, 1, (b"err both",), (b"out",))
    assert not hold(conditions, 1, (b"out",), (b"err",))


@pytest.mark.parametrize(
    "status, stdout, stderr, unmet",
    [
        (0, b"out both", b"err", "exit_code = 1"),
        (1, b"both", b"err", "stdout = 'out'"),
        (1, b"out both", b"", "stderr = 'err'"),
        (1, b"out", b"err", "output = 'both'"),
    ],
)
def test_the_condition_that_does_not_hold_is_named(
    status: int, stdout: bytes, stderr: bytes, unmet: str
) -> None:
    spec = OracleSpec("true", FOLDER, exit_code=1, stdout="out", stderr="err", output="both")
    assert Conditions(spec, shell=True).unmet(status, (stdout,), (stderr,)) == unmet
    assert Conditions(OracleSpec("true", FOLDER), shell=True).unmet(1, *2 * (NOTHING,)) == (
        "exit_code = 0"
    )


def test_with_a_pattern_any_status_will_do_but_not_a_missing_program() -> None:
    conditions = Conditions(OracleSpec("true", FOLDER, stderr="^error: [é]+$"), shell=True)
    stderr = ("x\nerror: éé\ny".encode(),)
    assert hold(conditions, 0, (b"",), stderr)
    assert hold(conditions, -11, (b"",), stderr)
    assert not hold(conditions, 127, (b"",), stderr)


def test_nothing_matches_across_the_cut() -> None:
    conditions = Conditions(OracleSpec("true", FOLDER, output="ab"), shell=True)
    assert not hold(conditions, 0, (b"xa", b"bx"), (b"",))
    assert hold(conditions, 0, (b"x", b"ab"), (b"",))


@pytest.mark.parametrize(
    "name, spec",
    [
        ("stdout", OracleSpec("true", FOLDER, stdout="(oops")),
        ("stderr", OracleSpec("true", FOLDER, stderr="(oops")),
        ("output", OracleSpec("true", FOLDER, output="(oops")),
    ],
)
def test_a_malformed_pattern_is_told_by_name(name: str, spec: OracleSpec) -> None:
    with pytest.raises(UsageError, match=rf"{name} = '\(oops'"):
        Conditions(spec, shell=True)


def test_a_pattern_that_python_warns_of_is_one() -> None:
    spec = OracleSpec("true", FOLDER, stdout="[[:x]")
    assert hold(Conditions(spec, shell=True), 0, (b":",))


@pytest.mark.parametrize("written, found", [(b"xyyw", True), (b"xyy", False), (b"", False)])
def test_a_group_of_which_python_loses_track_does_not_matter(written: bytes, found: bool) -> None:
    spec = OracleSpec("true", FOLDER, stdout="((x)|y|z)*+w")
    assert hold(Conditions(spec, shell=False), 0, (written,)) is found
