"""CI fails on a test skipped for a reason that CONTRIBUTING does not list."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
REPORT = (
    '<testsuites><testsuite><testcase classname="test_x" name="test_y"><skipped message="{}"/>'
    "</testcase></testsuite></testsuites>"
)


def check(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run CI's script on a folder of reports."""
    command = [sys.executable, str(ROOT / ".ci/skips.py"), str(folder), "CONTRIBUTING.md"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "reason, status", [("mounting is forbidden here", 0), ("the reviewer is asleep", 1)]
)
def test_only_reasons_on_the_list_pass(tmp_path: Path, reason: str, status: int) -> None:
    for line in ("editors", "clients", "fronts", "engine"):
        (tmp_path / f"{line}.xml").write_text("<testsuites/>")
    (tmp_path / "claims.xml").write_text(REPORT.format(reason))
    done = check(tmp_path)
    assert (done.returncode, reason in done.stdout) == (status, True)


def test_a_missing_report_fails(tmp_path: Path) -> None:
    (tmp_path / "editors.xml").write_text("<testsuites/>")
    done = check(tmp_path)
    assert (done.returncode, "clients.xml, fronts.xml, engine.xml, claims.xml" in done.stderr) == (
        1,
        True,
    )
