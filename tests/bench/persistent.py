"""What a persistent oracle saves: `python tests/bench/persistent.py`.

Compares, in alternating blocks and through a pool of one worker, an oracle that starts python3 for
each candidate and the same oracle kept running by `serve_oracle`. Prints the milliseconds per run
of each, and the median of the blocks' ratios; exits with 1 if that is below the limit.
"""

import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from nubbin.engine.oracles.bases import choose_base
from nubbin.engine.oracles.local_pool import LocalPool
from nubbin.engine.oracles.oracle import OracleSpec

LIMIT = 20.0
BLOCK = 10
BLOCKS = 20
ONCE = "import sys; sys.exit(b'7' not in open(sys.argv[1], 'rb').read())"
KEPT = "from nubbin.engine import serve_oracle; serve_oracle(lambda text: b'7' in text)"


def timed(pool: LocalPool, texts: list[bytes]) -> float:
    """Return the seconds that it takes to ask about the texts, one after the other."""
    started = time.perf_counter()
    for text in texts:
        pool.submit(text, 60.0)
        pool.wait()
    return time.perf_counter() - started


def main() -> int:
    """Return the exit status."""
    texts = [b"%06d;" % number * 2926 for number in range(BLOCK)]
    with tempfile.TemporaryDirectory(dir=choose_base(1)) as folder:
        path = Path(folder) / "case.c"
        once = OracleSpec((sys.executable, "-c", ONCE, "{file}"), path.parent)
        kept = OracleSpec((sys.executable, "-c", KEPT), path.parent, persistent=True)
        with closing(LocalPool(once, path)) as slow, closing(LocalPool(kept, path)) as quick:
            timed(slow, texts), timed(quick, texts)
            times = [(timed(slow, texts), timed(quick, texts)) for _ in range(BLOCKS)]
    for name, column in (("python3 each time", 0), ("persistent", 1)):
        total = sum(pair[column] for pair in times)
        print(f"{name:18} {total / BLOCK / BLOCKS * 1000:7.3f} ms per run")
    ratio = statistics.median(slow / quick for slow, quick in times)
    print(f"{'times cheaper':18} {ratio:7.1f}, the median of {BLOCKS} blocks (limit {LIMIT})")
    return int(ratio < LIMIT)


if __name__ == "__main__":
    sys.exit(main())
