"""The pool of real worker processes: what oracles may do to it, and what it says of them."""

import os
import sys
import threading
import time
from pathlib import Path

import pytest
from living import LONG, ask, eventually, needs_proc, opened, running

from nubbin.engine.errors import NoRoom, OracleNotFound, UsageError
from nubbin.engine.local_pool import LocalPool, open_pool
from nubbin.engine.oracle import Limits, OracleSpec
from nubbin.engine.outcome import Outcome
from nubbin.engine.reduction import Options

INTERESTING, UNINTERESTING, UNRESOLVED = (
    Outcome.INTERESTING,
    Outcome.UNINTERESTING,
    Outcome.UNRESOLVED,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "case.txt"
    file.write_bytes(b"original")
    return file


def shell(path: Path, command: str, **settings: object) -> OracleSpec:
    return OracleSpec(command, path.parent, **settings)  # type: ignore[arg-type]  # any field


def unique(path: Path) -> str:
    """A number of seconds no other `sleep` on this machine sleeps."""
    return f"3{os.getpid()}.{abs(hash(path)) % 10**9}"


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_text_gets_its_own_verdict(path: Path, jobs: int) -> None:
    texts = [b"yes" * n if n % 3 else b"no" * n for n in range(20)]
    with opened(shell(path, "grep -q yes"), path, jobs) as pool:
        tickets = [pool.submit(text, LONG) for text in texts]
        verdicts = {}
        while len(verdicts) < len(texts):
            verdicts.update(pool.wait())
        assert pool.wait() == []
    expected = [INTERESTING if b"yes" in text else UNINTERESTING for text in texts]
    assert [verdicts[ticket].outcome for ticket in tickets] == expected


def test_the_candidate_arrives_byte_by_byte_alone_in_a_private_folder(path: Path) -> None:
    text = bytes(range(256)) * 100
    command = "pwd; stat -c %a .; ls -A; cksum < {name}; cat"
    path.chmod(0o755)
    with opened(shell(path, command), path) as pool:
        first = ask(pool, text)
        folder, mode, names, _ = first.stdout.decode().splitlines()
        assert (mode, names) == ("700", "case.txt")
        assert folder.endswith("/0000/w")
        assert len(Path(folder).parents[1].name) == len("nubbin-XXXXXXXX")
        assert ask(pool, text).stdout == first.stdout
        assert ask(pool, text[1:]).stdout != first.stdout


def test_stdin_is_empty_and_the_terminal_is_out_of_reach(path: Path) -> None:
    with opened(shell(path, "read x; test $? = 1 && ! (: < /dev/tty) # {file}"), path) as pool:
        assert ask(pool, b"").outcome is INTERESTING


@needs_proc
def test_a_hang_is_killed_with_its_children_in_whatever_session(path: Path) -> None:
    seconds = unique(path)
    command = (
        f"sleep {seconds} & setsid sleep {seconds} & (setsid sh -c 'sleep {seconds} & wait' &)"
    )
    with opened(shell(path, f"{command}; sleep {seconds} # {{file}}"), path) as pool:
        ticket = pool.submit(b"x", 1.0)
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 4)
        [(answered, verdict)] = pool.wait()
        assert answered == ticket
        assert (verdict.outcome, verdict.status, verdict.timed_out) == (UNRESOLVED, None, True)
        assert 1.0 <= verdict.seconds < LONG
        assert running(seconds) == []
        assert ask(pool, b"x", 0.01).timed_out


@needs_proc
def test_children_do_not_outlive_the_oracle_nor_hold_it_up(path: Path) -> None:
    seconds = unique(path)
    command = f"(setsid sleep {seconds} &); sleep {seconds} & echo said # {{file}}"
    with opened(shell(path, command), path) as pool:
        verdict = ask(pool, b"x")
        assert (verdict.outcome, verdict.stdout) == (INTERESTING, b"said\n")
        assert running(seconds) == []


