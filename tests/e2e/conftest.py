"""What the tests that drive editors share."""

from pathlib import Path

import pytest

from lsp_editor import TEXT


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file in a workspace of its own."""
    path = tmp_path / "work" / "case.c"
    path.parent.mkdir()
    path.write_text(TEXT)
    return path
