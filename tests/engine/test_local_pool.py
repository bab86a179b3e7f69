"""The pool of real worker processes: what oracles may do to it, and what it says of them."""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from living import (
    INTERESTING,
    LONG,
    UNINTERESTING,
    ask,
    begin_python_with,
    collect,
    eventually,
    needs_proc,
    opened,
    running,
    shell,
    unique_seconds,
)
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import Limits, OracleSpec
from nubbin.engine.oracles.pools import open_pool
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.errors import NubbinError, OracleNotFound, UsageError
from nubbin.engine.vocabulary.outcome import Outcome

ODD = [f"dask://{it}" for it in ("h:0", "h:65536", "h:\uff11", "u@h:1", "::1:8786", "[h:1", " h:1")]
"""Addresses of which only the beginning may pass for one."""


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_text_gets_its_own_verdict(path: Path, jobs: int) -> None:
    texts = [b"yes" * n if n % 3 else b"no" * n for n in range(20)]
    with opened(shell(path, "grep -q yes"), path, jobs) as pool:
        tickets = [pool.submit(text, LONG) for text in texts]
        verdicts = collect(pool, len(texts))
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


def test_a_limit_may_be_longer_than_a_system_call_can_wait(path: Path) -> None:
    with opened(shell(path, "grep -q yes"), path) as pool:
        pool.submit(b"yes", 1e9)
        [(_, verdict)] = pool.wait()
        assert verdict.outcome is INTERESTING


def test_stdin_is_empty_and_the_terminal_is_out_of_reach(path: Path) -> None:
    with opened(shell(path, "read x; test $? = 1 && ! (: < /dev/tty) # {file}"), path) as pool:
        assert ask(pool, b"").outcome is INTERESTING


@needs_proc
def test_a_cancelled_run_is_dead_within_milliseconds_and_never_heard_of(path: Path) -> None:
    seconds = unique_seconds()
    command = f"grep -q quick {{file}} || {{ setsid sleep {seconds} & sleep {seconds}; }}"
    with opened(shell(path, command), path) as pool:
        delays = []
        for _ in range(5):
            slow = pool.submit(b"slow", LONG)
            queued = pool.submit(b"slow, too", LONG)
            assert eventually(lambda: pool.wait(0) == [] and len(running(f"sleep\0{seconds}")) == 2)
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
        verdicts = collect(pool, 5)
    assert list(verdicts) == [1, 2, 3, 4, 5]
    assert {verdict.outcome for verdict in verdicts.values()} == {INTERESTING}
    assert log.read_bytes() == b"12345"


def test_jobs_run_side_by_side(path: Path) -> None:
    meet = path.parent / "meet"
    meet.mkdir()
    both = f"[ -e {meet}/a ] && [ -e {meet}/b ]"
    command = f"touch {meet}/$(cat {{file}}); until {both}; do sleep 0.01; done"
    with opened(shell(path, command), path, 2) as pool:
        pool.submit(b"a", LONG)
        pool.submit(b"b", LONG)
        verdicts = collect(pool, 2)
    assert [verdict.outcome for verdict in verdicts.values()] == [INTERESTING] * 2


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


CROWDED = """
    import os, resource, socket
    from pathlib import Path
    from nubbin.engine.oracles.channel import Channel
    from nubbin.engine.oracles.command import Command
    from nubbin.engine.oracles.oracle import OracleSpec
    from nubbin.engine.oracles.worker import Run, Setup, Worker
    if os.geteuid() == 0: os.setuid(65534)
    resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
    here = Path.cwd()
    spec = OracleSpec("true {file}", here)
    launch = Command(spec, "x").launch(here / "0000" / "w" / "x", None)
    ours, theirs = socket.socketpair()
    pool = Channel(ours)
    pool.send(Run(1, b"x", 60.0))
    ours.shutdown(socket.SHUT_WR)
    Worker(Channel(theirs), here / "0000", Setup(spec, launch, "x", True, False, None)).serve()
    pool.receive()  # that it is ready
    print(pool.receive()[1])
"""


@needs_proc
def test_where_no_more_processes_are_allowed_that_is_told() -> None:
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o777)  # root may have any number, so somebody else is asked
    words = [sys.executable, "-c", textwrap.dedent(CROWDED)]
    try:
        said = subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=LONG)
    finally:
        shutil.rmtree(folder)
    assert b"Resource temporarily unavailable. End other programs" in said.stdout