@needs_proc
def test_a_cancelled_run_is_dead_within_milliseconds_and_never_heard_of(path: Path) -> None:
    seconds = unique(path)
    command = f"grep -q quick {{file}} || {{ setsid sleep {seconds} & sleep {seconds}; }}"
    with opened(shell(path, command), path) as pool:
        delays = []
        for _ in range(5):
            slow = pool.submit(b"slow", LONG)
            queued = pool.submit(b"slow, too", LONG)
            assert eventually(
                lambda: pool.wait(0) == [] and len(running(f"sleep\0{seconds}")) == 2
            )
            started = time.monotonic()
            pool.cancel([slow, queued, 12345])
            assert eventually(lambda: not running(f"sleep\0{seconds}"))
            delays.append(time.monotonic() - started)
            assert pool.wait(0) == []
        assert min(delays) < 0.1
        assert ask(pool, b"quick").outcome is INTERESTING


def test_at_most_jobs_run_at_once_in_the_order_of_submission(path: Path) -> None:
    log = path.parent / "log"
    # mkdir is atomic: with two inside at once, one of them fails.
    command = f"mkdir {log}.lock && cat {{file}} >> {log}; rmdir {log}.lock"
    with opened(shell(path, command), path) as pool:
        for digit in b"12345":
            pool.submit(bytes([digit]), LONG)
        answers = []
        while len(answers) < 5:
            answers += pool.wait()
    assert [ticket for ticket, _ in answers] == [1, 2, 3, 4, 5]
    assert {verdict.outcome for _, verdict in answers} == {INTERESTING}
    assert log.read_bytes() == b"12345"


def test_jobs_run_side_by_side(path: Path) -> None:
    meet = path.parent / "meet"
    meet.mkdir()
    both = f"[ -e {meet}/a ] && [ -e {meet}/b ]"
    command = f"touch {meet}/$(cat {{file}}); until {both}; do sleep 0.01; done"
    with opened(shell(path, command), path, 2) as pool:
        pool.submit(b"a", LONG)
        pool.submit(b"b", LONG)
        answers = pool.wait(LONG)
        answers += pool.wait(LONG) if len(answers) < 2 else []
    assert [verdict.outcome for _, verdict in answers] == [INTERESTING] * 2


def test_a_hundred_megabytes_of_output_are_read_away_but_for_head_and_tail(path: Path) -> None:
    command = "echo first; head -c 100000000 /dev/zero; echo last; echo error >&2 # {file}"
    with opened(shell(path, command, stdout="^first$", stderr="error"), path) as pool:
        verdict = ask(pool, b"x")
    assert verdict.outcome is INTERESTING
    assert verdict.stdout.startswith(b"first\n")
    assert verdict.stdout.endswith(b"\0last\n")
    assert len(verdict.stdout) < 70_000
    assert b"bytes cut" in verdict.stdout
    assert verdict.stderr == b"error\n"


def test_endless_output_does_not_hold_up_the_clock(path: Path) -> None:
    with opened(shell(path, "yes"), path) as pool:
        assert ask(pool, b"x", 0.5).timed_out


def test_one_run_cannot_spoil_the_pipes_of_the_next(path: Path) -> None:
    spoil = "import os; os.set_blocking(1, False); os.write(1, b'x' * 10000)"
    command = (
        f'grep -q spoil {{file}} && exec "{sys.executable}" -c "{spoil}"; '
        "head -c 1000000 /dev/zero && echo all"
    )
    with opened(shell(path, command), path) as pool:
        ask(pool, b"spoil")
        verdict = ask(pool, b"x")
        assert verdict.outcome is INTERESTING
        assert verdict.stdout.endswith(b"all\n")


