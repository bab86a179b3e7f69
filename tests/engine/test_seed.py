import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import nubbin.engine
import oracles
from inline_pool import InlinePool
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request

TEXT = b'["aa", "bb", "cc", "dd"]'

JAVASCRIPT = b"function f(a, b) { for (; ++i < b;) a[i] = {c: 'x'}; } f(h);"
CPP = b"".join(
    b"struct A%d { int a%d; }; struct P%d { A%d p; };\n"
    b"int operator+(A%d x, P%d y) { return x.a%d + y.p.a%d; }\n"
    b"namespace N%d { int v%d; P%d w%d; }\nusing N%d::v%d;\n" % ((n,) * 14)
    for n in range(12)
)
REDUCES = """
import sys
from hashlib import sha256
from oracles import reduce_inline

strategy, name, text, *wanted = (word.encode() for word in sys.argv[1:])
asked = sha256()

def holds(candidate):
    asked.update(candidate + b"|")
    return all(word in candidate for word in wanted)

found = reduce_inline(text, holds, strategy.decode(), name.decode())
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


@pytest.mark.parametrize(
    "words",
    [
        ("thorough", "case.js", JAVASCRIPT, "(", "[i", "f"),
        ("balanced", "case.cpp", CPP, "v7", "P10"),
        ("balanced", "case.cpp", CPP, "using", "N4"),
    ],
    ids=("names", "operators", "a namespace"),
)
def test_how_a_process_hashes_changes_nothing_that_is_asked(words: tuple[str | bytes, ...]) -> None:
    """A set of texts is gone through in another order."""
    tests, engine = Path(oracles.__file__).parent, Path(nubbin.engine.__file__).parents[2]
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", REDUCES, *words],
            env={"PYTHONPATH": f"{tests}{os.pathsep}{engine}", "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
        )
        for seed in ("0", "1", "2")
    ]
    one, *others = (process.communicate()[0] for process in processes)
    assert others == [one, one]
    assert b"asked" in one
