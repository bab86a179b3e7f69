"""The pool of a Dask cluster: real schedulers and workers, and the deaths they may die."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from distributed import Client

from dask_cluster import Cluster, cluster
from living import (
    INTERESTING,
    LONG,
    UNINTERESTING,
    collect,
    eventually,
    needs_proc,
    running,
    shell,
    unique_seconds,
)
from nubbin.engine.oracles import dask_greeting, dask_pool, dask_watch
from nubbin.engine.oracles.dask_pool import DaskPool
from nubbin.engine.oracles.dask_worker import PREFIX, ReductionSetup, ask, dismiss
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import Limits, OracleSpec, Verdict
from nubbin.engine.vocabulary.errors import NubbinError, OracleNotFound, PoolGone, UsageError

# Dask leaves a connection to a scheduler that dies amid a question to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")

CLIENT: Any = Client
"""Dask says that it is typed, but its client hardly is."""


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers of two threads, for tests that kill none of them."""
    with cluster(tmp_path_factory.mktemp("cluster"), workers=2, threads=2) as running:
        # The first to come would be all that a pool finds.
        assert eventually(lambda: running.said().count("Registered to:") == 2)
        yield running


def test_every_text_gets_its_own_verdict(shared: Cluster, path: Path) -> None:
    texts = [b"yes" * n if n % 3 else b"no" * n for n in range(20)]
    with closing(DaskPool(shell(path, "grep -q yes"), path, None, shared.address)) as pool:
        assert pool.jobs == 4
        tickets = [pool.submit(text, LONG) for text in texts]
        verdicts = collect(pool, len(texts))
        assert pool.wait() == []
    expected = [INTERESTING if b"yes" in text else UNINTERESTING for text in texts]
    assert [verdicts[ticket].outcome for ticket in tickets] == expected


def local_and_dask(
    spec: OracleSpec, path: Path, shared: Cluster, text: bytes, timeout: float = LONG
) -> list[Verdict]:
    verdicts = []
    for pool in (LocalPool(spec, path), DaskPool(spec, path, 1, shared.address)):
        with closing(pool):
            pool.submit(text, timeout)
            [verdict] = collect(pool, 1).values()
            verdicts.append(verdict)
    return verdicts


@pytest.mark.parametrize(
    "command, settings",
    [
        ("pwd | sed 's,.*/nubbin-........,,'; ls; stat -c %a {file}; cat", {}),
        ("kill -SEGV $$ # {file}", {"exit_code": "signal"}),
        ("cat {file} {file} >&2", {"stderr": "o+x", "limits": Limits(output=1000)}),
        ("while read x; do echo 0; done", {"persistent": True}),
        ("ls; cat ../w/case.txt # {file}", {"isolation": "workspace"}),
    ],
)
def test_a_run_is_what_it_is_in_the_local_pool(
    shared: Cluster, path: Path, command: str, settings: dict[str, object]
) -> None:
    path.chmod(0o755)
    if "isolation" in settings:
        settings = {**settings, "workspace": path.parent}
    spec = shell(path, command, **settings)
    here, there = local_and_dask(spec, path, shared, b"o" * 20_000 + b"x")
    assert here.outcome is INTERESTING
    for field in ("outcome", "status", "timed_out", "stdout", "stderr"):
        assert getattr(there, field) == getattr(here, field)


def test_a_run_out_of_time_is_told_from_the_workers_clock(shared: Cluster, path: Path) -> None:
    here, there = local_and_dask(shell(path, "sleep 60 # {file}"), path, shared, b"x", 0.2)
    assert here.timed_out
    assert there.timed_out
    assert 0.2 <= there.seconds < LONG / 2


def test_a_large_text_is_sent_without_a_warning(shared: Cluster, path: Path) -> None:
    text = bytes(range(256)) * 50_000
    spec = shell(path, f"test $(wc -c < {{file}}) = {len(text)}")
    with closing(DaskPool(spec, path, None, shared.address)) as pool:
        pool.submit(text, LONG)
        assert collect(pool, 1)[1].outcome is INTERESTING


def test_what_a_worker_finds_wrong_is_told_as_it_is_here(shared: Cluster, path: Path) -> None:
    spec = OracleSpec(("no-such-program",), path.parent)
    with closing(DaskPool(spec, path, None, shared.address)) as pool:
        pool.submit(b"x", LONG)
        with pytest.raises(OracleNotFound, match=r"On the Dask worker at tcp://.*not on PATH"):
            pool.wait(LONG)


def test_a_worker_that_lacks_a_script_which_the_command_names_is_told(
    shared: Cluster, path: Path
) -> None:
    """Its answers would all be wrong: a shell's 127, or Python's 2."""
    script = path.with_name("check.py")
    script.write_text("raise SystemExit(0)\n")
    spec = shell(path, f"{sys.executable} check.py {{file}}")
    with closing(DaskPool(spec, path, None, shared.address)) as pool:
        script.unlink()
        pool.submit(b"1", LONG)
        with pytest.raises(OracleNotFound, match=r"On the Dask worker at .*check\.py, which the"):
            pool.wait(LONG)


