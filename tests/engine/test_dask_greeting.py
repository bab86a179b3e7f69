"""A cluster is greeted before it is used: what is missing there is told, and what to do."""

import asyncio
import socket
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from dask_cluster import cluster
from living import INTERESTING, LONG, collect, eventually, shell
from nubbin.engine.oracles import dask_greeting, dask_pool
from nubbin.engine.oracles.dask_pool import DaskPool
from nubbin.engine.oracles.dask_worker import PLUGIN
from nubbin.engine.oracles.pools import open_pool
from nubbin.engine.request import Options
from nubbin.engine.vocabulary.errors import UsageError

# Dask leaves a connection to a scheduler that dies amid a question to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")


def test_a_cluster_that_is_not_there_is_told_with_the_command_to_start_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_greeting, "PATIENCE", 3.0)
    with pytest.raises(UsageError, match=r"No Dask scheduler .*connection refused.* `dask sch"):
        open_pool(shell(path, "true"), path, Options(pool="dask://127.0.0.1:1"))


@pytest.mark.parametrize("cause", [None, TimeoutError(), asyncio.CancelledError()])
def test_where_dask_has_no_reason_the_systems_is_told(cause: BaseException | None) -> None:
    """So it is on a slow machine, where the last attempt is broken off."""
    error = OSError("timed out trying to connect")
    error.__cause__ = cause
    assert dask_greeting._why(error, "127.0.0.1:1") == "connection refused"


@pytest.mark.parametrize("said", [b"", b"\xff" * 4000, b"SSH-2.0-OpenSSH_9.2\r\n", None])
def test_that_something_else_than_a_scheduler_is_there_is_told_in_time(
    path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes | None
) -> None:
    monkeypatch.setattr(dask_greeting, "PATIENCE", 1.0)
    with socket.create_server(("127.0.0.1", 0)) as server:
        greeter = threading.Thread(target=speak, args=(server, said))
        greeter.start()
        began = time.monotonic()
        port = server.getsockname()[1]
        told = f"No Dask scheduler answers at .*`dask scheduler --host 127.0.0.1 --port {port}`"
        with pytest.raises(UsageError, match=told):
            open_pool(shell(path, "true"), path, Options(pool=f"dask://127.0.0.1:{port}"))
        assert time.monotonic() - began < 20.0  # Dask by itself tries for 30
        greeter.join()


def speak(server: socket.socket, said: bytes | None) -> None:
    """Say something to the first who comes, and nothing more until he goes; None: hang up."""
    connection, _ = server.accept()
    with connection, suppress(OSError):
        while said is not None and connection.send(said) >= 0 and connection.recv(4096):
            said = b""


def test_a_cluster_without_workers_is_told_with_the_command_to_start_one(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_greeting, "PATIENCE", 4.0)
    with (
        cluster(tmp_path / "cluster", workers=0) as empty,
        pytest.raises(UsageError, match=r"no workers.*dask worker tcp://127.0.0.1:"),
    ):
        open_pool(shell(path, "true"), path, Options(pool=empty.url))


def test_a_scheduler_or_worker_with_another_dask_is_told_with_both_versions(
    path: Path, tmp_path: Path
) -> None:
    ours = version("distributed")
    with (
        cluster(tmp_path / "old", workers=0, dask="2024.4.0") as old,
        pytest.raises(
            UsageError, match=rf"scheduler at .* 2024\.4\.0 of Dask, .*distributed=={ours}$"
        ),
    ):
        open_pool(shell(path, "true"), path, Options(pool=old.url))
    with cluster(tmp_path / "mixed", workers=1) as mixed:
        mixed.dask = "2024.4.0"
        mixed.add_worker()
        assert eventually(lambda: mixed.said().count("Registered to:") == 2)
        with pytest.raises(
            UsageError, match=rf"worker at .* 2024\.4\.0 of Dask, .*distributed=={ours}$"
        ):
            open_pool(shell(path, "true"), path, Options(pool=mixed.url))


def test_without_dask_the_extra_is_named(path: Path) -> None:
    # None in sys.modules is how Python itself marks a module that cannot be imported.
    script = """
import sys
sys.modules["distributed"] = None
from pathlib import Path
from nubbin.engine.vocabulary.errors import UsageError
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.oracles.pools import open_pool
from nubbin.engine.request import Options
try:
    open_pool(OracleSpec("true", Path()), Path("x"), Options(pool="dask://127.0.0.1:1"))
except UsageError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert "in a checkout of nubbin: pip install '.[dask]'" in ran.stdout


def test_a_worker_that_the_plugin_has_passed_by_gets_it_and_another_version_is_told(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose(dask_worker: Any) -> None:  # noqa: ANN401  # Dask's worker hardly has types
        del dask_worker.plugins[PLUGIN]

    spec = shell(path, "true # {file}")
    with cluster(tmp_path / "cluster", workers=1) as one:
        with closing(DaskPool(spec, path, None, one.address)) as pool:
            pool._client.run(lose)
        with closing(DaskPool(spec, path, None, one.address)) as pool:
            pool.submit(b"1", LONG)
            assert [it.outcome for it in collect(pool, 1).values()] == [INTERESTING]
        monkeypatch.setattr(dask_pool, "version", lambda name: "0.0.9")
        with pytest.raises(UsageError, match="it has another version of nubbin"):
            DaskPool(spec, path, None, one.address)
