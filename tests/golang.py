"""Go's own compiler, which says what it minds of a text."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

needs_go = pytest.mark.skipif(
    shutil.which("go") is None, reason="the language's own tool is not installed"
)


def refusal(text: bytes) -> bytes:
    """Return what the compiler says of a package of one file; nothing if it takes it.

    What it writes goes to a folder of its own: of a text that it refuses it removes the output,
    which must never be a device.
    """
    command = ["go", "tool", "compile", "-complete", "-e", "-o", "p.o", "-p", "p", "p.go"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "p.go").write_bytes(text)
        ran = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert (ran.returncode == 0) == (ran.stdout == b""), ran.stderr
    return ran.stdout