@needs_proc
def test_cancelled_runs_are_dead_within_a_second_on_every_worker(
    shared: Cluster, path: Path
) -> None:
    seconds = unique_seconds()
    command = f"grep -q quick {{file}} || {{ setsid sleep {seconds} & sleep {seconds}; }}"
    with closing(DaskPool(shell(path, command), path, None, shared.address)) as pool:
        delays = []
        for _ in range(3):
            tickets = [pool.submit(b"slow %d" % number, LONG) for number in range(6)]
            assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 8)
            started = time.monotonic()
            pool.cancel([*tickets, 12345])
            assert eventually(lambda: not running(f"sleep\0{seconds}"))
            delays.append(time.monotonic() - started)
            assert pool.wait(0) == []
        assert min(delays) < 1.0
        ticket = pool.submit(b"quick", LONG)
        assert collect(pool, 1)[ticket].outcome is INTERESTING
        assert running(f"sleep\0{seconds}") == []


@needs_proc
def test_nothing_is_left_on_the_workers_after_closing_twice(shared: Cluster, path: Path) -> None:
    seconds, log = unique_seconds(), path.parent / "log"
    command = f"pwd >> {log}; (setsid sleep {seconds} &); sleep {seconds} # {{file}}"
    pool = DaskPool(shell(path, command), path, None, shared.address)
    for text in (b"1", b"2", b"3", b"4", b"5"):
        pool.submit(text, LONG)
    assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 8)
    pool.close()
    pool.close()
    assert running(seconds) == []
    folders = {Path(line).parents[1] for line in log.read_text().splitlines()}
    assert len(folders) == 2
    assert not any(folder.exists() for folder in folders)


@needs_proc
def test_what_dask_begins_after_the_end_opens_nothing(shared: Cluster, path: Path) -> None:
    seconds, log = unique_seconds(), path.parent / "log"
    spec = shell(path, f"pwd >> {log}; sleep {seconds} # {{file}}")
    course = ReductionSetup("over", spec, path, executable=False, named=())
    with (
        closing(DaskPool(spec, path, None, shared.address)),  # the workers know of oracles now
        CLIENT(f"tcp://{shared.address}", set_as_default=False) as client,
    ):
        keys = [f"{PREFIX}over-{number}" for number in range(6)]
        runs = [client.submit(ask, course, key, b"x", LONG, key=key, pure=False) for key in keys]
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 4)
        client.run(dismiss, "over")
        # They are still wanted: Dask begins the four again, and the two that waited.
        assert all(isinstance(run.result(10), NubbinError) for run in runs)
    assert running(f"sleep\0{seconds}") == []
    folders = {Path(line).parents[1] for line in log.read_text().splitlines()}
    assert len(folders) == 2
    assert not any(folder.exists() for folder in folders)


@needs_proc
def test_a_client_that_is_killed_leaves_nothing_on_the_workers(shared: Cluster, path: Path) -> None:
    seconds, log = unique_seconds(), path.parent / "log"
    script = f"""
import time
from pathlib import Path
from nubbin.engine.oracles import dask_greeting, dask_watch
from nubbin.engine.oracles.dask_pool import DaskPool
from nubbin.engine.oracles.dask_worker import PREFIX, ReductionSetup, ask, dismiss
from nubbin.engine.oracles.oracle import OracleSpec
path = Path({str(path)!r})
command = "pwd >> {log}; sleep {seconds} # {{file}}"
pool = DaskPool(OracleSpec(command, path.parent), path, None, {shared.address!r})
for text in (b"1", b"2", b"3", b"4"):
    pool.submit(text, 60.0)
time.sleep(60)
"""
    client = subprocess.Popen([sys.executable, "-c", script])
    assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 4)
    client.kill()
    client.wait()
    assert eventually(lambda: not running(f"sleep\0{seconds}"), 5)
    folders = {Path(line).parents[1] for line in log.read_text().splitlines()}
    assert eventually(lambda: not any(folder.exists() for folder in folders), 30)


@needs_proc
def test_a_worker_killed_mid_run_costs_only_its_runs(path: Path, tmp_path: Path) -> None:
    log, go = tmp_path / "log", tmp_path / "go"
    command = f"cat {{file}} >> {log}; until [ -e {go} ]; do sleep 0.01; done"
    texts = [b"%d\n" % number for number in range(6)]
    with (
        cluster(tmp_path / "cluster", workers=2, threads=1) as two,
        closing(DaskPool(shell(path, command), path, 6, two.address)) as pool,
    ):
        for text in texts:
            pool.submit(text, LONG)
        assert eventually(lambda: log.exists() and log.read_bytes().count(b"\n") == 2)
        two.workers[0].kill()
        two.workers[0].wait()
        go.touch()
        verdicts = collect(pool, len(texts))
    assert {verdict.outcome for verdict in verdicts.values()} == {INTERESTING}
    asked = log.read_bytes().splitlines(keepends=True)
    assert sorted(set(asked)) == texts
    assert len(asked) == len(texts) + 1