def test_a_candidate_that_cannot_be_written_is_told(path: Path) -> None:
    with (
        opened(shell(path, "true", limits=Limits(file_size=1000)), path) as pool,
        pytest.raises(UsageError, match="larger than"),
    ):
        ask(pool, b"x" * 1001)


def test_waiting_ends_with_its_time_and_with_nothing_to_wait_for(path: Path) -> None:
    with opened(shell(path, "sleep 60 # {file}"), path) as pool:
        assert pool.wait() == []
        pool.submit(b"x", LONG)
        assert pool.wait(0) == []
        assert pool.wait(0.05) == []


@contextmanager
def files_to_open(count: int) -> Iterator[None]:
    """Let this process open so many more files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = {*map(int, os.listdir("/proc/self/fd"))}
    last = next(islice((number for number in range(soft) if number not in taken), count, None))
    resource.setrlimit(resource.RLIMIT_NOFILE, (last, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@needs_proc
def test_where_no_more_workers_can_be_started_those_there_are_do_the_work(path: Path) -> None:
    with files_to_open(20), opened(shell(path, "sleep 1; true {file}"), path, jobs=20) as pool:
        tickets = [pool.submit(b"yes", LONG) for _ in range(20)]
        verdicts = collect(pool, len(tickets))
        assert {verdict.outcome for verdict in verdicts.values()} == {INTERESTING}
        assert 0 < pool.jobs < 20


@needs_proc
@pytest.mark.parametrize("count", range(6))
def test_where_no_worker_can_be_started_that_is_told(path: Path, count: int) -> None:
    base = path.parent / "base"
    base.mkdir()
    words = r"too many open files\. .*ulimit|written: Too many open files"
    with files_to_open(count), pytest.raises(NubbinError, match=words):
        LocalPool(shell(path, "grep -q yes"), path, base=base)
    assert os.listdir(base) == []


def test_a_worker_imports_nothing_from_the_current_folder(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pickle", "socket", "nubbin"):
        (path.parent / f"{name}.py").write_text("open('imported', 'w')\n")
    monkeypatch.chdir(path.parent)
    with opened(shell(path, "true"), path) as pool:
        assert ask(pool, b"x").outcome is INTERESTING
    assert not (path.parent / "imported").exists()


@needs_proc
def test_nothing_is_left_after_closing_twice(path: Path) -> None:
    seconds = unique_seconds()
    descriptors = len(os.listdir("/proc/self/fd"))
    with opened(
        shell(path, f"(setsid sleep {seconds} &); sleep {seconds} # {{file}}"), path, 3
    ) as pool:
        for text in (b"1", b"2", b"3", b"4"):
            pool.submit(text, LONG)
        assert eventually(lambda: not pool.wait(0) and len(running(f"sleep\0{seconds}")) == 6)
        pool.close()
        assert running(seconds) == []
        assert running(str(path.parent)) == []
    assert len(os.listdir("/proc/self/fd")) == descriptors


def test_a_pool_may_be_opened_by_a_thread_that_ends(path: Path) -> None:
    pools: list[LocalPool] = []
    maker = threading.Thread(target=lambda: pools.append(LocalPool(shell(path, "true"), path)))
    maker.start()
    maker.join()
    try:
        assert ask(pools[0], b"x").outcome is INTERESTING
    finally:
        pools[0].close()


def test_open_pool_opens_workers_here_unless_a_url_names_a_cluster(path: Path) -> None:
    spec = shell(path, "true")
    pool = open_pool(spec, path, Options(jobs=2))
    assert pool.jobs == 2
    pool.close()
    for url in (
        "dask://localhost",
        "dask://:1",
        "dask://tls://h:1",
        "tcp://localhost:8786",
        "",
        *ODD,
    ):
        with pytest.raises(UsageError, match="dask://HOST:PORT"):
            open_pool(spec, path, Options(pool=url))


def test_a_python_that_was_built_for_an_older_system_runs_oracles_too(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacks = """
        import os
        spawn = os.posix_spawn
        def posix_spawn(*arguments, setsid=False, **more):
            if setsid:
                raise NotImplementedError
            return spawn(*arguments, **more)
        os.posix_spawn = posix_spawn
        vars(os).pop("pidfd_open", None)
    """
    begin_python_with(lacks, path.parent, monkeypatch)
    with opened(shell(path, "grep -q yes {file}"), path) as pool:
        assert ask(pool, b"yes").outcome is INTERESTING
        assert ask(pool, b"no").outcome is UNINTERESTING
