"""A reduction in a few words (floor 7): its sizes, what it took, and why it ended early."""

from nubbin.engine.figures import Reduction
from nubbin.engine.oracles.budget import StopReason
from nubbin.engine.vocabulary.counted import counted


def sizes(reduction: Reduction) -> list[str]:
    """Return the sizes before and after: in tokens, if these are counted, and in bytes."""
    before, after = reduction.input, reduction.output
    words = [f"{before.bytes:,} → {counted(after.bytes, 'byte')}"]
    if before.tokens is not None and after.tokens is not None:
        words.insert(0, f"{before.tokens:,} → {counted(after.tokens, 'token')}")
    return words


def figures(reduction: Reduction) -> str:
    """Return a reduction's figures in a few words: sizes before and after, and cost."""
    words = sizes(reduction)
    if reduction.language is None:
        words.append("without a grammar")
    return ", ".join((*words, runs_made(reduction), f"{reduction.seconds:,.1f} s"))


def runs_made(reduction: Reduction) -> str:
    """Return how many runs there were, and how many of them timed out or were made earlier."""
    oracle = reduction.oracle
    kinds = ((oracle.timeouts, "out of time"), (min(oracle.resumed, oracle.runs), "made before"))
    among = ", ".join(f"{number:,} {which}" for number, which in kinds if number)
    runs = counted(oracle.runs, "run")
    return f"{runs} ({among})" if among else runs


def stopped(reason: StopReason) -> str:
    """Say why a reduction ended early."""
    return "cancelled" if reason == "cancelled" else f"stopped by --{reason}"