@needs_proc
@pytest.mark.parametrize("lost", [signal.SIGKILL, signal.SIGSTOP], ids=["is gone", "hangs"])
def test_a_worker_that_comes_when_the_last_one_is_lost_takes_its_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: signal.Signals
) -> None:
    monkeypatch.setattr(dask_watch, "_SILENT", 3.0)
    log = tmp_path / "log"
    command = f"echo >> {log}; test $(wc -l < {log}) -gt 1 || sleep 1000 # {{file}}"
    with (
        cluster(tmp_path / "cluster", workers=1, threads=1) as one,
        closing(DaskPool(shell(path, command), path, None, one.address)) as pool,
    ):
        pool.submit(b"1", LONG)
        assert eventually(lambda: log.exists())
        one.workers[0].send_signal(lost)
        one.add_worker()
        assert [verdict.outcome for verdict in collect(pool, 1).values()] == [INTERESTING]
        later = [pool.submit(b"%d" % number, LONG) for number in range(2, 6)]
        assert collect(pool, len(later)).keys() == set(later)
        one.workers[0].send_signal(signal.SIGCONT)


@needs_proc
def test_that_all_workers_are_gone_is_told_with_the_command_to_start_one(
    path: Path, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    with (
        cluster(tmp_path / "cluster", workers=1, threads=1) as one,
        closing(
            DaskPool(shell(path, f"echo >> {log}; sleep 1000 # {{file}}"), path, 1, one.address)
        ) as pool,
    ):
        pool.submit(b"1", LONG)
        assert eventually(lambda: log.exists())
        one.workers[0].kill()
        with pytest.raises(
            NubbinError, match=r"All workers .* are gone, .*`dask worker tcp://.*\.$"
        ):
            pool.wait(LONG)


@needs_proc
def test_a_scheduler_killed_mid_run_is_told_and_leaves_nothing(path: Path, tmp_path: Path) -> None:
    seconds, log = unique_seconds(), tmp_path / "log"
    command = f"pwd >> {log}; sleep {seconds} # {{file}}"
    with (
        cluster(tmp_path / "cluster", workers=1, threads=2) as one,
        closing(DaskPool(shell(path, command), path, None, one.address)) as pool,
    ):
        pool.submit(b"1", LONG)
        pool.submit(b"2", LONG)
        assert eventually(lambda: len(running(f"sleep\0{seconds}")) == 2)
        one.scheduler.kill()
        with pytest.raises(NubbinError, match=r"scheduler at .* is gone"):
            pool.wait(LONG)
        with pytest.raises(NubbinError, match=r"scheduler at .* is gone"):
            pool.submit(b"3", LONG)
        assert eventually(lambda: not running(f"sleep\0{seconds}"), 30)
        folders = {Path(line).parents[1] for line in log.read_text().splitlines()}
        assert eventually(lambda: not any(folder.exists() for folder in folders), 30)


@needs_proc
def test_a_scheduler_that_hangs_is_waited_for_until_the_user_would_end(
    path: Path, tmp_path: Path
) -> None:
    seconds, ends = unique_seconds(), threading.Event()
    spec = shell(path, f"sleep {seconds} # {{file}}")
    with cluster(tmp_path / "cluster", workers=1, threads=1) as one:
        with closing(DaskPool(spec, path, None, one.address, ends.is_set)) as pool:
            pool.submit(b"1", LONG)
            assert eventually(lambda: running(f"sleep\0{seconds}"))
            one.scheduler.send_signal(signal.SIGSTOP)
            assert pool.wait(1.0) == []
            ends.set()
            began = time.monotonic()
            with pytest.raises(PoolGone, match=r"scheduler at .* is gone"):
                pool.wait(LONG)
        assert time.monotonic() - began < 4.0
        one.scheduler.send_signal(signal.SIGCONT)
        assert eventually(lambda: not running(f"sleep\0{seconds}"), 5)


@needs_proc
def test_a_scheduler_that_takes_no_call_for_a_while_is_asked_again(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "PATIENCE", 2.0)
    monkeypatch.setenv("DASK_DISTRIBUTED__COMM__SOCKET_BACKLOG", "16")
    with (
        cluster(tmp_path / "cluster", workers=1, threads=1) as one,
        closing(DaskPool(shell(path, "true # {file}"), path, None, one.address)) as pool,
        ExitStack() as others,
    ):
        client, (host, port) = pool._client, one.address.split(":")
        one.scheduler.send_signal(signal.SIGSTOP)
        # Once more of them wait than may, the system lets nobody in.
        for _ in range(32):
            other = others.enter_context(socket.socket())
            other.setblocking(False)
            other.connect_ex((host, int(port)))
        # The connection for questions goes; the other one, which tells of the end, stays.
        client.loop.add_callback(client.rpc.remove, client.scheduler.address)
        pool.submit(b"1", LONG)
        assert pool.wait(6.0) == []
        assert pool._watch.unheard
        one.scheduler.send_signal(signal.SIGCONT)
        assert [it.outcome for it in collect(pool, 1).values()] == [INTERESTING]
        assert eventually(lambda: not pool._watch.unheard)


@needs_proc
def test_a_scheduler_that_dies_while_it_is_asked_is_told(path: Path, tmp_path: Path) -> None:
    with (
        cluster(tmp_path / "cluster", workers=1, threads=1) as one,
        closing(DaskPool(shell(path, "sleep 1000 # {file}"), path, None, one.address)) as pool,
    ):
        pool.submit(b"1", LONG)
        one.scheduler.send_signal(signal.SIGSTOP)
        assert pool.wait(2.5) == []
        one.scheduler.kill()
        with pytest.raises(PoolGone, match=r"scheduler at .* is gone"):
            pool.wait(LONG)


@needs_proc
def test_a_worker_that_does_not_answer_is_named(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_greeting, "PATIENCE", 2.0)
    with cluster(tmp_path / "cluster", workers=2, threads=1) as one:
        with CLIENT(f"tcp://{one.address}") as client:
            client.wait_for_workers(2, timeout=60)
            pids = client.run(os.getpid)
        silent = next(url for url, pid in pids.items() if pid == one.workers[1].pid)
        one.workers[1].send_signal(signal.SIGSTOP)
        with pytest.raises(UsageError, match=rf"^{silent} of the Dask workers said nothing"):
            DaskPool(shell(path, "true"), path, None, one.address)
        one.workers[1].send_signal(signal.SIGCONT)


@needs_proc
def test_a_stopped_worker_that_goes_on_is_no_harm(shared: Cluster, path: Path) -> None:
    with closing(DaskPool(shell(path, "true"), path, None, shared.address)) as pool:
        shared.workers[0].send_signal(signal.SIGSTOP)
        try:
            tickets = [pool.submit(b"%d" % number, LONG) for number in range(8)]
        finally:
            shared.workers[0].send_signal(signal.SIGCONT)
        assert sorted(collect(pool, len(tickets))) == tickets


@needs_proc
def test_a_run_that_was_kept_from_a_worker_that_hung_goes_to_it_once_the_others_are_gone(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_watch, "_SILENT", 2.0)
    with (
        cluster(tmp_path / "cluster", workers=2, threads=1) as two,
        closing(DaskPool(shell(path, "sleep 2 # {file}"), path, 2, two.address)) as pool,
    ):
        assert eventually(lambda: len(pool._watch._heard) == 2)
        two.workers[1].send_signal(signal.SIGSTOP)
        assert eventually(lambda: pool._watch.lively() is not None)
        pool.submit(b"1", LONG)
        assert pool.wait(0.5) == []
        two.workers[0].kill()
        two.workers[1].send_signal(signal.SIGCONT)
        assert [it.outcome for it in collect(pool, 1).values()] == [INTERESTING]


@needs_proc
def test_that_all_workers_pause_for_want_of_memory_is_told(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_watch, "_SILENT", 2.0)
    monkeypatch.setattr(dask_pool, "_ALONE", 3.0)
    with cluster(tmp_path / "cluster", workers=0) as one:
        monkeypatch.setenv("DASK_DISTRIBUTED__WORKER__MEMORY__PAUSE", "0.001")
        one.add_worker()
        assert eventually(lambda: "Registered to:" in one.said())
        with closing(DaskPool(shell(path, "true # {file}"), path, None, one.address)) as pool:
            pool.submit(b"1", LONG)
            with pytest.raises(PoolGone, match="pause for want of memory"):
                pool.wait(LONG)


@needs_proc
def test_that_all_workers_hang_is_told_to_who_wants_to_stop(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_watch, "_SILENT", 3.0)
    spec = shell(path, "sleep 1000 # {file}")
    with cluster(tmp_path / "cluster", workers=1, threads=1) as one:
        with closing(DaskPool(spec, path, None, one.address, lambda: True)) as pool:
            pool.submit(b"1", LONG)
            one.workers[0].send_signal(signal.SIGSTOP)
            with pytest.raises(PoolGone, match="are gone, hang or pause for"):
                pool.wait(LONG)
        one.workers[0].send_signal(signal.SIGCONT)
