"""The entry point, before the command line is imported."""

import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "way",
    [
        "from nubbin.server.entry import main; main()",
        "import runpy; runpy.run_module('nubbin.server', run_name='__main__')",
    ],
)
def test_where_nubbin_cannot_run_it_says_so_before_it_loads_anything(way: str) -> None:
    code = f"import sys; sys.platform = 'win32'; {way}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("nubbin: Windows lacks")
    assert "Traceback" not in done.stderr
