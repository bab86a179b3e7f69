"""The third guarantee of the design, with real processes that sleep at random."""

import textwrap
from pathlib import Path

import pytest

from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request

pytestmark = pytest.mark.e2e

TEXT = textwrap.dedent("""\
    def used(n):
        # what the oracle looks for is two calls down
        if n > 3:
            return helper(n, [1, 2, 3])
        return None

    def helper(n, items):
        total = 0
        for item in items:
            total += item * n
        return total

    def unused(a, b):
        return {"a": a, "b": b}

    print(used(4), unused(1, 2))
    """).encode()
# `sleep` takes fractions; two bytes of chance make up to 65 ms.
ORACLE = (
    "sleep 0.0$(od -An -N1 -tu1 /dev/urandom | tr -d ' '); "
    "grep -q 'def helper' {file} && grep -q 'helper(n' {file}"
)


def test_oracles_that_sleep_at_random_change_nothing(tmp_path: Path) -> None:
    path = tmp_path / "case.py"
    spec = OracleSpec(ORACLE, tmp_path)
    found = {}
    for jobs in (1, 2, 8):
        options = Options(jobs=jobs, max_tests=120)
        reduction = reduce(Request(TEXT, path, spec, options))
        found[jobs] = reduction.text, reduction.oracle.runs, reduction.oracle.cache_hits
    assert found[1] == found[2] == found[8]
    assert len(found[1][0]) < len(TEXT) / 3
