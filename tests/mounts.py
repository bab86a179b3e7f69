"""File systems that a test mounts for itself, where the machine allows that."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ALONE = ("unshare", "--mount", "sh", "-c")
"""Runs a script whose mounts nobody else sees."""


def mounts_or_skips() -> None:
    """Skip the test where nothing can be mounted: without root, and in most containers."""
    tried = (*ALONE, "mount -t tmpfs tmpfs /tmp")
    forbidden = (
        shutil.which(tried[0]) is None
        or subprocess.run(tried, check=False, capture_output=True).returncode
    )
    if forbidden:
        pytest.skip("mounting is not allowed here")


@contextmanager
def mounted(folder: Path, options: str, kind: str = "tmpfs") -> Iterator[Path]:
    """A new folder with a file system of its own, by default in memory, during the block."""
    mounts_or_skips()
    folder.mkdir()
    subprocess.run(["mount", "-t", kind, "-o", options, "nubbin-test", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)
