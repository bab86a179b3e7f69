"""The pool of a Dask cluster while workers and schedulers die, hang or come."""

import os
import signal
import socket
import threading
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from dask_cluster import CLIENT, cluster
from living import (
    INTERESTING,
    LONG,
    collect,
    eventually,
    needs_proc,
    running,
    shell,
    unique_seconds,
)
from nubbin.engine.oracles import dask_greeting, dask_pool, dask_watch
from nubbin.engine.oracles.dask_pool import DaskPool
from nubbin.engine.vocabulary.errors import NubbinError, PoolGone, UsageError

# Dask leaves a connection to a scheduler that dies amid a question to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")


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
        assert eventually(lambda: not running(f"sleep\0{seconds}"))
        folders = {Path(line).parents[1] for line in log.read_text().splitlines()}
        assert eventually(lambda: not any(folder.exists() for folder in folders))


@needs_proc
def test_a_scheduler_that_hangs_is_waited_for_until_the_user_would_end(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_pool, "_ALONE", 10 * LONG)
    seconds, ends = unique_seconds(), threading.Event()
    spec = shell(path, f"sleep {seconds} # {{file}}")
    with cluster(tmp_path / "cluster", workers=1, threads=1) as one:
        with closing(DaskPool(spec, path, None, one.address, ends.is_set)) as pool:
            pool.submit(b"1", LONG)
            assert eventually(lambda: running(f"sleep\0{seconds}"))
            one.scheduler.send_signal(signal.SIGSTOP)
            assert pool.wait(1.0) == []
            ends.set()
            with pytest.raises(PoolGone, match=r"scheduler at .* is gone"):
                pool.wait(LONG)
        one.scheduler.send_signal(signal.SIGCONT)
        assert eventually(lambda: not running(f"sleep\0{seconds}"))


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
    monkeypatch.setattr(dask_greeting, "PATIENCE", 4.0)
    with cluster(tmp_path / "cluster", workers=2, threads=1) as one:
        with CLIENT(f"tcp://{one.address}") as client:
            client.wait_for_workers(2, timeout=LONG)
            pids = client.run(os.getpid)
        silent = next(url for url, pid in pids.items() if pid == one.workers[1].pid)
        one.workers[1].send_signal(signal.SIGSTOP)
        with pytest.raises(UsageError, match=rf"^{silent} of the Dask workers said nothing"):
            DaskPool(shell(path, "true"), path, None, one.address)
        one.workers[1].send_signal(signal.SIGCONT)


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
        assert eventually(lambda: "Pausing worker" in one.said())  # it looks after a moment
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
