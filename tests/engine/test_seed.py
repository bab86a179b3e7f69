from dataclasses import replace
from pathlib import Path

from inline_pool import InlinePool
from nubbin.engine.oracles.oracle import OracleSpec
from nubbin.engine.reduction import reduce
from nubbin.engine.request import Options, Request

TEXT = b'["aa", "bb", "cc", "dd"]'


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
