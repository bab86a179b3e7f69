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


def test_what_libraries_use_though_it_is_deprecated_breaks_nothing_and_what_we_use_does() -> None:
    """As under Python 3.14, where `PYTHONWARNINGS=error` would make pygls fail."""
    code = """
import warnings

from nubbin.server.entry import main

try:
    main(["--version"])
except SystemExit as ended:
    assert ended.code == 0
warnings.warn_explicit("old", DeprecationWarning, "other.py", 1, module="nubbins.other")
try:
    warnings.warn_explicit("old", DeprecationWarning, "ours.py", 1, module="nubbin.server.ours")
except DeprecationWarning:
    print("raised")
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("raised\n")
