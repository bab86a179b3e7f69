import re
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

from frontdoor import PATIENCE, SCRIPT, nubbin
from mounts import ALONE, mounts_or_skips
from nubbin.server.commands.demo import FAILURE, SAMPLE

pytestmark = pytest.mark.e2e

TOKENS = 7
"""What is left of the sample, `{}["quay"]`: where more is, a pass has gone wrong."""
KILLED = """
mount -t tmpfs tmpfs /dev/shm
ended_by() {
    "$0" demo > /dev/null 2>&1 &
    until ls /dev/shm/*/harbour.py && [ "$(echo /dev/shm/*)" != "$left" ]; do
        sleep 0.1
    done > /dev/null 2>&1
    kill -$1 $!
    wait $!
    left=$(echo /dev/shm/*)
}
ended_by KILL
ended_by TERM
ls -A /dev/shm
"""


def test_the_demo_reduces_its_sample_to_the_same_failure(tmp_path: Path) -> None:
    sample = (files("nubbin.server") / "samples" / SAMPLE).read_bytes()
    ran = nubbin("demo", cwd=tmp_path)
    assert ran.status == 0, ran.stderr
    shown = ran.stdout.decode()
    before, after = re.findall(r"\n\n((?:    .*\n|\n)+)", shown)
    assert "".join(line[4:] for line in before.splitlines(True)).count("def ") == sample.count(
        b"def "
    )
    left = tmp_path / "left.py"
    left.write_text("".join(line[4:] for line in after.splitlines(True)))
    assert len(left.read_bytes()) < len(sample) / 10
    failed = subprocess.run([sys.executable, "-I", left], capture_output=True, check=False)
    assert failed.returncode != 0
    assert failed.stderr.decode().splitlines()[-1] == FAILURE
    summary = r"[\d,]+ → (\d+) tokens, [\d,]+ → \d+ bytes, [\d,]+ runs, [\d.]+ s"
    reduced = re.search(summary, shown)
    assert reduced is not None
    assert int(reduced[1]) <= TOKENS
    assert "bytes" in shown.split("Reducing it")[1].splitlines()[1]


def test_what_a_demo_that_was_killed_leaves_goes_with_the_next() -> None:
    mounts_or_skips()
    ran = subprocess.run(
        [*ALONE, KILLED, SCRIPT], stdout=subprocess.PIPE, timeout=PATIENCE, check=True
    )
    assert ran.stdout == b""
