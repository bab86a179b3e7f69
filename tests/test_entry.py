"""The way in."""

import subprocess
import sys


def test_where_nubbin_cannot_run_it_says_so_before_it_loads_anything() -> None:
    code = "import sys; sys.platform = 'win32'; from nubbin.server.entry import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("nubbin: Windows lacks")
    assert "Traceback" not in done.stderr
