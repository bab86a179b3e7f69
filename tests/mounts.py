"""File systems of a test's own, where the machine lets it mount some."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ALONE = ("unshare", "--mount", "sh", "-c")
"""Runs a script that nobody else sees the mounts of."""


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
    """A new folder with a file system in memory, as long as the block runs."""
    mounts_or_skips()
    folder.mkdir()
    subprocess.run(["mount", "-t", kind, "-o", options, "nubbin-test", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)
