"""What the pool adds to an oracle run: `python tests/bench/pool_overhead.py`.

Compares, in alternating blocks, a bare loop that writes a candidate, starts `true` in a session of
its own and waits for it, and a pool of one worker that is asked about one candidate at a time. Both
run at nice 10, as workers do. Prints the milliseconds per run of each, and the median of the
blocks' ratios; exits with 1 if that is above the limit. With `--leaks`, makes 10,000 runs instead,
and prints what the worker holds before and after.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from nubbin.engine.oracles.bases import choose_base
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec

LIMIT = 1.3
BLOCK = 50
CANDIDATES = [b"%06d;" % number * 2926 for number in range(1000)]  # 20 KB each, all different


def bare(texts: list[bytes], path: Path) -> float:
    """Return the seconds that the texts take in a bare loop."""
    started = time.perf_counter()
    for text in texts:
        path.write_bytes(text)
        subprocess.Popen(["true", path], start_new_session=True).wait()
    return time.perf_counter() - started


def pooled(texts: list[bytes], pool: LocalPool) -> float:
    """Return the seconds that the texts take through the pool."""
    started = time.perf_counter()
    for text in texts:
        pool.submit(text, 60.0)
        pool.wait()
    return time.perf_counter() - started


def measure(path: Path) -> float:
    """Print both times; return the median ratio."""
    pool = LocalPool(OracleSpec(("true",), path.parent), path, 1)
    pooled(CANDIDATES[:BLOCK], pool)
    blocks = [CANDIDATES[i : i + BLOCK] for i in range(0, len(CANDIDATES), BLOCK)]
    times = [(bare(block, path), pooled(block, pool)) for block in blocks]
    pool.close()
    for name, column in (("bare loop", 0), ("pool", 1)):
        total = sum(pair[column] for pair in times)
        print(f"{name:9} {total / len(CANDIDATES) * 1000:6.3f} ms per run")
    ratio = statistics.median(ours / theirs for theirs, ours in times)
    print(f"ratio     {ratio:6.3f}, the median of {len(times)} blocks (limit {LIMIT})")
    return ratio


def leaks(path: Path, runs: int = 10_000) -> int:
    """Print what the pool's worker holds before and after; return how many figures have grown."""
    pool = LocalPool(OracleSpec("(sleep 0 &); echo said; cat {file} > copy", path.parent), path, 1)
    pooled(CANDIDATES[:100], pool)
    with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
        worker = int(file.read().split()[0])

    def held() -> dict[str, int]:
        status = Path(f"/proc/{worker}/status").read_text()
        with open(f"/proc/{worker}/task/{worker}/children", encoding="ascii") as file:
            children = len(file.read().split())
        scratch = Path(os.readlink(f"/proc/{worker}/cwd")).parents[1]
        return {
            "processes": children,
            "scratch files": sum(1 for _ in scratch.rglob("*")),
            "descriptors": len(os.listdir(f"/proc/{worker}/fd")),
            "our descriptors": len(os.listdir("/proc/self/fd")),
            "MiB": int(status.partition("VmRSS:")[2].split()[0]) >> 10,
        }

    before = held()
    for _ in range(runs // len(CANDIDATES)):
        pooled(CANDIDATES, pool)
    after = held()
    pool.close()
    print(f"{runs} runs: {before} before, {after} after")
    return sum(after[name] > before[name] + (name == "MiB") for name in before)


def main() -> int:
    """Return the exit status."""
    os.setpriority(os.PRIO_PROCESS, 0, max(10, os.getpriority(os.PRIO_PROCESS, 0)))
    with tempfile.TemporaryDirectory(dir=choose_base(1)) as folder:
        path = Path(folder) / "case.c"
        if "--leaks" in sys.argv[1:]:
            return int(leaks(path) > 0)
        return int(measure(path) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
