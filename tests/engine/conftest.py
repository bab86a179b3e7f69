"""What the tests of pools share."""

from pathlib import Path

import pytest


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file that is reduced; its folder is the test's own."""
    file = tmp_path / "case.txt"
    file.write_bytes(b"original")
    return file
