"""Real pools and real processes, for tests that nothing is left running or lying about."""

import os
import secrets
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec, Verdict
from nubbin.engine.oracles.pool import Pool
from nubbin.engine.vocabulary.outcome import Outcome

INTERESTING, UNINTERESTING, UNRESOLVED = (
    Outcome.INTERESTING,
    Outcome.UNINTERESTING,
    Outcome.UNRESOLVED,
)

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="looks at processes in /proc")

LONG = 240.0
"""Seconds no test should ever need."""


def shell(path: Path, command: str, **settings: object) -> OracleSpec:
    """Return an oracle for the file at `path`, in that file's folder."""
    return OracleSpec(command, path.parent, **settings)  # type: ignore[arg-type]  # any field


def begin_python_with(code: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every Python that is started from now on run some code first, as on another system."""
    (folder / "sitecustomize.py").write_text(textwrap.dedent(code))
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)


def unique_seconds() -> str:
    """Return a number of seconds that no other `sleep` on this machine sleeps."""
    return f"3{os.getpid()}.{secrets.randbelow(10**9)}"


def running(token: str) -> list[int]:
    """Return the processes, except zombies, with `token` in their command line."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit() and int(entry) != os.getpid():
            with suppress(OSError):
                if os.fsencode(token) in Path(f"/proc/{entry}/cmdline").read_bytes():
                    found.append(int(entry))
    return found


def eventually(holds: Callable[[], object], seconds: float = LONG) -> bool:
    """Wait until a condition holds; return False if that takes too long."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


@contextmanager
def opened(
    spec: OracleSpec, path: Path, jobs: int = 1, base: Path | None = None
) -> Iterator[LocalPool]:
    """A pool with its scratch folders in `base`, by default beside `path`; none may be left."""
    base = base or path.parent / "base"
    base.mkdir(exist_ok=True)
    pool = LocalPool(spec, path, jobs, base=base)
    try:
        yield pool
    finally:
        pool.close()
    assert os.listdir(base) == []


def collect(pool: Pool, count: int) -> dict[int, Verdict]:
    """Return the next `count` verdicts by ticket, in the order in which they came."""
    verdicts: dict[int, Verdict] = {}
    while len(verdicts) < count:
        came = pool.wait(LONG + 10)
        assert came, "no verdict came"
        verdicts.update(came)
    return verdicts


def ask(pool: Pool, text: bytes, timeout: float = LONG) -> Verdict:
    """Return the verdict on one text."""
    ticket = pool.submit(text, timeout)
    [(answered, verdict)] = pool.wait(LONG + 10)
    assert answered == ticket
    return verdict
