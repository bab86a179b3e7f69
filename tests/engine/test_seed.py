import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import nubbin.engine
import oracles
from inline_pool import InlinePool
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request

TEXT = b'["aa", "bb", "cc", "dd"]'

REDUCES = """
from hashlib import sha256
from oracles import reduce_inline

text = b"function f(a, b) { for (; ++i < b;) a[i] = {c: 'x'}; } f(h);"
asked = sha256()

def holds(candidate):
    asked.update(candidate + b"|")
    return b"(" in candidate and b"[i" in candidate and b"f" in candidate

found = reduce_inline(text, holds, "thorough", "case.js")
print(found.text, found.oracle.runs, "asked", asked.hexdigest())
"""


def result(seed: int) -> bytes:
    """Reduce a list to the last of its items that is left."""

    def oracle(text: bytes) -> bool:
        return any(item in text for item in (b"aa", b"bb", b"cc", b"dd"))

    request = Request(TEXT, Path("case.json"), OracleSpec(("a Python function",), Path()))
    request = replace(request, options=Options(seed=seed, window=1))
    return reduce(request, pool=InlinePool(oracle)).text


def test_another_seed_may_find_another_result() -> None:
    assert len({result(seed) for seed in range(8)}) > 1


def test_one_seed_finds_one_result() -> None:
    assert {result(7) for _ in range(3)} == {result(7)}


def test_how_a_process_hashes_changes_nothing_that_is_asked() -> None:
    """A set of texts is gone through in another order."""
    tests, engine = Path(oracles.__file__).parent, Path(nubbin.engine.__file__).parents[2]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", REDUCES],
            env={"PYTHONPATH": f"{tests}{os.pathsep}{engine}", "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    one, other = (process.communicate()[0] for process in processes)
    assert one == other
    assert b"asked" in one