@pytest.mark.parametrize(
    "harm",
    [
        "rm {name}",
        "rm {name}; mkdir {name}",
        "rm {name}; ln -s /etc/passwd {name}",
        'rm -rf "$PWD"',
        'rm -rf "$PWD/.."',
        'mv "$PWD" "$PWD.moved"; mkdir "$PWD"; touch "$PWD/x"',
        "chmod 0 . {name}",
        'chmod 0 .; chmod 0 "$TMPDIR"',
        'rm -rf "$TMPDIR"; touch "$TMPDIR"',
        "mkdir -p a/b/c; touch a/b/c/d; chmod 0 a/b/c a/b a",
        "touch .hidden 'a b' ./-x; mkfifo pipe; ln -s . loop; ln -s / root",
        'echo x > "$TMPDIR/left"',
        "python3 -c 'import os\nfor _ in range(3000): os.mkdir(chr(97)); os.chdir(chr(97))'",
    ],
)
def test_whatever_the_oracle_does_to_its_folder_the_next_finds_it_right(
    path: Path, harm: str
) -> None:
    command = (
        f"if grep -q harm {{file}}; then {harm}; exit 0; fi 2>/dev/null; "
        'ls -A; ls -A "$TMPDIR"; pwd; stat -c %a .; cat {name} "$(pwd)"/{name} && test ! -h {name}'
    )
    with opened(shell(path, command), path) as pool:
        before = ask(pool, b"good")
        assert before.outcome is INTERESTING
        for _ in range(2):
            assert ask(pool, b"harm").outcome is INTERESTING
            after = ask(pool, b"good")
            assert (after.outcome, after.stdout) == (INTERESTING, before.stdout)
    assert Path("/etc/passwd").stat().st_size


@pytest.mark.parametrize("name", ["a'; rm -rf ~; '.c", 'a "b" $(c).c', "-rf", "a\nb", "é\udcff"])
def test_a_file_name_is_only_a_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for command in ("grep -q x {file} && test -f {name}", ("grep", "-q", "x")):
        with opened(OracleSpec(command, tmp_path), path) as pool:
            assert ask(pool, b"x").outcome is INTERESTING
            assert ask(pool, b"y").outcome is UNINTERESTING


@pytest.mark.parametrize(
    "command, settings, outcome, status",
    [
        ("true", {}, INTERESTING, 0),
        ("false", {}, UNINTERESTING, 1),
        ("exit 7 # {file}", {"exit_code": 7}, INTERESTING, 7),
        ("exit 126 # {file}", {"exit_code": "nonzero"}, UNINTERESTING, 126),
        ("no-such-thing {file}; exit", {"exit_code": "nonzero"}, UNINTERESTING, 127),
        ("kill -SEGV $$ # {file}", {"exit_code": "signal"}, INTERESTING, -11),
        ("sh -c 'kill -SEGV $$'; exit # {file}", {"exit_code": "signal"}, INTERESTING, 139),
        ("kill -KILL $$ # {file}", {}, UNINTERESTING, -9),
        ("echo yes; exit 3 # {file}", {"stdout": "yes"}, INTERESTING, 3),
        ("echo yes >&2 # {file}", {"stdout": "yes"}, UNINTERESTING, 0),
        ("echo yes >&2 # {file}", {"stderr": "yes"}, INTERESTING, 0),
        ("echo yes >&2 # {file}", {"output": "yes"}, INTERESTING, 0),
        ("echo yes # {file}", {"output": "yes", "exit_code": 1}, UNINTERESTING, 0),
    ],
)
def test_conditions_meet_real_runs(
    path: Path, command: str, settings: dict[str, object], outcome: Outcome, status: int
) -> None:
    if command.startswith("no-such-thing"):
        command = f": ; {command}"  # past the check of the first word
    with opened(shell(path, command, **settings), path) as pool:
        verdict = ask(pool, b"x")
    assert (verdict.outcome, verdict.status) == (outcome, status)


@pytest.mark.parametrize(
    "limits, command",
    [
        (Limits(file_size=10_000), "head -c 20000 /dev/zero > big"),
        (Limits(cpu=1), "while :; do :; done"),
        (Limits(processes=20), "for i in $(seq 50); do sleep 99 & done; wait"),
    ],
)
def test_a_run_beyond_a_limit_is_never_interesting(
    path: Path, limits: Limits, command: str
) -> None:
    if limits.processes == 20 and sys.platform != "linux":
        pytest.skip("processes are counted on Linux only")
    spec = shell(path, f"{command} # {{file}}", limits=limits, exit_code="nonzero")
    with opened(spec, path) as pool:
        verdict = ask(pool, b"x")
    assert verdict.outcome in (UNINTERESTING, UNRESOLVED)
    assert not verdict.timed_out


