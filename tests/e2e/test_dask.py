"""`nubbin reduce --pool dask://…` against clusters of real processes on loopback."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from distributed import LocalCluster

from dask_cluster import Cluster, cluster
from frontdoor import PATIENCE, executable, nubbin, start, until
from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request

pytestmark = pytest.mark.e2e

TEXT = json.dumps({f"k{n}": {"a": [n, [], {}], "keep" if n == 7 else "b": "x"} for n in range(12)})
# It holds while the key is there and the brackets match, and sleeps for up to 25 ms at random.
ORACLE = """#!/bin/sh
sleep 0.0$(od -An -N1 -tu1 /dev/urandom | tr -d ' ')
grep -q '"keep"' "$1" &&
test "$(tr -cd '[' < "$1" | wc -c)" = "$(tr -cd ']' < "$1" | wc -c)"
"""


@pytest.fixture
def case(tmp_path: Path) -> Path:
    file = tmp_path / "case.json"
    file.write_text(TEXT)
    executable(tmp_path / "oracle.sh", ORACLE)
    return file


def reduced(case: Path, options: Options) -> Reduction:
    oracle = OracleSpec((str(case.parent / "oracle.sh"),), case.parent)
    return reduce(Request(case.read_bytes(), case, oracle, options))


def test_a_cluster_gives_the_same_bytes_and_runs_as_this_machine(
    case: Path, tmp_path: Path
) -> None:
    here = reduced(case, Options(jobs=2))
    with cluster(tmp_path / "cluster", workers=2, threads=2) as two:
        ran = nubbin(
            *("reduce", "case.json", "--oracle", "./oracle.sh {file}", "--pool", two.url),
            *("-o", "out.json", "--json", "report.json", "--quiet"),
            cwd=tmp_path,
        )
    assert (ran.status, ran.stderr) == (0, "")
    assert (tmp_path / "out.json").read_bytes() == here.text
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert report["oracle"]["runs"] == here.oracle.runs
    assert report["oracle"]["cache_hits"] == here.oracle.cache_hits
    assert report["jobs"] >= 2


def test_a_local_cluster_of_dask_gives_the_same_bytes_and_runs(case: Path) -> None:
    here = reduced(case, Options(jobs=1))
    # Any port for its pages: another cluster may have the one that Dask begins with.
    with LocalCluster(  # type: ignore[no-untyped-call]  # Dask leaves it so
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as two:
        address = two.scheduler_address.removeprefix("tcp://")
        there = reduced(case, Options(jobs=None, pool=f"dask://{address}"))
    assert there.text == here.text
    assert there.jobs == 2
    assert (there.oracle.runs, there.oracle.cache_hits) == (
        here.oracle.runs,
        here.oracle.cache_hits,
    )


@contextmanager
def amid_a_reduction(
    case: Path, tmp_path: Path
) -> Iterator[tuple[Cluster, subprocess.Popen[bytes], Path]]:
    """A cluster, a reduction on it after twenty quick runs, and where its result goes."""
    log, out = tmp_path / "log", tmp_path / "out.json"
    executable(
        tmp_path / "oracle.sh",
        f"#!/bin/sh\necho >> {log}\ntest $(wc -l < {log}) -le 20 || sleep 1\n"
        """grep -q '"keep"' "$1"\n""",
    )
    with cluster(tmp_path / "cluster", workers=1, threads=2) as one:
        process = start(
            *("reduce", "case.json", "--oracle", "./oracle.sh {file}", "--pool", one.url),
            *("-o", str(out)),
            cwd=tmp_path,
            env={},
        )
        until(lambda: log.exists() and log.read_bytes().count(b"\n") > 20, "twenty runs")
        yield one, process, out


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_scheduler_killed_mid_reduction_leaves_the_best_so_far(
    case: Path, tmp_path: Path
) -> None:
    with amid_a_reduction(case, tmp_path) as (one, process, out):
        one.scheduler.kill()
        stderr = process.communicate()[1].decode()
    assert process.returncode == 1
    assert "scheduler" in stderr
    assert "is gone" in stderr
    assert "not be asked about it once more" in " ".join(stderr.split())
    assert "Traceback" not in stderr
    assert b'"keep"' in out.read_bytes()
    assert len(out.read_bytes()) < len(TEXT)
    assert case.read_text() == TEXT


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
@pytest.mark.parametrize(
    "process_of, number, told",
    [(0, signal.SIGSTOP, "The Dask scheduler at"), (1, signal.SIGKILL, "All workers of")],
    ids=["the scheduler hangs", "no worker is left"],
)
def test_one_ctrl_c_ends_a_reduction_that_nobody_answers(
    case: Path, tmp_path: Path, process_of: int, number: int, told: str
) -> None:
    with amid_a_reduction(case, tmp_path) as (one, process, out):
        one.processes[process_of].send_signal(number)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        stderr = " ".join(process.communicate(timeout=PATIENCE)[1].decode().split())
        assert time.monotonic() - began < 14.0  # less than it waits for another worker
        one.scheduler.send_signal(signal.SIGCONT)
    assert process.returncode == 130
    assert f"Interrupted before the last check. {told}" in stderr
    assert "Traceback" not in stderr
    assert b'"keep"' in out.read_bytes()
    assert len(out.read_bytes()) < len(TEXT)
