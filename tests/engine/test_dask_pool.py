"""The pool of a Dask cluster: a run is what it is in the local pool, and leaves nothing behind."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from dask_cluster import CLIENT, Cluster, cluster
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
from nubbin.engine.oracles.dask_pool import DaskPool
from nubbin.engine.oracles.dask_worker import PREFIX, ReductionSetup, ask, dismiss
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import Limits, OracleSpec, Verdict
from nubbin.engine.vocabulary.errors import NubbinError, OracleNotFound

# Dask leaves a connection to a scheduler that dies amid a question to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers of two threads, for tests that kill none of them."""
    with cluster(tmp_path_factory.mktemp("cluster"), workers=2, threads=2) as running:
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
        assert all(isinstance(run.result(LONG), NubbinError) for run in runs)
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
    assert eventually(lambda: not running(f"sleep\0{seconds}"))
    folders = {Path(line).parents[1] for line in log.read_text().splitlines()}
    assert eventually(lambda: not any(folder.exists() for folder in folders))


@needs_proc
def test_a_stopped_worker_that_goes_on_is_no_harm(shared: Cluster, path: Path) -> None:
    with closing(DaskPool(shell(path, "true"), path, None, shared.address)) as pool:
        shared.workers[0].send_signal(signal.SIGSTOP)
        try:
            tickets = [pool.submit(b"%d" % number, LONG) for number in range(8)]
        finally:
            shared.workers[0].send_signal(signal.SIGCONT)
        assert sorted(collect(pool, len(tickets))) == tickets
