"""Go's own compiler, as a judge of whether a text is valid."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

needs_go = pytest.mark.skipif(
    shutil.which("go") is None, reason="the language's own tool is not installed"
)


def refusal(text: bytes) -> bytes:
    """Return the compiler's complaints about a package of one file; empty if it accepts that.

    The output goes into a folder of its own, as the compiler removes the output file if it refuses
    the text: that must never be a device.
    """
    command = ["go", "tool", "compile", "-complete", "-e", "-o", "p.o", "-p", "p", "p.go"]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "p.go").write_bytes(text)
        ran = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert (ran.returncode == 0) == (ran.stdout == b""), ran.stderr
    return ran.stdout