def test_memory_is_limited_for_the_oracle_alone(path: Path) -> None:
    grab = "import sys; x = bytearray(2**28)"
    spec = OracleSpec(
        (sys.executable, "-c", grab), path.parent, limits=Limits(memory=2**27), stderr="MemoryError"
    )
    with opened(spec, path) as pool:
        assert ask(pool, b"x").outcome is INTERESTING
        assert ask(pool, b"x" * 2**27).outcome is INTERESTING


def test_a_program_that_is_missing_is_told_before_a_folder_is_made(path: Path) -> None:
    with pytest.raises(OracleNotFound, match="not on PATH"):
        LocalPool(OracleSpec(("no-such-program",), path.parent), path, 1)


def test_a_script_without_its_first_line_is_told_at_the_first_run(path: Path) -> None:
    script = path.parent / "check"
    script.write_text("exit 0\n")
    script.chmod(0o755)
    with (
        opened(OracleSpec(("./check",), path.parent), path) as pool,
        pytest.raises(OracleNotFound, match="#!/bin/sh"),
    ):
        ask(pool, b"x")


def test_a_candidate_that_cannot_be_written_is_told(path: Path) -> None:
    with (
        opened(shell(path, "true", limits=Limits(file_size=1000)), path) as pool,
        pytest.raises(NoRoom, match="larger than"),
    ):
        ask(pool, b"x" * 1001)


def test_waiting_ends_with_its_time_and_with_nothing_to_wait_for(path: Path) -> None:
    with opened(shell(path, "sleep 60 # {file}"), path) as pool:
        assert pool.wait() == []
        pool.submit(b"x", LONG)
        assert pool.wait(0) == []
        assert pool.wait(0.05) == []


@needs_proc
def test_nothing_is_left_after_closing_twice(path: Path) -> None:
    seconds = unique(path)
    descriptors = len(os.listdir("/proc/self/fd"))
    with opened(
        shell(path, f"(setsid sleep {seconds} &); sleep {seconds} # {{file}}"), path, 3
    ) as pool:
        for text in (b"1", b"2", b"3", b"4"):
            pool.submit(text, LONG)
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 6)
        pool.close()
        assert running(seconds) == []
        assert running(str(path.parent)) == []
    assert len(os.listdir("/proc/self/fd")) == descriptors


@needs_proc
def test_runs_leave_no_descriptor_and_no_zombie_in_the_worker(path: Path) -> None:
    with opened(shell(path, "(sleep 0 &); cat {file} > /dev/null"), path) as pool:
        ask(pool, b"x")
        [worker] = [pid for pid in running("nubbin.engine.worker") if pid in _children(os.getpid())]
        before = len(os.listdir(f"/proc/{worker}/fd"))
        for n in range(100):
            ask(pool, b"x" * n)
        assert len(os.listdir(f"/proc/{worker}/fd")) == before
        assert eventually(lambda: _children(worker) == [])


def _children(pid: int) -> list[int]:
    return [
        int(child)
        for task in os.listdir(f"/proc/{pid}/task")
        for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split()
    ]


def test_a_pool_may_be_opened_by_a_thread_that_ends(path: Path) -> None:
    pools: list[LocalPool] = []
    maker = threading.Thread(target=lambda: pools.append(LocalPool(shell(path, "true"), path)))
    maker.start()
    maker.join()
    try:
        assert ask(pools[0], b"x").outcome is INTERESTING
    finally:
        pools[0].close()


def test_open_pool_knows_this_machine_only(path: Path) -> None:
    spec = shell(path, "true")
    pool = open_pool(spec, path, Options(jobs=2))
    assert pool.jobs == 2
    pool.close()
    with pytest.raises(UsageError, match="not available in this version"):
        open_pool(spec, path, Options(pool="dask://localhost:8786"))
