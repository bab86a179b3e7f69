"""The other side of `persistent = true`: an oracle that is a Python function (floor 3′)."""

import os
import sys
import traceback
from collections.abc import Callable


def serve_oracle(fn: Callable[[bytes], bool]) -> None:
    """Turn `fn` into a persistent oracle: answer questions until standard input ends.

    Paths are read from standard input, one a line; for each, `0` is written to standard
    output if `fn` of the file's bytes is true (interesting), else `1`, like exit statuses.
    What `fn` prints goes to standard error; when it raises, the traceback does, and the
    answer is `1`.

    Args:
        fn: whether a text is interesting.
    """
    sys.stdout.flush()
    # The answers get a descriptor that nobody else knows, as a `print` in `fn` is no answer.
    with os.fdopen(os.dup(1), "wb", buffering=0) as answers:
        os.dup2(2, 1)
        for line in sys.stdin.buffer:
            answers.write(b"0\n" if _holds(fn, os.fsdecode(line.removesuffix(b"\n"))) else b"1\n")


def _holds(fn: Callable[[bytes], bool], path: str) -> bool:
    try:
        with open(path, "rb") as file:
            return fn(file.read())
    except Exception:
        traceback.print_exc()
        return False
    finally:
        sys.stdout.flush()
