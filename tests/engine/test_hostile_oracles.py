"""What an oracle may do, and what is left of it: nothing."""

import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from living import (
    INTERESTING,
    LONG,
    UNINTERESTING,
    UNRESOLVED,
    ask,
    begin_python_with,
    eventually,
    needs_proc,
    opened,
    running,
    shell,
    unique_seconds,
)
from nubbin.engine.oracles.account import account_of
from nubbin.engine.oracles.oracle import Barred, Limits, OracleSpec


@needs_proc
def test_a_hang_is_killed_with_its_children_in_whatever_session(path: Path) -> None:
    seconds = unique_seconds()
    command = (
        f"sleep {seconds} & setsid sleep {seconds} & (setsid sh -c 'sleep {seconds} & wait' &)"
    )
    with opened(shell(path, f"{command}; sleep {seconds} # {{file}}"), path) as pool:
        ticket = pool.submit(b"x", 3.0)
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 4)
        [(answered, verdict)] = pool.wait()
        assert answered == ticket
        assert (verdict.outcome, verdict.status, verdict.timed_out) == (UNRESOLVED, None, True)
        assert 3.0 <= verdict.seconds < LONG
        assert running(seconds) == []
        assert ask(pool, b"x", 0.01).timed_out


@needs_proc
def test_children_do_not_outlive_the_oracle_nor_hold_it_up(path: Path) -> None:
    seconds = unique_seconds()
    command = f"(setsid sleep {seconds} &); sleep {seconds} & echo said # {{file}}"
    with opened(shell(path, command), path) as pool:
        verdict = ask(pool, b"x")
        assert (verdict.outcome, verdict.stdout) == (INTERESTING, b"said\n")
        assert running(seconds) == []


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
        "python3 -c 'import os\nfor _ in range(1200): os.mkdir(chr(97)); os.chdir(chr(97))'",
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


def test_what_the_oracle_links_to_in_place_of_its_tmpdir_is_not_cleared(path: Path) -> None:
    precious = path.parent / "precious"
    precious.mkdir()
    (precious / "file").write_text("my only copy")
    harm = f'rmdir "$TMPDIR"; ln -s {precious} "$TMPDIR"'
    with opened(shell(path, f'[ -h "$TMPDIR" ] || {{ {harm}; }} # {{file}}'), path) as pool:
        for _ in range(3):
            assert ask(pool, b"x").outcome is INTERESTING
    assert (precious / "file").read_text() == "my only copy"


@pytest.mark.parametrize("replaced", ["..", "../.."])
def test_what_the_oracle_links_to_in_place_of_the_folders_around_it_is_left_alone(
    path: Path, replaced: str
) -> None:
    precious = path.parent / "precious"
    below = precious if replaced == ".." else precious / "0000"
    for name in ("w", "t"):
        (below / name).mkdir(parents=True)
        (below / name / "file").write_text("my only copy")
    below.chmod(0o755)
    away = path.parent / "away"
    harm = f"cd {replaced}; here=$(pwd); mkdir {away}; mv $here {away}; ln -s {precious} $here"
    with opened(shell(path, f"[ -e {away} ] || {{ {harm}; }} # {{file}}"), path) as pool:
        for _ in range(3):
            assert ask(pool, b"x").outcome is INTERESTING
    assert [(below / name / "file").read_text() for name in ("w", "t")] == ["my only copy"] * 2
    assert below.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("name", ["a'; rm -rf ~; '.c", 'a "b" $(c).c', "-rf", "a\nb", "é\udcff"])
def test_a_file_name_is_only_a_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for command in ("grep -q x {file} && test -f {name}", ("grep", "-q", "x")):
        with opened(OracleSpec(command, tmp_path), path) as pool:
            assert ask(pool, b"x").outcome is INTERESTING
            assert ask(pool, b"y").outcome is UNINTERESTING


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


@needs_proc
@pytest.mark.parametrize("persistent", [False, True])
def test_too_many_processes_are_told(path: Path, persistent: bool) -> None:
    command = "read file; " * persistent + "for i in $(seq 50); do sleep 99 & done; wait"
    spec = shell(path, command, limits=Limits(processes=20), persistent=persistent)
    with opened(replace(spec, command=f"{command} # {{file}}"), path) as pool:
        assert Barred.CROWDED in account_of(ask(pool, b"x"))


def test_memory_is_limited_for_the_oracle_alone(path: Path) -> None:
    grab = "import sys; x = bytearray(2**28)"
    spec = OracleSpec(
        (sys.executable, "-c", grab), path.parent, limits=Limits(memory=2**27), stderr="MemoryError"
    )
    with opened(spec, path) as pool:
        assert ask(pool, b"x").outcome is INTERESTING
        assert ask(pool, b"x" * 2**27).outcome is INTERESTING


def test_an_oracle_runs_where_the_system_does_not_limit_memory(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuses = """
        import resource
        lower = resource.setrlimit
        def setrlimit(kind, limits):
            if kind == resource.RLIMIT_AS:
                raise ValueError("current limit exceeds maximum limit")
            lower(kind, limits)
        resource.setrlimit = setrlimit
    """
    begin_python_with(refuses, path.parent, monkeypatch)
    limits = Limits(memory=2**30, cpu=100)
    with opened(shell(path, "[ $(ulimit -t) = 100 ] # {file}", limits=limits), path) as pool:
        assert ask(pool, b"x").outcome is INTERESTING


@needs_proc
def test_runs_leave_no_descriptor_and_no_zombie_in_the_worker(path: Path) -> None:
    with opened(shell(path, "(sleep 0 &); cat {file} > /dev/null"), path) as pool:
        ask(pool, b"x")
        workers = running("nubbin.engine.oracles.worker")
        [worker] = [pid for pid in workers if pid in _children(os.getpid())]
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
