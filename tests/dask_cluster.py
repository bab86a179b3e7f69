"""A Dask cluster of real processes on loopback, for tests."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from distributed import Client

from living import eventually

CLIENT: Any = Client
"""Dask says that it is typed, but its client hardly is."""


class Cluster:
    """One scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path, workers: int, threads: int, dask: str | None) -> None:
        self._folder = folder
        self.dask = dask
        self._threads = threads
        file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", "0", "--scheduler-file", str(file))
        assert eventually(lambda: file.exists() and file.read_bytes().rstrip().endswith(b"}"))
        self._url = json.loads(file.read_bytes())["address"]
        self.address = self._url.removeprefix("tcp://")
        self.url = f"dask://{self.address}"
        self.workers = [self.add_worker() for _ in range(workers)]

    def add_worker(self) -> subprocess.Popen[bytes]:
        threads = str(self._threads)
        return self._start("worker", self._url, "--nthreads", threads, "--no-nanny")

    def said(self) -> str:
        return (self._folder / "log").read_text()

    def close(self) -> None:
        # The scheduler last: a worker that loses it while it ends may hang.
        for group in (self.processes[1:], self.processes[:1]):
            for process in group:
                process.terminate()
            for process in group:
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

    def _start(self, what: str, *words: str) -> subprocess.Popen[bytes]:
        options = ("--host", "127.0.0.1", "--no-dashboard")
        local = ("--local-directory", str(self._folder)) if what == "worker" else ()
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{what}", *words, *options, *local],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=self._environment(),
            )
        self.processes.append(process)
        return process

    def _environment(self) -> dict[str, str]:
        """Return an environment in which Dask takes itself for version `dask`, if that is set."""
        if self.dask is None:
            return dict(os.environ)
        about = self._folder / f"distributed-{self.dask}.dist-info"
        about.mkdir(exist_ok=True)
        (about / "METADATA").write_text(f"Name: distributed\nVersion: {self.dask}\n")
        path = os.environ.get("PYTHONPATH", "")
        return os.environ | {"PYTHONPATH": f"{self._folder}{os.pathsep}{path}"}


@contextmanager
def cluster(
    folder: Path, workers: int = 2, threads: int = 1, dask: str | None = None
) -> Iterator[Cluster]:
    """A cluster of `workers` processes with `threads` threads each; it is gone at the end.

    They are all there: a pool waits some seconds for the first of them, and takes who has come.
    """
    folder.mkdir(exist_ok=True)
    running = Cluster(folder, workers, threads, dask)
    try:
        assert eventually(lambda: running.said().count("Registered to:") == workers)
        yield running
    finally:
        running.close()
